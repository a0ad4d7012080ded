/**
 * How programs begin the result of a call that the person refused or stopped. Not every transcript marks such a result, and
 * the host of the editor's agent marks none.
 */
const REFUSED: readonly string[] = [
  // The editor's agent.
  'The user chose to skip the tool call',
  'The user cancelled the tool call',
  // Claude Code and what copies of its sessions show.
  "The user doesn't want to proceed with this tool use.",
  "The user doesn't want to take this action right now.",
  '[Request interrupted by user',
  'User rejected update to ',
  'User rejected write to ',
  // OpenCode, Codex, Cline and its relatives.
  'The user rejected permission to use this specific tool call',
  'exec command rejected by user',
  'patch rejected by user',
  'The user denied ',
];
/** The same of a call that could not be made. */
const NOT_MADE: readonly string[] = [
  'ERROR while calling tool:',
  'ERROR: Your input to the tool was invalid',
  'Applying patch failed with error:',
  '<tool_use_error>',
  'File has not been read yet.',
  'File has been modified since read',
  'apply_patch verification failed',
  // Ours, of a call that nothing answered.
  '[interrupted]',
];
/** Cline's results begin with the call's name. */
const NAME = /^\[[^\n]{1,300}\] Result:/u;

/** Whether a result says by its beginning that the call came to nothing. */
export function cameToNothing(text: string): boolean {
  return wasRefused(text) || beginsWith(text, NOT_MADE);
}

/** Whether it came to nothing since the person would not have it. */
export function wasRefused(text: string): boolean {
  return beginsWith(text, REFUSED);
}

function beginsWith(text: string, beginnings: readonly string[]): boolean {
  const own = text.replace(NAME, '').trimStart();
  return beginnings.some((beginning) => own.startsWith(beginning));
}
