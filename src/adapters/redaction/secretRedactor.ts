import { setImmediate } from 'node:timers/promises';
import type { Redactor } from '../../core/ports.ts';
import { mergeSpans, type TextSpan } from '../../core/log/mask.ts';
import { withoutColours } from './ansiColours.ts';
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
import { LONGEST_PIECE, piecesOf, type TextPiece } from './textPieces.ts';

/**
 * Finds secrets by the rules in `secretRules.ts`: keys by their form, private keys, credentials in addresses, values
 * given to names such as DB_PASSWORD, and everything that secretlint's recommended rules find.
 */
export class SecretRedactor implements Redactor {
  /**
   * Finds the secrets in texts. Each text's spans are ordered and don't overlap. Lets other work run after each piece
   * of a long text.
   */
  async find(texts: readonly string[]): Promise<readonly (readonly TextSpan[])[]> {
    const found: TextSpan[][] = texts.map(() => []);
    const readers = texts.map(() => new ColumnReader());
    for (const batch of batches(piecesOf(texts))) {
      const plain = batch.map(({ text }) => withoutColours(text));
      const byPreset = await findByPreset(plain.map(({ text }) => text));
      plain.forEach(({ text, placeOf }, index) => {
        const { of = 0, start = 0 } = batch[index] ?? {};
        const spans = [
          ...(byPreset[index] ?? []),
          ...findByOwnRules(text),
          ...(readers[of]?.find(text) ?? []),
        ];
        for (const span of spans.map((each) => placeOf(each)))
          found[of]?.push({ ...span, start: span.start + start, end: span.end + start });
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
];

function findByOwnRules(text: string): readonly TextSpan[] {
  return rules.flatMap((find) => find(text));
}

/** Groups pieces that are searched together: a call of the preset costs more than a short text. */
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
