import { setImmediate } from 'node:timers/promises';
import type { Redactor } from '../../core/ports.ts';
import { mergeSpans, type TextSpan } from '../../core/log/mask.ts';
import { findByPreset } from './presetSecrets.ts';
import { findCommandSecrets } from './commandSecrets.ts';
import { findCookies } from './cookieSecrets.ts';
import { findIssuedKeys } from './issuedKeys.ts';
import { findPrivateKeys } from './privateKeys.ts';
import { findSaidSecrets } from './saidSecrets.ts';
import { findAssignments } from './secretAssignments.ts';
import { findPlaces } from './secretPlaces.ts';

/** Texts of about this many characters are looked at together; the event loop gets its turn after each such batch. */
const BATCH_CHARS = 1 << 18;

/**
 * Finds secrets with secretlint's recommended rules and with rules for what those miss: keys by their shape, private
 * keys, credentials in addresses and values given to names such as DB_PASSWORD.
 */
export class SecretRedactor implements Redactor {
  /** Spans of a text are in order and apart from each other. */
  async find(texts: readonly string[]): Promise<readonly (readonly TextSpan[])[]> {
    const found: (readonly TextSpan[])[] = [];
    for (const batch of batches(texts)) {
      const byPreset = await findByPreset(batch);
      batch.forEach((text, index) => {
        found.push(mergeSpans([...(byPreset[index] ?? []), ...findByOwnRules(text)]));
      });
      await setImmediate();
    }
    return found;
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
];

function findByOwnRules(text: string): readonly TextSpan[] {
  return rules.flatMap((find) => find(text));
}

function batches(texts: readonly string[]): readonly (readonly string[])[] {
  const all: string[][] = [];
  let room = 0;
  for (const text of texts) {
    if (all.length === 0 || text.length > room) {
      all.push([]);
      room = BATCH_CHARS;
    }
    all.at(-1)?.push(text);
    room -= text.length;
  }
  return all;
}
