import { DENIED, INTERRUPTED } from './callNotDone.ts';

/**
 * The beginning of the result of a call that the person refused in the editor's agent, which marks none as an error.
 */
const SKIPPED = 'The user chose to skip the tool call';
/** The same by other programs. */
const REFUSED: readonly string[] = [
  // Our own chat.
  DENIED,
  // Claude Code and what copies of its sessions show.
  "The user doesn't want to proceed with this tool use.",
  "The user doesn't want to take this action right now.",
  'User rejected update to ',
  'User rejected write to ',
  // OpenCode, Codex, Cline and its relatives.
  'The user rejected permission to use this specific tool call',
  'exec command rejected by user',
  'patch rejected by user',
  'The user denied ',
];
/** The same for calls that were stopped or could not be made. Not every transcript marks such results. */
const NOT_MADE: readonly string[] = [
  'The user cancelled the tool call',
  '[Request interrupted by user',
  'ERROR while calling tool:',
  'ERROR: Your input to the tool was invalid',
  'Applying patch failed with error:',
  '<tool_use_error>',
  'File has not been read yet.',
  'File has been modified since read',
  'apply_patch verification failed',
  // Ours, of a call that nothing answered.
  INTERRUPTED,
];
const NOTHING: readonly string[] = [SKIPPED, ...REFUSED, ...NOT_MADE];
/** Cline's results begin with the call's name. */
const NAME = /^\[[^\n]{1,300}\] Result:/u;

/** Returns whether a result says by its beginning that the call came to nothing. */
export function cameToNothing(text: string): boolean {
  return beginsWith(text, NOTHING);
}

/**
 * Returns whether a call was refused by the person. A command or a page may print any words: only a result that is
 * marked as an error, or that is always the tool's own (`isOwnWord`), says so for sure.
 */
export function wasRefused(text: string, isOwnWord: boolean): boolean {
  return beginsWith(text, isOwnWord ? [SKIPPED, ...REFUSED] : [SKIPPED]);
}

function beginsWith(text: string, beginnings: readonly string[]): boolean {
  const own = text.replace(NAME, '').trimStart();
  return beginnings.some((beginning) => own.startsWith(beginning));
}
