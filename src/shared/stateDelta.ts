/**
 * Deltas between two states of a view: a field gets another value, or a list of items with ids is patched. The host
 * computes the deltas, and the view applies them.
 */

export interface KeyedItem {
  readonly id: string;
  /**
   * The id of the first of several items that replaced each other; absent if it equals `id`. With the key, the view
   * draws an item in the element of the item that it replaced.
   */
  readonly key?: string;
}

/** The changes from one list to another. Ids in `removed` and `replaced` are ids of the old list. */
export interface ListPatch<Item> {
  readonly removed?: readonly string[];
  readonly replaced?: readonly { readonly id: string; readonly item: Item }[];
  /**
   * Runs of adjacent new items. A run is inserted before the item with the id `before`, or at the end if `before` is
   * absent. `before` is an id of the new list: the id of an item that stays or that replaces an old item.
   */
  readonly added?: readonly { readonly items: readonly Item[]; readonly before?: string }[];
}

/** One change of a state. A field delta without a value sets the field to undefined. */
export type StateDelta<State> = {
  readonly [Field in keyof State & string]-?:
    | { readonly type: 'field'; readonly field: Field; readonly value?: State[Field] }
    | (State[Field] extends readonly KeyedItem[] ? PatchDelta<Field, State[Field][number]> : never);
}[keyof State & string];

interface PatchDelta<Field, Item> {
  readonly type: 'list';
  readonly field: Field;
  readonly patch: ListPatch<Item>;
}

/** Returns a delta for each field of `after` that differs from `before`. Ignores fields that only `before` has. */
export function stateDeltas<State extends object>(
  before: Partial<State>,
  after: Partial<State>,
): readonly StateDelta<State>[] {
  const old = new Map<string, unknown>(Object.entries(before));
  const deltas = Object.entries(after).flatMap(([field, value]): readonly object[] => {
    const was = old.get(field);
    if (isKeyed(was) && isKeyed(value)) {
      const patch = listPatch(was, value);
      return patch === undefined ? [] : [{ type: 'list', field, patch }];
    }
    return isSame(was, value) ? [] : [{ type: 'field', field, ...(value === undefined ? {} : { value }) }];
  });
  return deltas as readonly StateDelta<State>[];
}

/**
 * Returns the patch that turns one list into another list; undefined if the lists are equal. Walks both lists once, in
 * order. Therefore, an item that moved up is listed as removed and as added. `takesPlaceOf` returns whether a new item
 * replaces a removed item.
 */
export function listPatch<Item extends KeyedItem>(
  before: readonly Item[],
  after: readonly Item[],
  takesPlaceOf: (now: Item, old: Item) => boolean = () => false,
): ListPatch<Item> | undefined {
  const removed: string[] = [];
  const replaced: { id: string; item: Item }[] = [];
  const added: { items: readonly Item[]; before?: string }[] = [];
  const replaceIfChanged = (old: Item, item: Item): void => {
    if (!isSame(old, item)) replaced.push({ id: old.id, item });
  };
  // Most lists change only at their end, so this loop compares the common start of both lists without building maps.
  let next = 0;
  for (const old of before) {
    const item = after[next];
    if (item?.id !== old.id) break;
    replaceIfChanged(old, item);
    next += 1;
  }
  const rest = before.slice(next);
  const oldIds = new Set(rest.map(({ id }) => id));
  const newIndexes = new Map(after.slice(next).map(({ id }, at) => [id, next + at]));
  for (const old of rest) {
    const candidate = after[next];
    const isReplaced = candidate !== undefined && !oldIds.has(candidate.id) && takesPlaceOf(candidate, old);
    const index = newIndexes.get(old.id) ?? (isReplaced ? next : -1);
    const item = after[index];
    // If the index is below `next`, the item moved up, and a run in `added` already contains it.
    if (item === undefined || index < next) {
      removed.push(old.id);
      continue;
    }
    if (index > next) added.push({ items: after.slice(next, index), before: item.id });
    replaceIfChanged(old, item);
    next = index + 1;
  }
  if (next < after.length) added.push({ items: after.slice(next) });
  if (removed.length + replaced.length + added.length === 0) return undefined;
  return {
    ...(removed.length > 0 && { removed }),
    ...(replaced.length > 0 && { replaced }),
    ...(added.length > 0 && { added }),
  };
}

/** Applies a delta to a state. Items that the delta does not name stay the same objects. */
export function applyDelta<State extends object>(state: State, delta: StateDelta<State>): State {
  const change = delta as {
    readonly field: keyof State;
    readonly value?: unknown;
    readonly patch?: ListPatch<KeyedItem>;
  };
  const { field, value, patch } = change;
  const next = patch === undefined ? value : patched(state[field] as readonly KeyedItem[], patch);
  return { ...state, [field]: next };
}

function patched(
  list: readonly KeyedItem[],
  { removed, replaced = [], added = [] }: ListPatch<KeyedItem>,
): readonly KeyedItem[] {
  const removedIds = new Set(removed);
  const replacements = new Map(replaced.map(({ id, item }) => [id, item]));
  // The run that is inserted at the end has no `before`, so its key is ''.
  const runs = new Map(added.map(({ items, before = '' }) => [before, items]));
  const items = list.flatMap((old) => {
    const { id } = old;
    if (removedIds.has(id)) return [];
    const replacement = replacements.get(id);
    const item = replacement === undefined ? old : keyedAs(old.key ?? id, replacement);
    const run = runs.size === 0 ? undefined : runs.get(item.id);
    return run === undefined ? [item] : [...run, item];
  });
  return [...items, ...(runs.get('') ?? [])];
}

function keyedAs(key: string, item: KeyedItem): KeyedItem {
  return item.id === key ? item : { ...item, key };
}

function isKeyed(value: unknown): value is readonly KeyedItem[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && 'id' in item);
}

/** Compares plain data by value. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a) as (keyof typeof a)[];
  if (keys.length !== Object.keys(b).length) return false;
  // Recurses only into values that are not identical, since a context may have 20,000 items.
  for (const key of keys) if (a[key] !== b[key] && !isSame(a[key], b[key])) return false;
  return true;
}
