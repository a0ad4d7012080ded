import type { CountTokens } from '../ports.ts';
import { mapInSteps, type Steps } from '../steps.ts';
import type { DataSection } from './dataFence.ts';
import { cutAtSentence } from './cut.ts';

/** The cost of counting the tokens of a text, relative to the cost of scanning the text. */
const COUNTING = 4;
/** The number of tokens for a section's label, mark and brackets. */
const SECTION_TOKENS = 16;

/** Packs sections, in order, into chunks of at most `roomTokens` each. Cuts a section that is too large for a chunk. */
export function* chunksOf(
  sections: readonly DataSection[],
  roomTokens: number,
  count: CountTokens,
): Steps<readonly (readonly DataSection[])[]> {
  const fit = (section: DataSection): FittedSection => fitSection(section, roomTokens, count);
  const fitted = yield* mapInSteps(sections, fit, ({ text }) => COUNTING * text.length);
  const chunks: DataSection[][] = [];
  let left = 0;
  for (const fitting of fitted) {
    if (chunks.length === 0 || fitting.tokens > left) {
      chunks.push([]);
      left = roomTokens;
    }
    chunks.at(-1)?.push(fitting.section);
    left -= fitting.tokens;
  }
  return chunks;
}

/** Counts the tokens of many sections in steps. */
export function* tokensInSteps(sections: readonly DataSection[], count: CountTokens): Steps<number> {
  const tokensOf = (section: DataSection): number => sectionTokens(section, count);
  const counts = yield* mapInSteps(sections, tokensOf, ({ text }) => COUNTING * text.length);
  return counts.reduce((sum, tokens) => sum + tokens, 0);
}

export function tokensOfSections(sections: readonly DataSection[], count: CountTokens): number {
  return sections.reduce((sum, section) => sum + sectionTokens(section, count), 0);
}

/** Returns the number of tokens of a section including its fence. */
export function sectionTokens({ text }: DataSection, count: CountTokens): number {
  return count(text) + SECTION_TOKENS;
}

interface FittedSection {
  readonly section: DataSection;
  readonly tokens: number;
}

/** Cuts a section to at most `mostTokens`. */
export function fitSection(section: DataSection, mostTokens: number, count: CountTokens): FittedSection {
  const text = cutAtSentence(section.text, Math.max(1, mostTokens - SECTION_TOKENS), count);
  return { section: { ...section, text }, tokens: count(text) + SECTION_TOKENS };
}
