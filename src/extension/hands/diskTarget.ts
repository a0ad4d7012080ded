import type { Stats } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../files/linksAway.ts';

/** A file that is to be changed or created, at its real path, after all links are followed. */
export interface DiskTarget {
  /** The index of the root that contains the file. */
  readonly root: number;
  /** The path below the root, name by name. */
  readonly inside: readonly string[];
  readonly exists: boolean;
}

/** A path before its links are followed. */
interface PathBelowRoot {
  /** The index of the path's root among the roots. */
  readonly root: number;
  readonly segments: readonly string[];
  /**
   * The real path of the file that is renamed to this path, if there is one. Another spelling of this file's name is
   * then allowed as the new name.
   */
  readonly renamed?: string;
}

export type TargetProblem =
  | { readonly reason: 'outside' | 'folder' | 'special' | 'hardLink' | 'brokenLink' | 'notAFolder' }
  /** The path differs only in case or Unicode form from the existing `name`. */
  | { readonly reason: 'alias'; readonly name: string };

export class TargetRefusal extends Error {
  override readonly name = 'TargetRefusal';

  constructor(readonly problem: TargetProblem) {
    super(problem.reason);
  }
}

/**
 * Follows the links of a path below one of the roots, and returns the file, which need not exist. Throws TargetRefusal
 * for a link that leads out of all roots or leads nowhere, for a name that is another spelling of an existing name, for
 * a file with several hard links, and for anything that is not an ordinary file.
 */
export async function diskTarget(
  roots: readonly string[],
  { root, segments, renamed }: PathBelowRoot,
): Promise<DiskTarget> {
  const realRoots = await Promise.all(roots.map((each) => realpath(each).catch(() => undefined)));
  let folder = realRoots[root] ?? refuse({ reason: 'outside' });
  for (const [index, segment] of segments.entries()) {
    const place = path.join(folder, segment);
    const alias = await aliasOf(folder, segment);
    const isLast = index === segments.length - 1;
    if (isLast && alias !== undefined && path.join(folder, alias) === renamed)
      return { ...within(realRoots, place), exists: false };
    if (alias !== undefined) refuse({ reason: 'alias', name: alias });
    if ((await lstat(place).catch(undefinedIfMissing)) === undefined)
      return { ...within(realRoots, path.join(folder, ...segments.slice(index))), exists: false };
    const real = await realpath(place).catch(() => refuse({ reason: 'brokenLink' }));
    const found = await stat(real);
    const target = within(realRoots, real);
    if (isLast) {
      refuseUnlessOrdinary(found);
      return { ...target, exists: true };
    }
    if (!found.isDirectory()) refuse({ reason: 'notAFolder' });
    folder = real;
  }
  return refuse({ reason: 'folder' });
}

/** Returns the root that contains a real path, and the path below it. Throws TargetRefusal if no root contains it. */
function within(realRoots: readonly (string | undefined)[], real: string): Omit<DiskTarget, 'exists'> {
  const root = realRoots.findIndex((each) => each !== undefined && isInside(each, real));
  if (root < 0) refuse({ reason: 'outside' });
  return { root, inside: path.relative(realRoots[root] ?? '', real).split(path.sep) };
}

function refuseUnlessOrdinary(found: Pick<Stats, 'isDirectory' | 'isFile' | 'nlink'>): void {
  if (found.isDirectory()) refuse({ reason: 'folder' });
  if (!found.isFile()) refuse({ reason: 'special' });
  if (found.nlink > 1) refuse({ reason: 'hardLink' });
}

/**
 * Returns a name in the folder that differs from the given name only in case or Unicode form; undefined if there is no
 * such name, or if the folder contains exactly the given name. If the disk ignores case, both names mean the same file.
 * Otherwise, they mean two files that a person may mistake for each other.
 */
async function aliasOf(folder: string, name: string): Promise<string | undefined> {
  const names = await readdir(folder);
  return names.includes(name) ? undefined : names.find((each) => folded(each) === folded(name));
}

function folded(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}

function refuse(problem: TargetProblem): never {
  throw new TargetRefusal(problem);
}
