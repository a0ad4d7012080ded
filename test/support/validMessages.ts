import type { HeadlessMessage } from '../../src/cli/headlessContext.ts';

/**
 * Returns a sentence for each fault for which an OpenAI endpoint would refuse these messages. Valid messages have no
 * faults.
 */
export function messageProblems(messages: readonly HeadlessMessage[]): readonly string[] {
  const problems: string[] = [];
  let openIds: string[] = [];
  messages.forEach((message, index) => {
    const at = `message ${String(index)} (${message.role})`;
    const before = messages[index - 1];
    if (message.role === 'tool') {
      if (!openIds.includes(message.tool_call_id ?? '')) problems.push(`${at} answers no open call`);
      openIds = openIds.filter((id) => id !== message.tool_call_id);
    } else {
      if (openIds.length > 0) problems.push(`${at} comes before the results of ${openIds.join(', ')}`);
      openIds = (message.tool_calls ?? []).map(({ id }) => id);
    }
    if (message.role === 'system' && index > 0) problems.push(`${at} is a system message after the first`);
    if (isRepeated(before, message)) problems.push(`${at} follows a message of the same role`);
  });
  if (openIds.length > 0) problems.push(`the calls ${openIds.join(', ')} have no result`);
  return problems;
}

function isRepeated(before: HeadlessMessage | undefined, message: HeadlessMessage): boolean {
  if (before === undefined || message.role === 'tool' || before.role !== message.role) return false;
  return before.tool_calls === undefined && message.tool_calls === undefined;
}
