import * as v from 'valibot';
import type * as vscode from 'vscode';
import type { Grant, Term } from '../../core/approval/grant.ts';
import type { Mode } from '../../core/approval/approvalDesk.ts';
import { messageOf } from '../../core/text/messageOf.ts';
import { isSameScope, KeptGrants } from './keptGrants.ts';

const EDITS_FREE_KEY = 'longthread.editsFree';
/**
 * The maximum number of sessions whose mode “edits free” is stored. The session that got this mode longest ago is
 * dropped, and its tools ask again.
 */
const MOST_SESSIONS = 100;

/**
 * Keeps each session's mode, and the approvals that hold for more than one action. Stores the mode “edits free” and the
 * workspace's lasting approvals; all else ends with the window.
 */
export class SessionGrants {
  readonly kept: KeptGrants;
  readonly #state: Pick<vscode.Memento, 'get' | 'update'>;
  readonly #ofSession = new Map<string, readonly Grant[]>();
  readonly #allFree = new Set<string>();
  readonly #warn: (sentence: string) => void;

  constructor(state: Pick<vscode.Memento, 'get' | 'update'>, warn: (sentence: string) => void) {
    this.#state = state;
    this.#warn = warn;
    this.kept = new KeptGrants(state);
  }

  modeOf(session: string): Mode {
    if (this.#allFree.has(session)) return 'allFree';
    return this.#editsFree().includes(session) ? 'editsFree' : 'ask';
  }

  async setMode(session: string, mode: Mode): Promise<void> {
    if (mode === 'allFree') this.#allFree.add(session);
    else this.#allFree.delete(session);
    const others = this.#editsFree().filter((id) => id !== session);
    const all = mode === 'editsFree' ? [...others, session] : others;
    await this.#state.update(EDITS_FREE_KEY, all.slice(-MOST_SESSIONS));
  }

  /** Returns the grants that hold only in this session. */
  of(session: string): readonly Grant[] {
    return this.#ofSession.get(session) ?? [];
  }

  /** Returns the grants that hold in this session: its own grants and the workspace's lasting grants. */
  holdingIn(session: string): readonly Grant[] {
    return [...this.of(session), ...this.kept.all];
  }

  /**
   * Keeps approvals for the session, or for the workspace if the term is `always`. If approvals for the workspace can't
   * be stored, keeps them for the session and warns the person.
   */
  async keep(session: string, grants: readonly Grant[], term: Exclude<Term, 'once'>): Promise<void> {
    this.#ofSession.set(session, [...this.of(session), ...grants]);
    if (term === 'session') return;
    try {
      await this.kept.add(grants);
    } catch (error) {
      this.#warn(
        `The approval can’t be stored, so it lasts only until this window closes: ${messageOf(error)}`,
      );
      return;
    }
    const others = this.of(session).filter((each) => !grants.includes(each));
    this.#ofSession.set(session, others);
  }

  /** Takes back an approval of this session, and a lasting approval of the workspace with the same scope. */
  async takeBack(session: string, grant: Grant): Promise<void> {
    this.#ofSession.set(
      session,
      this.of(session).filter((each) => !isSameScope(each, grant)),
    );
    await this.kept.remove(grant);
  }

  #editsFree(): readonly string[] {
    const stored = v.safeParse(v.array(v.string()), this.#state.get(EDITS_FREE_KEY));
    return stored.success ? stored.output : [];
  }
}
