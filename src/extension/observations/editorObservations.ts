import * as vscode from 'vscode';
import type { Clock, Redactor } from '../../core/ports.ts';
import type { ObservationSource } from '../../core/log/entry.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import type { TextPart } from '../../core/log/message.ts';
import type { Settings } from '../settings/settings.ts';
import {
  observeActiveEditor,
  observeBranches,
  observeDiagnostics,
  observeTasks,
  observeTerminals,
} from './editorEvents.ts';
import {
  maskedLines,
  ObservationBuffer,
  observationCompanion,
  observedLine,
  type EditorObservation,
} from './observationBuffer.ts';

/**
 * A function that records an observation. `subject` names the file, task, command or repository that the observation is
 * about. `at` is the time of what was observed, which is now if it is undefined.
 */
export type Observe = (source: ObservationSource, subject: string, text: string, at?: number) => void;

export interface EditorObservationsOptions {
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly settings: () => Settings;
}

/**
 * Collects observations of what happens in the editor outside the chat. Collecting begins when the first session is
 * opened. The observations are sent with the person's next message.
 */
export class EditorObservations implements vscode.Disposable {
  readonly #options: EditorObservationsOptions;
  readonly #buffer = new ObservationBuffer();
  #sources: vscode.Disposable | undefined;
  #errors: ReturnType<typeof observeDiagnostics> | undefined;

  constructor(options: EditorObservationsOptions) {
    this.#options = options;
  }

  /** Starts observing. Later calls do nothing. */
  start(): void {
    if (this.#sources !== undefined) return;
    const { clock } = this.#options;
    const observe: Observe = (source, subject, text, at = clock.now()) => {
      if (!this.#options.settings().observationSources.has(source)) return;
      this.#buffer.add({ source, at, ...observedLine(text) }, subject);
    };
    this.#errors = observeDiagnostics(observe, clock);
    this.#sources = vscode.Disposable.from(
      this.#errors,
      observeActiveEditor(observe),
      observeTasks(observe),
      observeTerminals(observe, () => this.#options.settings().observationSources.has('terminal')),
      observeBranches(observe),
    );
  }

  /**
   * Adds an observation of what the person did in Longthread, e.g. undid a file change. No setting turns these
   * observations off.
   */
  addAction(subject: string, text: string): void {
    this.#buffer.add({ source: 'editor', at: this.#options.clock.now(), text }, subject);
  }

  /**
   * Writes the waiting observations into the session's log, and returns the newest ones as a part for the person's
   * message. Returns undefined if there are none.
   */
  async companion(live: LiveSession): Promise<TextPart | undefined> {
    this.#errors?.report();
    const observations = await this.#buffer.writeAll({
      mask: (waiting) => this.#masked(waiting),
      write: ({ source, at, text }) => live.append({ kind: 'note', source, at, text }),
    });
    return observationCompanion(observations, this.#options.settings().compaction.liveObservations);
  }

  dispose(): void {
    this.#sources?.dispose();
  }

  /** Masks secrets, e.g. a token in a command line, before anything is written. */
  async #masked(observations: readonly EditorObservation[]): Promise<readonly EditorObservation[]> {
    if (observations.length === 0) return [];
    const texts = await maskedLines(observations, this.#options.redactor);
    return observations.map((observation, index) => ({ ...observation, text: texts[index] ?? '' }));
  }
}
