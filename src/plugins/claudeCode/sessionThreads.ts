import type { CompactionView, Goal } from '../../core/compaction/compactionView.ts';
import {
  isObject,
  parseJson,
  stringOf,
  objectsOf,
  type JsonObject,
} from '../../adapters/transcripts/json.ts';
import type { Figures } from '../../adapters/claudeCode/homeFiles.ts';
import type { HostHistory } from '../../core/agent/hostHistory.ts';
import { compactInSteps, type Compaction, type Skip } from '../../core/compaction/plan/compact.ts';
import { withPauses } from '../../core/steps.ts';
import { restFrom, restsThrough } from '../../core/compaction/decide/rest.ts';
import { DEFAULT_SETTINGS } from '../../core/compaction/settings.ts';
import { isStrategyName, STRATEGIES } from '../../core/compaction/strategies.ts';
import { factsOf } from '../../core/context/facts.ts';
import { projectSession } from '../../core/context/project.ts';
import type { CompactionEntry, Entry } from '../../core/log/entry.ts';
import { liveCompactions, undoScope, type Session, type SessionMessage } from '../../core/log/session.ts';
import { countRequest, Counting } from './countRequest.ts';
import { isFromSubagent, type ApiMessage } from './requestFormat.ts';
import type { SavedState } from '../../adapters/claudeCode/savedState.ts';
import type { NumberedCommand, PluginCommand } from '../../adapters/claudeCode/wishes.ts';
import { usableOf, type Environment } from './environment.ts';
import { SavedThreads } from './savedThreads.ts';
import { followMain, savedOf, type Thread } from './thread.ts';
import { goalOf, WaitingWishes } from './waitingWishes.ts';

/** The compaction that a wish caused, or the reason why the wish was not carried out. */
interface WishResult {
  readonly entry?: CompactionEntry | undefined;
  readonly refused?: string;
}

/** The effect of all waiting wishes and of an automatic compaction. */
interface Outcome {
  /** The last compaction, if there was any. */
  readonly made?: CompactionEntry;
  /** One sentence for each wish that was not carried out, except for an undo or redo that had no effect. */
  readonly refused: readonly string[];
  /** Whether the state that is saved beside the transcript changed. */
  readonly isChanged: boolean;
}

export interface ProjectedRequest extends Outcome {
  /** Absent if the request is sent unchanged. */
  readonly body?: string;
  readonly figures: Figures;
  readonly isSubagent: boolean;
}

const GONE =
  'your choice in VS Code was not applied, because Claude Code does not send one of the chosen messages.';
const MOST_THREADS = 12;
/** The number of characters to read before a pause, in which Claude Code can do other work. */
const PAUSE_CHARACTERS = 400_000;
/** The number of steps between two pauses while a compaction is planned. A step takes some milliseconds. */
const PAUSE_STEPS = 5;

/** The conversations of one Claude Code session. Handles one request at a time. */
export class SessionThreads {
  readonly #saved: SavedThreads;
  readonly #threads: Thread[] = [];
  readonly #wishes: WaitingWishes;
  readonly #counting = new Counting();
  #main: Thread | undefined;

  constructor(saved: SavedState | undefined) {
    this.#saved = new SavedThreads(saved);
    this.#wishes = new WaitingWishes(saved);
  }

  get state(): SavedState {
    const threads = this.#threads.flatMap((thread) => {
      // A fork that has only copied entries is not saved: it gets them from the main conversation again.
      const isCopied = (entry: Entry): boolean =>
        thread.inherited.includes(entry) || entry.kind === 'exclude' || entry.kind === 'pin';
      const isCopy = thread.isSubagent && thread.history.saved?.entries.every(isCopied);
      return isCopy === true ? [] : (savedOf(thread) ?? []);
    });
    return { threads: [...this.#saved.all, ...threads], ...this.#wishes.state };
  }

  /** Returns the session's main conversation; undefined before its first request. */
  get main(): HostHistory<ApiMessage> | undefined {
    return this.#main?.history;
  }

  /** Returns the newest session of a subagent or, without `agentId`, the session of the main conversation. */
  sessionOf(agentId: string | undefined): Session | undefined {
    const own = this.#threads.findLast((thread) => thread.agentId === agentId);
    return (agentId === undefined ? this.#main : own)?.history.session;
  }

  /**
   * Adds a request's new messages to its conversation, carries out waiting wishes and a due compaction, and returns the
   * request to send. Returns undefined for a request without tools or messages, such as a request for a title.
   */
  async project(text: string, env: Environment, agentId?: string): Promise<ProjectedRequest | undefined> {
    const body = parseJson(text);
    if (!isObject(body) || objectsOf(body, 'tools').length === 0) return undefined;
    const messages = objectsOf(body, 'messages') as readonly ApiMessage[];
    if (messages.length === 0) return undefined;
    const thread = this.#threadOf(body, messages, agentId);
    const isCut = await this.#take(thread, messages, env);
    thread.body = body;
    if (thread.isSubagent && this.#main !== undefined) followMain(thread, this.#main, env.now());
    if (!thread.isSubagent) {
      this.#main = thread;
      this.#counting.learn(thread.sentTokens, env.window.reportedTokens);
    }
    const outcome = await this.#carryOutWaiting(thread, env);
    await env.pause();
    const sent = thread.history.project();
    thread.sentTokens = countRequest(body, sent);
    const isSame = sent.every((message, at) => message === messages[at]) && sent.length === messages.length;
    return {
      ...(isSame ? {} : { body: JSON.stringify({ ...body, messages: sent }) }),
      ...outcome,
      isChanged: outcome.isChanged || isCut,
      isSubagent: thread.isSubagent,
      figures: {
        usedTokens: this.#counting.corrected(thread.sentTokens),
        usableTokens: usableOf(env.window),
        wholeTokens: this.#counting.corrected(isSame ? thread.sentTokens : countRequest(body, messages)),
      },
    };
  }

  /** Returns the result that a compaction of the main conversation would have; undefined before its first request. */
  async preview(env: Environment, instructions?: string): Promise<Compaction | Skip | undefined> {
    const goal = { by: 'person', withoutModel: true, ...(instructions && { instructions }) } as const;
    return this.#main && this.#planned(this.#main, goal, env);
  }

  /** Commits the result of `preview`. */
  commit({ draft }: Compaction, env: Environment): void {
    if (this.#main === undefined) return;
    this.#main.rest = undefined;
    this.#main.history.append(draft, env.now());
  }

  /**
   * Runs a compaction of the main conversation at the emergency tier. Called if a request is or would be too long.
   * Returns undefined if nothing can be compacted.
   */
  async compactForOverflow(env: Environment): Promise<CompactionEntry | undefined> {
    return this.#main && this.#run(this.#main, { by: 'automatic', reason: 'overflow' }, env);
  }

  /** Compacts a refused request. Returns undefined if a subagent sent the request or nothing can be compacted. */
  async projectSmaller(text: string, env: Environment, agentId?: string): Promise<string | undefined> {
    if ((await this.project(text, env, agentId))?.isSubagent !== false) return undefined;
    return (await this.compactForOverflow(env)) && (await this.project(text, env, agentId))?.body;
  }

  /** Keeps a wish from Claude Code for the next request of the main conversation. A newer wish replaces it. */
  keepTypedWish(wish: PluginCommand): void {
    this.#wishes.addTyped(wish);
  }

  /** Takes the person's wishes from VS Code for the main conversation. Ignores wishes that were already carried out. */
  takeWishesFromVSCode(wishes: readonly NumberedCommand[]): void {
    this.#wishes.setFromVSCode(wishes);
  }

  /** Undoes the newest compaction and delays the next automatic compaction. Returns false if none can be undone. */
  undo(env: Environment): boolean {
    const thread = this.#main;
    const newest = thread && liveCompactions(thread.history.session).at(-1);
    if (thread === undefined || newest === undefined) return false;
    const { history } = thread;
    history.append({ kind: 'undo', compactions: undoScope(history.session, newest.id) }, env.now());
    thread.rest = restFrom(this.#view(thread, env));
    return true;
  }

  redo(env: Environment): boolean {
    const thread = this.#main;
    const compactions = thread?.history.session.redoable ?? [];
    if (thread === undefined || compactions.length === 0) return false;
    thread.history.append({ kind: 'redo', compactions }, env.now());
    thread.rest = undefined;
    return true;
  }

  #threadOf(body: JsonObject, messages: readonly ApiMessage[], agentId: string | undefined): Thread {
    const isSubagent = isFromSubagent(body);
    const [known] = this.#threads
      .filter((thread) => thread.agentId === agentId && thread.isSubagent === isSubagent)
      .map((thread) => ({ thread, prefix: thread.history.prefixOf(messages) ?? 0 }))
      .filter(({ prefix }) => prefix > 0)
      .toSorted((a, b) => b.prefix - a.prefix);
    if (known !== undefined) return known.thread;
    const start = isSubagent
      ? this.#saved.startOfSubagent(messages, this.#main)
      : this.#saved.startOfMain(messages);
    const thread: Thread = { isSubagent, agentId, ...start, sentTokens: 0, body };
    this.#threads.push(thread);
    const oldest = this.#threads.findIndex((each) => each !== this.#main);
    if (this.#threads.length > MOST_THREADS) this.#threads.splice(oldest, 1);
    return thread;
  }

  /** Adds a request's new messages to its conversation. Returns whether the person went back to an earlier message. */
  async #take(thread: Thread, messages: readonly ApiMessage[], env: Environment): Promise<boolean> {
    const { added, isCut } = thread.history.take(messages, env.now());
    let read = 0;
    for (const message of added) {
      factsOf(message.message);
      read += sizeOf(message);
      if (read < PAUSE_CHARACTERS) continue;
      read = 0;
      await env.pause();
    }
    return isCut;
  }

  /**
   * Carries out the waiting wishes. Also compacts if a compaction is due and no wish asked to compact, undo or redo.
   */
  async #carryOutWaiting(thread: Thread, env: Environment): Promise<Outcome> {
    const wishes = thread.isSubagent ? [] : this.#wishes.takeAll(() => thread.history.known);
    const done: WishResult[] = [];
    for (const wish of wishes) done.push(await this.#carryOut(wish, thread, env));
    if (wishes.every((wish) => wish === 'gone' || wish.kind === 'entry')) {
      const rests = thread.rest && restsThrough(thread.rest, this.#view(thread, env));
      const held = rests === undefined ? {} : { restsThrough: rests };
      const goal = { by: 'automatic', reason: 'threshold', ...held } as const;
      done.push({ entry: await this.#run(thread, goal, env) });
    }
    const made = done.findLast(({ entry }) => entry)?.entry;
    return {
      ...(made && { made }),
      isChanged: wishes.length > 0 || made !== undefined,
      refused: done.flatMap(({ refused = [] }) => refused),
    };
  }

  async #carryOut(wish: PluginCommand | 'gone', thread: Thread, env: Environment): Promise<WishResult> {
    if (wish === 'gone') return { refused: GONE };
    if (wish.kind === 'undo') this.undo(env);
    if (wish.kind === 'redo') this.redo(env);
    if (wish.kind === 'entry') {
      const { v: _v, id: _id, at: _at, ...draft } = wish.entry;
      thread.history.append(draft, env.now());
    }
    if (wish.kind !== 'compact') return {};
    thread.rest = undefined;
    const strategy = wish.strategy === undefined ? {} : { strategy: wish.strategy };
    const found = await this.#planned(thread, goalOf(wish), { ...env, ...strategy });
    if (!found.run) return { refused: found.sentence };
    return { entry: thread.history.append(found.draft, env.now()) as CompactionEntry };
  }

  async #run(thread: Thread, goal: Goal, env: Environment): Promise<CompactionEntry | undefined> {
    const found = await this.#planned(thread, goal, env);
    return found.run ? (thread.history.append(found.draft, env.now()) as CompactionEntry) : undefined;
  }

  /** Plans a compaction with pauses. Claude Code ends a plugin that does not respond for five seconds. */
  #planned(thread: Thread, goal: Goal, env: Environment): Promise<Compaction | Skip> {
    let taken = 0;
    return withPauses(compactInSteps(this.#view(thread, env), goal), () => {
      taken += 1;
      return taken % PAUSE_STEPS === 0 ? env.pause() : undefined;
    });
  }

  #view({ history, body }: Thread, { window, strategy = '' }: Environment): CompactionView {
    const { session } = history;
    const account = this.#counting.account(stringOf(body, 'model'));
    const usedTokens = this.#counting.corrected(countRequest(body, history.project()));
    return {
      session,
      account,
      settings: DEFAULT_SETTINGS,
      strategy: STRATEGIES[isStrategyName(strategy) ? strategy : 'hybrid'],
      usableTokens: usableOf(window),
      usedTokens,
      overheadTokens: Math.max(0, usedTokens - account.ofContext(projectSession(session))),
      canRecall: true,
    };
  }
}

function sizeOf({ message }: SessionMessage): number {
  return message.parts.reduce((sum, part) => sum + ('text' in part ? part.text.length : 200), 0);
}
