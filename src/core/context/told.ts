import { clipAtWord, onOneLine, quotedLine } from '../text/lines.ts';
import { namesIn } from '../text/names.ts';
import { sentencesOf } from '../text/sentences.ts';

export type ToldKind = 'decision' | 'cause' | 'open' | 'statement';

/** A sentence of the assistant's, with the names in it. */
export interface ToldSentence {
  readonly text: string;
  readonly kind: ToldKind;
  readonly names: readonly string[];
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
const OPEN =
  /^(?:next|then)\b|\b(?:todo|to do|next step|remaining|still (?:need|have|to|missing)|not yet|left to do|follow[- ]up|pending|noch (?:offen|zu)|als nächstes|falta|pendiente|il reste|ensuite|selanjutnya|belum|осталось|дальше)|下一步|还需|残り|次に/i;

/** What is done in the same breath: "Now let me run the tests." */
const NARRATION =
  /^(?:(?:now|then|next|so|good|great|ok|okay|perfect)\b[,.!]?\s*)*(?:let me|i['’]ll|i need to)\b/i;

/** The assistant's sentences that carry a name, a decision, a cause or open work; questions of courtesy do not. */
export function toldSentences(text: string): readonly ToldSentence[] {
  const told: ToldSentence[] = [];
  for (const raw of sentencesOf(text).flatMap(piecesOf)) {
    if (raw.length < SHORTEST) continue;
    const sentence = quotedLine(clipAtWord(onOneLine(raw), LONGEST));
    const names = namesIn(sentence);
    const kind = toldKindOf(sentence);
    if (names.length === 0 && (kind === 'statement' || isTooShort(sentence, kind))) continue;
    told.push({ text: sentence, kind, names });
    if (told.length >= MOST_SENTENCES) break;
  }
  return told;
}

/** "The fix is complete.": tells nothing by itself. Writing without spaces takes fewer characters. */
function isTooShort(sentence: string, kind: ToldKind): boolean {
  const isLatin = /^[\u0000-\u024f\u2010-\u2027]*$/.test(sentence);
  return kind !== 'open' && isLatin && sentence.length < SHORTEST_PLAIN;
}

/** A sentence too long for a line, cut at words; what stands behind so many pieces is no sentence any more. */
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

function toldKindOf(sentence: string): ToldKind {
  if (sentence.endsWith(':')) return 'statement';
  if (DECISION.test(sentence)) return 'decision';
  if (CAUSE.test(sentence)) return 'cause';
  return OPEN.test(sentence) && !NARRATION.test(sentence) ? 'open' : 'statement';
}
