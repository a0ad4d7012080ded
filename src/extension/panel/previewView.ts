import type { Wishes } from '../../core/compaction/compactionView.ts';
import { atRisk } from '../../core/compaction/plan/atRisk.ts';
import type { Compaction, Skip } from '../../core/compaction/plan/compact.ts';
import type { Prepared } from '../../core/compaction/plan/draft.ts';
import { LEAST_SUMMARY, roomForSummary } from '../../core/compaction/plan/writeRecord.ts';
import type { TokenAccount } from '../../core/context/account.ts';
import type { Context } from '../../core/context/context.ts';
import { asCounted, type ShownTokens } from '../../core/context/gauge.ts';
import type { ModelProfile } from '../../core/ports.ts';
import type { PreviewMoney, PreviewTurn, PreviewView, RiskView } from '../../shared/previewView.ts';
import { contextViews } from '../chat/contextItems.ts';
import { previewItems, type PreviewItem, type ShownAccount } from './previewItems.ts';
import { previewTurns } from './previewTurns.ts';
import { shownEvent } from '../sessions/shownCompaction.ts';
import { shownPasses } from './timeline.ts';

export interface PreviewInput {
  readonly key: string;
  /** The compaction that "Compact Now" would commit, or the reason why there is none. */
  readonly found: Compaction | Skip;
  /** The context as it is now. */
  readonly context: Context;
  readonly account: TokenAccount;
  /** The model that is asked for a summary afterwards. Undefined if no model is asked. */
  readonly model?: string | undefined;
  readonly wishes?: Wishes;
  readonly price?: ModelProfile['price'];
  /** The name of the answering model. Set if the model's price is unknown. */
  readonly unpriced?: string;
  readonly shown?: ShownTokens;
}

const MOST_RISKS = 40;

/**
 * Returns the preview of a compaction, with the figures and fates of the entry that would be appended. If nothing would
 * be compacted, the sizes are those of the present context, and the fates are those of the rejected plan, if any.
 */
export function previewView(input: PreviewInput): PreviewView {
  const { found, context, shown = asCounted } = input;
  const account = shownAccount(input.account, shown);
  const prepared = found.run ? found : found.considered;
  const overhead = prepared?.plan.request.overheadTokens ?? 0;
  const tokensBefore = shown(input.account.ofContext(context) + overhead);
  const tokensAfter = found.run ? shown(found.tokensAfter) : tokensBefore;
  const items = prepared === undefined ? [] : previewItems({ prepared, context, account });
  const modelNotes =
    found.run && input.model !== undefined ? modelNotesOf(found, input.model, shown) : undefined;
  const turns = prepared === undefined ? [] : turnsOf({ ...input, account }, prepared, items);
  const risks = prepared === undefined ? [] : risksOf(prepared, turns);
  return {
    key: input.key,
    strategy: prepared?.draft.event.strategy ?? '',
    tokensBefore,
    tokensAfter,
    ...(modelNotes === undefined ? {} : { modelNotes }),
    messagesBefore: context.length,
    messagesAfter: found.run ? found.context.length : context.length,
    passes: found.run ? shownPasses(shownEvent(found.draft.event, shown).passes) : [],
    turns,
    goneCount: goneCount(prepared, turns),
    after: contextViews({
      context: found.run ? found.context : context,
      tokensOf: (item) => account.ofItem(item),
      classes: new Map(),
    }),
    risks: risks.slice(0, MOST_RISKS),
    riskCount: risks.length,
    ...(found.run ? moneyOf(tokensBefore, tokensAfter, input.price) : {}),
    ...(input.unpriced === undefined ? {} : { unpriced: input.unpriced }),
    ...(found.run ? {} : { remark: found.sentence }),
    canApply: found.run,
  };
}

function shownAccount(account: TokenAccount, shown: ShownTokens): ShownAccount {
  return {
    ofItem: (item) => shown(account.ofItem(item)),
    ofText: (text) => shown(account.ofText(text)),
  };
}

function turnsOf(
  { context, account, model, wishes = {} }: Omit<PreviewInput, 'account'> & { account: ShownAccount },
  prepared: Prepared,
  items: readonly PreviewItem[],
): readonly PreviewTurn[] {
  const before = contextViews({ context, tokensOf: (item) => account.ofItem(item), classes: new Map() });
  return previewTurns({
    prepared,
    wishes,
    before,
    items,
    hasModelNotes: model !== undefined && prepared.draft.prosePending,
  });
}

/** Returns the number of messages in no turn. These messages left the context earlier or have nothing to send. */
function goneCount(prepared: Prepared | undefined, turns: readonly PreviewTurn[]): number {
  const shown = new Set(turns.flatMap(({ groups }) => groups.map(({ id }) => id)));
  const units = prepared?.plan.working.units ?? [];
  return units.reduce(
    (sum, { group, messages }) => sum + (shown.has(group.head.id) ? 0 : messages.length),
    0,
  );
}

/**
 * Returns the facts that would be neither in the context nor in the notes, each with the id of its group of messages.
 * Omits facts whose group is in no turn.
 */
function risksOf(prepared: Prepared, turns: readonly PreviewTurn[]): readonly RiskView[] {
  const headOf = new Map(
    prepared.plan.working.units.flatMap(({ group, messages }) =>
      messages.map(({ id }) => [id, group.head.id] as const),
    ),
  );
  const shown = new Set(turns.flatMap(({ groups }) => groups.map(({ id }) => id)));
  return atRisk(prepared).flatMap(({ kind, text, id }) => {
    const head = headOf.get(id) ?? '';
    return shown.has(head) ? [{ kind, text: text.slice(0, 300), id: head }] : [];
  });
}

/**
 * Returns the cost in dollars of a request now, of the first request after the compaction, and of later requests.
 * Charges the first request at the full price of input, and all others at the price of cached input. Also returns the
 * number of requests after which the compaction has paid for itself, if it ever does. Prices are per million tokens.
 * Returns no fields if the price is unknown or input is free.
 */
function moneyOf(
  tokensBefore: number,
  tokensAfter: number,
  price: ModelProfile['price'],
): { readonly money?: PreviewMoney } {
  const { input, cachedInput = input } = price ?? { input: 0 };
  if (input === 0 && cachedInput === 0) return {};
  const dollars = (tokens: number, price: number): number => (tokens * price) / 1_000_000;
  const now = dollars(tokensBefore, cachedInput);
  const first = dollars(tokensAfter, input);
  const then = dollars(tokensAfter, cachedInput);
  if (now <= then) return { money: { now, first, then } };
  const paysAfter = Math.max(1, 1 + Math.ceil((first - now) / (now - then)));
  return { money: { now, first, then, paysAfter } };
}

/**
 * Returns the model that will write a summary, and the maximum number of tokens of the summary. Returns undefined if no
 * summary will be written or the notes have too little room for one.
 */
function modelNotesOf(
  { plan, draft }: Compaction,
  model: string,
  shown: ShownTokens,
): PreviewView['modelNotes'] {
  if (!draft.prosePending) return undefined;
  const { tokens, isTight } = roomForSummary(plan);
  return tokens < LEAST_SUMMARY ? undefined : { model, mostTokens: shown(tokens), isTight };
}
