import type { Stats } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../files/linksAway.ts';

/** A file that is to be changed or created, at its real place after all links are followed. */
export interface DiskTarget {
  /** The index of the root that contains it. */
  readonly root: number;
  /** The names below the root. */
  readonly inside: readonly string[];
  readonly exists: boolean;
}

interface Start {
  /** The index of the path's root among the roots. */
  readonly root: number;
  readonly segments: readonly string[];
  /** The file that is to be renamed to the path: it may be another spelling of the new name. */
  readonly renamed?: string;
}

export type TargetProblem =
  | { readonly reason: 'outside' | 'folder' | 'special' | 'hardLink' | 'brokenLink' | 'notAFolder' }
  /** A name that differs only in case or Unicode form from an existing one. */
  | { readonly reason: 'alias'; readonly name: string };

export class TargetRefusal extends Error {
  override readonly name = 'TargetRefusal';

  constructor(readonly problem: TargetProblem) {
    super(problem.reason);
  }
}

/**
 * Follows a path below one of the roots to its file, which need not exist. Throws TargetRefusal for a link that leads
 * out of all roots or nowhere, for a name that is another spelling of an existing one, and for anything but an ordinary
 * file with one name.
 */
export async function diskTarget(
  roots: readonly string[],
  { root, segments, renamed }: Start,
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
 * Returns the entry of a folder that is another spelling of a name; undefined if the name itself is there. If the disk
 * ignores case, both are the same file; otherwise they are two files that a person may mistake for each other.
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
