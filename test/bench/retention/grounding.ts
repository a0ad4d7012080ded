import type { ContextItem } from './contextItem.ts';
import { textOfItem } from './contextItem.ts';
import type { CountTokens } from '../../../src/core/ports.ts';
import { bareRunsIn } from './bareRuns.ts';
import { factSpansIn } from './facts.ts';

/** The treatments of items that repeat what was said. All other items are text that a compaction made. */
const VERBATIM = new Set(['verbatim', 'pinned', 'system']);
/**
 * The treatments of items that a compaction made in place of a single message. The other items that a compaction made
 * form the record, which stands for several messages.
 */
const IN_PLACE = new Set(['stub', 'excerpt']);

const MAX_SAMPLES = 20;

/**
 * Facts that the text of a compaction may contain even if the past does not contain them: addresses for recall, numbers
 * with a unit, and times in the fixed patterns of stubs and headers. The report lists these exemptions.
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

/** The past, with which the text of a compaction is compared. */
export interface Ground {
  /** Returns whether the past contains a fact as a whole word. */
  readonly isInPast: (fact: string) => boolean;
  /**
   * The texts of the user messages in the past. Longthread merges adjacent items of the same role, so such a text can
   * be at the end of a record with the role `user`.
   */
  readonly userTexts: readonly string[];
}

export interface Grounding {
  /** The number of facts in the text that a compaction made. Repetitions are counted. */
  readonly facts: number;
  readonly grounded: number;
  /** Some of the facts that the past does not contain. */
  readonly invented: readonly string[];
}

/** Counts the facts in the text that a compaction made, and those that the past also contains. */
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
  /** The token count of the record, i.e. of the text that a compaction made in place of several messages. */
  readonly recordTokens: number;
  /** The token count of the bare lists in the record. */
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
