import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { agentFiles } from '../../adapters/otherAgents/agentFiles.ts';
import { folderVariables } from '../../adapters/otherAgents/agentFolders.ts';
import { AGENT_IDS, AGENTS, WITH_WHOLE_WORDS, type AgentId } from '../../adapters/otherAgents/agents.ts';
import { ConsentFile } from '../../adapters/otherAgents/consent.ts';
import type { PluginHome } from '../../adapters/claudeCode/pluginHome.ts';
import { keyOfListed, type ListedSession } from '../../adapters/otherAgents/listedSession.ts';
import { OtherAgentsCalls, type OtherWhere } from '../../adapters/otherAgents/otherAgentsCalls.ts';
import { OtherSessionLog } from '../../adapters/otherAgents/otherSessionLog.ts';
import { countByNames } from '../../adapters/otherAgents/otherSessions.ts';
import { SessionArchive } from '../../adapters/otherAgents/sessionArchive.ts';
import type { OtherSession } from '../../adapters/otherAgents/otherReader.ts';
import type { SessionHits, SessionSummary } from '../../adapters/store/sessionStore.ts';
import { editorChatsFolder } from '../../adapters/transcripts/editorChats.ts';
import { messageOf } from '../../core/text/messageOf.ts';
import { wordsToFind } from '../../adapters/store/messageSearch.ts';
import type { SessionsElsewhere } from '../sessions/sessionHost.ts';
import type { SetupParts } from '../setup/setupParts.ts';
import { Archiving } from './archiving.ts';
import { foundSentence, type FoundAgent } from './letRead.ts';
import { readOnlySetup } from './readOnlySetup.ts';

const PREFIX = 'other-';
/** The number of milliseconds for which a session counts as live after its file changed. */
const LIVE_MS = 120_000;

/** Other agents' sessions of the open folder. Contains only sessions that the person allows Longthread to read. */
export class OtherAgentSessions implements SessionsElsewhere, vscode.Disposable {
  readonly consents: ConsentFile;
  readonly archiving: Archiving;
  readonly #parts: SetupParts;
  readonly #calls: OtherAgentsCalls;
  readonly #pluginHome: Pick<PluginHome, 'isInstalled' | 'heartbeats'>;
  /** All sessions that were listed so far, keyed by their ids. */
  readonly #known = new Map<string, ListedSession>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #firstLook: NodeJS.Timeout;
  #unreadSentence: string | undefined;

  /** Fires when `unreadSentence` has changed. */
  readonly onDidChange = this.#changed.event;

  /**
   * `pluginHome` tells which sessions have Longthread's plugin. These sessions are omitted, since `ClaudeCodeSessions`
   * lists them.
   */
  constructor(parts: SetupParts, pluginHome: Pick<PluginHome, 'isInstalled' | 'heartbeats'>) {
    this.#pluginHome = pluginHome;
    const { services } = parts;
    this.#parts = parts;
    const storage = services.context.globalStorageUri.fsPath;
    const script = { path: services.workerPath('otherAgentsWorker.cjs') };
    this.consents = new ConsentFile(storage);
    this.#calls = new OtherAgentsCalls(script);
    this.archiving = new Archiving({
      consents: this.consents,
      archive: new SessionArchive(storage),
      calls: new OtherAgentsCalls(script),
      where: () => this.#where(),
      now: () => services.clock.now(),
      warn: (sentence) => services.logger.warn(sentence),
    });
    this.#firstLook = setTimeout(() => {
      this.lookForUnread()
        .catch(this.#fail)
        .finally(() => this.startCopying());
    });
  }

  dispose(): void {
    clearTimeout(this.#firstLook);
    this.#changed.dispose();
    this.stop().catch(this.#fail);
  }

  /**
   * Returns one sentence on the sessions that Longthread is not allowed to read. Returns undefined if there are none.
   */
  get unreadSentence(): string | undefined {
    return this.#unreadSentence;
  }

  startCopying(): void {
    this.archiving.run().catch(this.#fail);
  }

  /** Looks for sessions that Longthread is not allowed to read. Reads only names of files. */
  async lookForUnread(): Promise<void> {
    const consents = this.consents.read();
    const found = await this.found();
    const words = foundSentence(found.filter(({ agent }) => !consents[agent].list));
    if (words === this.#unreadSentence) return;
    this.#unreadSentence = words;
    this.#changed.fire();
  }

  has(id: string): boolean {
    return id.startsWith(PREFIX);
  }

  /** Returns a session that was listed. Returns undefined if there is none with this id or it may no longer be read. */
  session(id: string): OtherSession | undefined {
    const session = this.#known.get(id);
    return session !== undefined && this.consents.read()[session.agent].list ? sessionOf(session) : undefined;
  }

  /** Returns the agents that may have sessions of this folder. Reads only names of files. */
  async found(): Promise<readonly FoundAgent[]> {
    const where = await this.#where();
    if (where === undefined) return [];
    const counts = await Promise.all(
      AGENT_IDS.map(async (agent) => ({
        agent,
        count: await countByNames(agent, { ...where, files: agentFiles }).catch((error: unknown) => {
          this.#warnOf(agent, error);
          return undefined;
        }),
      })),
    );
    return counts.filter(({ count }) => count !== 0);
  }

  readonly #fail = (error: unknown): void => this.#parts.services.logger.error(messageOf(error), error);

  #warnOf(agent: AgentId, error: unknown): void {
    this.#parts.services.logger.warn(`sessions of ${AGENTS[agent].name}: ${messageOf(error)}`, error);
  }

  /**
   * Stops reading and copying. An open session that may no longer be followed keeps the messages that were already
   * read.
   */
  async stop(): Promise<void> {
    await Promise.all([this.#calls.stop(), this.archiving.stop()]);
  }

  async list(): Promise<readonly SessionSummary[]> {
    this.archiving.runIfDue().catch(this.#fail);
    const listed = await this.#listed((agent) => this.consents.read()[agent].list);
    return listed.map((session) => this.#summary(session));
  }

  /**
   * Yields each session with hits. Searches archived copies of the agents whose sessions may be listed. Searches an
   * agent's own files only if the person also allows Longthread to search them.
   */
  async *find(query: string, signal: AbortSignal): AsyncGenerator<SessionHits> {
    if (wordsToFind(query).length === 0) return;
    for (const session of await this.#listed((agent) => this.consents.read()[agent].list)) {
      const { list, follow } = this.consents.read()[session.agent];
      if (signal.aborted) return;
      if (!(session.copy === undefined ? follow : list)) continue;
      const messages = await this.#calls.find(sessionOf(session), query, signal).catch((error: unknown) => {
        if (!signal.aborted)
          this.#parts.services.logger.warn(`a session was not searched: ${messageOf(error)}`, error);
        return [];
      });
      if (messages.length > 0) yield { session: this.#summary(session), messages };
    }
  }

  /** Opens a session. Throws an Error of one sentence if the session no longer exists or may not be read. */
  async open(id: string): ReturnType<SessionsElsewhere['open']> {
    if (!this.#known.has(id)) await this.list();
    const session = this.#known.get(id);
    if (session === undefined || !this.consents.read()[session.agent].list)
      throw new Error('This session no longer exists, or Longthread may not read it.');
    const log = new OtherSessionLog(
      { sessionId: id, session: sessionOf(session), title: titleOf(session) },
      {
        calls: this.#calls,
        files: agentFiles,
        clock: this.#parts.services.clock,
        isFollowed: () => this.consents.read()[session.agent].follow,
      },
    );
    return { log, setup: readOnlySetup(log, this.#parts) };
  }

  audit(session: OtherSession): ReturnType<OtherAgentsCalls['audit']> {
    return this.#calls.audit(session);
  }

  async #listed(isAllowed: (agent: AgentId) => boolean): Promise<readonly ListedSession[]> {
    const where = AGENT_IDS.some(isAllowed) ? await this.#where() : undefined;
    const allowed = AGENT_IDS.filter(isAllowed);
    if (where === undefined) return [];
    const lists = await Promise.all(
      allowed.map(async (agent) => {
        const listing = await this.#calls.list(agent, where).catch((error: unknown) => {
          this.#warnOf(agent, error);
        });
        for (const problem of listing?.problems ?? []) this.#warnOf(agent, problem);
        return listing?.sessions ?? [];
      }),
    );
    const withPlugin = new Set(
      this.#pluginHome.isInstalled
        ? (await this.#pluginHome.heartbeats()).map(({ transcript }) => transcript)
        : [],
    );
    const listed = lists
      .flat()
      .filter(({ path }) => !withPlugin.has(path))
      .toSorted((a, b) => b.changedAt - a.changedAt);
    for (const session of listed) this.#known.set(idOf(session), session);
    return listed;
  }

  #summary(session: ListedSession): SessionSummary {
    const { changedAt, agent, tokens, copy } = session;
    return {
      id: idOf(session),
      title: titleOf(session),
      ...{ createdAt: changedAt, lastUsedAt: changedAt, messageCount: 0, isOpen: false, logBytes: 0 },
      keptBy: {
        agent: AGENTS[agent].name,
        isLive: copy === undefined && this.#parts.services.clock.now() - changedAt < LIVE_MS,
        isArchived: copy !== undefined,
        ...(tokens !== undefined && { tokens }),
      },
    };
  }

  /** Returns the open folder and the places of the agents' files. Returns undefined if no local folder is open. */
  async #where(): Promise<OtherWhere | undefined> {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    if (folder?.uri.scheme !== 'file') return undefined;
    const { storageUri, globalStorageUri } = this.#parts.services.context;
    const workspace = await realpath(folder.uri.fsPath).catch(() => folder.uri.fsPath);
    const editorChats = editorChatsFolder({
      storage: storageUri?.fsPath,
      globalStorage: globalStorageUri.fsPath,
    });
    const extensionsStorage = dirname(globalStorageUri.fsPath);
    const env = folderVariables(process.env);
    const places = { home: homedir(), env, editorChats, extensionsStorage };
    return { workspace, places, storage: globalStorageUri.fsPath };
  }
}

function idOf(session: ListedSession): string {
  return `${PREFIX}${keyOfListed(session)}`;
}

function titleOf({ agent, title }: ListedSession): string {
  return title === '' ? `Untitled session of ${AGENTS[agent].name}` : title;
}

function sessionOf({ agent, path, chat, copy }: ListedSession): OtherSession {
  return copy === undefined
    ? { path, ...(chat !== undefined && { chat }), hasWholeWords: WITH_WHOLE_WORDS.has(agent) }
    : { path: copy.path, copied: copy, hasWholeWords: true };
}
