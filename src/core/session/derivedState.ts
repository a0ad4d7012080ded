import { countMessage, TokenAccount } from '../context/account.ts';
import type { Context } from '../context/context.ts';
import { figuresOf } from '../context/contextFigures.ts';
import { countInPieces } from '../context/countInPieces.ts';
import { imageCountFor } from '../context/imageTokens.ts';
import { estimateTokens } from '../context/estimateTokens.ts';
import { factsOf, factsWork } from '../context/facts.ts';
import { projectInSteps, projectNext, withoutReasoning } from '../context/project.ts';
import { replaceText } from '../context/replaceText.ts';
import type { Entry, EntryId } from '../log/entry.ts';
import { lengthOf } from '../log/message.ts';
import { SecretNumbers } from '../log/secretNumbers.ts';
import { SessionFold, type Session, type SessionMessage } from '../log/session.ts';
import type { CancelSignal } from '../cancellation.ts';
import type { SessionLog, TokenCounter } from '../ports.ts';
import { prepareWords } from '../record/story.ts';
import { mapInSteps, type Steps } from '../steps.ts';
import { newestShortForm } from '../tools/shortForm.ts';

export interface DerivedStatePorts {
  readonly log: Pick<SessionLog, 'setTokens'>;
  readonly counter: TokenCounter;
}

/**
 * The maximum number of UTF-16 units of a text that is counted on the calling thread. Longer texts are counted in the
 * worker, and so are all texts if several messages are counted.
 */
const COUNTED_AT_ONCE = 5_000;
/** A batch for the worker ends when it has at least this many UTF-16 units. */
const BATCH_CHARACTERS = 500_000;

/** Everything derived from a session's log: the session, its context and secrets, and the tokens of each message. */
export class DerivedState {
  readonly #ports: DerivedStatePorts;
  readonly #entries: Entry[] = [];
  readonly #tokens: Map<EntryId, number>;
  readonly #fold = new SessionFold();
  /** The session whose context was made last. The next context is computed from this session's context. */
  #projected: Session | undefined;
  #account: TokenAccount;
  readonly secrets = new SecretNumbers();

  /** `tokens` holds the counts that are already known. */
  constructor(ports: DerivedStatePorts, tokens: ReadonlyMap<EntryId, number> = new Map<EntryId, number>()) {
    this.#ports = ports;
    this.#tokens = new Map(tokens);
    this.#account = this.#accountFor(undefined);
  }

  /** Adds the entries of a log in steps, and caches the facts of each message. */
  *addAll(entries: readonly Entry[]): Steps<void> {
    const take = (entry: Entry): void => {
      const message = this.add(entry);
      if (message !== undefined) factsOf(message.message);
    };
    const sizeOf = (entry: Entry): number =>
      entry.kind === 'message' ? lengthOf(entry.message) + factsWork(entry.message) : 0;
    yield* mapInSteps(entries, take, sizeOf);
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  get session(): Session {
    return this.#fold.session;
  }

  get context(): Context {
    const { session } = this;
    const context = projectNext(session, this.#projected);
    this.#projected = session;
    return context;
  }

  /** Computes the context and its figures in steps, and caches both for later reads. */
  *prepare(): Steps<void> {
    const { session } = this;
    const context = yield* projectInSteps(session, this.#projected);
    this.#projected = session;
    yield;
    figuresOf(context, this.#account);
  }

  get account(): TokenAccount {
    return this.#account;
  }

  /** Adds an entry of the log. If the entry is a message, returns the message with its secrets masked. */
  add(entry: Entry): SessionMessage | undefined {
    this.#entries.push(entry);
    this.secrets.add(entry);
    if (entry.kind === 'model') this.#account = this.#accountFor(entry.model);
    return this.#fold.add(entry);
  }

  /** The messages without a token count. */
  get uncounted(): readonly SessionMessage[] {
    return this.session.messages.filter(({ id }) => !this.#tokens.has(id));
  }

  /** Estimates the tokens of messages, in steps. `count` replaces the estimates later. */
  *estimate(messages: readonly SessionMessage[]): Steps<void> {
    const take = ({ id, message }: SessionMessage): void =>
      void this.#tokens.set(id, countMessage(withoutReasoning(message), estimateTokens));
    yield* mapInSteps(messages, take, ({ message }) => lengthOf(message));
  }

  /**
   * Counts the tokens of messages in batches. Counts a message's reasoning only if it is sent back to the provider.
   * Starts no batch after the signal fires.
   */
  async count(messages: readonly SessionMessage[], signal?: CancelSignal): Promise<void> {
    const isRecount = messages.some(({ id }) => this.#tokens.has(id));
    for (const batch of batchesOf(messages)) {
      if (signal?.aborted === true) return;
      await this.#countBatch(batch);
    }
    // An account caches its counts, so a changed count needs a new account.
    if (isRecount) this.#account = this.#accountFor(this.session.model?.model);
  }

  async #countBatch(messages: readonly SessionMessage[]): Promise<void> {
    const { counter, log } = this.#ports;
    const texts: string[] = [];
    for (const { message } of messages) {
      countMessage(withoutReasoning(message), (text) => {
        if (text.length > COUNTED_AT_ONCE || messages.length > 1) texts.push(text);
        return 0;
      });
    }
    const counts = texts.length === 0 ? [] : await counter.count(texts);
    const known = new Map(texts.map((text, index) => [text, counts[index] ?? 0]));
    for (const { id, message } of messages) {
      const count = (text: string): number => known.get(text) ?? counter.countSmall(text);
      const tokens = countMessage(withoutReasoning(message), count);
      this.#tokens.set(id, tokens);
      log.setTokens(id, tokens);
    }
  }

  /**
   * Prepares the newest message for later plans: counts its short form, and finds the passages of a message that is not
   * long. Caches the results.
   */
  prepareNewest(): void {
    const { messages } = this.session;
    const [newest, short] = [messages.at(-1), newestShortForm(messages)];
    if (newest === undefined) return;
    if (short !== undefined) this.#account.ofMessage(replaceText(newest.message, short));
    if (lengthOf(newest.message) <= COUNTED_AT_ONCE) prepareWords(newest, this.#account.ofLines);
  }

  /** Returns an account that counts images by the rules of the session's current model. */
  #accountFor(model: string | undefined): TokenAccount {
    const count = countInPieces((text) => this.#ports.counter.countSmall(text));
    return new TokenAccount(count, this.#tokens, imageCountFor(model));
  }
}

function* batchesOf(messages: readonly SessionMessage[]): Generator<readonly SessionMessage[]> {
  let batch: SessionMessage[] = [];
  let characters = 0;
  for (const each of messages) {
    batch.push(each);
    characters += lengthOf(each.message);
    if (characters < BATCH_CHARACTERS) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}
