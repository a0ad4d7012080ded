import { fieldOf, isObject, numberOf, type JsonObject } from './json.ts';

type Key = string | number;

/**
 * Builds a value from a log of changes, the format of VS Code's chats. The kinds of changes are: set the whole value
 * (0), set the value at a path (1), cut a list at `i` and append items (2), delete a value (3).
 */
export class ObjectLog {
  #value: unknown;

  get value(): unknown {
    return this.#value;
  }

  /** Applies a change. Returns false if the change does not fit the current value. */
  apply(change: JsonObject): boolean {
    const value = fieldOf(change, 'v');
    const kind = numberOf(change, 'kind');
    if (kind === 0) {
      this.#value = value;
      return isObject(value);
    }
    const path = pathOf(change);
    const key = path?.at(-1);
    if (path === undefined || key === undefined) return false;
    const parent = path.slice(0, -1).reduce(childOf, this.#value);
    if (kind === 1 || kind === 3) return setValue(parent, key, value);
    return kind === 2 && extend(parent, key, { values: value, from: numberOf(change, 'i') });
  }
}

function pathOf(change: JsonObject): readonly Key[] | undefined {
  const path = fieldOf(change, 'k');
  const isPath = (keys: unknown): keys is readonly Key[] =>
    Array.isArray(keys) && keys.every((key) => typeof key === 'string' || typeof key === 'number');
  return isPath(path) ? path : undefined;
}

function childOf(container: unknown, key: Key): unknown {
  if (Array.isArray(container)) return typeof key === 'number' ? container[key] : undefined;
  return isObject(container) ? fieldOf(container, String(key)) : undefined;
}

/** Sets a value. In a list, replaces an item or appends an item. */
function setValue(container: unknown, key: Key, value: unknown): boolean {
  if (Array.isArray(container)) {
    if (typeof key !== 'number' || !Number.isInteger(key) || key < 0 || key > container.length) return false;
    container[key] = value;
    return true;
  }
  if (!isObject(container) || key === '__proto__') return false;
  (container as Record<string, unknown>)[String(key)] = value;
  return true;
}

function extend(
  parent: unknown,
  key: Key,
  { values, from }: { readonly values: unknown; readonly from: number | undefined },
): boolean {
  const known = childOf(parent, key) ?? [];
  if (!Array.isArray(known) || (from !== undefined && (from < 0 || from > known.length))) return false;
  const added: readonly unknown[] = Array.isArray(values) ? values : [];
  return setValue(parent, key, [...(known as readonly unknown[]).slice(0, from), ...added]);
}
