import type { Context, ContextItem } from '../../core/context/context.ts';
import { shownTokensOf } from '../../core/context/gauge.ts';
import { groupMessages, idsOf, type Group } from '../../core/context/groups.ts';
import { projectSession, treatmentsOf } from '../../core/context/project.ts';
import { isRecord } from '../../core/context/record.ts';
import type { CompactionEntry, Entry, MessageId } from '../../core/log/entry.ts';
import { textOf } from '../../core/log/message.ts';
import { foldSession, type Session } from '../../core/log/session.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import type { Fate } from '../../shared/fateWords.ts';
import type { ChangeTexts, ChangeView, MessageStatus } from '../../shared/panelView.ts';
import { awayView } from '../chat/awayView.ts';
import { contextViews, findItem } from '../chat/contextItems.ts';
import { shownLine } from '../../core/log/notesLine.ts';

/**
 * Returns a row for each item of the context before a compaction, with its fate and its tokens before and after. If the
 * context had no notes before, the last row is for the new notes.
 */
export function compactionChanges(
  entry: CompactionEntry,
  { entries, account }: Pick<LiveSession, 'entries' | 'account'>,
): readonly ChangeView[] {
  const shownTokens = shownTokensOf(entries);
  const { before, after, messages } = contextsAround(entry, entries);
  const views = (context: Context) =>
    contextViews({ context, tokensOf: (item) => shownTokens(account.ofItem(item)), classes: new Map() });
  const later = new Map(views(after).map((view, at) => [view.id, { view, item: after[at] }]));
  const fateOfGone = goneFates(entry, messages);
  const rows = views(before).map((view, at): ChangeView => {
    const { id, role, label, tokens, origins } = view;
    const next = later.get(id);
    const shown = { id, role, label, tokensBefore: tokens, tokensAfter: next?.view.tokens ?? 0 };
    const item = before[at];
    if (item !== undefined && isRecord(item.message)) return { ...shown, fate: 'record' };
    if (next === undefined) return { ...shown, fate: fateOfGone(origins[0] ?? id) };
    return { ...shown, fate: isSame(item, next.item) ? 'stays' : 'shortened' };
  });
  const isNew = before.every(({ message }) => !isRecord(message));
  const notes = [...later.values()].find(({ item }) => item !== undefined && isRecord(item.message));
  if (notes === undefined || !isNew) return rows;
  const { id, role, label, tokens } = notes.view;
  return [...rows, { id, role, label, fate: 'record', tokensBefore: 0, tokensAfter: tokens }];
}

/** Returns the texts of a row of `compactionChanges`. Returns undefined if no row has this id. */
export function changeTexts(
  entry: CompactionEntry,
  id: string,
  { entries, session, isReadOnly }: Pick<LiveSession, 'entries' | 'session'> & { isReadOnly: boolean },
): ChangeTexts | undefined {
  const { before, after } = contextsAround(entry, entries);
  const [was, next] = [findItem(before, id), findItem(after, id)];
  if (was === undefined && next === undefined) return undefined;
  const message = was?.entries.length === 1 ? was.entries[0] : undefined;
  return {
    ...(was === undefined ? {} : { before: textOf(was.message) }),
    ...(next === undefined ? {} : { after: textOf(next.message) }),
    lines: next === undefined && message !== undefined ? linesAbout(entry, message) : [],
    ...(message === undefined ? {} : { status: statusOf(message, session, isReadOnly) }),
  };
}

/**
 * Returns the present state of a message: whether it is in the thread, whether it is pinned, and whether the context
 * contains it whole.
 */
export function statusOf(id: MessageId, session: Session, isReadOnly: boolean): MessageStatus {
  const group = groupMessages(session.messages).find((each) => idsOf(each).includes(id));
  const isPinned = group !== undefined && idsOf(group).some((each) => session.pinnedIds.has(each));
  const treatments = treatmentsOf(session);
  const away = group === undefined ? undefined : awayView(id, group, { session, treatments, isReadOnly });
  return {
    message: id,
    isPinned,
    isThere: group !== undefined,
    ...(away === undefined ? {} : { away }),
  };
}

interface Around {
  readonly before: Context;
  readonly after: Context;
  readonly messages: Session['messages'];
}

/**
 * Returns the contexts before and after a compaction. If a model added notes later, `entry` includes them, and so does
 * the context after the compaction.
 */
function contextsAround(entry: CompactionEntry, entries: readonly Entry[]): Around {
  const earlier = entries.slice(
    0,
    entries.findIndex(({ id }) => id === entry.id),
  );
  const session = foldSession(earlier);
  return {
    before: projectSession(session),
    after: projectSession(foldSession([...earlier, entry])),
    messages: session.messages,
  };
}

function isSame(was: ContextItem | undefined, next: ContextItem | undefined): boolean {
  return was !== undefined && next !== undefined && textOf(was.message) === textOf(next.message);
}

/**
 * Returns a function that returns the fate of a message that left the context. The fate is `notes` if a digest or a
 * model's summary covers the message, or if a line of the notes comes from the message's group. Otherwise the fate is
 * `leftOut`.
 */
function goneFates(entry: CompactionEntry, messages: Session['messages']): (id: MessageId) => Fate {
  const as = new Map(entry.folded.flatMap(({ ids, as: way }) => ids.map((id) => [id, way] as const)));
  const told = new Set(entry.blocks.flatMap(({ lines }) => lines.flatMap(({ ids }) => ids)));
  const hasModelNotes = entry.blocks.some(({ kind, text }) => kind === 'summary' && text.trim() !== '');
  const groups = new Map(
    groupMessages(messages).flatMap((group: Group) => idsOf(group).map((id) => [id, idsOf(group)] as const)),
  );
  return (id) => {
    const way = as.get(id);
    const isTold = way === 'digest' || (way === 'summary' && hasModelNotes);
    return isTold || (groups.get(id) ?? [id]).some((each) => told.has(each)) ? 'notes' : 'leftOut';
  };
}

/** Returns the lines of the notes that come from a message. */
function linesAbout({ blocks }: CompactionEntry, message: MessageId): readonly string[] {
  return blocks.flatMap(({ lines }) =>
    lines.flatMap((line) => (line.ids.includes(message) ? [shownLine(line)] : [])),
  );
}
