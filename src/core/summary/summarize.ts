import type { CancelSignal } from '../cancellation.ts';
import { countMessage } from '../context/account.ts';
import { windowOf } from '../context/window.ts';
import { saidMemories } from '../memory/saidMemories.ts';
import type { CountTokens } from '../ports.ts';
import { writtenLinesOf, type WrittenLine, type WrittenSentence } from './writtenLines.ts';
import { Grounds } from './grounds.ts';
import { judgeSentences, type Judgement } from './judge.ts';
import { ModelCalls } from './modelCalls.ts';
import { sourcedLines } from './provenance.ts';
import type { Summarize, SummarizeDependencies, Summary, SummaryRequest } from './summary.ts';
import { verify } from './verify.ts';
import { sectionsOf, writtenByModel } from './writtenByModel.ts';

/**
 * The summarizer on a model: a text in as many calls as the model's window needs, held against the log, never larger
 * than the budget or than what it takes the place of. What it returns throws SummaryError.
 */
export function createSummarize(deps: SummarizeDependencies): Summarize {
  return async (request, signal) => {
    const { shown = request.folded } = request;
    const calls = new ModelCalls(deps, signal, request.onText);
    const written = await writtenByModel(request, deps, calls);
    const lines = writtenLinesOf(written);
    const judgements = await judged(lines, request, deps, { calls, signal });
    const verified = verify(lines, request, { grounds: new Grounds(request), judgements, count: deps.count });
    if (verified === undefined)
      throw calls.fail('unverified', 'Nothing that the model wrote stands in the messages.', true);
    const { text, struck, added } = verified;
    const tokens = deps.count(text);
    if (!isSmaller(tokens, request, deps.count))
      throw calls.fail('notSmaller', 'The summary is not smaller than what it would replace.', false);
    return {
      lines: sourcedLines(text, shown),
      text,
      tokens,
      figures: { ...calls.figures(), struck, added },
      memories: saidMemories(calls.memories, shown),
    } satisfies Summary;
  };
}

interface Asking {
  readonly calls: ModelCalls;
  readonly signal: CancelSignal;
}

/** Returns what the model itself says of its sentences, where it is to be asked. */
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
      sections: sectionsOf(request),
      count: deps.count,
      roomTokens: windowOf(deps.model.profile, {}).usableTokens,
      pause: () => deps.sleep(0, signal),
    },
  );
}

/** Counts no more of what is replaced than is needed to know. */
function isSmaller(tokens: number, { folded, earlier = '' }: SummaryRequest, count: CountTokens): boolean {
  let replaced = count(earlier);
  for (const { message } of folded) {
    if (replaced > tokens) return true;
    replaced += countMessage(message, count);
  }
  return replaced > tokens;
}
