import { join } from 'node:path';

/** The environment variables that say where agents keep their files. */
const VARIABLES = [
  'CLAUDE_CONFIG_DIR',
  'CODEX_HOME',
  'COPILOT_HOME',
  'GEMINI_CLI_HOME',
  'PI_CODING_AGENT_DIR',
  'XDG_DATA_HOME',
] as const;

export type FolderVariables = { readonly [name in (typeof VARIABLES)[number]]?: string | undefined };

/** Returns the variables that say where agents keep their files, without the rest of the environment. */
export function folderVariables(env: NodeJS.ProcessEnv): FolderVariables {
  return Object.fromEntries(VARIABLES.map((name) => [name, env[name]]));
}

/**
 * Returns Claude Code's own folder. The path is not absolute if the person configured one relative to the folder in
 * which the agent is started; the same is true of the other folders.
 */
export function claudeCodeFolder(env: FolderVariables, home: string): string {
  return env['CLAUDE_CONFIG_DIR'] || join(home, '.claude');
}

export function codexFolder(env: FolderVariables, home: string): string {
  return env['CODEX_HOME'] || join(home, '.codex');
}

/** Returns pi's own folder; pi reads `~` itself. */
export function piFolder(env: FolderVariables, home: string): string {
  const named = env['PI_CODING_AGENT_DIR'] || join('~', '.pi', 'agent');
  const inHome = process.platform === 'win32' ? /^~(?=[\\/]|$)/u : /^~(?=\/|$)/u;
  return inHome.test(named) ? join(home, named.slice(1)) : named;
}
