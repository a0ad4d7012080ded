import type * as vscode from 'vscode';
import * as v from 'valibot';
import type { RecallEntry } from '../../core/log/entry.ts';
import type { Logger } from '../../core/ports.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import { messageOf } from '../../core/text/messageOf.ts';
import { kindOfName } from '../../core/text/names.ts';

const KEY = 'longthread.recalled';
/** The most names kept; those recalled least recently are dropped. */
const MOST_NAMES = 200;
/** The kinds of names that are kept: files, symbols and errors. Numbers, hashes and quotations belong to one session. */
const KEPT_KINDS: ReadonlySet<string | undefined> = new Set(['path', 'identifier', 'error']);

const countsSchema = v.array(v.tuple([v.string(), v.number()]));

/** Counts how often names were recalled in this workspace, over all its sessions. Stored in the workspace state. */
export class WorkspaceRecalls {
  readonly #state: Pick<vscode.Memento, 'get' | 'update'>;

  constructor(state: Pick<vscode.Memento, 'get' | 'update'>) {
    this.#state = state;
  }

  /** Returns the names that were recalled again and again. */
  get often(): ReadonlySet<string> {
    return new Set([...this.#counts()].flatMap(([name, count]) => (count >= OFTEN ? [name] : [])));
  }

  /** Counts the names that a recall was about. */
  async note(names: readonly string[]): Promise<void> {
    const counts = this.#counts();
    for (const name of new Set(names)) {
      if (!KEPT_KINDS.has(kindOfName(name))) continue;
      const count = counts.get(name) ?? 0;
      counts.delete(name);
      counts.set(name, count + 1);
    }
    await this.#save(counts);
  }

  /** Forgets the names in a text that is to be forgotten. */
  async forget(text: string): Promise<void> {
    await this.#save(new Map([...this.#counts()].filter(([name]) => !text.includes(name))));
  }

  /** Returns the counts, the least recently recalled name first. */
  #counts(): Map<string, number> {
    const stored = v.safeParse(countsSchema, this.#state.get(KEY));
    return new Map(stored.success ? stored.output : []);
  }

  async #save(counts: ReadonlyMap<string, number>): Promise<void> {
    await this.#state.update(KEY, [...counts].slice(-MOST_NAMES));
  }
}

/** A name that was recalled this often was compacted too eagerly: from then on the notes keep it. */
export const OFTEN = 2;

/** Returns the names that a session's recalls were about again and again. */
export function oftenRecalled(recalls: readonly RecallEntry[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const name of recalls.flatMap(({ facts }) => facts)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Set([...counts].flatMap(([name, count]) => (count >= OFTEN ? [name] : [])));
}

/**
 * Counts a session's recalls for the whole workspace. If another window writes the session, that window counts them.
 */
export function noteRecalls(live: LiveSession, recalls: WorkspaceRecalls, logger: Logger): void {
  live.onAppend((entry) => {
    if (entry.kind !== 'recall' || live.log.isReadOnly) return;
    recalls
      .note(entry.facts)
      .catch((error: unknown) => logger.warn(`a recall was not counted: ${messageOf(error)}`, error));
  });
}
