/**
 * How programs begin the result of a call that was refused, stopped or could not be made. Not every transcript marks such
 * a result, and the host of the editor's agent marks none.
 */
const BEGINNINGS: readonly string[] = [
  // The editor's agent.
  'The user chose to skip the tool call',
  'The user cancelled the tool call',
  'ERROR while calling tool:',
  'ERROR: Your input to the tool was invalid',
  'Applying patch failed with error:',
  // Claude Code and what copies of its sessions show.
  "The user doesn't want to proceed with this tool use.",
  "The user doesn't want to take this action right now.",
  '<tool_use_error>',
  '[Request interrupted by user',
  'User rejected update to ',
  'User rejected write to ',
  'File has not been read yet.',
  'File has been modified since read',
  // OpenCode, Codex, Cline and its relatives.
  'The user rejected permission to use this specific tool call',
  'exec command rejected by user',
  'patch rejected by user',
  'apply_patch verification failed',
  'The user denied ',
  // Ours, of a call that nothing answered.
  '[interrupted]',
];
/** Cline's results begin with the call's name. */
const NAME = /^\[[^\n]{1,300}\] Result:/u;

/** Whether a result says by its beginning that the call came to nothing. */
export function cameToNothing(text: string): boolean {
  const own = text.replace(NAME, '').trimStart();
  return BEGINNINGS.some((beginning) => own.startsWith(beginning));
}
