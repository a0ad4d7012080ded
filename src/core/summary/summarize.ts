import { countMessage } from '../context/account.ts';
import type { CountTokens } from '../ports.ts';
import { Grounds } from './grounds.ts';
import { ModelCalls } from './modelCalls.ts';
import { provenanceOf } from './provenance.ts';
import { saidMemories } from '../memory/saidMemories.ts';
import type { Summarize, SummarizeDependencies, Summary, SummaryRequest } from './summary.ts';
import { verify } from './verify.ts';
import { writeDraft } from './writeDraft.ts';

/**
 * The summarizer on a model: a draft in as many calls as the model's window needs, held against the log, never larger
 * than the budget or than what it takes the place of. What it returns throws SummaryError.
 */
export function createSummarize(deps: SummarizeDependencies): Summarize {
  return async (request, signal) => {
    const { shown = request.folded } = request;
    const calls = new ModelCalls(deps, signal, request.onText);
    const draft = await writeDraft(request, deps, calls);
    const grounds = new Grounds(request);
    const verified = verify(draft, request, { grounds, count: deps.count });
    if (verified === undefined)
      throw calls.fail('unverified', 'Nothing that the model wrote stands in the messages.', true);
    const { text, struck, added } = verified;
    const tokens = deps.count(text);
    if (!isSmaller(tokens, request, deps.count))
      throw calls.fail('notSmaller', 'The summary is not smaller than what it would replace.', false);
    return {
      text,
      tokens,
      provenance: provenanceOf(text, shown),
      figures: { ...calls.figures(), struck, added },
      memories: saidMemories(calls.memories, shown),
    } satisfies Summary;
  };
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
