import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readTranscript, TranscriptError } from '../../../src/adapters/transcripts/formats.ts';
import { rulesOf } from '../../../src/core/record/rules.ts';
import { personTextOf } from '../../../src/core/log/message.ts';
import { sentencesOf } from '../../../src/core/text/sentences.ts';

/** The maximum number of characters of a typed message. Longer messages are mostly pasted. */
const LONGEST_TYPED = 1500;
const FENCED_OR_QUOTED = /```|^[ \t]*(?:[-*+] +)?>/mu;

/** A sentence that a person typed, and whether the engine treats the sentence as a rule that holds beyond its turn. */
export interface TypedSentence {
  /** The base name of the transcript. */
  readonly session: string;
  /** The index of the message in the transcript, from 0. */
  readonly message: number;
  /** The index of the sentence in the message, from 0. */
  readonly sentence: number;
  readonly text: string;
  readonly isFound: boolean;
}

/**
 * Returns the sentences of all short messages in a folder of transcripts, without messages that contain code fences or
 * quotations. Each text occurs only once, at its first place. Skips files that are not transcripts.
 */
export async function typedSentences(folder: string): Promise<readonly TypedSentence[]> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const once = new Map<string, TypedSentence>();
  for (const file of files.sort()) {
    for (const sentence of await sentencesOfTranscript(file)) {
      if (!once.has(sentence.text)) once.set(sentence.text, sentence);
    }
  }
  return [...once.values()];
}

async function sentencesOfTranscript(path: string): Promise<readonly TypedSentence[]> {
  try {
    const { messages } = await readTranscript(path);
    const session = basename(path);
    const known = messages.map(({ message }, index) => ({ id: String(index), at: 0, message }));
    const rules = new Set(rulesOf(known).map(({ text }) => text));
    return messages.flatMap(({ message }, index) => {
      const typed = personTextOf(message);
      if (typed.length > LONGEST_TYPED || FENCED_OR_QUOTED.test(typed)) return [];
      return sentencesOf(typed).map((text, sentence) => ({
        session,
        message: index,
        sentence,
        text,
        isFound: rules.has(text),
      }));
    });
  } catch (error) {
    if (error instanceof TranscriptError) return [];
    throw error;
  }
}
