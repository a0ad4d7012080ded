import * as v from 'valibot';
import type * as vscode from 'vscode';
import type { Grant } from '../../core/approval/grant.ts';

const KEY = 'longthread.approvals';
/** The maximum number of stored approvals. The oldest approvals are dropped first. */
const MOST_GRANTS = 200;

const grantSchema = v.variant('kind', [
  v.object({
    kind: v.literal('command'),
    key: v.string(),
    text: v.string(),
    folder: v.string(),
    fingerprint: v.string(),
  }),
  v.object({
    kind: v.literal('paths'),
    change: v.picklist(['edit', 'delete', 'rename']),
    folder: v.string(),
  }),
  v.object({ kind: v.literal('foreign'), tool: v.string() }),
]);

/** Stores the person's lasting approvals for this workspace in the editor's storage, not in the workspace's files. */
export class KeptGrants {
  readonly #state: Pick<vscode.Memento, 'get' | 'update'>;

  constructor(state: Pick<vscode.Memento, 'get' | 'update'>) {
    this.#state = state;
  }

  /** Returns the stored approvals, the oldest first. Skips approvals that can't be read. */
  get all(): readonly Grant[] {
    const stored = v.safeParse(v.array(v.unknown()), this.#state.get(KEY));
    if (!stored.success) return [];
    return stored.output.flatMap((raw) => {
      const grant = v.safeParse(grantSchema, raw);
      return grant.success ? [grant.output] : [];
    });
  }

  async add(grants: readonly Grant[]): Promise<void> {
    const others = this.all.filter((old) => !grants.some((grant) => isSameScope(grant, old)));
    await this.#state.update(KEY, [...others, ...grants].slice(-MOST_GRANTS));
  }

  async remove(grant: Grant): Promise<void> {
    await this.#state.update(
      KEY,
      this.all.filter((old) => !isSameScope(grant, old)),
    );
  }
}

/** Returns whether two grants have the same scope, so that the newer one replaces the older one. */
export function isSameScope(a: Grant, b: Grant): boolean {
  if (a.kind === 'command') return b.kind === 'command' && a.key === b.key && a.folder === b.folder;
  if (a.kind === 'foreign') return b.kind === 'foreign' && a.tool === b.tool;
  return b.kind === 'paths' && a.change === b.change && a.folder === b.folder;
}
