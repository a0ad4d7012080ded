import type { ToolCallPart } from '../../core/log/message.ts';
import { toolCall } from './callParts.ts';
import { kindOfTool, type ToolKind } from '../../core/tools/toolKind.ts';

/** The name for the only visible argument of a call, and the kinds of tools to which the name applies. */
const SHOWN: readonly (readonly [name: string, kinds: readonly ToolKind[]])[] = [
  ['command', ['shell']],
  ['path', ['read', 'write', 'edit', 'delete', 'list']],
  ['query', ['search', 'web']],
  ['prompt', ['agent']],
  ['question', ['ask']],
  ['result', ['answer']],
];

/**
 * Returns a call for a transcript that shows only a part of each call: the main argument, and for some calls the
 * content to write. The argument's name depends on the kind of the tool. The name is `input` for kinds without an entry
 * in `SHOWN`. The content of a shell call is its command.
 */
export function shownCall(callId: string, name: string, argument: string, content = ''): ToolCallPart {
  const kind = kindOfTool(name);
  const [shown] = SHOWN.find(([, kinds]) => kinds.includes(kind)) ?? ['input'];
  const given = {
    ...(argument !== '' && { [shown]: argument }),
    ...(content !== '' && { [kind === 'shell' ? 'command' : 'content']: content }),
  };
  return toolCall(callId, name, given);
}
