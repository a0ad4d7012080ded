import type { Compaction, Skip } from '../../core/compaction/compact.ts';
import type { TokenAccount } from '../../core/context/account.ts';
import type { Context } from '../../core/context/context.ts';
import type { PreviewView } from '../../shared/panelView.ts';
import { previewItems } from './previewItems.ts';
import { shownPasses } from './timeline.ts';

export interface PreviewInput {
  /** What "Compact Now" would commit, or why it would commit nothing. */
  readonly found: Compaction | Skip;
  /** The context as it is now. */
  readonly context: Context;
  readonly account: TokenAccount;
  readonly hasModel: boolean;
}

/** What a compaction would do: the figures and the fate of each message are those of the very entry it would append. */
export function previewView({ found, ...input }: PreviewInput): PreviewView {
  const { context, account } = input;
  const { plan, draft } = found.run ? found : (found.considered ?? {});
  const tokensBefore = account.ofContext(context) + (plan?.request.overheadTokens ?? 0);
  const items = found.run ? previewItems({ prepared: found, context, account }) : [];
  const changed = items.filter(({ from }) => from !== undefined).length;
  const summary = found.run && input.hasModel ? withSummary(found, items) : undefined;
  return {
    strategy: draft?.event.strategy ?? '',
    tokensBefore,
    tokensAfter: found.run ? found.tokensAfter : tokensBefore,
    ...(summary === undefined ? {} : { mostTokensWithSummary: summary }),
    messagesBefore: context.length,
    messagesAfter: found.run ? found.context.length : context.length,
    unchangedCount: context.length - changed,
    passes: found.run ? shownPasses(found.draft.event.passes) : [],
    items,
    ...(found.run ? {} : { remark: found.sentence }),
  };
}

/** With the summary that follows, the record takes at most all the room it may have. */
function withSummary(
  { plan, draft, tokensAfter }: Compaction,
  items: PreviewView['items'],
): number | undefined {
  if (!draft.prosePending) return undefined;
  const { record, mustFitTokens = Infinity } = plan.request.aim;
  const recordTokens = items.reduce((sum, { to, tokensAfter: own }) => sum + (isTold(to) ? own : 0), 0);
  return Math.min(mustFitTokens, tokensAfter + Math.max(0, record.most - recordTokens));
}

function isTold(to: PreviewView['items'][number]['to']): boolean {
  return to === 'record' || to === 'constraint' || to === 'told';
}
