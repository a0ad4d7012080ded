import * as vscode from 'vscode';
import { createHash } from 'node:crypto';
import { parserFor } from '../../adapters/shell/shellLines.ts';
import { ApprovalDesk, type Mode } from '../../core/approval/approvalDesk.ts';
import type { Grant } from '../../core/approval/grant.ts';
import type { Root } from '../../core/approval/places.ts';
import { rulesOf, withRuleWords, type Rule } from '../../core/record/rules.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import type { WorkspaceMemories } from '../memories/workspaceMemories.ts';
import type { KeptGrants } from './keptGrants.ts';
import { readScript } from '../files/textFile.ts';
import { SessionGrants } from './sessionGrants.ts';
import { shellName } from './shellName.ts';

/**
 * The approval desks of all sessions, and the modes and approvals that the person chose. The tools of a session ask the
 * person through the session's desk.
 */
export class SessionApprovals implements vscode.Disposable {
  readonly #grants: SessionGrants;
  readonly #memories: Pick<WorkspaceMemories, 'list'>;
  readonly #desks = new Map<string, ApprovalDesk>();
  readonly #changed = new vscode.EventEmitter<string>();

  /** Fires with a session's id when its questions, approvals or mode have changed. */
  readonly onDidChange = this.#changed.event;

  constructor(
    state: Pick<vscode.Memento, 'get' | 'update'>,
    memories: Pick<WorkspaceMemories, 'list'>,
    warn: (sentence: string) => void,
  ) {
    this.#grants = new SessionGrants(state, warn);
    this.#memories = memories;
  }

  /** Returns the approvals that always hold in this workspace. */
  get kept(): KeptGrants {
    return this.#grants.kept;
  }

  /** Returns a session's desk, which is created at the first call. */
  deskOf(live: LiveSession): ApprovalDesk {
    const desk = this.#desks.get(live.id) ?? this.#makeDesk(live);
    this.#desks.set(live.id, desk);
    return desk;
  }

  /** Returns a session's desk; undefined if `deskOf` was not called for the session yet. */
  knownDesk(session: string): ApprovalDesk | undefined {
    return this.#desks.get(session);
  }

  modeOf(session: string): Mode {
    return this.#grants.modeOf(session);
  }

  /** Sets the mode. Must be called only if the person chose the mode. */
  async setMode(session: string, mode: Mode): Promise<void> {
    await this.#grants.setMode(session, mode);
    this.#changed.fire(session);
  }

  grantsOf(session: string): readonly Grant[] {
    return this.#grants.of(session);
  }

  async takeBack(session: string, grant: Grant): Promise<void> {
    await this.#grants.takeBack(session, grant);
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
      grants: () => this.#grants.holdingIn(id),
      keep: (grants, term) => void this.#grants.keep(id, grants, term),
      changed: () => this.#changed.fire(id),
      get roots() {
        return workspaceRoots();
      },
      get parse() {
        return parserFor(shellName(vscode.env.shell));
      },
      read: readScript,
      hash: (text) => createHash('sha256').update(text).digest('hex'),
    });
  }

  /** Returns the session's rules and the preferences remembered in this workspace. */
  #rulesOf({ session }: LiveSession): readonly Rule[] {
    const remembered = this.#memories
      .list()
      .filter(({ type }) => type === 'preference')
      .map(({ id, text }) => ({ id, text }));
    return [...withRuleWords(rulesOf(session.messages), session.ruleWords), ...remembered];
  }
}

/** Returns the workspace's folders in the form that approvals use: with `/` between names and no `/` at the end. */
export function workspaceRoots(): readonly Root[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ name, uri }) => ({
    name,
    path: (uri.scheme === 'file' ? uri.fsPath : uri.path).replaceAll('\\', '/').replace(/\/$/, ''),
  }));
}
