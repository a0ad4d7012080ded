import type { Draft } from '../../src/core/log/entry.ts';
import { textOf, type Message } from '../../src/core/log/message.ts';
import type { LiveSession } from '../../src/core/session/liveSession.ts';
import { liveOver } from './liveSessions.ts';
import { MemoryLog } from './memoryLog.ts';
import { findsPasswords } from './namedSecrets.ts';

export function open(log: MemoryLog, redactor = findsPasswords): Promise<LiveSession> {
  return liveOver(log, { redactor, now: 7 });
}

export const message = (one: Message): Draft => ({ kind: 'message', message: one });
export const said = (text: string): Draft => message({ role: 'user', parts: [{ type: 'text', text }] });
export const called = (args: unknown): Draft =>
  message({
    role: 'assistant',
    parts: [{ type: 'toolCall', callId: 'c', name: 'run', arguments: JSON.stringify(args) }],
  });
export const result = (text: string, toolName = 'run'): Draft =>
  message({ role: 'tool', callId: 'c', toolName, parts: [{ type: 'text', text }] });

export const asked = (name: string): Draft =>
  message({
    role: 'assistant',
    model: 'm',
    parts: [{ type: 'toolCall', callId: 'c', name, arguments: '{}' }],
  });
export const client = (label: string, text: string): Draft =>
  message({ role: 'user', parts: [{ type: 'text', text, origin: 'client', label }] });

export async function sessionOf(...drafts: readonly Draft[]): Promise<{ log: MemoryLog; live: LiveSession }> {
  const log = new MemoryLog();
  const live = await open(log);
  for (const draft of drafts) await live.append(draft);
  return { log, live };
}

export function textsOf(live: LiveSession): readonly string[] {
  return live.session.allMessages.map((one) => textOf(one.message));
}
