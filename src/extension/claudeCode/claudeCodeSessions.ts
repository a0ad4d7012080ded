import { realpath, stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { Heartbeat } from '../../adapters/claudeCode/homeFiles.ts';
import { isSameFolder } from '../../adapters/isSameFolder.ts';
import type { PluginHome } from '../../adapters/claudeCode/pluginHome.ts';
import { SessionViewLog, viewIdOf } from '../../adapters/claudeCode/sessionViewLog.ts';
import type { CompactCommand, PluginCommand } from '../../adapters/claudeCode/wishes.ts';
import { messagesInTranscript } from '../../adapters/claudeCode/transcriptSearch.ts';
import { wordsToFind } from '../../adapters/store/messageSearch.ts';
import type { SessionHits, SessionSummary } from '../../adapters/store/sessionStore.ts';
import type { Asked } from '../../core/compaction/compactionView.ts';
import type { Strategy } from '../../core/compaction/strategies.ts';
import { messageOf } from '../../core/text/messageOf.ts';
import type { ChatModel } from '../../core/ports.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import { maskedTexts } from '../../core/session/markSecrets.ts';
import { sayNotDone } from '../asking/ask.ts';
import type { SetupParts } from '../setup/setupParts.ts';
import type { ConversationSetup, SessionWishes } from '../sessions/openSession.ts';
import type { SessionsElsewhere } from '../sessions/sessionHost.ts';
import { setupWithoutModel } from '../setup/conversationSetup.ts';

const PREFIX = viewIdOf({ sessionId: '' });

/** Lists, searches and opens the sessions of Claude Code that run with the plugin in this window's folders. */
export class ClaudeCodeSessions implements SessionsElsewhere {
  readonly #home: PluginHome;
  readonly #parts: SetupParts;

  constructor(home: PluginHome, parts: SetupParts) {
    this.#home = home;
    this.#parts = parts;
  }

  has(id: string): boolean {
    return id.startsWith(PREFIX);
  }

  async list(): Promise<readonly SessionSummary[]> {
    const here = await this.#here();
    const titles = await maskedTexts(
      here.map(({ title = '' }) => title),
      this.#parts.services.redactor,
    );
    return here.map((heartbeat, at) => summaryOf(heartbeat, titles[at] ?? ''));
  }

  /** Yields hits session by session, most recently used session first. Skips and logs sessions that can't be read. */
  async *find(query: string, signal: AbortSignal): AsyncGenerator<SessionHits> {
    const words = wordsToFind(query);
    if (words.length === 0) return;
    const { redactor, logger } = this.#parts.services;
    const here = await this.#here();
    for (const heartbeat of here.toSorted((a, b) => b.at - a.at)) {
      if (signal.aborted) return;
      const { transcript, title = '' } = heartbeat;
      const messages = await messagesInTranscript(words, transcript, { redactor, logger, signal }).catch(
        (error: unknown) => {
          logger.warn(`a session of Claude Code could not be searched: ${messageOf(error)}`, error);
          return [];
        },
      );
      if (messages.length === 0) continue;
      const [shown = ''] = await maskedTexts([title], redactor);
      yield { session: summaryOf(heartbeat, shown), messages };
    }
  }

  /** Returns the sessions of this window's folders, without sessions whose transcript no longer exists. */
  async #here(): Promise<readonly Heartbeat[]> {
    if (!this.#home.isInstalled) return [];
    const open = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
    const real = await Promise.all(open.map((folder) => realpath(folder).catch(() => folder)));
    const here = (await this.#home.heartbeats()).filter(({ workspace }) =>
      [...open, ...real].some((folder) => isSameFolder(folder, workspace)),
    );
    const exist = await Promise.all(
      here.map(async ({ transcript }) => (await stat(transcript).catch(() => undefined)) !== undefined),
    );
    return here.filter((_, at) => exist[at]);
  }

  /** Opens a session. Throws an Error with one sentence if the plugin no longer lists the session. */
  async open(id: string): ReturnType<SessionsElsewhere['open']> {
    const heartbeat = await this.#home.heartbeat(id.slice(PREFIX.length));
    if (heartbeat === undefined)
      throw new Error('The plugin no longer lists this session of Claude Code. Choose another one.');
    const log = new SessionViewLog(heartbeat, { ...this.#parts.services, home: this.#home });
    const { clock } = this.#parts.services;
    const ask = async (command: PluginCommand): Promise<void> => {
      await log.wish(command, clock.now());
      sayNotDone('Claude Code does this with its next request');
    };
    const wishes: SessionWishes = {
      compact: (asked, strategy) => ask(compactCommand(asked, strategy)),
      turnBack: (kind) => ask({ kind }),
    };
    return { log, setup: viewSetup(log, this.#parts), wishes };
  }
}

function compactCommand(
  { instructions, budgetTokens, keepsHalf, wishes }: Asked,
  strategy: Strategy | undefined,
): CompactCommand {
  const { byMessage, range } = wishes ?? {};
  return {
    kind: 'compact',
    ...(strategy && { strategy: strategy.name }),
    ...(instructions !== undefined && { instructions }),
    ...(budgetTokens !== undefined && { budgetTokens }),
    ...(keepsHalf === true && { keepsHalf }),
    ...(byMessage && { byMessage: [...byMessage] }),
    ...(range && { range }),
  };
}

function summaryOf(heartbeat: Heartbeat, title: string): SessionSummary {
  const { at, messageCount = 0 } = heartbeat;
  return {
    id: viewIdOf(heartbeat),
    title: `Claude Code: ${title === '' ? 'untitled' : title}`,
    ...{ createdAt: at, lastUsedAt: at, messageCount, isOpen: false, logBytes: 0 },
  };
}

/**
 * Returns a setup that plans compactions as the plugin does: with default settings and without notes by a model. The
 * model of the setup only provides the context window. It can't answer.
 */
function viewSetup(log: SessionViewLog, parts: SetupParts): ConversationSetup {
  return (live) => ({
    ...setupWithoutModel(live, parts),
    model: () => modelOf(log),
    hostTokens: hostTokens(live, log),
  });
}

/**
 * Returns a function that returns how many tokens the newest request had in addition to its messages. These are the
 * tokens of Claude Code's own system text and tools, which no transcript contains.
 */
function hostTokens(live: LiveSession, log: SessionViewLog): () => number {
  let known: { readonly of: SessionViewLog['figures']; readonly tokens: number } | undefined;
  return () => {
    const { figures } = log;
    if (known?.of !== figures || known === undefined) {
      const used = figures?.usedTokens ?? 0;
      known = { of: figures, tokens: Math.max(0, used - live.account.ofContext(live.context)) };
    }
    return known.tokens;
  };
}

function modelOf({ figures }: SessionViewLog): ChatModel {
  return {
    profile: {
      ...{ id: 'Claude Code', supportsTools: true, encoding: 'o200k_base', maxOutputTokens: 0 },
      ...(figures && { window: figures.usableTokens }),
    },
    stream: () => {
      throw new Error('Only Claude Code can send messages in its sessions.');
    },
  };
}
