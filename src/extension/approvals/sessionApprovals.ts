import { createHash } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { parserFor } from '../../adapters/shell/shellLines.ts';
import { ApprovalDesk } from '../../core/approval/approvalDesk.ts';
import type { Grant } from '../../core/approval/grant.ts';
import type { Mode } from '../../core/approval/mode.ts';
import type { Root } from '../../core/approval/places.ts';
import { rulesOf, withRuleWords, type Rule } from '../../core/record/rules.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import type { WorkspaceMemories } from '../memories/workspaceMemories.ts';
import { isSameScope, KeptGrants } from './keptGrants.ts';
import { readPlace } from './readPlace.ts';
import { shellName } from './shellName.ts';

const EDITS_FREE = 'longthread.editsFree';
/** Sessions that are remembered to have free edits; of those that were set longest ago it is asked again. */
const MOST_SESSIONS = 100;

interface Held {
  readonly desk: ApprovalDesk;
  grants: readonly Grant[];
}

/** What the person said that the tools of each session may do, in this window. */
export class SessionApprovals implements vscode.Disposable {
  readonly kept: KeptGrants;
  readonly #state: Pick<vscode.Memento, 'get' | 'update'>;
  readonly #memories: Pick<WorkspaceMemories, 'list'>;
  readonly #held = new Map<string, Held>();
  /** Ends with the window. */
  readonly #allFree = new Set<string>();
  readonly #changed = new vscode.EventEmitter<string>();

  /** Fires with the session of which a question, an approval or the mode changed. */
  readonly onDidChange = this.#changed.event;

  constructor(state: Pick<vscode.Memento, 'get' | 'update'>, memories: Pick<WorkspaceMemories, 'list'>) {
    this.#state = state;
    this.#memories = memories;
    this.kept = new KeptGrants(state);
  }

  /** The desk at which a session's tools ask. */
  deskOf(live: LiveSession): ApprovalDesk {
    const known = this.#held.get(live.id);
    if (known !== undefined) return known.desk;
    const held: Held = { desk: this.#makeDesk(live), grants: [] };
    this.#held.set(live.id, held);
    return held.desk;
  }

  /** Where nothing was asked yet there is none. */
  knownDesk(session: string): ApprovalDesk | undefined {
    return this.#held.get(session)?.desk;
  }

  modeOf(session: string): Mode {
    if (this.#allFree.has(session)) return 'allFree';
    return this.#editsFree().includes(session) ? 'editsFree' : 'ask';
  }

  /** Called by what the person chooses alone. */
  async setMode(session: string, mode: Mode): Promise<void> {
    if (mode === 'allFree') this.#allFree.add(session);
    else this.#allFree.delete(session);
    const others = this.#editsFree().filter((id) => id !== session);
    const all = mode === 'editsFree' ? [...others, session] : others;
    await this.#state.update(EDITS_FREE, all.slice(-MOST_SESSIONS));
    this.#changed.fire(session);
  }

  grantsOf(session: string): readonly Grant[] {
    return this.#held.get(session)?.grants ?? [];
  }

  async takeBack(session: string, grant: Grant): Promise<void> {
    const held = this.#held.get(session);
    if (held !== undefined) held.grants = held.grants.filter((each) => !isSameScope(each, grant));
    await this.kept.remove(grant);
    this.#changed.fire(session);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #makeDesk(live: LiveSession): ApprovalDesk {
    const { id } = live;
    return new ApprovalDesk({
      mode: () => this.modeOf(id),
      rules: () => this.#rulesOf(live),
      grants: () => [...this.grantsOf(id), ...this.kept.all],
      keep: (grants, term) => {
        const held = this.#held.get(id);
        if (term === 'always') void this.kept.add(grants);
        else if (held !== undefined) held.grants = [...held.grants, ...grants];
      },
      changed: () => {
        this.#changed.fire(id);
      },
      get roots() {
        return workspaceRoots();
      },
      get parse() {
        return parserFor(shellName(vscode.env.shell));
      },
      read: readPlace,
      hash: (text) => createHash('sha256').update(text).digest('hex'),
    });
  }

  /** This session's rules, and what the person prefers in this workspace. */
  #rulesOf({ session, facts }: LiveSession): readonly Rule[] {
    const remembered = this.#memories
      .list()
      .filter(({ type }) => type === 'preference')
      .map(({ id, text }) => ({ id, text }));
    return [...withRuleWords(rulesOf(session.messages, facts), session.ruleWords), ...remembered];
  }

  #editsFree(): readonly string[] {
    const stored = v.safeParse(v.array(v.string()), this.#state.get(EDITS_FREE));
    return stored.success ? stored.output : [];
  }
}

/** The folders of the workspace as approvals know them. */
export function workspaceRoots(): readonly Root[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ name, uri }) => ({
    name,
    path: (uri.scheme === 'file' ? uri.fsPath : uri.path).replaceAll('\\', '/').replace(/\/$/, ''),
  }));
}
