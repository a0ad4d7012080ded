import { wordsOf } from '../recall/terms.ts';
import { namesIn } from '../text/names.ts';
import type { CountTokens } from '../ports.ts';
import type { DataSection } from './dataFence.ts';

/** What the person or the assistant said, by the label of its section. */
const SPOKEN = /^m\d+ · (?:person|assistant)/u;

/** A sentence to be judged; one that speaks for the person is held against what was spoken alone. */
export interface Question {
  readonly text: string;
  readonly needsSpoken: boolean;
}

/** Characters of a passage: a paragraph, or a failure with the lines around it. */
const PASSAGE_CHARS = 700;
/** Passages for a sentence, where there is room: a fact and what changed it later often stand apart. */
const MOST_PASSAGES = 4;
/** A name tells more than a word. */
const NAME_WEIGHT = 3;
/** Of a word so long its beginning is compared: endings change with the sentence. */
const STEM_CHARS = 5;

/** Splits sections into passages at line ends. */
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

/**
 * Returns the passages that share most with the sentences, in the order of the session and within the tokens: the best
 * one of each sentence first, then the second best. Rare terms weigh more (inverse document frequency).
 */
export function evidenceFor(
  questions: readonly Question[],
  passages: readonly DataSection[],
  { mostTokens, count }: { readonly mostTokens: number; readonly count: CountTokens },
): readonly DataSection[] {
  const asked = questions.map(({ text }) => termsOf(text));
  const holding = indexOf(passages, new Set(asked.flatMap((terms) => [...terms.keys()])));
  const ranked = questions.map(({ needsSpoken }, index) => {
    const scores = new Map<number, number>();
    for (const [term, weight] of asked[index] ?? []) {
      const places = holding.get(term) ?? [];
      const rarity = Math.log(1 + passages.length / places.length);
      for (const place of places) {
        if (needsSpoken && !SPOKEN.test(passages[place]?.label ?? '')) continue;
        scores.set(place, (scores.get(place) ?? 0) + weight * rarity);
      }
    }
    return [...scores].sort((a, b) => b[1] - a[1] || b[0] - a[0]).map(([place]) => place);
  });
  const taken = new Set<number>();
  let left = mostTokens;
  for (let rank = 0; rank < MOST_PASSAGES; rank += 1) {
    for (const places of ranked) {
      const place = places[rank];
      if (place === undefined || taken.has(place)) continue;
      const tokens = count(passages[place]?.text ?? '');
      if (tokens > left) continue;
      left -= tokens;
      taken.add(place);
    }
  }
  return passages.filter((_, place) => taken.has(place));
}

/** Where each of the terms stands. */
function indexOf(
  passages: readonly DataSection[],
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>();
  for (const [place, { text }] of passages.entries()) {
    for (const term of termsOf(text).keys()) {
      if (!wanted.has(term)) continue;
      const places = index.get(term);
      if (places === undefined) index.set(term, [place]);
      else places.push(place);
    }
  }
  return index;
}

/** Beginnings of words, and names, with what they weigh. */
function termsOf(text: string): ReadonlyMap<string, number> {
  const parts = wordsOf(text).flatMap((word) => word.parts);
  return new Map([
    ...parts.map((part) => [part.slice(0, STEM_CHARS), 1] as const),
    ...namesIn(text).map((name) => [`name ${name}`, NAME_WEIGHT] as const),
  ]);
}
