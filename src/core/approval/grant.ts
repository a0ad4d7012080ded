import type { Action } from './approval.ts';
import type { CommandPart } from './commandParts.ts';
import { isHarmless } from './harmless.ts';
import { isOutside, isWithin, placeOf, type Root } from './places.ts';

/** The kinds of changes that approvals distinguish. Editing and writing are the same kind. */
type Change = 'edit' | 'delete' | 'rename';

/** A lasting approval: something that the person allowed for more than one action. */
export type Grant =
  | {
      readonly kind: 'command';
      /** Identifies the command (`CommandPart.key`). */
      readonly key: string;
      /** The command as shown to the person. */
      readonly text: string;
      /** The folder in which the command runs. */
      readonly folder: string;
      /** The fingerprint of the files that the command runs, computed when the person allowed the command. */
      readonly fingerprint: string;
    }
  | { readonly kind: 'paths'; readonly change: Change; readonly folder: string }
  /** A tool of another extension, with any arguments. */
  | { readonly kind: 'foreign'; readonly tool: string };

/** How long an approval applies. */
export type Term = 'once' | 'session' | 'always';

/**
 * A lasting approval that the person could give for a part of an action. For a command, the fingerprint is missing,
 * because it is computed only when needed.
 */
export type Scope =
  | {
      readonly kind: 'command';
      readonly part: CommandPart & { readonly key: string };
      readonly folder: string;
    }
  | Extract<Grant, { readonly kind: 'paths' | 'foreign' }>;

const CHANGES: Readonly<Record<Action['kind'], Change | undefined>> = {
  ...{ edit: 'edit', write: 'edit', delete: 'delete', rename: 'rename' },
  ...{ command: undefined, memory: undefined, foreign: undefined },
};

/**
 * Returns the lasting approvals that would together allow an action without a question; empty if the action needs none.
 * Returns undefined if no lasting approval can cover the action. This is the case if the action saves a memory, or if
 * the words or the folder of a command are known only when the command runs.
 */
export function scopesOf(
  action: Action,
  parts: readonly CommandPart[],
  roots: readonly Root[],
): readonly Scope[] | undefined {
  const change = CHANGES[action.kind];
  if (change !== undefined)
    return [...new Set(action.paths.map(folderOf))].map((folder) => ({ kind: 'paths', change, folder }));
  if (action.kind === 'foreign') return [{ kind: 'foreign', tool: action.tool }];
  if (action.kind !== 'command') return undefined;
  const scopes: Scope[] = [];
  for (const part of parts) {
    if (isHarmless(part)) continue;
    const { key, folder, otherFolders } = part;
    if (key === undefined || folder === undefined) return undefined;
    for (const from of new Set([folder, ...otherFolders])) {
      const scope = { ...part, key, folder: from };
      scopes.push({ kind: 'command', part: scope, folder: placeOf('.', from, roots) });
    }
  }
  return scopes;
}

/** Returns whether an approval covers a scope. The fingerprint of a command must be compared separately. */
export function covers(grant: Grant, scope: Scope): boolean {
  if (grant.kind === 'command')
    return scope.kind === 'command' && scope.part.key === grant.key && scope.folder === grant.folder;
  if (grant.kind === 'foreign') return scope.kind === 'foreign' && scope.tool === grant.tool;
  return scope.kind === 'paths' && scope.change === grant.change && isWithin(scope.folder, grant.folder);
}

function folderOf(place: string): string {
  const slash = place.lastIndexOf('/');
  // The folder of `/x` is `/`, not the empty path, because the empty path is the workspace.
  return slash < 0 ? '' : place.slice(0, slash) || '/';
}

/** Returns whether an action only changes files in the workspace, so that the mode `editsFree` allows it. */
export function isFreeEdit({ kind, paths }: Action): boolean {
  return CHANGES[kind] !== undefined && !paths.some(isOutside);
}
