import type { Action } from './approval.ts';
import type { CommandPart } from './commandParts.ts';
import { isHarmless } from './harmless.ts';
import { isOutside, isWithin, placeOf, type Root } from './places.ts';

/** Changes that approvals tell apart; editing and writing count as one. */
type Change = 'edit' | 'delete' | 'rename';

/** Something that the person allowed for longer than once. */
export type Grant =
  | {
      readonly kind: 'command';
      /** Identifies the command (`CommandPart.key`). */
      readonly key: string;
      /** The command as shown to the person. */
      readonly text: string;
      /** The folder in which it runs. */
      readonly folder: string;
      /** The fingerprint that the files it runs had when the person allowed it. */
      readonly fingerprint: string;
    }
  | { readonly kind: 'paths'; readonly change: Change; readonly folder: string }
  /** A tool of another extension, with any arguments. */
  | { readonly kind: 'foreign'; readonly tool: string };

/** How long the person allows something. */
export type Term = 'once' | 'session' | 'always';

/**
 * A possible approval for a part of an action. For a command it lacks the fingerprint, which is computed when needed.
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
 * Returns the approvals that would let an action run without a question, part by part; empty if it needs none.
 * Returns undefined if no approval can cover it: for a memory, and for a command whose words or folder are known only
 * when it runs.
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

/** Returns whether an approval covers this scope. A command's files must be compared separately. */
export function covers(grant: Grant, scope: Scope): boolean {
  if (grant.kind === 'command')
    return scope.kind === 'command' && scope.part.key === grant.key && scope.folder === grant.folder;
  if (grant.kind === 'foreign') return scope.kind === 'foreign' && scope.tool === grant.tool;
  return scope.kind === 'paths' && scope.change === grant.change && isWithin(scope.folder, grant.folder);
}

function folderOf(place: string): string {
  const slash = place.lastIndexOf('/');
  // The root keeps its slash, since the empty path is the workspace.
  return slash < 0 ? '' : place.slice(0, slash) || '/';
}

/** Returns whether an action only changes files in the workspace and runs no command; `editsFree` allows it. */
export function isFreeEdit({ kind, paths }: Action): boolean {
  return CHANGES[kind] !== undefined && !paths.some(isOutside);
}
