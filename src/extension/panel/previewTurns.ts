import type { Wishes } from '../../core/compaction/compactionView.ts';
import { isPrompt, type PlanUnit } from '../../core/compaction/units.ts';
import type { Prepared } from '../../core/compaction/plan/draft.ts';
import { idsOf } from '../../core/context/groups.ts';
import type { MessageId } from '../../core/log/entry.ts';
import { personTextOf } from '../../core/log/message.ts';
import type { ContextItemView } from '../../shared/panelView.ts';
import type { Fate } from '../../shared/fateWords.ts';
import type { PreviewGroup, PreviewTurn } from '../../shared/previewView.ts';
import type { PreviewItem } from './previewItems.ts';

export interface TurnsInput {
  readonly prepared: Prepared;
  readonly wishes: Wishes;
  /** The items of the present context. */
  readonly before: readonly ContextItemView[];
  /** The rows of `previewItems`: one for each message that would change, and one for the rest of the notes. */
  readonly items: readonly PreviewItem[];
  /** Whether a model will write notes on the messages that leave the context. */
  readonly hasModelNotes: boolean;
}

/** Returns the present context, divided into turns, with the fate of each group of messages. */
export function previewTurns(input: TurnsInput): readonly PreviewTurn[] {
  const groupOf = groupReader(input);
  const turns: { id: string; label: string; groups: PreviewGroup[] }[] = [];
  let turnOfLast = -1;
  for (const unit of input.prepared.plan.working.units) {
    const group = groupOf(unit);
    if (group === undefined) continue;
    if (unit.turn !== turnOfLast) turns.push({ id: group.id, label: labelOf(unit, group), groups: [] });
    turnOfLast = unit.turn;
    turns.at(-1)?.groups.push(group);
  }
  return turns;
}

function labelOf({ group }: PlanUnit, { label }: PreviewGroup): string {
  const [line = ''] = personTextOf(group.head.message).trim().split('\n', 1);
  return line === '' ? label : line.slice(0, 160);
}

/**
 * Returns a function that returns the preview of a group. The function returns undefined if the context contains none
 * of the group's messages, because an earlier compaction removed them or they contain nothing to send.
 */
function groupReader({
  prepared: { plan, draft },
  wishes,
  before,
  items,
  hasModelNotes,
}: TurnsInput): (unit: PlanUnit) => PreviewGroup | undefined {
  const viewsOf = new Map<MessageId, ContextItemView[]>();
  for (const view of before) {
    if (view.originCount !== 1) continue;
    const own = view.origins[0] ?? '';
    viewsOf.set(own, [...(viewsOf.get(own) ?? []), view]);
  }
  const changes = new Map(items.map((item) => [item.id, item]));
  const folded = new Map(draft.folded.flatMap(({ ids, as }) => ids.map((id) => [id, as] as const)));
  const refused = new Map(plan.refused.map(({ id, sentence }) => [id, sentence]));
  const { pinnedIds } = plan.request.session;
  return (unit) => {
    const ids = idsOf(unit.group);
    const views = ids.flatMap((id) => viewsOf.get(id) ?? []);
    const [first] = views;
    if (first === undefined) return undefined;
    const changed = views.flatMap(({ id }) => changes.get(id) ?? []);
    const as = folded.get(unit.group.head.id);
    const isInNotes = as === 'digest' || changed.some(({ lines }) => lines.length > 0);
    const fateIfGone: Fate = isInNotes || (hasModelNotes && as === 'summary') ? 'notes' : 'leftOut';
    const wish = ids.map((id) => wishes.byMessage?.get(id)).findLast((each) => each !== undefined);
    const why = ids.flatMap((id) => refused.get(id) ?? []).at(-1);
    return {
      id: unit.group.head.id,
      label: first.label.slice(0, 160),
      messageCount: ids.length,
      fate: as !== undefined ? fateIfGone : changed.length > 0 ? 'shortened' : 'stays',
      tokensBefore: sum(views.map(({ tokens }) => tokens)),
      tokensAfter:
        as !== undefined ? 0 : sum(views.map(({ id, tokens }) => changes.get(id)?.tokensAfter ?? tokens)),
      ...(wish === undefined ? {} : { wish }),
      ...(why === undefined ? {} : { refused: why }),
      ...(unit.isFixed ? { fixed: fixedBecause(unit, pinnedIds) } : {}),
      lines: changed.flatMap(({ lines }) => lines),
    };
  };
}

/** Returns in a few words why a unit must stay unchanged. */
function fixedBecause({ group }: PlanUnit, pinnedIds: ReadonlySet<MessageId>): string {
  if (idsOf(group).some((id) => pinnedIds.has(id))) return 'pinned';
  return isPrompt(group) ? 'your newest message' : 'waits for your answer';
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, each) => total + each, 0);
}
