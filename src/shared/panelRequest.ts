import * as v from 'valibot';
import type { ChangeTexts, ComparisonRow, EventDetail, MessageView } from './panelView.ts';
import type { PreviewView } from './previewView.ts';
import { CHOSEN_FATES } from './fateWords.ts';
import { notesRequests } from './notesView.ts';
import { rulesRequests, type RulesReplies } from './rulesView.ts';
import type { OriginalText, UndoReply } from './protocol.ts';

/** Requests of the panel to the host. The host parses every request with this schema before it acts. */

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(200));
const text = v.pipe(v.string(), v.maxLength(20_000));

const wish = v.picklist(CHOSEN_FATES);

/** The options of a requested compaction. */
const asked = {
  strategy: id,
  instructions: text,
  /**
   * Whether the request answers Longthread's open question whether to compact. If so, the compaction has the tier of
   * this question, unless a budget or `isSmallest` is set.
   */
  isAsked: v.exactOptional(v.boolean()),
  budgetTokens: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** Keeps only the newest messages instead of about half of the context. A budget takes precedence. */
  isSmallest: v.exactOptional(v.literal(true)),
  wishes: v.exactOptional(v.pipe(v.array(v.object({ message: id, wish })), v.maxLength(50_000))),
  range: v.exactOptional(v.object({ first: id, last: id })),
  withoutModel: v.exactOptional(v.literal(true)),
};

export const panelRequestSchema = v.variant('type', [
  ...rulesRequests,
  ...notesRequests,
  v.object({ type: v.literal('readEvent'), event: id }),
  v.object({ type: v.literal('readChange'), event: id, item: id }),
  v.object({ type: v.literal('readItem'), item: id }),
  v.object({ type: v.literal('readMessage'), message: id }),
  v.object({ type: v.literal('showInChat'), message: id }),
  v.object({ type: v.literal('preview'), ...asked }),
  v.object({ type: v.literal('readPreview'), key: id, item: id }),
  v.object({ type: v.literal('compact'), ...asked, key: id }),
  v.object({ type: v.literal('cancelCompaction') }),
  v.object({ type: v.literal('refuseNotes') }),
  v.object({ type: v.literal('undo'), compaction: id, isSure: v.boolean() }),
  v.object({ type: v.literal('redo'), isSure: v.boolean() }),
  v.object({ type: v.literal('pin'), message: id, on: v.boolean() }),
  v.object({ type: v.literal('bringBack'), message: id }),
  v.object({ type: v.literal('exclude'), message: id, on: v.boolean() }),
  v.object({ type: v.literal('chooseStrategy'), strategy: id }),
  v.object({ type: v.literal('compareStrategies') }),
  v.object({ type: v.literal('cancelComparison') }),
  v.object({ type: v.literal('editMemory'), memory: id, text }),
  v.object({ type: v.literal('deleteMemory'), memory: id }),
  v.object({ type: v.literal('saveOffer'), text }),
  v.object({ type: v.literal('dismissOffer'), text }),
  v.object({ type: v.literal('copy'), text: v.pipe(v.string(), v.maxLength(2_000_000)) }),
  v.object({ type: v.literal('markStageDone') }),
]);

export type PanelRequest = v.InferOutput<typeof panelRequestSchema>;

export type AskedCompaction = Omit<Extract<PanelRequest, { type: 'preview' }>, 'type'>;

const independentOfSession: ReadonlySet<PanelRequest['type']> = new Set([
  'cancelComparison',
  'editMemory',
  'deleteMemory',
  'dismissOffer',
  'copy',
]);

/** Returns whether a request acts on the shown session, and so must not reach another session. */
export function isOfSession({ type }: PanelRequest): boolean {
  return !independentOfSession.has(type);
}

/** The types of the replies, by kind of request. The reply to any other kind is null. */
export interface PanelReplies extends RulesReplies {
  readonly readEvent: EventDetail;
  readonly readChange: ChangeTexts;
  readonly readItem: OriginalText;
  readonly readMessage: MessageView;
  readonly preview: PreviewView;
  readonly readPreview: OriginalText;
  readonly undo: UndoReply;
  readonly redo: UndoReply;
  readonly compareStrategies: readonly ComparisonRow[];
}
