import { isObject, parseJson, stringOf } from '../transcripts/json.ts';
import type { AgentProgram } from './agentProgram.ts';
import type { PluginHome } from './pluginHome.ts';

/** The oldest version of Claude Code with the plugin interface. The tests ran with 2.1.331. */
export const CLAUDE_FLOOR = '2.1.287';

const MARKETPLACE = 'longthread';
const PLUGIN = `longthread@${MARKETPLACE}`;

/** A failure of Claude Code's program. `message` is one sentence for the person. */
export class ClaudeCodeError extends Error {
  readonly reason: 'cannotRun' | 'tooOld' | 'refused';

  constructor(reason: ClaudeCodeError['reason'], message: string) {
    super(message);
    this.name = 'ClaudeCodeError';
    this.reason = reason;
  }
}

/**
 * Returns Claude Code's version. Throws ClaudeCodeError if the program can't be started, or if the version is too old
 * or unknown.
 */
export async function checkedVersion(program: AgentProgram, signal?: AbortSignal): Promise<string> {
  const { output } = await runProgram(program, ['--version'], signal);
  const version = /\d+\.\d+\.\d+/.exec(output)?.[0];
  if (version === undefined)
    throw new ClaudeCodeError('cannotRun', 'The program “claude” does not report its version.');
  if (isOlder(version, CLAUDE_FLOOR))
    throw new ClaudeCodeError(
      'tooOld',
      `Claude Code ${version} can’t use Longthread. Run “claude update” to get ${CLAUDE_FLOOR} or newer.`,
    );
  return version;
}

/** Returns whether the plugin is installed in Claude Code. It does not matter who installed it. */
export async function isPluginListed(program: AgentProgram, signal?: AbortSignal): Promise<boolean> {
  const { output } = await runProgram(program, ['plugin', 'list', '--json'], signal);
  const listed = parseJson(output.slice(Math.max(0, output.indexOf('['))));
  return Array.isArray(listed) && listed.some((each) => isObject(each) && stringOf(each, 'id') === PLUGIN);
}

/**
 * Copies the plugin and makes Claude Code install the copy for this user. If an error occurs and the plugin was not
 * installed before, undoes all steps. Throws ClaudeCodeError.
 */
export async function installPlugin(
  program: AgentProgram,
  { home, now }: { readonly home: PluginHome; readonly now: number },
  signal?: AbortSignal,
): Promise<void> {
  const wasInstalled = home.isInstalled;
  try {
    await home.write(now);
    await runSuccessfully(program, ['plugin', 'marketplace', 'add', home.marketplace], signal);
    await runSuccessfully(program, ['plugin', 'install', PLUGIN], signal);
  } catch (error) {
    if (wasInstalled) throw error;
    await program.run(['plugin', 'marketplace', 'remove', MARKETPLACE]).catch(() => undefined);
    await home.remove();
    throw error;
  }
}

/** Removes the plugin from Claude Code, then the copy. Succeeds if both are already gone. Throws ClaudeCodeError. */
export async function removePlugin(
  program: AgentProgram,
  home: PluginHome,
  signal?: AbortSignal,
): Promise<void> {
  if (await isPluginListed(program, signal))
    await runSuccessfully(program, ['plugin', 'uninstall', PLUGIN], signal);
  const { isDone, output } = await runProgram(
    program,
    ['plugin', 'marketplace', 'remove', MARKETPLACE],
    signal,
  );
  if (!isDone && !/not found/i.test(output)) throw refused(output);
  await home.remove();
}

async function runSuccessfully(
  program: AgentProgram,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const { isDone, output } = await runProgram(program, args, signal);
  if (!isDone) throw refused(output);
}

async function runProgram(
  program: AgentProgram,
  args: readonly string[],
  signal: AbortSignal | undefined,
): ReturnType<AgentProgram['run']> {
  try {
    return await program.run(args, signal);
  } catch (error) {
    signal?.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    throw new ClaudeCodeError('cannotRun', `Claude Code could not be started (${why}).`);
  }
}

/** Returns an error with Claude Code's own message, e.g. that an organisation's policy does not allow the plugin. */
function refused(output: string): ClaudeCodeError {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const why = (lines.find((line) => line.includes('✘')) ?? lines.at(-1) ?? '').replace(/^.*✘\s*/, '').trim();
  return new ClaudeCodeError('refused', `Claude Code refused: ${why === '' ? 'it did not say why.' : why}`);
}

function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((each) => each.split('.').map(Number));
  const at = [0, 1, 2].find((index) => a?.[index] !== b?.[index]);
  return at !== undefined && (a?.[at] ?? 0) < (b?.[at] ?? 0);
}
