/** The work itself, which a sentence may point at and still hold for all of it. */
const WORK = '(?:repo(?:sitory)?|project|code ?base|workspace|service|package|app|library|module|team)\\b';
/** Matches a word that points at a place, a time or a text around the sentence. */
const POINTER = new RegExp(
  `\\b(?:(?:this|these)\\b(?! ${WORK})|those|here|there(?! (?:is|are|must|should|will|can)\\b)|yet|for now|now)\\b`,
  'u',
);
/** Matches "that" for a thing, not before a clause: "do that in the setup". */
const THAT =
  /^that\b|\bthat\b(?=[.,;:!?)]|$| (?:in|on|for|to|at|as|with|from|by|and|or|but|too|instead|again|first)\b)/u;
/** Matches a word for a thing that was named; in a first clause, it was named by another sentence. */
const PRONOUN = /\b(?:it|its|it's|them|they|their|him|her)\b/u;
/** Matches consent: what holds stands in the words that it answers. */
const CONSENT = /^(?:yes|yeah|yep|yup|sure|agreed)\b/u;
const FROM_NOW = /\bfrom (?:now|here|this point) (?:on|forward)\b/gu;
const FIRST_CLAUSE = /^(?:(?:good|great|ok|okay|no|well|also|and|but|so),? +(?:but |and |so )?)*[^,;:(—–]*/u;

/**
 * Returns whether an English sentence points at what stands around it, such as "don't give it a number": alone it says nothing
 * that holds. Sentences in other languages count as standing alone.
 */
export function pointsAround(sentence: string): boolean {
  const own = sentence.toLowerCase().replaceAll('’', "'").replace(FROM_NOW, '').trim();
  const [first = ''] = FIRST_CLAUSE.exec(own) ?? [];
  return CONSENT.test(own) || POINTER.test(own) || THAT.test(own) || PRONOUN.test(first);
}
