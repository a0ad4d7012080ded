import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes messages as a transcript into the folder. Returns the path of the transcript. */
export function transcriptIn(folder: string, messages: readonly object[]): string {
  const file = path.join(folder, 'transcript.json');
  writeFileSync(file, JSON.stringify(messages));
  return file;
}

/** Writes a transcript with `length` messages of two times `words` words. Returns the path of the transcript. */
export function talkIn(folder: string, length: number, words: number): string {
  return transcriptIn(
    folder,
    Array.from({ length }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: `Part ${index}: ${'a word '.repeat(words)}`,
    })),
  );
}

/** Returns the arguments to compact eighty messages with a model's summary. Writes the messages into the folder. */
export function summarizingIn(folder: string): readonly string[] {
  const limits = ['--window', '20000', '--budget', '4000', '--strategy', 'summarize'];
  return ['compact', talkIn(folder, 80, 60), ...limits, '--summarizer', 'model', '--json'];
}
