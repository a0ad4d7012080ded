import { bringBack } from '../../core/context/away.ts';
import { textOf } from '../../core/log/message.ts';
import type { Parts } from '../parts.ts';
import { ownToSpeakIn } from '../sessions/ownToSpeakIn.ts';
import { tooLargeWith } from '../sessions/undoCompaction.ts';
import { finishStage } from '../stages/finishStage.ts';
import { askText, confirm, say } from './ask.ts';
import { broughtBack } from './broughtBack.ts';
import type { Commands } from './command.ts';
import { currentSession, targetMessage } from './targets.ts';

export function messageCommands(parts: Parts): Commands {
  return {
    ask: (text) => ask(text, parts),
    pinMessage: (message) => toggle('pin', message, parts),
    excludeMessage: (message) => toggle('exclude', message, parts),
    bringBack: (message) => bringMessageBack(message, parts),
    forgetText: (message) => forget(message, parts),
    markStageDone: () => markStageDone(parts),
  };
}

/** Sends a message to the session that is shown, or to a new one; ends with the answer. */
async function ask(given: unknown, { sessions }: Parts): Promise<void> {
  const text = typeof given === 'string' ? given : await askText({ prompt: 'Ask Longthread' });
  if (text.trim() === '') return;
  const { conversation } = ownToSpeakIn(await sessions.ensure());
  await conversation.send([{ type: 'text', text }]);
  await conversation.settled();
}

const QUESTIONS = {
  pin: 'Which message shall stay word for word (or no longer)?',
  exclude: 'Which message shall the model not see (or see again)?',
} as const;

async function toggle(kind: 'pin' | 'exclude', argument: unknown, parts: Parts): Promise<void> {
  const session = currentSession(parts);
  const target = await targetMessage(argument, { session, question: QUESTIONS[kind] });
  const { pinnedIds, excludedIds } = session.live.session;
  const on = !(kind === 'pin' ? pinnedIds : excludedIds).has(target);
  await session.live.append({ kind, target, on });
}

/** Whole in the context again, with its tool group, and pinned; the person is asked first where it would not fit. */
async function bringMessageBack(argument: unknown, parts: Parts): Promise<void> {
  const session = currentSession(parts);
  const target = await targetMessage(argument, { session, question: 'Which message shall be whole again?' });
  const drafts = bringBack(session.live.session, target);
  if (drafts.length === 0) throw new Error('This message stands whole in the context already.');
  const sentence = tooLargeWith(session, drafts);
  if (sentence !== undefined) await confirm('Bring this message back?', sentence, 'Bring back');
  for (const draft of drafts) await session.live.append(draft);
  say(broughtBack(drafts));
}

async function forget(argument: unknown, parts: Parts): Promise<void> {
  const session = currentSession(parts);
  const target = await targetMessage(argument, { session, question: 'Which text shall be forgotten?' });
  await confirm(
    'Forget this text?',
    'It is taken out of the session’s log and its index for good. Undo can’t bring it back.',
    'Forget',
  );
  const message = session.live.message(target)?.message;
  parts.memories.forgetFrom(target, session.live);
  await session.live.forget(target);
  if (message !== undefined) await parts.recalls.forget(textOf(message));
}

async function markStageDone(parts: Parts): Promise<void> {
  const { live } = currentSession(parts);
  const title = await askText({
    prompt: 'What was this stage about? Its decisions stay in view when its messages are compacted.',
    placeHolder: 'e.g. token refresh fixed',
  });
  const stage = await finishStage(live, {
    by: 'person',
    title: title.trim() === '' ? undefined : title.trim(),
  });
  if (stage === undefined) throw new Error('Nothing was said since the last stage was finished.');
  say(`Stage “${stage.title}” is done: ${stage.messageCount} messages`);
}
