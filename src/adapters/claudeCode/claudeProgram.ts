import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface ClaudeRun {
  readonly isDone: boolean;
  /** What it wrote, errors included. */
  readonly output: string;
}

/** Claude Code's own program, as far as it takes commands. */
export interface ClaudeProgram {
  /** Rejects where the program can't be started, or the signal fires. */
  run(args: readonly string[], signal?: AbortSignal): Promise<ClaudeRun>;
}

export interface ClaudePlaces {
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
  readonly isWindows: boolean;
  /** Where Claude Code's own extension for VS Code lies, which brings the program. */
  readonly extension: string | undefined;
}

/** Where the program is: in the PATH, else where its installers put it. */
export function findClaude(
  { env, home, isWindows, extension }: ClaudePlaces,
  exists: (path: string) => boolean = existsSync,
): string | undefined {
  const name = isWindows ? 'claude.exe' : 'claude';
  const inPath = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const others = ['.local/bin', '.claude/local'].map((folder) => join(home, folder));
  const ofExtension = extension === undefined ? [] : [join(extension, 'resources', 'native-binary')];
  return [...inPath, ...others, '/opt/homebrew/bin', '/usr/local/bin', ...ofExtension]
    .map((folder) => join(folder, name))
    .find((path) => exists(path));
}

/** Runs outside of any project, so that no workspace's settings of Claude Code's count. */
export function claudeProgram(
  path: string,
  { folder, env }: { readonly folder: string; readonly env: NodeJS.ProcessEnv },
): ClaudeProgram {
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
        const chunks: Buffer[] = [];
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        child.once('error', reject).once('close', (code) => {
          resolve({ isDone: code === 0, output: Buffer.concat(chunks).toString() });
        });
      }),
  };
}
