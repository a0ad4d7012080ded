import { factsOfAll, type MessageFacts } from '../context/facts.ts';
import { clipAtWord, onOneLine, quotedLine } from '../text/lines.ts';
import type { MessageId } from '../log/entry.ts';
import type { SessionMessage } from '../log/session.ts';
import { namesIn } from '../text/names.ts';
import { workOf, type Work } from '../record/work.ts';
import { plainText, standsIn } from './standsIn.ts';

/** Something that the next turns are likely to need: it must stand in the new context, beside its speaker. */
export interface Probe {
  readonly what: 'constraint' | 'last error';
  /** In the log's words. */
  readonly text: string;
  /** What must be found; all of it in one line. */
  readonly needles: readonly string[];
  readonly by: 'person' | 'tool';
  readonly id: MessageId;
}

const LONGEST_PROBE = 300;
type Told = Omit<Probe, 'what' | 'needles'> & { readonly names?: readonly string[] };

/**
 * What to look for after these messages were summarized. What is open, decided or in progress is the model's to tell: cues
 * in single sentences can't know what was finished or overturned later.
 */
export function probesOf(
  messages: readonly SessionMessage[],
  cached?: ReadonlyMap<MessageId, MessageFacts>,
): readonly Probe[] {
  const facts = factsOfAll(messages, cached).map((of, at) => ({ of, id: messages[at]?.id ?? '' }));
  return [
    ...standing(facts).map((one) => probe('constraint', one)),
    ...lastError(workOf(messages)).map((one) => probe('last error', one)),
  ];
}

/** Whether a text holds all that the probe looks for, in one line. */
export function answersProbe(lines: readonly string[], { needles }: Probe): boolean {
  return lines.some((line) => needles.every((needle) => standsIn(line, needle)));
}

/** Lines as probes are looked for in: white space and case aside. */
export function probedLines(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.split('\n')).map(plainText);
}

interface FactsAt {
  readonly of: MessageFacts;
  readonly id: MessageId;
}

/** The person's constraints are looked for word for word; all else by its names, where it has any. */
function probe(what: Probe['what'], { text, names = [], by, id }: Told): Probe {
  const line = clipAtWord(onOneLine(text), LONGEST_PROBE);
  const needles = what === 'constraint' || names.length === 0 ? [line] : names;
  return { what, text: quotedLine(line), needles: needles.map(plainText), by, id };
}

function standing(facts: readonly FactsAt[]): readonly Told[] {
  const found = new Map<string, Told>();
  for (const { of, id } of facts) {
    for (const { text, kind } of of.standing)
      if (kind !== 'decision') found.set(text, { text, by: 'person', id });
  }
  return [...found.values()];
}

/** The failure that the work ended with: an earlier one was gone on from. */
function lastError({ runs }: Work): readonly Told[] {
  const failed = runs.at(-1);
  const text = failed?.lines[0];
  if (failed?.isFailure !== true || text === undefined) return [];
  return [{ text, names: namesIn(text), by: 'tool', id: failed.id }];
}
