import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFileSystem, OWN_FOLDER, readIfThere, replaceProgram } from '../store/fileSystem.ts';

/**
 * The command that an agent starts: the recall server, or the command that gives notes to Codex after Codex compacts.
 */
export type LaunchedCommand = 'mcp' | 'codex-notes';

export interface LauncherSource {
  readonly command: LaunchedCommand;
  /** The extension's storage, which contains its sessions. */
  readonly storage: string;
  /** The program that runs JavaScript as Node does. This is the editor's own program. */
  readonly program: string;
  /** The path of Longthread's command-line program. */
  readonly commandLine: string;
  readonly isWindows: boolean;
}

/**
 * The script with which an agent such as Codex starts a command of Longthread. Agents store the script's path, so the
 * path never changes. Longthread rewrites the script if an update moves the extension's folder or the editor's program.
 */
export class AgentLauncher {
  readonly path: string;
  readonly #source: LauncherSource;

  constructor(source: LauncherSource) {
    this.#source = source;
    this.path = join(source.storage, 'mcp', `longthread-${source.command}${source.isWindows ? '.cmd' : ''}`);
  }

  write(): void {
    mkdirSync(join(this.#source.storage, 'mcp'), { recursive: true, mode: OWN_FOLDER });
    replaceProgram(nodeFileSystem, this.path, this.#text, `${String(process.pid)}.new`);
  }

  /**
   * Rewrites an existing script if it differs from the script of this version. Returns whether the script was
   * rewritten.
   */
  updateIfChanged(): boolean {
    const written = readIfThere(nodeFileSystem, this.path);
    if (written === undefined || written === this.#text) return false;
    this.write();
    return true;
  }

  get #text(): string {
    const { command, program, commandLine, storage, isWindows } = this.#source;
    const word = isWindows ? batchWord : shellWord;
    const asked = command === 'mcp' ? `mcp --storage ${word(storage)}` : command;
    return isWindows
      ? [
          '@echo off',
          'rem Each version of Longthread rewrites this file.',
          // The paths below are in UTF-8. Without this line, the command prompt would read them in the system's code
          // page.
          'chcp 65001 >nul',
          `if not exist ${word(commandLine)} (echo Longthread is not installed any more.>&2& exit /b 1)`,
          'set ELECTRON_RUN_AS_NODE=1',
          `${word(program)} ${word(commandLine)} ${asked} %*`,
          '',
        ].join('\r\n')
      : [
          '#!/bin/sh',
          '# Each version of Longthread rewrites this file.',
          `if [ ! -e ${word(commandLine)} ]; then echo 'Longthread is not installed any more.' >&2; exit 1; fi`,
          'export ELECTRON_RUN_AS_NODE=1',
          `exec ${word(program)} ${word(commandLine)} ${asked} "$@"`,
          '',
        ].join('\n');
  }
}

/** Quotes a text as one word for a POSIX shell. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function batchWord(text: string): string {
  return `"${text.replaceAll('%', '%%')}"`;
}
