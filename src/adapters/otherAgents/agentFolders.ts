import { join } from 'node:path';

/** The environment variables that contain the folders of agents. */
const VARIABLES = [
  'CLAUDE_CONFIG_DIR',
  'CODEX_HOME',
  'COPILOT_HOME',
  'GEMINI_CLI_HOME',
  'PI_CODING_AGENT_DIR',
  'XDG_DATA_HOME',
] as const;

export type FolderVariables = { readonly [name in (typeof VARIABLES)[number]]?: string | undefined };

/** Returns the variables that contain the folders of agents. Omits all other environment variables. */
export function folderVariables(env: NodeJS.ProcessEnv): FolderVariables {
  return Object.fromEntries(VARIABLES.map((name) => [name, env[name]]));
}

/**
 * Returns Claude Code's own folder. The path is relative if the person configured a path relative to the folder in
 * which the agent is started. The functions for the folders of other agents may also return a relative path.
 */
export function claudeCodeFolder(env: FolderVariables, home: string): string {
  return env['CLAUDE_CONFIG_DIR'] || join(home, '.claude');
}

export function codexFolder(env: FolderVariables, home: string): string {
  return env['CODEX_HOME'] || join(home, '.codex');
}

/** Returns pi's own folder. Resolves `~`, as pi does. */
export function piFolder(env: FolderVariables, home: string): string {
  const named = env['PI_CODING_AGENT_DIR'] || join('~', '.pi', 'agent');
  const inHome = process.platform === 'win32' ? /^~(?=[\\/]|$)/u : /^~(?=\/|$)/u;
  return inHome.test(named) ? join(home, named.slice(1)) : named;
}
