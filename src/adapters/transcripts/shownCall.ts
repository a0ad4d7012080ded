import type { ToolCallPart } from '../../core/log/message.ts';
import { kindOfTool, type ToolKind } from '../../core/tools/toolKind.ts';

/** Names of the shown argument in tools' own calls, by the kinds of tools. */
const SHOWN: readonly (readonly [name: string, kinds: readonly ToolKind[]])[] = [
  ['command', ['shell']],
  ['path', ['read', 'write', 'edit', 'delete', 'list']],
  ['query', ['search', 'web']],
  ['prompt', ['agent']],
  ['question', ['ask']],
  ['result', ['answer']],
];

/**
 * Returns a call of which only the main argument is shown, and perhaps the content that it writes. The kind of the tool
 * names the argument, or `input` does. A command may be shown as content.
 */
export function shownCall(callId: string, name: string, argument: string, content = ''): ToolCallPart {
  const kind = kindOfTool(name);
  const [shown] = SHOWN.find(([, kinds]) => kinds.includes(kind)) ?? ['input'];
  const given = {
    ...(argument !== '' && { [shown]: argument }),
    ...(content !== '' && { [kind === 'shell' ? 'command' : 'content']: content }),
  };
  return { type: 'toolCall', callId, name, arguments: JSON.stringify(given) };
}
