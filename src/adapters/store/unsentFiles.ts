import { join } from 'node:path';
import * as v from 'valibot';
import { asStoreError } from './asStoreError.ts';
import { readIfThere, replaceFile } from './fileSystem.ts';
import type { LockEnvironment } from './lock.ts';
import { sessionFolder } from './sessionFolder.ts';

const textsSchema = v.array(v.string());

/**
 * Stores the texts that a person sent in a session and that are not in the log yet. The file is beside the log, and
 * exists only while there are such texts.
 */
export class UnsentFiles {
  readonly #sessionsFolder: string;
  readonly #environment: Pick<LockEnvironment, 'fs' | 'newToken'>;
  /**
   * The sessions whose file `read` could not read. The value is undefined until `write` reads the file, and is then the
   * file's texts. Each write keeps these texts, since the caller does not have them.
   */
  readonly #unread = new Map<string, readonly string[] | undefined>();

  constructor(sessionsFolder: string, environment: Pick<LockEnvironment, 'fs' | 'newToken'>) {
    this.#sessionsFolder = sessionsFolder;
    this.#environment = environment;
  }

  /**
   * Returns a session's texts; none if the file is damaged. While the disk refuses to read the file, returns none; a
   * later read returns the texts.
   */
  read(sessionId: string): readonly string[] {
    try {
      const texts = this.#readNow(sessionId);
      this.#unread.delete(sessionId);
      return texts;
    } catch {
      this.#unread.set(sessionId, undefined);
      return [];
    }
  }

  /** Stores a session's texts. If there are no texts, removes the file. Throws StoreError. */
  write(sessionId: string, texts: readonly string[]): void {
    const { fs, newToken } = this.#environment;
    const path = this.#pathOf(sessionId);
    try {
      const all = [...this.#unreadOf(sessionId), ...texts];
      if (all.length === 0) fs.rmSync(path, { force: true });
      else replaceFile(fs, path, JSON.stringify(all), newToken());
    } catch (error) {
      throw asStoreError(error, 'The waiting messages could not be saved');
    }
  }

  #readNow(sessionId: string): readonly string[] {
    return parseTexts(readIfThere(this.#environment.fs, this.#pathOf(sessionId)) ?? '[]');
  }

  /** Returns the stored texts that must not be overwritten. */
  #unreadOf(sessionId: string): readonly string[] {
    if (!this.#unread.has(sessionId)) return [];
    const texts = this.#unread.get(sessionId) ?? this.#readNow(sessionId);
    this.#unread.set(sessionId, texts);
    return texts;
  }

  #pathOf(sessionId: string): string {
    return sessionFolder(join(this.#sessionsFolder, sessionId)).unsent;
  }
}

function parseTexts(text: string): readonly string[] {
  try {
    const parsed = v.safeParse(textsSchema, JSON.parse(text));
    return parsed.success ? parsed.output : [];
  } catch {
    return [];
  }
}
