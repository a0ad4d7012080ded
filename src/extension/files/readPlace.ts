import { readGuarded } from './guardedFile.ts';
import { resolvePath } from './workspacePaths.ts';

/** A script that is larger is none that a person reads; it counts as one that can't be read. */
const MOST_BYTES = 4_000_000;

/** The text of a file of the workspace, by its place; undefined where there is none, or none that may be read. */
export async function readPlace(place: string): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await readGuarded(await resolvePath(place), MOST_BYTES));
  } catch {
    return undefined;
  }
}
