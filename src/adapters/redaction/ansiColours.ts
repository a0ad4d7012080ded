import type { TextSpan } from '../../core/log/mask.ts';

/** Matches a terminal's colour sequences, also as escaped in JSON and source code. */
const COLOURS = /(?:\u001b|\\u001[bB]|\\x1[bB]|\\e|\\033)\[[\d;:]{0,40}[A-Za-z]/g;

/** A text without colours, and the mapping of its positions to the original text. */
export interface Uncoloured {
  readonly text: string;
  /** Converts a span of the plain text to one of the original text. */
  readonly placeOf: (span: TextSpan) => TextSpan;
}

/** Removes colour sequences from a text, so that none separates a name from its value, or splits a key. */
export function withoutColours(text: string): Uncoloured {
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

/** Returns how many characters of colour sequences precede an offset. */
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
