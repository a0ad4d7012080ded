import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readTranscript, TranscriptError } from '../../../src/adapters/transcripts/formats.ts';
import { rulesOf } from '../../../src/core/record/rules.ts';
import { personTextOf } from '../../../src/core/log/message.ts';
import { sentencesOf } from '../../../src/core/text/sentences.ts';

/** A longer message is mostly a paste. */
const LONGEST_TYPED = 1500;
const FENCED_OR_QUOTED = /```|^[ \t]*(?:[-*+] +)?>/mu;

/** A sentence that a person typed, and whether the engine takes it for a rule that goes on holding. */
export interface TypedSentence {
  /** The transcript's base name. */
  readonly session: string;
  /** The message's place in the transcript as it is read, from 0. */
  readonly message: number;
  /** The sentence's place in the message, from 0. */
  readonly sentence: number;
  readonly text: string;
  readonly isFound: boolean;
}

/**
 * The sentences of all short messages under a folder of transcripts, those with a fence or quoted lines left out; each
 * text once, where it stands first. Files that are no transcripts are passed over.
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
