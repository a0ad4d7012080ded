import { lengthOf, textOf } from '../log/message.ts';
import { mapInSteps, withPauses, type Steps } from '../steps.ts';
import { isHeading, linesOfText, textOfLine, type NotesLine } from '../log/notesLine.ts';
import type { SessionMessage } from '../log/session.ts';
import { TermIndex } from './termIndex.ts';
import type { CancelSignal } from '../cancellation.ts';
import { countMessage } from '../context/account.ts';
import { windowOf } from '../context/window.ts';
import { saidMemories } from '../memory/saidMemories.ts';
import type { CountTokens } from '../ports.ts';
import { writtenLinesOf, type WrittenLine, type WrittenSentence } from './writtenLines.ts';
import { Grounds } from './grounds.ts';
import { judgeSentences, type Judgement } from './judgeSentences.ts';
import { ModelCalls } from './modelCalls.ts';
import type { Summarize, SummarizeDependencies, Summary, SummaryRequest } from './summary.ts';
import { verify, type Verified } from './verify.ts';
import { sectionsOf, writtenByModel } from './writtenByModel.ts';

/**
 * Returns a function that summarizes with a model, in as many calls as the model's window requires. The function checks
 * the summary against the session. The summary is never larger than its budget, and is smaller than what it replaces.
 * The function throws SummaryError.
 */
export function createSummarize(given: SummarizeDependencies): Summarize {
  return async (request, signal) => {
    const { shown = request.folded } = request;
    const calls = new ModelCalls(given, signal, request.onText);
    const deps = stoppable(given, calls);
    const written = await writtenByModel(request, deps, calls);
    const lines = writtenLinesOf(written);
    const judgements = await judged(lines, request, deps, { calls, signal });
    const verified = await withPauses(checked(lines, request, judgements, deps), deps.pause);
    if (verified === undefined)
      throw calls.fail(
        'unverified',
        'No sentence of the model’s notes could be confirmed by the session, so the notes are not used.',
        true,
      );
    const { text, struck, added } = verified;
    const tokens = deps.count(text);
    if (!isSmaller(tokens, request, deps.count))
      throw calls.fail(
        'notSmaller',
        'The notes are not smaller than the messages that they would replace.',
        false,
      );
    return {
      lines: await withPauses(sourcedLines(text, shown), deps.pause),
      text,
      tokens,
      figures: { ...calls.figures(), struck, added },
      memories: await withPauses(saidMemories(calls.memories, shown), deps.pause),
    } satisfies Summary;
  };
}

/** Returns the dependencies. Their `pause`, if there is one, throws if the summary was cancelled. */
function stoppable(deps: SummarizeDependencies, calls: ModelCalls): SummarizeDependencies {
  const { pause } = deps;
  if (pause === undefined) return deps;
  const stop = async (): Promise<void> => {
    await pause();
    calls.throwIfCancelled();
  };
  return { ...deps, pause: stop };
}

function* checked(
  lines: readonly WrittenLine[],
  request: SummaryRequest,
  judgements: ReadonlyMap<WrittenSentence, Judgement>,
  { count }: SummarizeDependencies,
): Steps<Verified | undefined> {
  return yield* verify(lines, request, { grounds: yield* Grounds.of(request), judgements, count });
}

interface Asking {
  readonly calls: ModelCalls;
  readonly signal: CancelSignal;
}

/** Returns the model's own judgement of its sentences. Returns an empty map if this check is off. */
async function judged(
  lines: readonly WrittenLine[],
  request: SummaryRequest,
  deps: SummarizeDependencies,
  { calls, signal }: Asking,
): Promise<ReadonlyMap<WrittenSentence, Judgement>> {
  if (deps.checksItself !== true) return new Map();
  return judgeSentences(
    lines.flatMap((line) => (line.kind === 'said' ? line.sentences : [])),
    calls,
    {
      sections: await withPauses(sectionsOf(request), deps.pause),
      count: deps.count,
      roomTokens: windowOf(deps.model.profile, {}).usableTokens,
      pause: () => deps.sleep(0, signal),
    },
  );
}

/** Returns whether the summary is smaller than what it replaces. Counts no more messages than necessary. */
function isSmaller(tokens: number, { folded, earlier = '' }: SummaryRequest, count: CountTokens): boolean {
  let replaced = count(earlier);
  for (const { message } of folded) {
    if (replaced > tokens) return true;
    replaced += countMessage(message, count);
  }
  return replaced > tokens;
}

const MOST_IDS = 4;
/**
 * The terms that a message shares with a line have a total weight. A line cites a message for these terms only if this
 * weight is at least this share of the highest weight of any message.
 */
const LEAST_SHARE = 0.5;
const LONGEST_TEXT = 4_000;
/** The cost of finding the words and names in a text, relative to the cost of scanning the text. */
const READING = 4;
const ADDRESS = /\bm\d+\b/g;

/**
 * Splits a text into lines. Each line cites at most four messages: first the messages whose addresses are in the line,
 * then the messages that share the most names and words with the line, the best one first. Rare terms have a higher
 * weight (inverse document frequency). Headings cite no messages.
 */
export function* sourcedLines(
  text: string,
  messages: readonly SessionMessage[],
): Steps<readonly NotesLine[]> {
  const said = messages.filter(({ message }) => message.role !== 'system');
  const lines = linesOfText(text);
  const index = new TermIndex(lines.map(textOfLine), { rarityOf: (holding) => 1 / holding });
  const read = ({ message }: SessionMessage): void => index.add(textOf(message).slice(0, LONGEST_TEXT));
  yield* mapInSteps(said, read, ({ message }) => READING * Math.min(lengthOf(message), LONGEST_TEXT));
  const known = new Set(messages.map(({ id }) => id));
  const sourced = (line: NotesLine): NotesLine => {
    const own = textOfLine(line);
    if (isHeading(line) || own.trim() === '') return line;
    const named = [...own.matchAll(ADDRESS)].flatMap(([id]) => (known.has(id) ? [id] : []));
    const sharing = mostIn(index.sharedWith(own)).flatMap((place) => said[place]?.id ?? []);
    return { ...line, ids: [...new Set([...named, ...sharing])].slice(0, MOST_IDS) };
  };
  // Looking up a line takes about as long as reading one character of each message.
  return yield* mapInSteps(lines, sourced, () => READING * said.length);
}

/** Returns the indexes of the messages that share enough with a line, best first. */
function mostIn(shared: Float64Array): readonly number[] {
  let best = 0;
  for (const share of shared) best = Math.max(best, share);
  if (best === 0) return [];
  const places: number[] = [];
  for (const [place, share] of shared.entries()) if (share >= best * LEAST_SHARE) places.push(place);
  return places.sort((a, b) => (shared[b] ?? 0) - (shared[a] ?? 0));
}
