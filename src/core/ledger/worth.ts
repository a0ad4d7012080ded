import type { Evidence } from './evidence.ts';
import type { NameKind } from './names.ts';
import { kindOfName } from './names.ts';
import type { Name } from './nameTable.ts';

/** Of a name last used this far back, half is left: sessions move on, and fast from then on. */
const FADING_CHARACTERS = 600_000;
/** A file last touched this far back is half as much at hand as one touched now. */
const FRESH_CHARACTERS = 200_000;
const OFTEN_RECALLED = 4;
const BY_PERSON = 1.5;
/** What each doubling of its places adds to a name that only tools wrote, and how many of them count. */
const SEEN_GROWTH = 0.8;
const MOST_DOUBLINGS = 4;
/** What each doubling of the messages that wrote it adds to a name. */
const WRITTEN_GROWTH = 0.5;

/**
 * Sets each name's worth, how likely it is needed again. Measured on recorded sessions: what the person named comes first;
 * paths and addresses that were written come back often; of what only tools wrote, the identifiers and quoted words of
 * files that are at hand count, listings of paths, numbers and hashes hardly.
 */
export function judgeNames(evidence: Evidence, oftenRecalled: ReadonlySet<string>): void {
  for (const name of evidence.names.all) {
    const fading = 1 + ((evidence.length - name.last) / FADING_CHARACTERS) ** 3;
    const recalled = oftenRecalled.has(name.text) ? OFTEN_RECALLED : 1;
    name.worth = (worthOf(name, freshnessOf(name, evidence)) * recalled) / fading;
  }
}

/** How much at hand the file is in which the name stands: 1 for one touched last, falling with what came since. */
function freshnessOf({ touchedAt }: Name, { length }: Evidence): number | undefined {
  return touchedAt === undefined ? undefined : 1 / (1 + ((length - touchedAt) / FRESH_CHARACTERS) ** 2);
}

function worthOf(name: Name, fresh: number | undefined): number {
  if (name.places + name.written === 0) return 0;
  const worth = WORTH[kindOfName(name.text) ?? 'identifier'];
  const doublings = Math.min(Math.log2(Math.max(1, name.places)), MOST_DOUBLINGS);
  if (name.written === 0) return (worth.seen + worth.atHand * (fresh ?? 0)) * (1 + SEEN_GROWTH * doublings);
  const grown = 1 + worth.growth * doublings;
  const repeated = 1 + WRITTEN_GROWTH * Math.min(Math.log2(name.written), MOST_DOUBLINGS);
  return (
    worth.written * grown * repeated * (0.8 + 0.4 * (fresh ?? 0.5)) * (name.byPerson > 0 ? BY_PERSON : 1)
  );
}

interface Worth {
  /** Of a name that the person or the assistant wrote; each doubling of its places adds this share. */
  readonly written: number;
  readonly growth: number;
  /** Of one that only stood in results: anywhere, and more in a file that is at hand. */
  readonly seen: number;
  readonly atHand: number;
}

const WORTH: Readonly<Record<NameKind, Worth>> = {
  identifier: { written: 1, growth: 0.12, seen: 0.1, atHand: 0.7 },
  path: { written: 1.6, growth: 0.2, seen: 0.06, atHand: 0.3 },
  literal: { written: 0.6, growth: 0.05, seen: 0.04, atHand: 0.35 },
  number: { written: 0.4, growth: 0.4, seen: 0.03, atHand: 0.04 },
  hash: { written: 0.3, growth: 0, seen: 0.02, atHand: 0 },
  url: { written: 3, growth: 0, seen: 0.2, atHand: 0.2 },
  error: { written: 2, growth: 0, seen: 0.3, atHand: 0.5 },
};
