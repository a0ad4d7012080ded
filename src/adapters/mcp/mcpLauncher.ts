import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFileSystem, OWN_FOLDER, readIfThere, replaceProgram } from '../store/fileSystem.ts';

export interface LauncherSource {
  /** The extension's storage, where its sessions are. */
  readonly storage: string;
  /** What runs JavaScript as Node does: the editor's own program. */
  readonly program: string;
  readonly commandLine: string;
  readonly isWindows: boolean;
}

/**
 * The file that other agents start: it stays where it is while the extension's folder and the editor's program change with each
 * version, and is written anew then.
 */
export class McpLauncher {
  readonly path: string;
  readonly #source: LauncherSource;

  constructor(source: LauncherSource) {
    this.#source = source;
    this.path = join(source.storage, 'mcp', source.isWindows ? 'longthread-mcp.cmd' : 'longthread-mcp');
  }

  write(): void {
    mkdirSync(join(this.#source.storage, 'mcp'), { recursive: true, mode: OWN_FOLDER });
    replaceProgram(nodeFileSystem, this.path, this.#text, `${String(process.pid)}.new`);
  }

  /** Rewrites the launcher, where there is one, if it differs from this version's. Returns whether it did. */
  keepUp(): boolean {
    const written = readIfThere(nodeFileSystem, this.path);
    if (written === undefined || written === this.#text) return false;
    this.write();
    return true;
  }

  get #text(): string {
    const { program, commandLine, storage, isWindows } = this.#source;
    return isWindows
      ? [
          '@echo off',
          'rem Longthread writes this file anew with each of its versions.',
          'set ELECTRON_RUN_AS_NODE=1',
          `${batchWord(program)} ${batchWord(commandLine)} mcp --storage ${batchWord(storage)} %*`,
          '',
        ].join('\r\n')
      : [
          '#!/bin/sh',
          '# Longthread writes this file anew with each of its versions.',
          `if [ ! -e ${shellWord(commandLine)} ]; then echo 'Longthread is not installed any more.' >&2; exit 1; fi`,
          'export ELECTRON_RUN_AS_NODE=1',
          `exec ${shellWord(program)} ${shellWord(commandLine)} mcp --storage ${shellWord(storage)} "$@"`,
          '',
        ].join('\n');
  }
}

/** As one word for a shell of POSIX. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function batchWord(text: string): string {
  return `"${text.replaceAll('%', '%%')}"`;
}
