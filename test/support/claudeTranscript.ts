import type { ApiMessage } from '../../src/plugins/claudeCode/requestFormat.ts';
import { blocksIn } from './claudeRequests.ts';

/**
 * Returns the transcript that Claude Code writes for these messages: one line for each block, and no line for reminders
 * and the environment.
 */
export function transcriptOf(messages: readonly ApiMessage[], from = 0): string {
  const lines = messages.flatMap((message, at): readonly object[] => {
    const timestamp = new Date(Date.UTC(2026, 10, 26, 12, 0, from + at)).toISOString();
    const blocks = blocksIn(message).filter(
      (block) => !String(block['text']).startsWith('<system-reminder>'),
    );
    const line = (content: readonly object[]): object => ({
      type: message.role,
      uuid: `${String(from + at)}-${JSON.stringify(content).length}`,
      timestamp,
      message: { role: message.role, id: `msg_${String(from + at)}`, content },
    });
    return message.role === 'system' ? [] : blocks.map((block) => line([block]));
  });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
