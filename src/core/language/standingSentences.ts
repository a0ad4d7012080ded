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
/** In a longer text most is pasted or tells how something works, and only what begins as an order is the person's. */
const LONGEST_TYPED = 1500;
/** Nobody types a longer one in a conversation. */
const LONGEST_TEXT = 5000;
/** A question, or a line that tells what comes below. */
const ASKS_OR_INTRODUCES = /[?？]["')\]」』]*$|^¿|[:：]$/;
/** In the order in which a sentence is given to one of them. */
const KINDS = ['correction', 'constraint', 'decision'] as const;
const QUOTED =
  /"[^"]{1,200}"|“[^”]{1,200}”|„[^“”]{1,200}[“”]|«[^»]{1,200}»|「[^」]{1,200}」|『[^』]{1,200}』|`[^`]{1,200}`/g;
const FIRST_PERSON_REPORT =
  /^(?:but |and |so |hm+,? )?i (?:never|always|don'?t (?!want)|do not (?!want)|can'?t|cannot|only(?! want)|just|have|had|pushed|tried)\b/;

/**
 * The constraints, corrections and decisions in a person's text, in order, each once. Finds them by how the sentence is
 * built, in English, Indonesian, German, Spanish, French, Chinese, Japanese and Russian; questions, reports, code and
 * pasted text are none. Few cues, each of which is right nine times in ten where people type: what is stated without one
 * (`British spelling in the UI`) is left to the story.
 */
export function standingSentences(text: string): readonly StandingSentence[] {
  const found = new Map<string, StandingSentence>();
  if (text.length > LONGEST_TEXT) return [];
  const isTyped = text.length <= LONGEST_TYPED;
  for (const sentence of sentencesOf(text)) {
    if (sentence.length > LONGEST_SENTENCE || found.has(sentence)) continue;
    const kind = standingKindOf(sentence, isTyped);
    if (kind !== undefined) found.set(sentence, { text: sentence, kind });
  }
  return [...found.values()];
}

function standingKindOf(sentence: string, isTyped: boolean): StandingKind | undefined {
  const own = ownWords(sentence.toLowerCase().replaceAll('’', "'"));
  if (ASKS_OR_INTRODUCES.test(own) || FIRST_PERSON_REPORT.test(own) || matches(own, 'none')) return undefined;
  if (!isTyped) return beginsAsOrder(own) ? 'constraint' : undefined;
  return KINDS.find((kind) => matches(own, kind));
}

/** Without what stands in quotes: somebody else's words, or a name. */
function ownWords(text: string): string {
  return text.replace(QUOTED, 'code');
}

function matches(own: string, kind: keyof StandingRules): boolean {
  return languages.some((rules) => rules[kind].some((rule) => rule.test(own)));
}

function beginsAsOrder(own: string): boolean {
  return languages.some((rules) => rules.constraint.some((rule) => own.search(rule) === 0));
}
