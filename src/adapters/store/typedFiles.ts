import { join } from 'node:path';
import * as v from 'valibot';
import { readIfThere, replaceFile } from './fileSystem.ts';
import type { LockEnvironment } from './lock.ts';
import { sessionFolder } from './sessionFolder.ts';

const keptSchema = v.object({ text: v.string(), at: v.number() });

/** The text in a composer, and the time when it was typed, in milliseconds since 1970 on the view's clock. */
export type KeptText = v.InferOutput<typeof keptSchema>;

/**
 * Stores the text that a person typed in a session and did not send, in a file beside the log. An empty text is stored,
 * too, so that it replaces an older text.
 */
export class TypedFiles {
  readonly #sessionsFolder: string;
  readonly #environment: Pick<LockEnvironment, 'fs' | 'newToken'>;

  constructor(sessionsFolder: string, environment: Pick<LockEnvironment, 'fs' | 'newToken'>) {
    this.#sessionsFolder = sessionsFolder;
    this.#environment = environment;
  }

  /** Returns the stored text; undefined if there is no text or the file can't be read. */
  read(sessionId: string): KeptText | undefined {
    if (sessionId === '') return undefined;
    try {
      const text = readIfThere(this.#environment.fs, this.#pathOf(sessionId));
      const parsed = v.safeParse(keptSchema, JSON.parse(text ?? 'null'));
      return parsed.success ? parsed.output : undefined;
    } catch {
      return undefined;
    }
  }

  /** Stores a text. Throws if the disk refuses or the session's folder is gone. */
  write(sessionId: string, kept: KeptText): void {
    const { fs, newToken } = this.#environment;
    replaceFile(fs, this.#pathOf(sessionId), JSON.stringify(kept), newToken());
  }

  #pathOf(sessionId: string): string {
    return sessionFolder(join(this.#sessionsFolder, sessionId)).typed;
  }
}
