import type { Prepared } from '../../core/compaction/draft.ts';
import type { TokenAccount } from '../../core/context/account.ts';
import type { Context } from '../../core/context/context.ts';
import type { PreviewView } from '../../shared/panelView.ts';
import { previewItems } from './previewItems.ts';
import { shownPasses } from './timeline.ts';

export interface PreviewInput {
  readonly prepared: Prepared;
  /** The context as it is now. */
  readonly context: Context;
  readonly account: TokenAccount;
  readonly hasModel: boolean;
}

/** What a compaction would do: the figures and the fate of each message are those of the very entry it would append. */
export function previewView(input: PreviewInput): PreviewView {
  const { prepared, context, account } = input;
  const { plan, draft, tokensAfter } = prepared;
  const items = previewItems(input);
  const changed = items.filter(({ from }) => from !== undefined).length;
  const remark = remarkOf(prepared);
  const summary = withSummary(input, items);
  return {
    strategy: draft.event.strategy,
    tokensBefore: account.ofContext(context) + (plan.request.overheadTokens ?? 0),
    tokensAfter,
    ...(summary === undefined ? {} : { mostTokensWithSummary: summary }),
    messagesBefore: context.length,
    messagesAfter: prepared.context.length,
    unchangedCount: context.length - changed,
    passes: shownPasses(draft.event.passes),
    items,
    ...(remark === undefined ? {} : { remark }),
  };
}

function remarkOf({ plan }: Prepared): string | undefined {
  if (plan.working.treatedCount > 0 || plan.working.rewritesRecord) return undefined;
  return 'There is nothing to compact yet: all there is are the newest messages and what is pinned.';
}

/** With the summary that follows, the record takes at most all the room it may have. */
function withSummary({ prepared, hasModel }: PreviewInput, items: PreviewView['items']): number | undefined {
  const { plan, draft, tokensAfter } = prepared;
  if (!hasModel || !draft.prosePending) return undefined;
  const { record, mustFitTokens = Infinity } = plan.request.goal;
  const recordTokens = items.reduce((sum, { to, tokensAfter: own }) => sum + (isTold(to) ? own : 0), 0);
  return Math.min(mustFitTokens, tokensAfter + Math.max(0, record.most - recordTokens));
}

function isTold(to: PreviewView['items'][number]['to']): boolean {
  return to === 'record' || to === 'constraint' || to === 'told';
}
