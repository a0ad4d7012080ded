import { sentencesOf } from './sentences.ts';
import { standingRules } from './standingRules.ts';

export type StandingKind = 'constraint' | 'correction' | 'decision';

/** A sentence of the person's that goes on holding after its turn, word for word. */
export interface StandingSentence {
  readonly text: string;
  readonly kind: StandingKind;
}

/** Longer ones are pasted text, not something a person says. */
const LONGEST_SENTENCE = 400;
const LONGEST_TEXT = 20_000;
const QUESTION = /[?？]["')\]」』]*$|^¿/;
const FIRST_PERSON_REPORT =
  /^(?:but |and |so |hm+,? )?i (?:never|always|don['’]?t (?!want)|do not (?!want)|can['’]?t|cannot|only|just|have|had|pushed|tried)\b/;

/**
 * The constraints, corrections and decisions in a person's text, in order, each once. Finds them by how the sentence is
 * built, in English, Indonesian, German, Spanish, French, Chinese, Japanese and Russian; questions, code and pasted
 * text are none.
 */
export function standingSentences(text: string): readonly StandingSentence[] {
  const found = new Map<string, StandingSentence>();
  for (const sentence of sentencesOf(text.slice(0, LONGEST_TEXT))) {
    if (sentence.length > LONGEST_SENTENCE || found.has(sentence)) continue;
    const kind = standingKindOf(sentence);
    if (kind !== undefined) found.set(sentence, { text: sentence, kind });
  }
  return [...found.values()];
}

function standingKindOf(sentence: string): StandingKind | undefined {
  const lower = sentence.toLowerCase();
  if (QUESTION.test(lower) || FIRST_PERSON_REPORT.test(lower)) return undefined;
  if (matches(lower, 'correction') && !/^(?:never|always|don['’]t)\b/.test(lower)) return 'correction';
  if (matches(lower, 'constraint')) return 'constraint';
  return matches(lower, 'decision') ? 'decision' : undefined;
}

function matches(lower: string, kind: StandingKind): boolean {
  return standingRules.some((rules) => rules[kind].some((rule) => rule.test(lower)));
}
