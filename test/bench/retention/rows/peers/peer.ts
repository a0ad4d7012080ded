import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ContextItem } from '../../contextItem.ts';
import { tokensOf } from '../../contextItem.ts';
import { groupsOf, itemsOf, newestWithin } from '../groups.ts';
import type { Row, Task } from '../row.ts';

/** Another project's way to compact, from its published package. */
export interface Peer {
  readonly row: string;
  /** The folder's name under the peers' folder: each peer is installed apart from the others. */
  readonly folder: string;
  /** Exact versions by package name. */
  readonly packages: Readonly<Record<string, string>>;
  load(modules: PeerModules): Promise<PeerCompaction>;
}

/** Imports a file of an installed package. Its shape is checked by no compiler: versions are exact. */
export type PeerModules = (file: string) => Promise<unknown>;

export type PeerCompaction = (
  items: readonly ContextItem[],
  task: Task,
) => readonly ContextItem[] | Promise<readonly ContextItem[]>;

export function modulesIn(folder: string): PeerModules {
  return (file) => import(pathToFileURL(join(folder, 'node_modules', file)).href) as Promise<unknown>;
}

/** A row of a peer. What it leaves above the budget loses its oldest groups, so that it is not zero for that alone. */
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
