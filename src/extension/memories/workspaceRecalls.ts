import type * as vscode from 'vscode';
import * as v from 'valibot';
import type { RecallEntry } from '../../core/log/entry.ts';
import type { Logger } from '../../core/ports.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import { messageOf } from '../../core/text/messageOf.ts';
import { kindOfName } from '../../core/text/names.ts';

const KEY = 'longthread.recalled';
/** The maximum number of paths that are kept. The least recently recalled paths are dropped. */
const MOST_PATHS = 200;

const countsSchema = v.array(v.tuple([v.string(), v.number()]));

/**
 * Counts how often each file path was recalled in all sessions of this workspace. Files that are often recalled get a
 * higher weight in the notes. Stores the counts in the workspace state.
 */
export class WorkspaceRecalls {
  readonly #state: Pick<vscode.Memento, 'get' | 'update'>;

  constructor(state: Pick<vscode.Memento, 'get' | 'update'>) {
    this.#state = state;
  }

  /** Returns the paths that were recalled at least `OFTEN` times. */
  get often(): ReadonlySet<string> {
    return new Set([...this.#counts()].flatMap(([name, count]) => (count >= OFTEN ? [name] : [])));
  }

  /** Adds one recall to the count of each path in `names`. Ignores names that are not paths. */
  async note(names: readonly string[]): Promise<void> {
    const counts = this.#counts();
    for (const name of new Set(names)) {
      if (kindOfName(name) !== 'path') continue;
      const count = counts.get(name) ?? 0;
      counts.delete(name);
      counts.set(name, count + 1);
    }
    await this.#save(counts);
  }

  /** Removes the paths that occur in a text that the person removes with “Forget This Text…”. */
  async forget(text: string): Promise<void> {
    await this.#save(new Map([...this.#counts()].filter(([name]) => !text.includes(name))));
  }

  /** Returns the counts, the least recently recalled path first. */
  #counts(): Map<string, number> {
    const stored = v.safeParse(countsSchema, this.#state.get(KEY));
    return new Map(stored.success ? stored.output : []);
  }

  async #save(counts: ReadonlyMap<string, number>): Promise<void> {
    await this.#state.update(KEY, [...counts].slice(-MOST_PATHS));
  }
}

/** The minimum number of recalls after which a name counts as often recalled. */
export const OFTEN = 2;

/** Returns the names that occur in at least `OFTEN` of the recalls. */
export function oftenRecalled(recalls: readonly RecallEntry[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const name of recalls.flatMap(({ facts }) => facts)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Set([...counts].flatMap(([name, count]) => (count >= OFTEN ? [name] : [])));
}

/**
 * Counts a session's recalls for the whole workspace. If another window writes to the session, that window counts them.
 */
export function noteRecalls(live: LiveSession, recalls: WorkspaceRecalls, logger: Logger): void {
  live.onAppend((entry) => {
    if (entry.kind !== 'recall' || live.log.isReadOnly) return;
    recalls
      .note(entry.facts)
      .catch((error: unknown) => logger.warn(`a recall was not counted: ${messageOf(error)}`, error));
  });
}
