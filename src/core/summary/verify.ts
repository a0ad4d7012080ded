import { textOfLines } from '../log/notesLine.ts';
import { cited, clipAtWord, onOneLine, quotedLine } from '../text/lines.ts';
import type { CountTokens } from '../ports.ts';
import { readsAsRule, speaksForPerson } from './attribution.ts';
import { cutAtSentence } from './cut.ts';
import type { Grounds } from './grounds.ts';
import type { WrittenLine, WrittenSentence } from './writtenLines.ts';
import type { Judgement } from './judgeSentences.ts';
import { strikeSentences, type Verdict } from './strike.ts';
import type { SummaryRequest } from './summary.ts';
import type { MessageId } from '../log/entry.ts';
import { namesIn } from '../text/names.ts';
import { rulesInSteps, withRuleWords } from '../record/rules.ts';
import { workInSteps } from '../record/work.ts';
import type { Steps } from '../steps.ts';
import { plainText, containsWhole } from './sources.ts';

export interface Verified {
  readonly text: string;
  /** The sentences that were removed from the model's summary: at most 40, each clipped to 200 characters. */
  readonly struck: readonly string[];
  /** The added lines: facts that neither the notes nor the model's summary contain, in the log's words. */
  readonly added: readonly string[];
}

const ALSO = '## Also';
/** Matches a heading at the end of a text that was cut off right after the heading. */
const LAST_HEADING = /\n## [^\n]*$/u;
const MOST_REPORTED = 40;
const LONGEST_REPORTED = 200;

interface Check {
  readonly grounds: Grounds;
  /** A model's judgements of the sentences. Empty if no model was asked. */
  readonly judgements: ReadonlyMap<WrittenSentence, Judgement>;
  readonly count: CountTokens;
}

/**
 * Checks a model's summary against the log. Removes the sentences that `verdictOf` strikes, and moves unsure sentences
 * to the end. If there is room, adds the person's rules (except decisions) and the last error, unless the notes or the
 * summary contain them. Returns undefined if no sentence is confirmed. The text never exceeds the request's
 * `mostTokens`.
 */
export function* verify(
  written: readonly WrittenLine[],
  request: SummaryRequest,
  { grounds, judgements, count }: Check,
): Steps<Verified | undefined> {
  const judged = function* (sentence: WrittenSentence): Steps<Verdict> {
    return verdictOf(sentence, yield* grounds.verdictOf(sentence), judgements.get(sentence));
  };
  const { text, struck, saysSomething } = yield* strikeSentences(written, judged);
  if (!saysSomething) return undefined;
  const lines = probedLines([textOfLines(request.notes), text]);
  const missing = (yield* probesOf(request)).filter((probe) => !answersProbe(lines, probe));
  const left = request.mostTokens - count(text);
  const added = fitting(missing.map(addedLine), left, count);
  return {
    text:
      added.length === 0
        ? cutAtSentence(text, request.mostTokens, count).replace(LAST_HEADING, '')
        : [text, ALSO, ...added].join('\n'),
    struck: reported(struck),
    added: reported(added),
  };
}

/**
 * Combines the verdict of code and the judgement of a model. The model can strike any sentence or make it unsure. The
 * model can't save a sentence that code struck, since the sentence could have influenced the model. The model can't
 * confirm a sentence that attributes something to the person or reads as a rule. A sentence that an earlier check did
 * not confirm stays unsure unless it is struck.
 */
export function verdictOf(
  { text, isPersons, isUnconfirmed }: WrittenSentence,
  byCode: Verdict,
  judged: Judgement | undefined,
): Verdict {
  if (byCode === 'struck' || judged === 'false') return 'struck';
  if (isUnconfirmed || judged === 'unknown') return 'unsure';
  const steers = isPersons || speaksForPerson(text) || readsAsRule(text);
  return judged === 'true' && !steers ? 'stands' : byCode;
}

/** Returns a line such as `- Last error. A tool answered (m12): “…”`. */
function addedLine({ text, by, id }: Probe): string {
  return by === 'tool'
    ? `- Last error. ${cited(`A tool answered (${id})`, text)}`
    : `- The person said (${id}): ${text}`;
}

/** Returns the lines that fit, in order. Skips a line that is longer than the remaining room. */
function fitting(lines: readonly string[], mostTokens: number, count: CountTokens): readonly string[] {
  let left = mostTokens - count(`\n${ALSO}\n`);
  return lines.filter((line) => {
    const tokens = count(`${line}\n`);
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
}

function reported(lines: readonly string[]): readonly string[] {
  return lines
    .slice(0, MOST_REPORTED)
    .map((line) => clipAtWord(line, LONGEST_REPORTED) || line.slice(0, LONGEST_REPORTED));
}

/** A fact that the next turns are likely to need: a rule of the person, or the last error of a tool. */
interface Probe {
  /** The text from the log. */
  readonly text: string;
  /** The texts that must all be found in the same line. */
  readonly needles: readonly string[];
  readonly by: 'person' | 'tool';
  readonly id: MessageId;
}

const LONGEST_PROBE = 300;

/**
 * Returns the facts to look for in a summary. Omits decisions, open work and running work: their sentences in the log
 * do not show whether they were changed or finished later, so only the model can report them.
 */
function* probesOf({ folded, session, ruleWords }: SummaryRequest): Steps<readonly Probe[]> {
  const own = new Set(folded.map(({ id }) => id));
  const rules = withRuleWords(yield* rulesInSteps(folded, session), ruleWords).filter(
    ({ id, kind }) => kind !== 'decision' && own.has(id),
  );
  // Only the last command or tool call counts: if an earlier one failed, the work went on after it.
  const last = (yield* workInSteps(folded)).runs.at(-1);
  const error = last?.isFailure === true ? last.lines[0] : undefined;
  return [
    ...rules.map(({ id, text }) => probe(text, [], { by: 'person', id })),
    ...(error === undefined ? [] : [probe(error, namesIn(error), { by: 'tool', id: last?.id ?? '' })]),
  ];
}

/** Returns whether a single line contains everything that the probe looks for. */
function answersProbe(lines: readonly string[], { needles }: Probe): boolean {
  return lines.some((line) => needles.every((needle) => containsWhole(line, needle)));
}

/** Normalizes lines for probes: ignores white space and case. */
function probedLines(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.split('\n')).map(plainText);
}

/**
 * Makes a probe for a text. A line answers the probe if it contains all the names or, without names, the text word for
 * word.
 */
function probe(text: string, names: readonly string[], from: Pick<Probe, 'by' | 'id'>): Probe {
  const line = clipAtWord(onOneLine(text), LONGEST_PROBE);
  return { ...from, text: quotedLine(line), needles: (names.length === 0 ? [line] : names).map(plainText) };
}
