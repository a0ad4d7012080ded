import { clipAtWord, onOneLine, quotedLine } from '../text/lines.ts';
import { namesIn } from '../text/names.ts';
import { sentencesOf } from '../text/sentences.ts';

/** A sentence by the assistant that names a decision or a cause. */
export interface Conclusion {
  readonly text: string;
  readonly kind: 'decision' | 'cause';
}

const SHORTEST = 12;
const SHORTEST_PLAIN = 30;
const LONGEST = 320;
const MOST_SENTENCES = 500;
const MOST_PIECES = 8;

const DECISION =
  /\b(?:decided|decision|instead of|rather than|let['’]s (?:use|go)|we(?:['’]ll| will) use|i(?:['’]ll| will) use|chose|opted|approach:|entschieden|statt|decidido|en lugar de|décidé|au lieu|memutuskan|daripada|решил)|决定|改用|採用|決め/i;
const CAUSE =
  /\b(?:because|root cause|caused by|the (?:problem|issue|bug|reason|fix) (?:is|was)|due to|weil|ursache|porque|la causa|parce que|à cause|karena|penyebab|потому что|причина)|因为|原因|ため/i;

/**
 * Returns the assistant's sentences that name a decision or a cause. Omits very short sentences, short sentences
 * without a name, and sentences that end in a colon.
 */
export function conclusionsIn(text: string): readonly Conclusion[] {
  const conclusions: Conclusion[] = [];
  for (const raw of sentencesOf(text).flatMap(piecesOf)) {
    if (raw.length < SHORTEST) continue;
    const sentence = quotedLine(clipAtWord(onOneLine(raw), LONGEST));
    const kind = kindOf(sentence);
    if (kind === undefined || (isTooShort(sentence) && namesIn(sentence, 1).length === 0)) continue;
    conclusions.push({ text: sentence, kind });
    if (conclusions.length >= MOST_SENTENCES) break;
  }
  return conclusions;
}

/**
 * Returns whether a sentence is too short to have a meaning on its own, such as "The fix is complete." Only sentences
 * in Latin script can be too short, because other scripts, such as Chinese, need fewer characters.
 */
function isTooShort(sentence: string): boolean {
  return sentence.length < SHORTEST_PLAIN && /^[\u0000-\u024f\u2010-\u2027]*$/.test(sentence);
}

/**
 * Splits a long sentence between words into pieces of at most `LONGEST` characters. The last piece is the rest of the
 * sentence. It may be longer, because the number of pieces is limited (`MOST_PIECES`).
 */
function piecesOf(sentence: string): readonly string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > LONGEST && pieces.length < MOST_PIECES) {
    const piece = clipAtWord(rest, LONGEST);
    if (piece === '') break;
    pieces.push(piece);
    rest = rest.slice(piece.length).trimStart();
  }
  return [...pieces, rest];
}

function kindOf(sentence: string): Conclusion['kind'] | undefined {
  if (sentence.endsWith(':')) return undefined;
  if (DECISION.test(sentence)) return 'decision';
  return CAUSE.test(sentence) ? 'cause' : undefined;
}
