import type { Prepared } from '../../core/compaction/draft.ts';
import type { TokenAccount } from '../../core/context/account.ts';
import type { Context, ContextItem } from '../../core/context/context.ts';
import type { PreviewView, TreatmentView } from '../../shared/panelView.ts';
import { contextViews } from './contextItems.ts';
import { passViews } from './timeline.ts';

export interface PreviewInput {
  readonly prepared: Prepared;
  /** The context as it is now. */
  readonly context: Context;
  readonly account: TokenAccount;
  readonly hasModel: boolean;
}

const MOST_ITEMS = 200;

/** What a compaction would do, largest saving first. */
export function previewView({ prepared, context, account, hasModel }: PreviewInput): PreviewView {
  const { plan, draft, tokensAfter } = prepared;
  const { event } = draft;
  const remark = remarkOf(prepared, hasModel);
  return {
    strategy: event.strategy,
    tokensBefore: plan.tokensBefore,
    tokensAfter,
    messagesBefore: event.messagesBefore,
    messagesAfter: event.messagesAfter,
    passes: passViews(event.passes),
    items: changedItems(prepared, context, account),
    ...(remark === undefined ? {} : { remark }),
  };
}

function remarkOf({ plan, draft }: Prepared, hasModel: boolean): string | undefined {
  if (plan.working.treatedCount === 0) {
    return 'There is nothing to compact yet: all there is are the newest messages and what is pinned.';
  }
  if (!draft.prosePending || !hasModel) return undefined;
  return 'A model would write the summary in the background; the figures are those without it.';
}

function changedItems(
  { draft, context: after }: Prepared,
  before: Context,
  account: TokenAccount,
): PreviewView['items'] {
  const treatments = new Map<string, TreatmentView>([
    ...draft.replaced.map(({ id, as }) => [id, as] as const),
    ...draft.folded.flatMap(({ ids, as }) => ids.map((id) => [id, as] as const)),
  ]);
  const tokensOf = (item: ContextItem): number => account.ofItem(item);
  const later = new Map(
    contextViews({ context: after, tokensOf, classes: new Map() }).map(({ id, tokens }) => [id, tokens]),
  );
  return contextViews({ context: before, tokensOf, classes: new Map() })
    .flatMap(({ id, label, treatment, tokens }) => {
      const to = treatments.get(id);
      if (to === undefined) return [];
      return [{ id, label, from: treatment, to, tokensBefore: tokens, tokensAfter: later.get(id) ?? 0 }];
    })
    .sort((a, b) => b.tokensBefore - b.tokensAfter - (a.tokensBefore - a.tokensAfter))
    .slice(0, MOST_ITEMS);
}
