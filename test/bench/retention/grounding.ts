import type { ContextItem } from './contextItem.ts';
import { textOfItem } from './contextItem.ts';
import type { CountTokens } from '../../../src/core/ports.ts';
import { bareRunsIn } from './bareRuns.ts';
import { factSpansIn } from './facts.ts';

/** Items that repeat what was said; all others are text that a compaction made. */
const VERBATIM = new Set(['verbatim', 'pinned', 'system']);
/** Of the made texts, those that take the place of single messages; the rest is the record. */
const IN_PLACE = new Set(['stub', 'excerpt']);

const MAX_SAMPLES = 20;

/**
 * What made text may say without the past having said it: addresses for recall, counts with their unit, and times
 * in the fixed patterns of stubs and headers. Listed in the report.
 */
export const EXEMPTIONS: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: 'recall address', pattern: /\b[me]\d+(?:(?:-|–|\.\.)[me]?\d+)?\b/g },
  {
    name: 'count with its unit',
    pattern:
      /\b\d[\d,.]*k?\+? (?:more |older |earlier |other |further )?(?:lines?|messages?|tokens?|bytes?|chars?|characters?|files?|hits?|matches|match|results?|calls?|items?|entries|entry|turns?|times|kB|MB|ms|s)\b/g,
  },
  {
    name: 'time',
    pattern: /\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?Z?)?\b|\b\d{1,2}:\d{2}(?::\d{2})?\b/g,
  },
];

/** What made text is held against. */
export interface Ground {
  /** Whether the past holds a fact, as a whole word. */
  readonly isInPast: (fact: string) => boolean;
  /** Texts of the past's user messages: merged with a record of the same role they stand at its end. */
  readonly userTexts: readonly string[];
}

export interface Grounding {
  /** Facts in made text, a count each time one stands there. */
  readonly facts: number;
  readonly grounded: number;
  /** Facts that the past does not hold, some of them. */
  readonly invented: readonly string[];
}

/** How many facts of the made text the past holds. */
export function groundingOf(items: readonly ContextItem[], { isInPast, userTexts }: Ground): Grounding {
  const invented = new Set<string>();
  let facts = 0;
  let grounded = 0;
  for (const item of items) {
    if (VERBATIM.has(item.treatment)) continue;
    for (const { text } of factSpansIn(withoutExempt(withoutUserTexts(textOfItem(item), userTexts)))) {
      facts += 1;
      if (isInPast(text)) grounded += 1;
      else if (invented.size < MAX_SAMPLES) invented.add(text);
    }
  }
  return { facts, grounded, invented: [...invented] };
}

export interface BareLists {
  /** Tokens of the record: made text that stands for more than one message. */
  readonly recordTokens: number;
  /** Those of them that are bare lists. */
  readonly bareTokens: number;
}

export function bareListsOf(
  items: readonly ContextItem[],
  { userTexts }: Ground,
  count: CountTokens,
): BareLists {
  let recordTokens = 0;
  let bareTokens = 0;
  for (const item of items) {
    if (VERBATIM.has(item.treatment) || IN_PLACE.has(item.treatment)) continue;
    const record = withoutUserTexts(item.content, userTexts);
    recordTokens += count(record);
    for (const run of bareRunsIn(record)) bareTokens += count(run);
  }
  return { recordTokens, bareTokens };
}

function withoutUserTexts(text: string, userTexts: readonly string[]): string {
  const trimmed = text.trimEnd();
  const last = userTexts.find((candidate) => candidate !== '' && trimmed.endsWith(candidate));
  return last === undefined ? trimmed : withoutUserTexts(trimmed.slice(0, -last.length), userTexts);
}

function withoutExempt(text: string): string {
  return EXEMPTIONS.reduce((rest, { pattern }) => rest.replace(pattern, ' '), text);
}
