import { awayIds, bringBack } from '../../core/context/away.ts';
import { formatCount } from '../../shared/format.ts';
import type { Parts } from '../parts.ts';
import { forgetMessage } from './forgetMessage.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { assertWritable, assertOwnChatMaySend } from '../sessions/readOnlyReason.ts';
import { pinMessage } from '../sessions/pinMessage.ts';
import { tooLargeWith } from '../sessions/undoCompaction.ts';
import { finishStage } from '../stages/finishStage.ts';
import { confirm, say, withText } from '../asking/ask.ts';
import { broughtBackSentence } from './broughtBack.ts';
import type { Commands } from './command.ts';
import { changeableSession, targetMessage, writableSession } from './targets.ts';

export function messageCommands(parts: Parts): Commands {
  return {
    ask: (text) => ask(text, parts),
    pinMessage: (message) => togglePin(message, parts),
    excludeMessage: (message) => toggleExcluded(message, parts),
    bringBack: (message) => bringMessageBack(message, parts),
    forgetText: (message) => forget(message, parts),
    markStageDone: () => markStageDone(parts),
  };
}

/** Sends a message in the session of Longthread's own chat, or in a new session. Resolves once the answer has ended. */
async function ask(given: unknown, { sessions, agentSessions }: Parts): Promise<void> {
  const send = async (text: string): Promise<OpenSession | undefined> => {
    if (text.trim() === '') return undefined;
    const session = assertOwnChatMaySend(await sessions.ensure());
    await session.conversation.send([{ type: 'text', text }]);
    return session;
  };
  if (sessions.current !== undefined)
    assertWritable(assertOwnChatMaySend(sessions.current).live.log, agentSessions);
  const session = await (typeof given === 'string'
    ? send(given)
    : withText({ prompt: 'Ask Longthread' }, send));
  await session?.conversation.settled();
}

async function togglePin(argument: unknown, parts: Parts): Promise<void> {
  const session = changeableSession(parts);
  const question = 'Which message should be pinned or unpinned? Compactions don’t change pinned messages.';
  const target = await targetMessage(argument, { session, question });
  await pinMessage(session, target, !session.live.session.pinnedIds.has(target));
}

async function toggleExcluded(argument: unknown, parts: Parts): Promise<void> {
  const session = changeableSession(parts);
  const question =
    'Which message should be excluded or included again? Excluded messages are not sent to the model.';
  const target = await targetMessage(argument, { session, question });
  await session.live.append({
    ...{ kind: 'exclude', target },
    on: !session.live.session.excludedIds.has(target),
  });
}

/**
 * Brings a whole message back into the context, with its tool group, and pins the message unless it was only excluded.
 * If the context would become too large, asks for confirmation first.
 */
async function bringMessageBack(argument: unknown, parts: Parts): Promise<void> {
  const session = changeableSession(parts);
  const target = await targetMessage(argument, {
    session,
    question: 'Which message should be brought back into the context?',
    among: {
      ids: awayIds(session.live.session),
      ifNone: 'Every message is already in the context word for word.',
    },
  });
  const drafts = bringBack(session.live.session, target);
  if (drafts.length === 0) throw new Error('This message is already in the context word for word.');
  const sentence = tooLargeWith(session, drafts);
  if (sentence !== undefined) await confirm('Bring this message back?', sentence, 'Bring Back');
  for (const draft of drafts) await session.live.append(draft);
  say(broughtBackSentence(drafts));
}

async function forget(argument: unknown, parts: Parts): Promise<void> {
  const session = writableSession(parts);
  const target = await targetMessage(argument, {
    session,
    question: 'Which message’s text should be forgotten?',
  });
  await confirm(
    'Forget this text?',
    'Longthread deletes the text from the session’s log and search index, and also the stages, notes and memories made from the text. It also deletes Longthread’s copies of the files that this message changed, so these changes can’t be undone later. None of this can be undone.',
    'Forget',
  );
  await forgetMessage(session, target, parts);
}

async function markStageDone(parts: Parts): Promise<void> {
  const { live } = writableSession(parts);
  const question = {
    prompt: 'What was this stage about? Its decisions stay in the context when its messages are compacted.',
    placeHolder: 'e.g. token refresh fixed',
  };
  const stage = await withText(question, (title) =>
    finishStage(live, { by: 'person', title: title.trim() === '' ? undefined : title.trim() }),
  );
  if (stage === undefined) throw new Error('Nothing was said since the last stage was finished.');
  say(`Stage “${stage.title}” is done: ${formatCount(stage.messageCount, 'message')}`);
}
