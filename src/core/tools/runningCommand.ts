/** The lines before the status of a task in a result of Claude Code. */
const TASK = String.raw`^(?:<(?:retrieval_status|task_id|task_type)>[^<\n]*<\/\w+>\s*)*`;

/**
 * Matches the words with which a result says that its command goes on. The first group is the id by which later calls
 * name the command. The words are at the beginning of the result, or on a line of their own near its end.
 */
const GOES_ON: readonly RegExp[] = [
  // Longthread's own chat.
  /^\[(run\d+)\b[^\]\n]*\] (?:It has not ended yet|It seems to wait for|The person let it go on|Still running\.)/u,
  // Claude Code: a command in the background, and the output so far of such a command.
  /^Command (?:running in background with ID: |was manually backgrounded by user with ID: |[^\n]{0,200}moved to the background \(ID: )(\w+)/u,
  new RegExp(`${TASK}<status>running</status>`, 'u'),
  // Codex.
  /^Process running with session ID (\d+)$/mu,
  // Copilot CLI.
  /^<command (?:started in background )?with shellId: ([^\s>]+)(?:>$| (?:is|moved)\b)/mu,
  // VS Code.
  /^(?:Note: |Command is )[^\n]*?(?:running in terminal (?:with )?ID[= ]|to the background using the ID )([\w-]+)/mu,
  // Cline and its forks, OpenHands, Gemini CLI.
  /^(?:\[[^\n]{1,300}\] Result:\s*)?Command is still running in (?:the user's )?terminal\b/u,
  /^\[The command (?:has no new output|timed out) after /mu,
  /^Command moved to background \(PID: (\d+)\)/u,
];
/** The number of characters at the beginning and at the end of a result that are searched. */
const SEARCHED = 1_000;

/**
 * If a result says that its command goes on, returns the id by which later calls name the command, or an empty text if
 * the result names none. Otherwise returns undefined.
 */
export function runningIdIn(text: string): string | undefined {
  const ends = text.length > 2 * SEARCHED ? `${text.slice(0, SEARCHED)}\n${text.slice(-SEARCHED)}` : text;
  const found = GOES_ON.map((pattern) => pattern.exec(ends)).find((match) => match !== null);
  return found && (found[1] ?? '');
}

/**
 * Matches the beginning of the result that Longthread returns for a call that should stop a command, if the command had
 * already ended.
 */
const HAD_ENDED = /^\[run\d+\] It had ended already\./u;
/** Matches the beginning of a result that says that the command has ended. Often, an exit code follows. */
const ENDED: readonly RegExp[] = [
  HAD_ENDED,
  /^\[run\d+\] Ended\b/u,
  new RegExp(`${TASK}<status>completed</status>`, 'u'),
];

/** Returns whether a result begins with words that say that a command in the background has ended. */
export function saysEnded(text: string): boolean {
  return ENDED.some((pattern) => pattern.test(text.trimStart()));
}

/** Returns whether a result says that the command had ended before a call that should stop it. */
export function saysEndedBeforeStop(text: string): boolean {
  return HAD_ENDED.test(text.trimStart());
}

/**
 * Returns a short text in place of a result about a command in the background. `runningIdIn`, `saysEnded` and
 * `saysEndedBeforeStop` return the same for this text as for the result. Returns undefined for other results.
 */
export function runningWords(text: string): string | undefined {
  const id = runningIdIn(text.trimStart());
  if (id !== undefined)
    return id === ''
      ? 'Command is still running in terminal.'
      : `<command with shellId: ${id} is still running>`;
  const ended = ENDED.map((pattern) => pattern.exec(text.trimStart())).find((match) => match !== null);
  return ended?.[0].replace(/^[^]*(?=<status>)/u, '');
}

/** Matches the name of a tool that returns the further output of a command, or ends the command. */
const OF_OUTPUT = /output|stdin|bash|shell|terminal/iu;
const ENDS_COMMAND = /kill|stop/iu;

/** Returns whether a tool returns the further output of a command that another call started, or ends this command. */
export function namesRunning(toolName: string): boolean {
  return OF_OUTPUT.test(toolName) || endsCommand(toolName);
}

export function endsCommand(toolName: string): boolean {
  return ENDS_COMMAND.test(toolName);
}
