/** The result that is added to a call without a result, since providers reject such a call. */
export const INTERRUPTED = '[interrupted]';
/** The result of a call that was stopped before it began. */
export const NOT_BEGUN = `${INTERRUPTED} This call was not begun; nothing was done.`;
/** The result of a call that was neither allowed nor denied when the answer was stopped or the window was closed. */
export const NOT_ANSWERED = `${INTERRUPTED} The person was asked whether this may be done, and had not decided; nothing was done.`;
/** The beginning of the result of a call that the person denied. */
export const DENIED = 'The person did not allow this';

/** The beginning of the result of a refused call in the editor's agent. The agent does not mark it as an error. */
const SKIPPED = 'The user chose to skip the tool call';
const CODEX_REFUSAL = 'exec command rejected by user';
const NO_CALL = 'ERROR while calling tool:';
/** The beginnings of results of refused calls in Longthread's chat and in other programs. */
const REFUSED: readonly string[] = [
  // Longthread's own chat.
  DENIED,
  // Claude Code, and sessions copied from it.
  "The user doesn't want to proceed with this tool use.",
  "The user doesn't want to take this action right now.",
  'No (tell Claude what to do differently)',
  'User rejected update to ',
  'User rejected write to ',
  // OpenCode, Codex, Cline and its forks.
  'The user rejected permission to use this specific tool call',
  CODEX_REFUSAL,
  'patch rejected by user',
  'The user denied ',
];
/**
 * The beginnings of results of calls that were stopped or could not be made. Some transcripts do not mark such results
 * as errors.
 */
const NOT_MADE: readonly string[] = [
  'The user cancelled the tool call',
  '[Request interrupted by user',
  NO_CALL,
  'ERROR: Your input to the tool was invalid',
  'Applying patch failed with error:',
  '<tool_use_error>',
  'File has not been read yet.',
  'File has been modified since read',
  'apply_patch verification failed',
  // Longthread's own text for a call without a result.
  INTERRUPTED,
];
const WITHOUT_EFFECT: readonly string[] = [SKIPPED, ...REFUSED, ...NOT_MADE];
/**
 * Matches Codex's report on a call that it did not make: a rejected patch, a command that it did not start or that a
 * policy forbids. The report repeats the command. Codex does not mark the report as an error.
 */
const CODEX_NOT_MADE =
  /^(?:patch rejected: |exec_command failed(?: for `[\s\S]*`)?: CreateProcess \{ message: "Rejected\(|`[\s\S]*` rejected: (?:blocked by policy|policy forbids commands)|approval required by policy, but AskForApproval|approval policy is [^;\n]{1,200}; reject command\b)/u;
/** Matches Codex's report on a command that the person refused. */
const CODEX_REFUSED = /^exec_command failed\b[\s\S]*"Rejected\(\\"rejected by user\\"\)" \}\s*$/u;
/** Matches the name of the call at the beginning of a result of Cline. */
const NAME = /^\[[^\n]{1,300}\] Result:/u;

/** Returns whether a result begins with words that say that the call had no effect. */
export function saysNoEffect(text: string): boolean {
  return beginsWith(text, WITHOUT_EFFECT) || CODEX_NOT_MADE.test(text);
}

/**
 * Returns whether the person refused a call. A command or a web page may print any words, so the words of a refusal
 * count only with `isToolsOwnText`, i.e. if the result is marked as an error or if the tool returns only text of its
 * own. The words of the editor's agent always count, since this agent does not mark a refusal as an error.
 */
export function wasRefused(text: string, isToolsOwnText: boolean): boolean {
  if (isToolsOwnText && CODEX_REFUSED.test(text)) return true;
  return beginsWith(text, isToolsOwnText ? [SKIPPED, ...REFUSED] : [SKIPPED]);
}

/**
 * Returns the words that say that a call had no effect, without what follows them, e.g. the person's reason.
 * `wasRefused` returns the same for these words as for the whole text.
 */
export function noEffectWords(text: string): string | undefined {
  if (CODEX_NOT_MADE.test(text)) return CODEX_REFUSED.test(text) ? CODEX_REFUSAL : NO_CALL;
  return beginningOf(text, WITHOUT_EFFECT)?.trimEnd();
}

function beginsWith(text: string, beginnings: readonly string[]): boolean {
  return beginningOf(text, beginnings) !== undefined;
}

function beginningOf(text: string, beginnings: readonly string[]): string | undefined {
  const result = text.replace(NAME, '').trimStart();
  return beginnings.find((beginning) => result.startsWith(beginning));
}
