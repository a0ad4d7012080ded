import type { ToolCallPart } from '../../core/session/message.ts';

const PATH_TOOLS = /^(?:read|write|edit|multiedit|update|create|view|notebookedit|open)/iu;
const COMMAND_TOOLS = /^(?:bash|shell|exec_command|run|execute_command|powershell)/iu;

/**
 * A call as it is shown to people, where only its main argument is left. The argument gets the name that the tool's
 * own calls have for it as far as that can be told: `command`, `path` (or `content`, where that is what is shown),
 * otherwise `input`.
 */
export function shownCall(callId: string, name: string, argument: string, shows = 'path'): ToolCallPart {
  const key = COMMAND_TOOLS.test(name) ? 'command' : PATH_TOOLS.test(name) ? shows : 'input';
  const given = argument === '' ? {} : { [key]: argument };
  return { type: 'toolCall', callId, name, arguments: JSON.stringify(given) };
}
