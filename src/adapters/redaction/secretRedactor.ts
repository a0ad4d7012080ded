import { setImmediate } from 'node:timers/promises';
import type { Redactor } from '../../core/ports.ts';
import { mergeSpans, type TextSpan } from '../../core/log/mask.ts';
import { ColumnReader } from './columnSecrets.ts';
import { findCommandSecrets } from './commandSecrets.ts';
import { findCookies } from './cookieSecrets.ts';
import { findIssuedKeys } from './issuedKeys.ts';
import { findKubernetesSecrets } from './kubernetesSecrets.ts';
import { findByPreset } from './presetSecrets.ts';
import { findPrivateKeys } from './privateKeys.ts';
import { findSaidSecrets } from './saidSecrets.ts';
import { findAssignments } from './secretAssignments.ts';
import { findPlaces } from './secretPlaces.ts';
import { findSeedPhrases } from './seedPhrases.ts';

/**
 * Finds secrets. `secretRules.ts` describes each rule with examples; the functions called here apply the rules.
 * Recognises keys by their form, and other secrets by the text around them, such as a URL, a sentence or a name like
 * DB_PASSWORD. Also uses secretlint's recommended rules.
 */
export class SecretRedactor implements Redactor {
  /**
   * Finds the secrets in texts. Each text's spans are ordered and don't overlap. Lets other work run after each batch
   * of texts or pieces of texts.
   */
  async find(texts: readonly string[]): Promise<readonly (readonly TextSpan[])[]> {
    const found: TextSpan[][] = texts.map(() => []);
    const readers = texts.map(() => new ColumnReader());
    for (const batch of batches(piecesOf(texts))) {
      const plain = batch.map(({ text }) => withoutColours(text));
      const byPreset = await findByPreset(plain.map(({ text }) => text));
      plain.forEach(({ text, placeOf }, index) => {
        const { textIndex = 0, start = 0 } = batch[index] ?? {};
        const spans = [
          ...(byPreset[index] ?? []),
          ...findByOwnRules(text),
          ...(readers[textIndex]?.find(text) ?? []),
        ];
        for (const span of spans.map((each) => placeOf(each)))
          found[textIndex]?.push({ ...span, start: span.start + start, end: span.end + start });
      });
      await setImmediate();
    }
    return found.map(mergeSpans);
  }
}

const rules = [
  findIssuedKeys,
  findPrivateKeys,
  findAssignments,
  findPlaces,
  findCookies,
  findCommandSecrets,
  findSaidSecrets,
  findKubernetesSecrets,
  findSeedPhrases,
];

function findByOwnRules(text: string): readonly TextSpan[] {
  return rules.flatMap((find) => find(text));
}

/** Groups pieces into batches, since secretlint is called once per batch and each call is expensive. */
function batches(pieces: readonly TextPiece[]): readonly (readonly TextPiece[])[] {
  const all: TextPiece[][] = [];
  let room = 0;
  for (const piece of pieces) {
    if (all.length === 0 || piece.text.length > room) {
      all.push([]);
      room = LONGEST_PIECE;
    }
    all.at(-1)?.push(piece);
    room -= piece.text.length;
  }
  return all;
}

/** Matches a terminal's control sequence, such as a colour, even if it is escaped in JSON or source code. */
const COLOURS = /(?:\u001b|\\u001[bB]|\\x1[bB]|\\e|\\033)\[[\d;:]{0,40}[A-Za-z]/g;

/** A text without colours, and the mapping of its positions to the original text. */
interface Uncoloured {
  readonly text: string;
  /** Converts a span of the plain text to a span of the original text. */
  readonly placeOf: (span: TextSpan) => TextSpan;
}

/** Removes colour sequences from a text, since they may be between a name and its value, or within a key. */
function withoutColours(text: string): Uncoloured {
  const kept: { readonly at: number; readonly shift: number }[] = [{ at: 0, shift: 0 }];
  let plain = '';
  let read = 0;
  for (const { 0: colours, index } of text.matchAll(COLOURS)) {
    plain += text.slice(read, index);
    read = index + colours.length;
    kept.push({ at: plain.length, shift: read - plain.length });
  }
  if (read === 0) return { text, placeOf: (span) => span };
  const placed = (at: number): number => at + shiftAt(kept, at);
  return {
    text: plain + text.slice(read),
    placeOf: (span) => ({ ...span, start: placed(span.start), end: placed(span.end - 1) + 1 }),
  };
}

/** Returns the number of characters of colour sequences before an offset. */
function shiftAt(kept: readonly { readonly at: number; readonly shift: number }[], at: number): number {
  let low = 0;
  let high = kept.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((kept[middle]?.at ?? 0) <= at) low = middle;
    else high = middle;
  }
  return kept[low]?.shift ?? 0;
}

/** A part of a text that is searched for secrets in one step. */
interface TextPiece {
  /** The index of the text that the piece comes from. */
  readonly textIndex: number;
  /** The offset of the piece in that text. */
  readonly start: number;
  readonly text: string;
}

/**
 * The maximum number of characters that are searched without a pause. Even in the slowest known texts, searching so
 * many characters takes less than 50 ms.
 */
export const LONGEST_PIECE = 1 << 16;
/**
 * The minimum number of characters by which two adjacent pieces overlap. If a secret at a cut is not longer than the
 * overlap, one of the two pieces contains the whole secret. Only private keys and data of Kubernetes Secrets can be
 * longer. Such a secret may be missed in part or as a whole.
 */
const SHARED = 1 << 14;
/** The maximum number of characters by which a cut is moved back, so that it is after a space. */
const SPACE_WITHIN = 1 << 11;

/** Splits long texts into overlapping pieces. */
export function piecesOf(texts: readonly string[]): readonly TextPiece[] {
  return texts.flatMap((text, textIndex) => [...cut(text, textIndex)]);
}

function* cut(text: string, textIndex: number): Generator<TextPiece> {
  for (let start = 0; ;) {
    if (text.length - start <= LONGEST_PIECE) {
      yield { textIndex, start, text: text.slice(start) };
      return;
    }
    const end = afterSpace(text, start + LONGEST_PIECE);
    yield { textIndex, start, text: text.slice(start, end) };
    start = afterSpace(text, end - SHARED);
  }
}

function afterSpace(text: string, at: number): number {
  const found = /\s\S*$/.exec(text.slice(at - SPACE_WITHIN, at));
  return found === null ? at : at - SPACE_WITHIN + found.index + 1;
}
