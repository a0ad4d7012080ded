import { shownTokensOf } from '../../core/context/gauge.ts';
import type { CompactionEntry } from '../../core/log/entry.ts';
import { textOf } from '../../core/log/message.ts';
import { liveCompactions, type Session } from '../../core/log/session.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import { sourcesOf } from '../../core/log/sources.ts';
import { formatCount, formatTokenCount, formatTokens } from '../../shared/format.ts';
import { shownEvent } from '../sessions/shownCompaction.ts';
import { eventDetail } from '../panel/eventDetail.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { asCode, asPlainText, bullets, messageLink, type Answer, type Button } from './answer.ts';

/** Returns the receipt of the newest compaction. */
export function receiptAnswer({ id, live }: Pick<OpenSession, 'id' | 'live'>): Answer {
  const newest = liveCompactions(live.session).at(-1);
  if (newest === undefined)
    return {
      markdown: 'Nothing was compacted: the model sees everything that was said in this session.',
      buttons: [{ title: 'Preview Compaction', command: 'longthread.previewCompaction' }],
    };
  return { markdown: receiptText(newest, id, live), buttons: compactionButtons(newest.id) };
}

/** Returns the buttons below an answer about a compaction. */
export function compactionButtons(compaction: string): readonly Button[] {
  return [
    { title: 'Show in Panel', command: 'longthread.openPanel', arguments: [compaction] },
    { title: 'Undo', command: 'longthread.undoCompaction' },
  ];
}

/** Returns the figures and the receipt of a compaction, with links to messages that can be looked up. */
export function receiptText(
  entry: CompactionEntry,
  sessionId: string,
  { session, entries }: Pick<LiveSession, 'session' | 'entries'>,
): string {
  const { tokensBefore, tokensAfter, strategy } = shownEvent(entry.event, shownTokensOf(entries));
  const { receipt } = eventDetail(entry, session);
  const { kept, keptVerbatim = 0, recallable, constraintsKept, constraintsRecallable, forgotten } = receipt;
  const figures = [
    ...messagesLine(entry),
    `files, commands and figures that were named: ${String(keptVerbatim)} are kept word for word, ${String(kept - keptVerbatim)} are in the notes, ${String(recallable)} can be looked up`,
    ...(constraintsKept === 0 ? [] : [`${formatCount(constraintsKept, 'rule')} word for word`]),
  ];
  const rules = constraintsRecallable.map((text) => `“${asPlainText(text)}”`);
  const samples = receipt.sampleRecallable.map(
    (name) => `${asCode(name)}${linkTo(name, entry, { sessionId, session })}`,
  );
  return [
    `The last compaction (strategy: ${strategy}): ${formatTokens(tokensBefore)} → ${formatTokenCount(tokensAfter)}`,
    bullets(figures),
    ...(rules.length === 0
      ? []
      : ['Rules that are no longer in the context, but can be looked up:', bullets(rules)]),
    ...(samples.length === 0 ? [] : ['Can be looked up, for example:', bullets(samples)]),
    ...(forgotten === 0 ? [] : [`You deleted the text of ${formatCount(forgotten, 'message')}.`]),
    `${forgotten === 0 ? 'Nothing is lost: all messages' : 'All other messages'} are in the log. The model can look them up unless \`longthread.recall\` is off.`,
  ].join('\n\n');
}

function messagesLine({ folded, replaced, leftOut = [] }: CompactionEntry): readonly string[] {
  const covered = folded.flatMap(({ ids, as }) => (as === 'evicted' ? [] : ids));
  const inNotes = covered.filter((id) => !leftOut.includes(id)).length;
  const gone = folded.flatMap(({ ids }) => ids).length;
  const counts = [
    [inNotes, 'in the notes'],
    [gone - inNotes, 'left out'],
    [replaced.length, 'shortened'],
  ] as const;
  const told = counts.flatMap(([count, how]) => (count === 0 ? [] : [`${String(count)} ${how}`]));
  return told.length === 0 ? [] : [`messages: ${told.join(', ')}`];
}

/**
 * Returns a link to the newest message that contains a name. Considers only messages that the compaction removed or
 * shortened.
 */
function linkTo(
  name: string,
  entry: CompactionEntry,
  { sessionId, session }: { readonly sessionId: string; readonly session: Session },
): string {
  const ids = new Set([...sourcesOf(entry), ...entry.replaced.map(({ id }) => id)]);
  const found = session.allMessages.findLast(
    ({ id, message }) => ids.has(id) && textOf(message).includes(name),
  );
  return found === undefined ? '' : ` ${messageLink(sessionId, found.id)}`;
}
