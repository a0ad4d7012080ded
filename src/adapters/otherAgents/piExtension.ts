import { mkdirSync, rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeFileSystem, readIfThere, replaceFile } from '../store/fileSystem.ts';

const OURS = '// Longthread writes this file anew with each of its versions.';

export interface PiExtensionSource {
  /** pi's own folder. If the path is relative, no file in the folder is read or written. */
  readonly folder: string;
  /**
   * The path of Longthread's code for pi, which the written file loads. The path changes with each version of
   * Longthread.
   */
  readonly bundle: string;
  /** The editor's own program, which can run JavaScript like Node. */
  readonly program: string;
}

/** Writes and removes a file among pi's extensions. The file loads Longthread's code while Longthread is installed. */
export class PiExtension {
  readonly path: string;
  readonly #source: PiExtensionSource;

  constructor(source: PiExtensionSource) {
    this.#source = source;
    this.path = join(source.folder, 'extensions', 'longthread.js');
  }

  get isInstalled(): boolean {
    return this.#written?.startsWith(OURS) ?? false;
  }

  /** Writes the file. Throws if another program's file has the same path, or if the path of pi's folder is relative. */
  install(): void {
    if (!isAbsolute(this.#source.folder))
      throw new Error(
        `PI_CODING_AGENT_DIR is not an absolute path (${this.#source.folder}). Nothing was changed.`,
      );
    if (this.#written !== undefined && !this.isInstalled)
      throw new Error(`${this.path} was not written by Longthread. Nothing was changed.`);
    mkdirSync(join(this.#source.folder, 'extensions'), { recursive: true });
    replaceFile(nodeFileSystem, this.path, this.#text, `${String(process.pid)}.new`);
  }

  remove(): void {
    if (this.isInstalled) rmSync(this.path, { force: true });
  }

  /** Rewrites the file if it exists and differs from the text of this version. Returns whether it was rewritten. */
  updateIfChanged(): boolean {
    if (!this.isInstalled || this.#written === this.#text) return false;
    this.install();
    return true;
  }

  get #written(): string | undefined {
    return isAbsolute(this.#source.folder) ? readIfThere(nodeFileSystem, this.path) : undefined;
  }

  get #text(): string {
    const { bundle, program } = this.#source;
    return `${OURS}
import { existsSync } from 'node:fs';
const bundle = new URL(${JSON.stringify(pathToFileURL(bundle).href)});
export default async (pi) => {
  if (existsSync(bundle)) (await import(bundle.href)).default(pi, ${JSON.stringify(program)});
};
`;
  }
}
