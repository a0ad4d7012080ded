import type { ToolCallPart } from '../../core/session/message.ts';

const PATH_TOOLS = /^(?:read|write|edit|multiedit|update|create|view|apply_patch|notebookedit|open)/iu;
const COMMAND_TOOLS = /^(?:bash|shell|exec_command|run|execute_command|powershell)/iu;

/**
 * A call as it is shown to people, where only its main argument is left, and what it writes if that is shown, too. The
 * argument gets the name that the tool's own calls have for it as far as that can be told: `command`, `path` or
 * `input`. A command may be shown as content.
 */
export function shownCall(callId: string, name: string, argument: string, content = ''): ToolCallPart {
  const isCommand = COMMAND_TOOLS.test(name);
  const key = isCommand ? 'command' : PATH_TOOLS.test(name) ? 'path' : 'input';
  const given = {
    ...(argument !== '' && { [key]: argument }),
    ...(content !== '' && { [isCommand ? 'command' : 'content']: content }),
  };
  return { type: 'toolCall', callId, name, arguments: JSON.stringify(given) };
}
