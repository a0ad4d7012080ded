import { Cancellation, type CancelSignal } from '../cancellation.ts';
import { Compactor } from '../compaction/commit/compactor.ts';
import type { CompactorView } from '../compaction/commit/compactorPorts.ts';
import { oversizedSentence, oversizedWork } from '../compaction/decide/oversizedWork.ts';
import type { MessageId } from '../log/entry.ts';
import { personTextOf, type AssistantMessage, type Usage, type UserPart } from '../log/message.ts';
import type { ConversationPorts } from './conversationPorts.ts';
import {
  askWithRetries,
  runTurn,
  type AskPorts,
  type PreparedRequest,
  type Refusal,
  type TurnEvent,
} from './agentLoop.ts';
import { notifyListeners } from '../session/notifyListeners.ts';
import { appendSaid, closeQuestion } from './appendSaid.ts';
import { isCompactionAsked } from './askedCompaction.ts';
import { IdleSession } from './idleSession.ts';
import { compactorViewOf, NextRequest, NO_MODEL } from './nextRequest.ts';
import { recordChanges } from './recordChanges.ts';
import { SessionBudget } from './sessionBudget.ts';
import { WaitingMessages, type WaitingMessage, type WaitsFor } from './waitingMessages.ts';

/** The time (two frames) in which the views can paint new messages before planning blocks the event loop. */
const SHOWN_FIRST_MS = 32;

/** Events for a view. Entries are reported by the live session. */
export type ConversationEvent =
  | Exclude<TurnEvent, { readonly type: 'said' | 'answered' }>
  /** A notice for the person, which stops nothing. */
  | { readonly type: 'noticed'; readonly sentence: string }
  /** A turn began or ended, or a waiting message was added or appended to the log. */
  | { readonly type: 'busy' }
  | { readonly type: 'gauge' }
  /** The model wrote more of the summary that follows a compaction. */
  | { readonly type: 'writing' };

/**
 * A conversation over one open session. Sends messages, stops answers, rewinds, and calls the compactor at the right
 * moments. The log stores the messages and how the context treats them.
 */
export class Conversation {
  readonly compactor: Compactor;
  readonly waiting = new WaitingMessages();
  readonly request: NextRequest;
  readonly budget: SessionBudget;
  readonly #ports: ConversationPorts;
  readonly #idle: IdleSession;
  readonly #listeners = new Set<(event: ConversationEvent) => void>();
  #turn: Cancellation | undefined;
  #isClosing = false;
  #isOversized = false;
  #running: Promise<void> = Promise.resolve();

  constructor(ports: ConversationPorts) {
    this.#ports = ports;
    this.request = new NextRequest(ports);
    this.budget = new SessionBudget(ports);
    this.compactor = new Compactor({
      view: () => this.#compactorView(),
      append: (draft) => ports.live.append(draft),
      masked: (text) => ports.live.masked(text),
      summarizer: () => ports.summarizer(),
      saveMemories: (memories) => ports.saveMemories(memories),
      ...{ clock: ports.clock, pause: ports.pause },
      countdown: ports.countsDown === true ? (ms, signal) => ports.sleep(ms, signal) : undefined,
      log: ports.logger,
      onChange: this.gaugeChanged,
      onWriting: () => this.#tell({ type: 'writing' }),
    });
    this.#idle = new IdleSession(ports, this.compactor, this.request);
  }

  get isBusy(): boolean {
    return this.#turn !== undefined;
  }

  onEvent(listener: (event: ConversationEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Makes each view read the gauge again, after a change outside the log. */
  readonly gaugeChanged = (): void => this.#tell({ type: 'gauge' });

  /** Resolves when the running turn, and the turns for waiting messages that follow it, have ended. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** Appends a message and starts the model's answer. During a turn, the message waits for the event in `waitsFor`. */
  async send(parts: readonly UserPart[], waitsFor: WaitsFor = 'turnEnd'): Promise<void> {
    if (this.#turn !== undefined) {
      this.waiting.add(parts, waitsFor);
      this.#tell({ type: 'busy' });
      return;
    }
    const turn = this.#begin();
    const logged = this.#appendMessage(parts);
    // Stopping, editing and closing wait for this promise, so it is set before the message is in the log.
    this.#running = logged.then(
      () => this.#answer(turn),
      () => this.#end(turn),
    );
    await logged;
  }

  /** Lets the model answer the last message again, after an error, a stopped answer, or a used-up budget. */
  retry(): void {
    this.budget.goOn();
    if (this.#turn === undefined) this.#running = this.#answer(this.#begin());
  }

  /**
   * Rewinds to the state before a message. Sends another text with the images and files of the message. Waiting
   * messages keep waiting. Rejects if an earlier rewind has removed the message. There must be at most one rewind to
   * each message, because views find the file changes of a rewind by the message's id.
   */
  async edit(id: MessageId, text: string): Promise<void> {
    this.#turn?.cancel();
    await this.#running;
    const { live } = this.#ports;
    const message = live.session.messages.find((each) => each.id === id)?.message;
    if (message === undefined) throw new Error('This message is no longer in the thread.');
    const companions = message.role === 'user' ? message.parts.filter((part) => part.type !== 'text') : [];
    await live.append({ kind: 'rewind', before: id });
    await this.send([...companions, { type: 'text', text }]);
  }

  /** Stops the answer; its partial text stays. Returns the waiting messages, unsent. */
  async stop(): Promise<readonly WaitingMessage[]> {
    const unsent = this.waiting.takeBack();
    this.#turn?.cancel();
    await this.#running;
    return unsent;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#idle.end();
    this.#turn?.cancel();
    await this.#running;
    await this.compactor.close();
  }

  #compactorView(): CompactorView {
    return compactorViewOf(this.#ports, this.request);
  }

  async #appendMessage(parts: readonly UserPart[]): Promise<void> {
    const { live } = this.#ports;
    await recordChanges(live, await this.#ports.systemText(), this.#ports.model()?.profile);
    const companions = await this.#ports.companions(personTextOf({ role: 'user', parts }));
    await closeQuestion(live);
    await live.append({ kind: 'message', message: { role: 'user', parts: [...companions, ...parts] } });
  }

  #begin(): Cancellation {
    this.#idle.end();
    this.#turn = new Cancellation();
    this.#tell({ type: 'busy' });
    return this.#turn;
  }

  #end(turn: Cancellation): void {
    if (this.#turn === turn) this.#turn = undefined;
    this.#tell({ type: 'busy' });
  }

  async #answer(turn: Cancellation, queued?: WaitingMessage): Promise<void> {
    let isAnswered = false;
    const { length: begin } = this.#ports.live.session.allMessages;
    try {
      await this.#appendWaiting(queued);
      for await (const event of this.#turnEvents(turn.signal)) {
        await this.#follow(event);
        isAnswered = event.type === 'ended' && event.end.kind === 'answered';
      }
    } catch (error) {
      this.#tell({ type: 'ended', end: this.#notWritten(error) });
    }
    if (isAnswered && isCompactionAsked(this.#ports.live.session, begin))
      await this.compactor.check('threshold', true).catch(this.#notCompacted);
    this.#end(turn);
    if (!isAnswered || this.#isClosing) return;
    if (this.waiting.first) await this.#answer(this.#begin(), this.waiting.first);
    else void this.#idle.begin(this.gaugeChanged);
  }

  readonly #notCompacted = (error: unknown): void =>
    this.#tell({ type: 'noticed', sentence: this.#notWritten(error).sentence });

  async #appendWaiting(message: WaitingMessage | undefined): Promise<void> {
    if (message === undefined) return;
    await this.waiting.appendToLog(message, (parts) => this.#appendMessage(parts));
    this.#tell({ type: 'busy' });
  }

  /** Appends waiting messages that steer the running turn, before its next request. Returns whether there were any. */
  async #appendSteering(): Promise<boolean> {
    const hasSteering = this.waiting.steering !== undefined;
    while (this.waiting.steering !== undefined) await this.#appendWaiting(this.waiting.steering);
    return hasSteering;
  }

  /** Asks the model for one answer, with retries, for a host's agent that runs the tools. `keep` appends the answer. */
  ask(signal: CancelSignal): ReturnType<typeof askWithRetries> {
    return askWithRetries(this.#askPorts(signal), signal);
  }

  /** Appends an answer, and checks whether a compaction is due. */
  async keep(message: AssistantMessage): Promise<void> {
    await this.#follow({ type: 'said', message });
    await this.#follow({ type: 'answered', usage: message.usage });
  }

  #turnEvents(signal: CancelSignal): AsyncIterable<TurnEvent> {
    const ports = {
      ...this.#askPorts(signal),
      tools: this.#ports.tools(),
      secrets: this.#ports.live.secrets,
      appendSteering: () => this.#appendSteering(),
      compactions: () => this.#ports.live.session.compactions.length,
    };
    return runTurn(ports, signal, this.#ports.maxSteps());
  }

  #askPorts(signal: CancelSignal): AskPorts {
    return {
      sleep: (ms, stopped) => this.#ports.sleep(ms, stopped),
      newCallId: () => this.#ports.newCallId(),
      prepareRequest: () => this.#prepareRequest(signal),
      compact: async () => (await this.compactor.check('overflow')).run,
    };
  }

  async #follow(event: TurnEvent): Promise<void> {
    switch (event.type) {
      case 'said':
        return appendSaid(this.#ports, this.request, event.message);
      case 'answered':
        return this.#afterAnswer(event.usage);
      default:
        this.#tell(event);
    }
  }

  #notWritten(error: unknown): Refusal {
    const sentence = error instanceof Error ? error.message : 'The session could not be written.';
    this.#ports.logger.error(error instanceof Error ? sentence : String(error), error);
    return { kind: 'refused', reason: 'notWritten', sentence };
  }

  async #afterAnswer(usage: Usage | undefined): Promise<void> {
    const sentences = [
      usage && this.request.overflowWarning(usage),
      this.budget.takeWarning(),
      this.#oversizedWarning(),
    ];
    for (const sentence of sentences) {
      if (sentence === undefined) continue;
      this.#ports.logger.warn(sentence);
      this.#tell({ type: 'noticed', sentence });
    }
    this.gaugeChanged();
    await this.compactor.check();
  }

  /** Returns the warning that the work does not fit the window, but only once until the work fits again. */
  #oversizedWarning(): string | undefined {
    const view = this.#compactorView();
    const work = oversizedWork(view);
    const isNews = work !== undefined && !this.#isOversized;
    this.#isOversized = work !== undefined;
    return isNews ? oversizedSentence(work, view.shown) : undefined;
  }

  /** Compacts the context if that is due. Returns the next request, or a refusal that says why there is none. */
  async #prepareRequest(signal: CancelSignal): Promise<PreparedRequest> {
    if (this.#ports.model() === undefined) return NO_MODEL;
    const sentence = this.budget.refusal;
    if (sentence !== undefined) return { kind: 'refused', reason: 'overBudget', sentence };
    await this.#appendSteering();
    if (this.compactor.wouldRun().run) await this.#ports.sleep(SHOWN_FIRST_MS, signal);
    await this.compactor.check();
    if (!this.request.fits) await this.compactor.check('overflow');
    // The person may have chosen another model meanwhile. `take` checks the window of the present model.
    const model = this.#ports.model();
    if (model === undefined) return NO_MODEL;
    const prepared = this.request.take(model);
    if (prepared.kind === 'ready') this.compactor.requestSent();
    return prepared;
  }

  #tell(event: ConversationEvent): void {
    notifyListeners(this.#listeners, this.#ports.logger, event);
  }
}
