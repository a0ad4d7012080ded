import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ContextItem } from '../../contextItem.ts';
import { tokensOf } from '../../contextItem.ts';
import { groupsOf, itemsOf, newestWithin } from '../groups.ts';
import type { Row, Task } from '../row.ts';

/** Another project's way to compact, from its published package. */
export interface Peer {
  readonly row: string;
  /** The folder's name below the peers' folder, since each peer is installed separately. */
  readonly folder: string;
  /** Exact versions by package name. */
  readonly packages: Readonly<Record<string, string>>;
  load(modules: PeerModules): Promise<PeerCompaction>;
}

/** Imports a file of an installed package. No compiler checks its shape, so versions are exact. */
export type PeerModules = (file: string) => Promise<unknown>;

export type PeerCompaction = (
  items: readonly ContextItem[],
  task: Task,
) => readonly ContextItem[] | Promise<readonly ContextItem[]>;

export function modulesIn(folder: string): PeerModules {
  return (file) => import(pathToFileURL(join(folder, 'node_modules', file)).href) as Promise<unknown>;
}

/**
 * Returns a peer's row. If its result is above the budget, drops the oldest groups, so that the score is not zero for
 * that alone.
 */
export function peerRow(name: string, compaction: PeerCompaction): Row {
  return {
    name,
    kind: 'peer',
    compact: async (task) => {
      const items = itemsOf(task.past.map(({ message }) => message));
      const made = await compaction(items, task);
      return tokensOf(made, task.count) <= task.budgetTokens
        ? made
        : newestWithin(groupsOf(made), task.budgetTokens, task.count).flat();
    },
  };
}
