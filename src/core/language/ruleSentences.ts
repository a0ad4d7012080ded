import { chinese } from './cues/chinese.ts';
import { english } from './cues/english.ts';
import { french } from './cues/french.ts';
import { german } from './cues/german.ts';
import { indonesian } from './cues/indonesian.ts';
import { japanese } from './cues/japanese.ts';
import { russian } from './cues/russian.ts';
import { spanish } from './cues/spanish.ts';
import type { RuleCues } from './cues/ruleCues.ts';
import { QUOTED } from '../text/othersWords.ts';
import { sentencesOf } from '../text/sentences.ts';

export type RuleKind = 'constraint' | 'correction' | 'decision';

/** A sentence by the person, word for word, that holds beyond its turn. */
export interface RuleSentence {
  readonly text: string;
  readonly kind: RuleKind;
}

/** The maximum length of a sentence. Longer sentences are pasted text. */
const LONGEST_SENTENCE = 400;
/**
 * The maximum length of a typed text. A longer text is mostly pasted or an explanation, so only its imperatives count.
 */
const LONGEST_TYPED = 1500;
/**
 * Matches program output, shell prompts, stack traces, lines with a time, and numbered lines of code. A text with such
 * a line counts as pasted.
 */
const PROGRAM_OUTPUT =
  /^[ \t]*(?:>?[ \t]*\d{1,6} [|│]|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|File "|Traceback |at \S+ \(|usage: |\S{1,80}@\S{1,80}[:~]\S{0,200}[$>]|[\w.]*(?:Error|Exception): |[\w./-]+: (?:error|fatal|warning|command not found))/m;
/** Matches the speaker's name before a line of a pasted conversation. */
const SPEAKER = /^(?:system|developer|assistant|user|human|ai) ?: /;
/** The maximum length of a text that is searched for rules. A longer text counts as pasted and is not searched. */
const LONGEST_TEXT = 5000;
/** Matches a question, or a line that introduces the text that follows. */
const ASKS_OR_INTRODUCES = /[?？]["')\]」』]*$|^¿|[:：]$/;
/** The kinds in the order in which they are tried. */
const KINDS = ['correction', 'constraint', 'decision'] as const;
/** Matches a chat command at the beginning, and Markdown's marks for emphasis. */
const DECORATION = /^\/[\w-]+ |\*{1,3}|_{2,3}/g;
/** Matches words whose apostrophe is missing, such as `dont` and `lets`. */
const NO_APOSTROPHE =
  /\b((?:do|does|did|is|are|was|were|should|would|could|must)n(?=t\b)|let(?=s (?:not|use|keep|stick|go|leave|drop|skip)\b))/g;

/**
 * Returns the constraints, corrections and decisions in a person's text, in order and without duplicates. Recognises
 * them by the form of the sentence in English, Indonesian, German, Spanish, French, Chinese, Japanese and Russian.
 * Questions, reports and code never count. If a text looks pasted, only sentences that begin with an order count. There
 * are few cues, but nine of ten sentences that a cue finds in typed text are rules. Statements without a cue, such as
 * `British spelling in the UI`, are not found.
 */
export function ruleSentences(text: string): readonly RuleSentence[] {
  const found = new Map<string, RuleSentence>();
  if (text.length > LONGEST_TEXT) return [];
  const isTyped = looksTyped(text);
  for (const sentence of sentencesOf(text)) {
    if (sentence.length > LONGEST_SENTENCE || found.has(sentence)) continue;
    const kind = ruleKindOf(sentence, isTyped);
    if (kind !== undefined) found.set(sentence, { text: sentence, kind });
  }
  return [...found.values()];
}

/** Returns whether a person typed the whole text, judging by its length and lines. Other texts were mostly pasted. */
export function looksTyped(text: string): boolean {
  return text.length <= LONGEST_TYPED && !PROGRAM_OUTPUT.test(text);
}

/** Returns whether a sentence is a question or introduces the text that follows. */
export function asksOrIntroduces(sentence: string): boolean {
  return ASKS_OR_INTRODUCES.test(sentence);
}

function ruleKindOf(sentence: string, isTyped: boolean): RuleKind | undefined {
  const plain = ownWords(sentence);
  if (asksOrIntroduces(plain) || SPEAKER.test(plain) || matches(plain, 'none')) return undefined;
  if (!isTyped) return beginsAsOrder(plain) ? 'constraint' : undefined;
  return KINDS.find((kind) => matches(plain, kind));
}

/**
 * Returns the text in lower case and normal spelling. Replaces quoted text, which may be somebody else's words or a
 * name, with the word `code`.
 */
function ownWords(sentence: string): string {
  return sentence
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(QUOTED, 'code')
    .replace(DECORATION, '')
    .replace(NO_APOSTROPHE, "$1'");
}

function matches(plain: string, kind: keyof RuleCues): boolean {
  return languages.some((rules) => rules[kind].some((rule) => rule.test(plain)));
}

function beginsAsOrder(plain: string): boolean {
  return languages.some((rules) => rules.constraint.some((rule) => plain.search(rule) === 0));
}

export const languages: readonly RuleCues[] = [
  english,
  indonesian,
  german,
  spanish,
  french,
  chinese,
  japanese,
  russian,
];
