import { factsOfAll, type MessageFacts } from '../context/facts.ts';
import { clipAtWord, onOneLine, quotedLine } from '../text/lines.ts';
import type { MessageId } from '../log/entry.ts';
import type { SessionMessage } from '../log/session.ts';
import { namesIn } from '../text/names.ts';
import { workOf, type Work } from '../record/work.ts';
import { plainText, standsIn } from './standsIn.ts';

/** Something that the next turns are likely to need: it must stand in the new context, beside its speaker. */
export interface Probe {
  readonly what: 'constraint' | 'open work' | 'last error' | 'last decision' | 'file in progress';
  /** In the log's words. */
  readonly text: string;
  /** What must be found; all of it in one line. */
  readonly needles: readonly string[];
  readonly by: 'person' | 'assistant' | 'tool';
  readonly id: MessageId;
}

const LONGEST_PROBE = 300;
const MOST_OPEN = 5;
const MOST_FILES = 5;

type Told = Omit<Probe, 'what' | 'needles'> & { readonly names?: readonly string[] };

/** What to look for after these messages were summarized, the most needed first. */
export function probesOf(
  messages: readonly SessionMessage[],
  cached?: ReadonlyMap<MessageId, MessageFacts>,
): readonly Probe[] {
  const facts = factsOfAll(messages, cached).map((of, at) => ({ of, id: messages[at]?.id ?? '' }));
  const work = workOf(messages);
  const decisions = [...standing(facts, ['decision']), ...told(facts, 'decision')].sort(byPlace(messages));
  return [
    ...standing(facts, ['constraint', 'correction']).map((one) => probe('constraint', one)),
    ...openWork(work, facts).map((one) => probe('open work', one)),
    ...lastError(work).map((one) => probe('last error', one)),
    ...decisions.slice(-1).map((one) => probe('last decision', one)),
    ...filesInProgress(work).map((one) => probe('file in progress', one)),
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

function standing(facts: readonly FactsAt[], kinds: readonly string[]): readonly Told[] {
  const found = new Map<string, Told>();
  for (const { of, id } of facts) {
    for (const { text, kind } of of.standing)
      if (kinds.includes(kind)) found.set(text, { text, by: 'person', id });
  }
  return [...found.values()];
}

function told(facts: readonly FactsAt[], kind: 'decision' | 'open'): readonly Told[] {
  return facts.flatMap(({ of, id }) =>
    of.told
      .filter((sentence) => sentence.kind === kind)
      .map(({ text, names }) => ({ text, names, by: 'assistant' as const, id })),
  );
}

/** What the newest plan leaves open; without a plan, what the assistant last said is still to do. */
function openWork({ plan }: Work, facts: readonly FactsAt[]): readonly Told[] {
  if (plan === undefined) return told(facts, 'open').slice(-1);
  return plan.items
    .filter(({ state }) => state !== 'done')
    .slice(0, MOST_OPEN)
    .map(({ text }) => ({ text, by: 'assistant', id: plan.id }));
}

/** The last failure, unless the same thing succeeded since. */
function lastError({ runs }: Work): readonly Told[] {
  const at = runs.findLastIndex(({ isFailure, lines }) => isFailure && lines.length > 0);
  const failed = runs[at];
  const text = failed?.lines[0];
  if (failed === undefined || text === undefined) return [];
  const isFixed = runs.slice(at + 1).some(({ isFailure, asked }) => !isFailure && asked === failed.asked);
  return isFixed ? [] : [{ text, names: namesIn(text), by: 'tool', id: failed.id }];
}

/** The files edited last, newest first. */
function filesInProgress({ changed }: Work): readonly Told[] {
  return changed
    .filter(({ changes }) => changes.at(-1)?.change.operation !== 'delete')
    .toReversed()
    .slice(0, MOST_FILES)
    .map(({ path, changes }) => ({
      text: path,
      names: [path],
      by: 'assistant',
      id: changes.at(-1)?.id ?? '',
    }));
}

function byPlace(messages: readonly SessionMessage[]): (a: Told, b: Told) => number {
  const place = new Map(messages.map(({ id }, at) => [id, at]));
  return (a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0);
}
