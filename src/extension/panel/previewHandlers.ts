import type { Asked } from '../../core/compaction/compactionView.ts';
import type { Strategy } from '../../core/compaction/strategies.ts';
import type { Compaction, Skip } from '../../core/compaction/plan/compact.ts';
import { learnedFactor, shownTokensOf } from '../../core/context/gauge.ts';
import { isRecord } from '../../core/context/record.ts';
import { textOf } from '../../core/log/message.ts';
import { withPauses } from '../../core/steps.ts';
import type { AskedCompaction, PanelReplies, PanelRequest } from '../../shared/panelRequest.ts';
import type { Handlers } from '../../shared/protocol.ts';
import { EDITOR_PREFIX } from '../settings/settings.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import type { ViewParts } from '../parts.ts';
import { CancelledError, ViewError } from '../webviews/describeError.ts';
import { findItem, TOOLS_ITEM, toolsText, toolsView } from '../chat/contextItems.ts';
import { notesView } from './notesView.ts';
import { previewView } from './previewView.ts';
import { ownTurn } from '../sleep.ts';

/** The preview that the panel shows. */
interface Shown {
  readonly key: string;
  readonly session: OpenSession;
  readonly found: Compaction | Skip;
}

const CHANGED = 'The session changed, so this is a new preview.';

/**
 * Returns the handlers that preview a compaction, return the texts of the preview, and commit exactly the previewed
 * compaction.
 */
export function previewHandlers(
  options: ViewParts,
  current: () => OpenSession,
): Pick<Handlers<PanelRequest, PanelReplies>, 'preview' | 'readPreview' | 'compact'> {
  let shown: Shown | undefined;
  let count = 0;
  return {
    preview: async (request) => {
      const session = current();
      const { live, conversation } = session;
      const [asked, strategy] = chosen(request, session, options);
      const found = await withPauses(conversation.compactor.preview(asked, strategy), ownTurn);
      count += 1;
      const key = `preview${String(count)}`;
      shown = { key, session, found };
      const { id: answering, price } = options.models.chatModel?.profile ?? {};
      const { toolSchemas } = conversation.request;
      const shownTokens = shownTokensOf(live.entries);
      const view = previewView({
        key,
        shown: shownTokens,
        found,
        context: live.context,
        account: live.account,
        model: summaryModelOf(options),
        ...(asked.wishes === undefined ? {} : { wishes: asked.wishes }),
        ...(price === undefined ? {} : { price }),
        ...(answering === undefined || price !== undefined ? {} : { unpriced: answering }),
      });
      const tools = toolsView(toolSchemas.length, shownTokens(conversation.request.toolTokens()));
      return { ...view, after: [tools, ...view.after] };
    },
    readPreview: ({ key, item }) => {
      if (shown?.key !== key) throw new CancelledError();
      if (item === TOOLS_ITEM) return toolsText(shown.session.conversation.request.toolSchemas);
      const context = shown.found.run ? shown.found.context : shown.session.live.context;
      const found = findItem(context, item);
      if (found === undefined) throw new CancelledError();
      const text = textOf(found.message);
      const blocks = shown.found.run ? shown.found.draft.blocks : [];
      return {
        ...{ title: found.message.role, text },
        ...(isRecord(found.message) ? { notes: notesView(shown.session.live.session, text, blocks) } : {}),
      };
    },
    compact: async ({ key, ...request }) => {
      const session = current();
      const { compactor } = session.conversation;
      const [asked, strategy] = chosen(request, session, options);
      const plan = compactor.preview(asked, strategy);
      if (shown?.key !== key || !isSame(shown.found, await withPauses(plan, ownTurn)))
        throw new ViewError(CHANGED);
      await commitOrRequest(session, asked, strategy);
    },
  };
}

/** Commits the previewed compaction. If another agent runs the session, asks the agent for the compaction instead. */
async function commitOrRequest(
  { conversation, wishes }: OpenSession,
  asked: Asked,
  strategy: Strategy,
): Promise<void> {
  if (wishes !== undefined) {
    await wishes.compact(asked, strategy);
    return;
  }
  const outcome = await conversation.compactor.compactNow(asked, strategy);
  if (!outcome.done)
    throw outcome.reason === 'cancelled' ? new CancelledError() : new ViewError(outcome.sentence);
}

/** Returns whether both compactions would append the same entry. Ignores the time that planning took. */
function isSame(a: Compaction | Skip, b: Compaction | Skip): boolean {
  return a.run && b.run && entryText(a) === entryText(b);
}

function entryText({ draft }: Compaction): string {
  return JSON.stringify({ ...draft, event: { ...draft.event, durationMs: 0 } });
}

/** Returns the person's choices in the preview. Throws ViewError if there is no strategy with the chosen name. */
function chosen(
  { strategy, instructions, budgetTokens, isAsked, isSmallest, wishes, range, withoutModel }: AskedCompaction,
  { live, conversation }: OpenSession,
  { strategies }: ViewParts,
): readonly [Asked, Strategy] {
  const found = strategies.find(strategy);
  if (found === undefined) throw new ViewError(`There is no strategy named “${strategy}”.`);
  const byMessage = new Map((wishes ?? []).map(({ message, wish }) => [message, wish]));
  const hasQuestionsTarget = isAsked === true && isSmallest !== true;
  const tier = hasQuestionsTarget ? conversation.compactor.asking.question?.tier : undefined;
  const isWished = byMessage.size > 0 || range !== undefined;
  const asked = {
    ...(instructions.trim() === '' ? {} : { instructions: instructions.trim() }),
    ...(budgetTokens === undefined ? {} : { budgetTokens: inOwnCount(budgetTokens, live) }),
    keepsHalf: isSmallest !== true,
    ...(tier === undefined ? {} : { tier }),
    ...(withoutModel === undefined ? {} : { withoutModel }),
    ...(isWished ? { wishes: { byMessage, ...(range === undefined ? {} : { range }) } } : {}),
  };
  return [asked, found];
}

/**
 * Converts a number of tokens that the person sees (the provider's count) to Longthread's own count, which plans use.
 */
function inOwnCount(budgetTokens: number, { entries }: OpenSession['live']): number {
  return Math.max(1, Math.round(budgetTokens / learnedFactor(entries)));
}

/**
 * Returns the name of the model that writes summaries. If the model is not one of the editor's models, the host of the
 * endpoint follows the name. Returns undefined if no model writes summaries.
 */
function summaryModelOf({ settings, models }: Pick<ViewParts, 'settings' | 'models'>): string | undefined {
  const { summaryEnabled, summaryModel, model, baseUrl } = settings.current;
  const id = summaryEnabled ? models.summaryModel?.profile.id : undefined;
  const isOfEditor = (summaryModel || model).startsWith(EDITOR_PREFIX);
  return id === undefined || isOfEditor || baseUrl === undefined ? id : `${id} at ${new URL(baseUrl).host}`;
}
