import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns Claude Code's own folder. The path is not absolute if the person configured one relative to the folder in
 * which the agent is started; the same is true of the other folders.
 */
export function claudeCodeFolder(env: Environment, home: string): string {
  return env['CLAUDE_CONFIG_DIR'] || join(home, '.claude');
}

export function codexFolder(env: Environment, home: string): string {
  return env['CODEX_HOME'] || join(home, '.codex');
}

/** Returns pi's own folder; pi reads `~` itself. */
export function piFolder(env: Environment, home: string): string {
  const named = env['PI_CODING_AGENT_DIR'] || join('~', '.pi', 'agent');
  const inHome = process.platform === 'win32' ? /^~(?=[\\/]|$)/u : /^~(?=\/|$)/u;
  return inHome.test(named) ? join(home, named.slice(1)) : named;
}
