import { readFileSync } from 'node:fs';
import type { TypedSentence } from './typedSentences.ts';

export interface LabelledSentence extends TypedSentence {
  /**
   * It goes on holding after its turn, so that who took over hours later would do something wrong without it: a
   * constraint, a correction of what was done or believed, a choice. A step to take now, a question, a report and pasted
   * text are none.
   */
  readonly isStanding: boolean;
}

/**
 * What a reader who had not seen the rules said of each sentence. A line of the file is an address: transcript, message,
 * and a mark for each sentence of the message, `y` or `n` (`-` stands elsewhere, too, and is labelled there). Sentences
 * of transcripts without labels are left out. Throws where the addresses no longer fit what is read.
 */
export function labelled(path: string, sentences: readonly TypedSentence[]): readonly LabelledSentence[] {
  const marks = new Map(
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('\t') as [string, string, string])
      .map(([session, message, labels]) => [`${session}\t${message}`, labels]),
  );
  const sessions = new Set([...marks.keys()].map((key) => key.split('\t')[0]));
  return sentences
    .filter(({ session }) => sessions.has(session))
    .map((sentence) => ({ ...sentence, isStanding: markOf(sentence, marks) === 'y' }));
}

function markOf({ session, message, sentence }: TypedSentence, marks: ReadonlyMap<string, string>): string {
  const mark = marks.get(`${session}\t${String(message)}`)?.[sentence];
  if (mark === 'y' || mark === 'n') return mark;
  throw new Error(`${session}, message ${String(message)}: its sentences are not those that were labelled.`);
}
