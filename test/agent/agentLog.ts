import assert from 'node:assert/strict';
import path from 'node:path';
import { toRequestMessages } from '../../src/adapters/models/requestMessages.ts';
import { hostTexts } from '../../src/core/agent/hostTexts.ts';
import { mergeAdjacent } from '../../src/core/context/assemble.ts';
import { projectSession } from '../../src/core/context/project.ts';
import type { Entry } from '../../src/core/log/entry.ts';
import type { Message, Part } from '../../src/core/log/message.ts';
import { foldSession } from '../../src/core/log/session.ts';
import { loggedEntries } from '../support/loggedEntries.ts';
import { textOfSent, type SentMessage } from '../support/scriptedEndpoint.ts';

/** Returns the session's entries on disk, without a line that is still being written. */
export function readLog(folder: string): readonly Entry[] {
  return loggedEntries(path.join(folder, 'log.jsonl'));
}

/**
 * Throws if two live messages have the same content. The tests use different words in each turn, so such a message was
 * logged twice. System text is excepted, because a host may send an earlier system text again.
 */
export function assertStoredOnce(entries: readonly Entry[]): void {
  const { messages } = foldSession(entries);
  const told = messages
    .filter(({ message }) => message.role !== 'system')
    .map(({ message }) => tellOf(message));
  const twice = told.filter((one, at) => told.indexOf(one) < at);
  assert.deepEqual(twice, []);
}

function tellOf(message: Message): string {
  const parts = (message.parts as readonly Part[]).map((part) => {
    if (part.type === 'toolCall') return `${part.name} ${part.callId}`;
    return part.type === 'text' ? part.text : part.type;
  });
  return [message.role, ...(message.role === 'tool' ? [message.callId] : []), ...parts].join('|');
}

/**
 * Throws unless the newest request to the model equals the projection of the log before the newest answer. Entries
 * after the newest question or tool result may be missing from the request: if a compaction in the background finishes
 * during the answer, the compaction is logged before the answer but affects only later requests.
 */
export function assertSentAsLogged(
  entries: readonly Entry[],
  sent: readonly SentMessage[] | undefined,
): void {
  const answered = entries.findLastIndex(isMessageOf('assistant'));
  const asked = entries.findLastIndex((entry, at) => at < answered && isMessageOf('user', 'tool')(entry));
  const told = JSON.stringify((sent ?? []).map(shapeOf));
  const logged = (end: number): string => JSON.stringify(sentFrom(entries.slice(0, end)).map(shapeOf));
  for (let end = asked + 1; end < answered; end += 1) if (logged(end) === told) return;
  assert.equal(told, logged(answered));
}

function isMessageOf(...roles: readonly Message['role'][]) {
  return (entry: Entry): boolean => entry.kind === 'message' && roles.includes(entry.message.role);
}

/** Returns the messages of the request that an endpoint gets after these log entries. */
export function sentFrom(entries: readonly Entry[]): readonly SentMessage[] {
  const context = mergeAdjacent(hostTexts(projectSession(foldSession(entries))));
  return toRequestMessages(
    context.map(({ message }) => message),
    {
      ...{ tools: true, images: true, callIds: 'openai' },
      ...{ reasoning: 'given', signatures: 'given', modelKey: '' },
    },
  ) as readonly SentMessage[];
}

function shapeOf(message: SentMessage): readonly unknown[] {
  return [message.role, textOfSent(message), JSON.stringify(message.tool_calls)];
}
