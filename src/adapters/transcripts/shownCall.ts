import type { ToolCallPart } from '../../core/log/message.ts';
import { toolCall } from './callParts.ts';
import { kindOfTool, type ToolKind } from '../../core/tools/toolKind.ts';

/** The argument name for the one visible argument of a call, by kinds of tools. */
const SHOWN: readonly (readonly [name: string, kinds: readonly ToolKind[]])[] = [
  ['command', ['shell']],
  ['path', ['read', 'write', 'edit', 'delete', 'list']],
  ['query', ['search', 'web']],
  ['prompt', ['agent']],
  ['question', ['ask']],
  ['result', ['answer']],
];

/**
 * Returns a call for a transcript that shows only a call's main argument and perhaps the written content. The tool's
 * kind decides the argument's name, which is `input` for kinds without an entry in `SHOWN`. A shell call's content is
 * its command.
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
