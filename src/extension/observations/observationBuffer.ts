import type { Redactor } from '../../core/ports.ts';
import { maskedTexts } from '../../core/session/markSecrets.ts';
import { LONGEST_SECRET, maskedAtCuts } from '../../core/session/maskedAtCuts.ts';
import { withSpacesFolded } from '../../core/text/lines.ts';
import type { ObservationSource } from '../../core/log/entry.ts';
import type { TextPart } from '../../core/log/message.ts';

export interface EditorObservation {
  readonly source: ObservationSource;
  readonly at: number;
  readonly text: string;
  /** The text that was cut off after `text`. If the cut splits a secret, this text contains the secret's end. */
  readonly after?: string;
}

export interface ObservationWriter {
  /** Masks the observations. Returns the same number of observations. */
  readonly mask: (observations: readonly EditorObservation[]) => Promise<readonly EditorObservation[]>;
  readonly write: (observation: EditorObservation) => Promise<unknown>;
}

/** The maximum number of characters of an observation. */
const LONGEST = 240;

/** Returns the beginning of a text as one line, and the text that follows it. */
export function observedLine(text: string): Pick<EditorObservation, 'text' | 'after'> {
  const line = withSpacesFolded(text);
  return {
    text: line.slice(0, LONGEST).toWellFormed(),
    after: line.slice(LONGEST, LONGEST + LONGEST_SECRET),
  };
}

/** Returns the texts with their secrets masked, including secrets that the cut splits. */
export async function maskedLines(
  observations: readonly Pick<EditorObservation, 'text' | 'after'>[],
  redactor: Redactor,
): Promise<readonly string[]> {
  const cut = observations.map(({ text, after = '' }) => ({ before: '', text, after }));
  return maskedTexts(await maskedAtCuts(cut, redactor), redactor);
}

/** The maximum number of waiting observations. The oldest are dropped first. */
const MOST_WAITING = 100;

/**
 * Keeps observations until a message is sent. Of the observations with the same source and subject (e.g. a file or a
 * task), only the one that was added last is kept.
 */
export class ObservationBuffer {
  #waiting: { readonly observation: EditorObservation; readonly subject: string }[] = [];

  /** Adds an observation, and removes an earlier observation with the same source and subject. */
  add(observation: EditorObservation, subject: string): void {
    const others = this.#waiting.filter(
      (waiting) => waiting.observation.source !== observation.source || waiting.subject !== subject,
    );
    this.#waiting = [...others, { observation, subject }]
      .toSorted((a, b) => a.observation.at - b.observation.at)
      .slice(-MOST_WAITING);
  }

  /**
   * Masks, writes and returns the waiting observations, oldest first. If an observation can't be written, rejects and
   * keeps this observation and all later ones.
   */
  async writeAll({ mask, write }: ObservationWriter): Promise<readonly EditorObservation[]> {
    const waiting = this.#waiting;
    const masked = await mask(waiting.map(({ observation }) => observation));
    for (const [index, observation] of masked.entries()) {
      await write(observation);
      this.#waiting = this.#waiting.filter((each) => each !== waiting[index]);
    }
    return masked;
  }
}

export const OBSERVATION_LABEL = 'note';

/**
 * Returns a part with the newest observations, at most `most`, to send with a message. Older observations stay in the
 * log for the next compaction.
 */
export function observationCompanion(
  observations: readonly Pick<EditorObservation, 'source' | 'text'>[],
  most: number,
): TextPart | undefined {
  if (observations.length === 0) return undefined;
  const lines = observations.slice(-most).map(({ source, text }) => `- ${source}: ${text}`);
  const heading = 'What happened in the editor since the last message:';
  return { type: 'text', origin: 'client', label: OBSERVATION_LABEL, text: [heading, ...lines].join('\n') };
}
