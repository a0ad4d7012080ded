import type { Fate, ChosenFate } from '../../shared/fateWords.ts';
import type { PreviewGroup, PreviewTurn } from '../../shared/previewView.ts';

/** A row of the preview: a turn, or one of the groups of an open turn. */
export interface PreviewRow {
  readonly id: string;
  readonly kind: 'turn' | 'group';
  readonly label: string;
  /** The groups of a turn, or the single group. */
  readonly groups: readonly PreviewGroup[];
  readonly isOpen: boolean;
}

/** Returns the rows of the preview. Only a turn with several groups can be opened. */
export function previewRows(turns: readonly PreviewTurn[], open: ReadonlySet<string>): readonly PreviewRow[] {
  return turns.flatMap(({ id, label, groups }): readonly PreviewRow[] => {
    const isOpen = open.has(id) && groups.length > 1;
    const turn: PreviewRow = { id: `turn ${id}`, kind: 'turn', label, groups, isOpen };
    if (!isOpen) return [turn];
    return [
      turn,
      ...groups.map((group): PreviewRow => {
        return { id: group.id, kind: 'group', label: group.label, groups: [group], isOpen: false };
      }),
    ];
  });
}

/**
 * Returns each fate in a row and the number of groups with this fate. The fate whose groups have the most tokens before
 * the compaction comes first.
 */
export function fatesOf({ groups }: PreviewRow): readonly { readonly fate: Fate; readonly count: number }[] {
  const byFate = new Map<Fate, { count: number; tokens: number }>();
  for (const { fate, tokensBefore } of groups) {
    const known = byFate.get(fate) ?? { count: 0, tokens: 0 };
    byFate.set(fate, { count: known.count + 1, tokens: known.tokens + tokensBefore });
  }
  return [...byFate]
    .sort(([, a], [, b]) => b.tokens - a.tokens)
    .map(([fate, { count }]) => ({ fate, count }));
}

export function tokensOf({ groups }: Pick<PreviewRow, 'groups'>): {
  readonly before: number;
  readonly after: number;
} {
  return {
    before: groups.reduce((sum, { tokensBefore }) => sum + tokensBefore, 0),
    after: groups.reduce((sum, { tokensAfter }) => sum + tokensAfter, 0),
  };
}

/** Returns the person's wish (the chosen fate) if all changeable groups have the same wish; undefined otherwise. */
export function wishOf(
  groups: readonly PreviewGroup[],
  wishes: ReadonlyMap<string, ChosenFate>,
): ChosenFate | undefined {
  const [first, ...others] = changeable(groups).map(({ id }) => wishes.get(id));
  return others.every((wish) => wish === first) ? first : undefined;
}

/**
 * Returns the wishes after the person chose `wish` for these groups. If all changeable groups had this wish already,
 * removes the wish from them. Ignores groups that can't be changed.
 */
export function withWish(
  wishes: ReadonlyMap<string, ChosenFate>,
  groups: readonly PreviewGroup[],
  wish: ChosenFate,
): ReadonlyMap<string, ChosenFate> {
  const isTakenBack = wishOf(groups, wishes) === wish;
  const changed = new Map(wishes);
  for (const { id } of changeable(groups)) {
    changed.delete(id);
    if (!isTakenBack) changed.set(id, wish);
  }
  return changed;
}

export function changeable(groups: readonly PreviewGroup[]): readonly PreviewGroup[] {
  return groups.filter(({ fixed }) => fixed === undefined);
}
