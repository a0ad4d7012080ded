import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { AGENTS } from '../otherAgents/agents.ts';

export interface ProgramRun {
  /** Whether the exit code was 0. */
  readonly isDone: boolean;
  /** Standard output and standard error, combined. */
  readonly output: string;
}

/** Runs commands of an agent's program, such as `claude`. */
export interface AgentProgram {
  /** Runs a command. Rejects if the program can't be started or the signal is aborted. */
  run(args: readonly string[], signal?: AbortSignal): Promise<ProgramRun>;
}

export interface ProgramPlaces {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  readonly isWindows: boolean;
}

export interface ClaudePlaces extends ProgramPlaces {
  /** The folder of Claude Code's extension for VS Code, which contains the program. */
  readonly extension: string | undefined;
}

/**
 * Returns the path of Claude Code's program; undefined if it is missing. Searches the PATH, then the folders that
 * Claude Code's installers use, then the folder of Claude Code's extension for VS Code.
 */
export function findClaude(
  places: ClaudePlaces,
  exists: (path: string) => boolean = existsSync,
): string | undefined {
  const { home, isWindows, extension } = places;
  const paths = isWindows ? win32 : posix;
  const ofExtension = extension === undefined ? [] : [paths.join(extension, 'resources', 'native-binary')];
  const own = findProgram('claude', places, exists, [paths.join(home, '.claude', 'local')]);
  const file = isWindows ? 'claude.exe' : 'claude';
  return own ?? ofExtension.map((folder) => paths.join(folder, file)).find((path) => exists(path));
}

/** The command that starts the program of each agent. Only these agents have a program that can be run. */
const COMMANDS = { claudeCode: 'claude', codex: 'codex', pi: 'pi' } as const;
export type AgentWithProgram = keyof typeof COMMANDS;

/** Returns the error for a program that `findClaude` or `findProgram` did not find. */
export function programNotFound(agent: AgentWithProgram): Error {
  const { name } = AGENTS[agent];
  const command = COMMANDS[agent];
  return new Error(
    `${name} was not found: “${command}” is neither in the PATH nor in its usual folders. Install ${name}, or start VS Code from a terminal in which “${command}” runs.`,
  );
}

/** Finds the path of an agent's program. Searches the PATH, the usual installation folders, and `others`. */
export function findProgram(
  name: string,
  { env, home, isWindows }: ProgramPlaces,
  exists: (path: string) => boolean = existsSync,
  others: readonly string[] = [],
): string | undefined {
  const paths = isWindows ? win32 : posix;
  const file = isWindows ? `${name}.exe` : name;
  const inPath = (env['PATH'] ?? env['Path'] ?? '').split(paths.delimiter).filter((folder) => folder !== '');
  return [...inPath, paths.join(home, '.local', 'bin'), ...others, '/opt/homebrew/bin', '/usr/local/bin']
    .map((folder) => paths.join(folder, file))
    .find((path) => exists(path));
}

/**
 * Returns a program that runs in `folder`. This folder should be outside of all projects, so that no workspace's
 * settings apply.
 */
export function agentProgram(
  path: string,
  { folder, env }: { readonly folder: string; readonly env: NodeJS.ProcessEnv },
): AgentProgram {
  return {
    run: (args, signal) =>
      new Promise((resolve, reject) => {
        const child = spawn(path, args, {
          cwd: folder,
          env,
          stdio: ['ignore', 'pipe', 'pipe'],
          windowsHide: true,
          ...(signal && { signal }),
        });
        child.once('error', reject);
        // If too many files are open, the child process has no id and no streams.
        if (child.pid === undefined) return;
        const chunks: Buffer[] = [];
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        child.once('close', (code) => {
          resolve({ isDone: code === 0, output: Buffer.concat(chunks).toString() });
        });
      }),
  };
}
