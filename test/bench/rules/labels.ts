import { readFileSync } from 'node:fs';
import type { TypedSentence } from './typedSentences.ts';

export interface LabelledSentence extends TypedSentence {
  /**
   * Whether the sentence holds beyond its turn, so that somebody who takes over the work hours later would do something
   * wrong without it. A constraint, a correction and a choice hold beyond their turn. A step to take now, a question, a
   * report and pasted text do not.
   */
  readonly isStanding: boolean;
}

export interface Labelled {
  readonly known: readonly LabelledSentence[];
  /** The number of sentences in messages that are now split differently than when they were labelled. */
  readonly changed: number;
}

/**
 * Returns the labels by a reader who had not seen the cues. A line of the file contains an address (transcript,
 * message) and a mark for each sentence of the message: `y`, `n`, or `-` for a repeated sentence that is labelled
 * elsewhere. Omits transcripts without labels. If a sentence has no mark, omits the whole message.
 */
export function labelled(path: string, sentences: readonly TypedSentence[]): Labelled {
  const marks = new Map(
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('\t') as [string, string, string])
      .map(([session, message, labels]) => [`${session}\t${message}`, labels]),
  );
  const sessions = new Set([...marks.keys()].map((key) => key.split('\t')[0]));
  const addressOf = ({ session, message }: TypedSentence): string => `${session}\t${String(message)}`;
  const own = sentences
    .filter(({ session }) => sessions.has(session))
    .map((sentence) => ({ sentence, mark: marks.get(addressOf(sentence))?.[sentence.sentence] }));
  const changed = new Set(
    own.flatMap(({ sentence, mark }) => (mark === 'y' || mark === 'n' ? [] : [addressOf(sentence)])),
  );
  const known = own.filter(({ sentence }) => !changed.has(addressOf(sentence)));
  return {
    known: known.map(({ sentence, mark }) => ({ ...sentence, isStanding: mark === 'y' })),
    changed: own.length - known.length,
  };
}
