import { sentencesOf } from '../text/sentences.ts';
import { languages } from './languages.ts';
import type { StandingRules } from './standingRules.ts';

export type StandingKind = 'constraint' | 'correction' | 'decision';

/** A sentence of the person's that goes on holding after its turn, word for word. */
export interface StandingSentence {
  readonly text: string;
  readonly kind: StandingKind;
}

/** Longer ones are pasted text, not something a person says. */
const LONGEST_SENTENCE = 400;
const LONGEST_TEXT = 20_000;
/** In a longer text what is stated without a "must" or a "never" describes. */
const LONGEST_TERSE = 500;
const QUESTION = /[?？]["')\]」』]*$|^¿/;
const QUOTED =
  /"[^"]{1,200}"|“[^”]{1,200}”|„[^“”]{1,200}[“”]|«[^»]{1,200}»|「[^」]{1,200}」|『[^』]{1,200}』|`[^`]{1,200}`/g;
const FIRST_PERSON_REPORT =
  /^(?:but |and |so |hm+,? )?i (?:never|always|don['’]?t (?!want)|do not (?!want)|can['’]?t|cannot|only(?! want)|just|have|had|pushed|tried)\b/;

/**
 * The constraints, corrections and decisions in a person's text, in order, each once. Finds them by how the sentence is
 * built, in English, Indonesian, German, Spanish, French, Chinese, Japanese and Russian; questions, code and pasted
 * text are none.
 */
export function standingSentences(text: string): readonly StandingSentence[] {
  const found = new Map<string, StandingSentence>();
  const isTerse = text.length <= LONGEST_TERSE;
  for (const sentence of sentencesOf(text.slice(0, LONGEST_TEXT))) {
    if (sentence.length > LONGEST_SENTENCE || found.has(sentence)) continue;
    const kind = standingKindOf(sentence, isTerse);
    if (kind !== undefined) found.set(sentence, { text: sentence, kind });
  }
  return [...found.values()];
}

function standingKindOf(sentence: string, isTerse: boolean): StandingKind | undefined {
  const lower = ownWords(sentence.toLowerCase());
  if (QUESTION.test(lower) || FIRST_PERSON_REPORT.test(lower) || matches(lower, 'none')) return undefined;
  if (matches(lower, 'correction') && !/^(?:never|always|don['’]t)\b/.test(lower)) return 'correction';
  if (matches(lower, 'constraint')) return 'constraint';
  if (matches(lower, 'decision')) return 'decision';
  return isTerse && matches(lower, 'custom') && !matches(lower, 'once') ? 'constraint' : undefined;
}

/** Without what stands in quotes: somebody else's words, or a name. */
function ownWords(text: string): string {
  return text.replace(QUOTED, 'code');
}

function matches(lower: string, kind: keyof StandingRules): boolean {
  return languages.some((rules) => rules[kind].some((rule) => rule.test(lower)));
}
