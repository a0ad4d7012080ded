import { clipAtWord, onOneLine, quotedLine } from '../text/lines.ts';
import type { MessageId } from '../log/entry.ts';
import { namesIn } from '../text/names.ts';
import { rulesOf, withRuleWords } from '../record/rules.ts';
import { workOf } from '../record/work.ts';
import { plainText, standsIn } from './standsIn.ts';
import type { SummaryRequest } from './summary.ts';

/** A fact that the next turns are likely to need: a constraint of the person, or the last error of a tool. */
export interface Probe {
  /** The words of the log. */
  readonly text: string;
  /** Texts that must be found; all of them in one line. */
  readonly needles: readonly string[];
  readonly by: 'person' | 'tool';
  readonly id: MessageId;
}

const LONGEST_PROBE = 300;

/**
 * Returns the facts to look for in a summary. What is open, decided or in progress is left to the model, since single
 * sentences do not show what was finished or overturned later.
 */
export function probesOf({ folded, ruleWords }: SummaryRequest): readonly Probe[] {
  const own = new Set(folded.map(({ id }) => id));
  const rules = withRuleWords(rulesOf(folded), ruleWords).filter(
    ({ id, kind }) => kind !== 'decision' && own.has(id),
  );
  // An earlier failure was gone on from.
  const last = workOf(folded).runs.at(-1);
  const error = last?.isFailure === true ? last.lines[0] : undefined;
  return [
    ...rules.map(({ id, text }) => probe(text, [], { by: 'person', id })),
    ...(error === undefined ? [] : [probe(error, namesIn(error), { by: 'tool', id: last?.id ?? '' })]),
  ];
}

/** Returns whether a text holds all that the probe looks for, in one line. */
export function answersProbe(lines: readonly string[], { needles }: Probe): boolean {
  return lines.some((line) => needles.every((needle) => standsIn(line, needle)));
}

/** Returns lines as probes are looked for in: white space and case aside. */
export function probedLines(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.split('\n')).map(plainText);
}

/** Makes a probe that is found by its names or, where it has none, word for word. */
function probe(text: string, names: readonly string[], from: Pick<Probe, 'by' | 'id'>): Probe {
  const line = clipAtWord(onOneLine(text), LONGEST_PROBE);
  return { ...from, text: quotedLine(line), needles: (names.length === 0 ? [line] : names).map(plainText) };
}
