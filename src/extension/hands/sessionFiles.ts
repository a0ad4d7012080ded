import { join } from 'node:path';
import * as vscode from 'vscode';
import { KeptFiles } from '../../adapters/store/keptFiles.ts';
import { ChangedFiles } from '../../core/tools/changedFiles.ts';
import type { FileStep } from '../../core/tools/fileSteps.ts';
import type { Services } from '../services.ts';
import { editorFiles } from './editorFiles.ts';

/** The file changes of one session. `kept` stores copies of the files; `changed` makes and undoes changes. */
export interface FileChanges {
  readonly kept: KeptFiles;
  readonly changed: ChangedFiles;
  /** The steps of all changes; empty until they have been read from the disk. */
  readonly steps: readonly FileStep[];
}

/** Caches the file changes of this window's sessions. Reads a session's changes when they are first requested. */
export class SessionFiles implements vscode.Disposable {
  readonly #services: Pick<Services, 'sessionsFolder' | 'clock' | 'logger'>;
  readonly #sessions = new Map<
    string,
    ReturnType<SessionFiles['of']> & { readonly setSteps: (steps: readonly FileStep[]) => void }
  >();
  readonly #changed = new vscode.EventEmitter<string>();

  /** Fires with the id of a session whose file changes were read or have changed. */
  readonly onDidChange = this.#changed.event;

  constructor(services: Pick<Services, 'sessionsFolder' | 'clock' | 'logger'>) {
    this.#services = services;
  }

  of(session: string): FileChanges {
    return this.#of(session);
  }

  #of(session: string): FileChanges & { readonly setSteps: (steps: readonly FileStep[]) => void } {
    const known = this.#sessions.get(session);
    if (known !== undefined) return known;
    const { sessionsFolder, clock, logger } = this.#services;
    const kept = new KeptFiles(join(sessionsFolder, session), () => clock.now());
    const setSteps = (steps: readonly FileStep[]): void => {
      files.steps = steps;
      this.#changed.fire(session);
    };
    const changed = new ChangedFiles(kept, editorFiles, setSteps);
    const files = { kept, changed, setSteps, steps: [] as readonly FileStep[] };
    this.#sessions.set(session, files);
    kept
      .steps()
      .then(setSteps, (error: unknown) =>
        logger.error(`the file changes of a session could not be read: ${String(error)}`, error),
      );
    return files;
  }

  /** Drops other sessions from the cache, so that they are read again when shown: another window may write to them. */
  keepOnly(session: string | undefined): void {
    for (const id of this.#sessions.keys()) if (id !== session) this.#sessions.delete(id);
  }

  /** Deletes all stored contents of every file that a chosen step changed. */
  async forget(session: string, isChosen: (step: FileStep) => boolean): Promise<void> {
    const { kept, setSteps } = this.#of(session);
    await kept.forget(isChosen);
    setSteps(await kept.steps());
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
