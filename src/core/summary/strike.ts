import type { Steps } from '../steps.ts';
import { UNCONFIRMED, type WrittenLine, type WrittenSentence } from './writtenLines.ts';

/** The verdict on a sentence: it is kept, kept but marked as unconfirmed, or removed. */
export type Verdict = 'stands' | 'unsure' | 'struck';

export interface Stricken {
  readonly text: string;
  /** The sentences that were removed, word for word. */
  readonly struck: readonly string[];
  /** Whether the text has at least one sentence that is not in the part for unconfirmed sentences. */
  readonly saysSomething: boolean;
}

/**
 * Removes struck sentences from a model's summary, and headings that have no sentence below them. Moves unsure
 * sentences to the end, under a heading that marks them as unconfirmed.
 */
export function* strikeSentences(
  lines: readonly WrittenLine[],
  verdictOf: (sentence: WrittenSentence) => Steps<Verdict>,
): Steps<Stricken> {
  const struck: string[] = [];
  const unsure: string[] = [];
  const kept: { readonly text: string; readonly isHeading: boolean }[] = [];
  for (const line of lines) {
    if (line.kind === 'heading') {
      kept.push({ text: `## ${line.title}`, isHeading: true });
      continue;
    }
    const standing: string[] = [];
    const groups = { stands: standing, unsure, struck };
    for (const sentence of line.sentences) groups[yield* verdictOf(sentence)].push(sentence.text);
    const text = standing.join(' ');
    if (text !== '') kept.push({ text: `${line.mark}${text}`, isHeading: false });
  }
  const filled = kept.filter((line, index) => !line.isHeading || kept[index + 1]?.isHeading === false);
  const last = unsure.length === 0 ? [] : [`## ${UNCONFIRMED}`, ...unsure.map((text) => `- ${text}`)];
  return {
    text: [...filled.map(({ text }) => text), ...last].join('\n'),
    struck,
    saysSomething: filled.some(({ isHeading }) => !isHeading),
  };
}
