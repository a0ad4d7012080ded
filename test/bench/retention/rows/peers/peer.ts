import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ContextItem } from '../../contextItem.ts';
import { tokensOf } from '../../contextItem.ts';
import { groupsOf, itemsOf, newestWithin } from '../groups.ts';
import type { Row, Task } from '../row.ts';

/** The compaction of another project, from its published package. */
export interface Peer {
  readonly row: string;
  /** The name of the peer's folder in the folder of all peers. Each peer is installed separately. */
  readonly folder: string;
  /** The exact versions by package name. */
  readonly packages: Readonly<Record<string, string>>;
  load(modules: PeerModules): Promise<PeerCompaction>;
}

/**
 * Imports a file of an installed package. The compiler does not check the exports of the file, so versions are exact.
 */
export type PeerModules = (file: string) => Promise<unknown>;

export type PeerCompaction = (
  items: readonly ContextItem[],
  task: Task,
) => readonly ContextItem[] | Promise<readonly ContextItem[]>;

export function modulesIn(folder: string): PeerModules {
  return (file) => import(pathToFileURL(join(folder, 'node_modules', file)).href) as Promise<unknown>;
}

/**
 * Returns a peer's row. If the result of the peer is over the budget, drops the oldest groups, so that the score is not
 * zero only for this reason.
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
