import { join } from 'node:path';
import * as v from 'valibot';
import { asStoreError } from './asStoreError.ts';
import { readIfThere, replaceFile } from './fileSystem.ts';
import type { LockEnvironment } from './lock.ts';
import { sessionFolder } from './sessionFolder.ts';

const textsSchema = v.array(v.string());

/** Texts that were sent in a session and no log has yet: a file beside the log, there only while there are some. */
export class UnsentFiles {
  readonly #sessionsFolder: string;
  readonly #environment: Pick<LockEnvironment, 'fs' | 'newToken'>;

  constructor(sessionsFolder: string, environment: Pick<LockEnvironment, 'fs' | 'newToken'>) {
    this.#sessionsFolder = sessionsFolder;
    this.#environment = environment;
  }

  /** A file that nobody can read counts as none. */
  read(sessionId: string): readonly string[] {
    try {
      const text = readIfThere(this.#environment.fs, this.#pathOf(sessionId));
      const parsed = v.safeParse(textsSchema, JSON.parse(text ?? '[]'));
      return parsed.success ? parsed.output : [];
    } catch {
      return [];
    }
  }

  /** Throws StoreError; a session whose folder is gone gets none back. */
  write(sessionId: string, texts: readonly string[]): void {
    const { fs, newToken } = this.#environment;
    const path = this.#pathOf(sessionId);
    try {
      if (texts.length === 0) fs.rmSync(path, { force: true });
      else replaceFile(fs, path, JSON.stringify(texts), newToken());
    } catch (error) {
      throw asStoreError(error, 'What waits to be sent could not be kept');
    }
  }

  #pathOf(sessionId: string): string {
    return sessionFolder(join(this.#sessionsFolder, sessionId)).unsent;
  }
}
