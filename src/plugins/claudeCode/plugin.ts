import { stateFile, type Figures, type Heartbeat } from '../../adapters/claudeCode/homeFiles.ts';
import { personTextOf } from '../../core/log/message.ts';
import { liveCompactions, type SessionMessage } from '../../core/log/session.ts';
import { writeHeartbeat, findHome, wishesOf, type Home } from './home.ts';
import type { Io } from './io.ts';
import { messageOf } from '../../core/text/messageOf.ts';
import { titleOf } from '../../core/text/titleOf.ts';
import { recalled, type RecallInput } from './recallTool.ts';
import { readState, writeState } from '../../adapters/claudeCode/savedState.ts';
import { committed, plannedOrText, undoOrRedo } from './compactCommand.ts';
import * as say from './sentences.ts';
import { SessionThreads } from './sessionThreads.ts';
import type { Environment } from './environment.ts';
import type { SessionUsage } from './hostApi.ts';
import { forbiddenBy } from './toolRules.ts';

/** One Claude Code session in this process. */
interface OpenSession {
  readonly transcript: string;
  readonly sessionId: string;
  readonly threads: SessionThreads;
  /** Whether the saved state can't be read. Then it is not overwritten. */
  readonly isUnreadable: boolean;
  figures: Figures | undefined;
}

/** Handles all events of Claude Code. Handles requests and commands one after another. */
export class Plugin {
  readonly #options: { readonly strategy?: string };
  #open: OpenSession | undefined;
  /**
   * The usage of the context window, with `breakdown`. It is read again when the size of the context window changes.
   */
  #whole: SessionUsage['context'] | undefined;
  #hasFailed = false;
  #wasInstalled = false;
  /** The length of the largest request that the provider accepted, in characters. */
  #largest = 0;
  #working: Promise<unknown> = Promise.resolve();

  constructor(options: { readonly strategy?: string } = {}) {
    this.#options = options;
  }

  /**
   * Returns whether the plugin may change requests: the provider allows changes, and neither the plugin nor the
   * extension that installed it was removed.
   */
  async isOn(io: Io): Promise<boolean> {
    return (await this.#home(io)) !== 'gone' && !(await io.isOtherProvider());
  }

  /**
   * Writes the first heartbeat, from which the VS Code extension knows that the plugin is running. Does nothing if the
   * plugin is off. Returns whether the plugin is on.
   */
  async sendFirstHeartbeat(io: Io): Promise<boolean> {
    if (!(await this.isOn(io))) return false;
    await this.#writeHeartbeat(await this.#session(io), io);
    return true;
  }

  /**
   * Returns the body to send to the provider instead of `body`; undefined if `body` is sent unchanged. `agentId` is the
   * id of the subagent that sends the request.
   */
  project(body: string, io: Io, agentId?: string): Promise<string | undefined> {
    return this.#inTurn(async () => {
      if (!(await this.isOn(io))) return undefined;
      const open = await this.#session(io);
      const home = await this.#home(io);
      // Without the saved state, it is unknown which of the commands were already carried out.
      if (typeof home !== 'string' && !open.isUnreadable)
        open.threads.takeWishesFromVSCode(await wishesOf(home, open.sessionId, io));
      const env = await this.#env(io);
      const projected = await open.threads.project(body, env, agentId);
      if (projected === undefined) return undefined;
      const { made, isChanged, figures, refused } = projected;
      if (isChanged) await this.#save(open, io);
      for (const sentence of refused) io.tell(`Longthread: ${sentence}`);
      if (made?.event.tier === 'manual') io.tell(say.compactedText(made));
      if (projected.isSubagent) return projected.body;
      open.figures = figures;
      io.status(say.statusText(figures, false));
      await this.#writeHeartbeat(open, io);
      return projected.body;
    });
  }

  /** Remembers the length of a request that the provider accepted. */
  noteAccepted(sent: string): void {
    this.#largest = Math.max(this.#largest, sent.length);
  }

  /**
   * Returns the body of a refused request, compacted as much as possible. `body` is the request as Claude Code made it,
   * and `sent` is what was sent instead, which the provider refused. Returns undefined if nothing is left to compact,
   * if a subagent sent the request, or if the plugin is off. Also returns undefined if the provider has already
   * accepted a request that was as long as `sent` or longer. In this case, the length is not the reason for the
   * refusal.
   */
  projectSmaller(body: string, sent: string, io: Io, agentId?: string): Promise<string | undefined> {
    return this.#inTurn(async () => {
      if (sent.length <= this.#largest || !(await this.isOn(io))) return undefined;
      const open = await this.#session(io);
      const projected = await open.threads.projectSmaller(body, await this.#env(io), agentId);
      if (projected !== undefined) await this.#save(open, io);
      return projected;
    });
  }

  /**
   * Undoes the compaction that `projectSmaller` made. Called if the provider refused the smaller request, too: then the
   * length was not the reason for the refusal.
   */
  undoSmaller(io: Io): Promise<void> {
    return this.#inTurn(async () => {
      const open = await this.#session(io);
      open.threads.undo(await this.#env(io));
      await this.#save(open, io);
    });
  }

  /**
   * Runs `/compact`, `/compact undo` or `/compact redo`. Returns the text for the person; undefined if the plugin is
   * off. While the person is asked, requests are handled, e.g. those of subagents in the background.
   */
  async command(args: string, io: Io): Promise<string | undefined> {
    const instructions = args.trim();
    const word = instructions.toLowerCase();
    if (word === 'undo' || word === 'redo')
      return this.#change(io, ({ threads }, env) => undoOrRedo(word, threads, env));
    const planned = await this.#change(io, ({ threads }, env) => plannedOrText(instructions, threads, env));
    if (planned === undefined || typeof planned === 'string') return planned;
    const answer = await io.ask(say.compactionQuestion(planned.found.draft), [say.COMPACT, say.LEAVE]);
    if (answer !== undefined && answer !== say.COMPACT) return say.LEFT;
    return this.#change(io, ({ threads }, env) =>
      threads === planned.threads ? committed(planned, env) : say.LEFT,
    );
  }

  /**
   * Replaces an automatic compaction of Claude Code by a compaction of Longthread. Before the first request, there is
   * nothing to compact yet, so Longthread compacts when the first request comes. Returns the reason why Claude Code
   * skips its own compaction; undefined if Claude Code should run its own compaction.
   */
  compactInstead(io: Io): Promise<string | undefined> {
    return this.#change(io, async ({ threads }, env) => {
      if (threads.main === undefined) threads.keepTypedWish({ kind: 'compact' });
      else if ((await threads.compactForOverflow(env)) === undefined) return undefined;
      return say.PROJECTS;
    });
  }

  /** Returns the person's rule that a tool call violates; undefined if it violates none or the plugin is off. */
  async ruleAgainst(
    call: { readonly tool: string; readonly input: unknown },
    io: Io,
  ): Promise<string | undefined> {
    const session = this.#open?.threads.main?.session;
    if (session === undefined || !(await this.isOn(io))) return undefined;
    return forbiddenBy(call, session, await io.workspace());
  }

  recall(input: RecallInput, io: Io): Promise<string> {
    return recalled(input, this.#open?.threads.sessionOf(input.agentId), io);
  }

  report(): string {
    const session = this.#open?.threads.main?.session;
    return say.reportText(this.#open?.figures, session === undefined ? [] : liveCompactions(session));
  }

  /** Shows the token count of the newest request in the status line, as the provider reported it. */
  showMeasured(tokens: number | undefined, io: Io): void {
    const figures = this.#open?.figures;
    if (tokens === undefined || figures === undefined) return;
    io.status(say.statusText({ ...figures, usedTokens: tokens }, true));
  }

  /** Writes an error to Claude Code's debug log. Tells the person only about the first error. */
  reportFailure(error: unknown, io: Io): void {
    io.debug(`Longthread: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    if (!this.#hasFailed) io.tell(say.FAILED);
    this.#hasFailed = true;
  }

  /**
   * Waits for earlier requests and commands, changes the current session, and saves it. Returns undefined if the plugin
   * is off.
   */
  #change<T>(io: Io, work: (open: OpenSession, env: Environment) => T | Promise<T>): Promise<T | undefined> {
    return this.#inTurn(async () => {
      if (!(await this.isOn(io))) return undefined;
      const open = await this.#session(io);
      const done = await work(open, await this.#env(io));
      await this.#save(open, io);
      return done;
    });
  }

  /** Returns the current session. After `/clear` or a resume, this is another session than before. */
  async #session(io: Io): Promise<OpenSession> {
    const transcript = await io.transcript();
    if (this.#open?.transcript === transcript) return this.#open;
    const text = transcript === '' ? '' : await this.#savedText(stateFile(transcript), io);
    const threads = new SessionThreads(readState(text ?? ''));
    const isUnreadable = text === undefined;
    const open = { transcript, sessionId: await io.sessionId(), threads, isUnreadable, figures: undefined };
    if (isUnreadable) io.tell(say.UNREADABLE);
    this.#open = open;
    this.#whole = undefined;
    return open;
  }

  /** Returns a file's text, or an empty text if there is no such file. Returns undefined if it can't be read. */
  async #savedText(file: string, io: Io): Promise<string | undefined> {
    try {
      return (await io.readText(file)) ?? '';
    } catch (error) {
      io.debug(`Longthread could not read ${file}: ${messageOf(error)}`);
      return undefined;
    }
  }

  /**
   * Saves the state in a file beside the transcript. If saving fails (Claude Code writes at most 4 MiB), this process
   * still uses the state.
   */
  async #save({ transcript, threads, isUnreadable }: OpenSession, io: Io): Promise<void> {
    if (transcript === '' || isUnreadable) return;
    try {
      await io.write(stateFile(transcript), writeState(threads.state));
    } catch (error) {
      this.reportFailure(error, io);
    }
  }

  async #writeHeartbeat({ sessionId, transcript, figures, threads }: OpenSession, io: Io): Promise<void> {
    const home = await this.#home(io);
    if (typeof home === 'string') return;
    const [workspace, at] = [await io.workspace(), await io.now()];
    const { messages = [] } = threads.main?.session ?? {};
    const heartbeat = {
      sessionId,
      transcript,
      workspace,
      at,
      ...titleAndCountOf(messages),
      ...(figures && { figures }),
    };
    await writeHeartbeat(home, heartbeat, io);
  }

  async #env(io: Io): Promise<Environment> {
    const { window, tokens } = await io.usage(false);
    // The window changes if the person chooses another model.
    if (this.#whole?.window !== window) this.#whole = await io.usage(true);
    const { rawMaxTokens = window, autoCompactThreshold } = this.#whole.breakdown ?? {};
    const now = await io.now();
    return {
      window: {
        windowTokens: rawMaxTokens,
        ...(autoCompactThreshold !== undefined && { autoCompactTokens: autoCompactThreshold }),
        ...(tokens !== undefined && { reportedTokens: tokens }),
      },
      ...this.#options,
      now: () => now,
      pause: async () => void (await io.now()),
    };
  }

  /**
   * Returns the result of `findHome`. If an earlier call returned a `Home`, returns `gone` instead of `none`, since the
   * installation was removed meanwhile.
   */
  async #home(io: Io): Promise<Home | 'none' | 'gone'> {
    const home = await findHome(io);
    if (typeof home !== 'string') this.#wasInstalled = true;
    return home === 'none' && this.#wasInstalled ? 'gone' : home;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#working.then(work);
    this.#working = done.catch(() => undefined);
    return done;
  }
}

/** Returns the title and the number of messages for a heartbeat; an empty object before the first request. */
function titleAndCountOf(messages: readonly SessionMessage[]): Pick<Heartbeat, 'title' | 'messageCount'> {
  const first = messages.find(({ message }) => message.role === 'user');
  if (first === undefined) return {};
  return { title: titleOf(personTextOf(first.message)), messageCount: messages.length };
}
