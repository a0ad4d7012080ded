import type { CountTokens } from '../ports.ts';
import { sectionTokens } from './chunks.ts';
import type { DataSection } from './dataFence.ts';
import { TermIndex } from './termIndex.ts';

/** Matches the label of a section that the person or the assistant wrote. */
const SPOKEN = /^m\d+ · (?:person|assistant)/u;

/**
 * A sentence to judge. A sentence that attributes something to the person or reads as a rule needs evidence in spoken
 * text.
 */
export interface Question {
  readonly text: string;
  readonly needsSpoken: boolean;
}

/** The maximum size of a passage in characters: about a paragraph, or an error message with the lines around it. */
const PASSAGE_CHARS = 700;
/** The maximum number of passages for a sentence. One is not enough, since a fact may change much later. */
const MOST_PASSAGES = 4;
const STEM_CHARS = 5;
/** The number of characters that are read without a pause. Reading them takes about ten milliseconds. */
const SLICE_CHARS = 50_000;

/** Splits sections into passages at line ends. If a line is longer than a passage, splits the line at any character. */
export function passagesOf(sections: readonly DataSection[]): readonly DataSection[] {
  return sections.flatMap((section) => piecesOf(section.text).map((text) => ({ ...section, text })));
}

function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const line of text.split('\n')) {
    for (let at = 0; at === 0 || at < line.length; at += PASSAGE_CHARS) {
      const part = line.slice(at, at + PASSAGE_CHARS);
      if (piece !== '' && piece.length + part.length > PASSAGE_CHARS) {
        pieces.push(piece);
        piece = '';
      }
      piece = piece === '' ? part : `${piece}\n${part}`;
    }
  }
  return piece.trim() === '' ? pieces : [...pieces, piece];
}

interface EvidenceOptions {
  readonly mostTokens: number;
  readonly count: CountTokens;
  /** Lets other work run. */
  readonly pause: () => Promise<void>;
}

/**
 * Returns the passages that share the most words and names with the sentences, in the order of `passages`. Together,
 * the returned passages have at most `mostTokens`. First chooses the best passage for each sentence, next the second
 * best for each, and so on. Rare terms have a higher weight (inverse document frequency).
 */
export async function evidenceFor(
  questions: readonly Question[],
  passages: readonly DataSection[],
  { mostTokens, count, pause }: EvidenceOptions,
): Promise<readonly DataSection[]> {
  const index = new TermIndex(
    questions.map(({ text }) => text),
    { stemChars: STEM_CHARS, rarityOf },
  );
  await read(passages, index, pause);
  const isSpoken = passages.map(({ label }) => SPOKEN.test(label));
  const ranked: (readonly number[])[] = [];
  for (const { text, needsSpoken } of questions) {
    ranked.push(bestOf(index.sharedWith(text), (place) => !needsSpoken || isSpoken[place] === true));
    await pause();
  }
  const taken = new Set<number>();
  let left = mostTokens;
  for (let rank = 0; rank < MOST_PASSAGES; rank += 1) {
    for (const places of ranked) {
      const place = places[rank];
      const passage = place === undefined ? undefined : passages[place];
      if (place === undefined || passage === undefined || taken.has(place)) continue;
      const tokens = sectionTokens(passage, count);
      if (tokens > left) continue;
      left -= tokens;
      taken.add(place);
    }
  }
  return passages.filter((_, place) => taken.has(place));
}

/**
 * Returns the indexes of the wanted passages that share the most with a sentence, best first. If two passages share
 * equally much, the later passage comes first.
 */
function bestOf(shared: Float64Array, isWanted: (place: number) => boolean): readonly number[] {
  const best: (readonly [place: number, worth: number])[] = [];
  for (const [place, worth] of shared.entries()) {
    if (worth === 0 || !isWanted(place)) continue;
    const isBetter = ([other, otherWorth]: readonly [number, number]): boolean =>
      otherWorth === worth ? place > other : worth > otherWorth;
    const at = best.findIndex(isBetter);
    best.splice(at < 0 ? best.length : at, 0, [place, worth]);
    best.length = Math.min(best.length, MOST_PASSAGES);
  }
  return best.map(([place]) => place);
}

function rarityOf(holding: number, all: number): number {
  return Math.log(1 + all / holding);
}

async function read(
  passages: readonly DataSection[],
  index: TermIndex,
  pause: () => Promise<void>,
): Promise<void> {
  let characters = 0;
  for (const { text } of passages) {
    index.add(text);
    characters += text.length;
    if (characters < SLICE_CHARS) continue;
    characters = 0;
    await pause();
  }
}
