import { countMessage, TokenAccount } from '../context/account.ts';
import type { Context } from '../context/context.ts';
import { countInPieces } from '../context/countInPieces.ts';
import { imageCountFor } from '../context/imageTokens.ts';
import { estimateTokens } from '../context/estimateTokens.ts';
import { factsOf, factsWork } from '../context/facts.ts';
import {
  projectSession,
  treatmentsOf,
  withoutReasoning,
  type Treatments,
  itemsOf,
} from '../context/project.ts';
import type { Entry, EntryId } from '../log/entry.ts';
import { lengthOf, toolCallsOf } from '../log/message.ts';
import { SecretNumbers } from '../log/secretNumbers.ts';
import { SessionFold, type Session, type SessionMessage } from '../log/session.ts';
import type { CancelSignal } from '../cancellation.ts';
import type { SessionLog, TokenCounter } from '../ports.ts';
import { mapInSteps, type Steps } from '../steps.ts';

export interface DerivedStatePorts {
  readonly log: Pick<SessionLog, 'setTokens'>;
  readonly counter: TokenCounter;
}

/**
 * The most UTF-16 units of a single message that are counted on this thread. Larger messages, and batches, are counted
 * in the worker.
 */
const COUNTED_AT_ONCE = 5_000;
/** The most UTF-16 units that are sent to the worker in one batch. */
const BATCH_CHARACTERS = 500_000;

/** Everything derived from a session's log: its fold, context and secrets, and the tokens of each message. */
export class DerivedState {
  readonly #ports: DerivedStatePorts;
  readonly #entries: Entry[] = [];
  readonly #tokens: Map<EntryId, number>;
  readonly #fold = new SessionFold();
  /** The context so far; undefined where a full projection is needed. */
  #context: { readonly items: Context; readonly treatments: Treatments } | undefined;
  /** The number of messages added since. */
  #newer = 0;
  #account: TokenAccount;
  readonly secrets = new SecretNumbers();

  /** `tokens` holds the counts that are already known. */
  constructor(ports: DerivedStatePorts, tokens: ReadonlyMap<EntryId, number> = new Map<EntryId, number>()) {
    this.#ports = ports;
    this.#tokens = new Map(tokens);
    this.#account = this.#accountFor(undefined);
  }

  /** Adds the entries of a log and reads each message's facts, in steps. */
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
    const known = this.#newer > 1 ? undefined : this.#context;
    if (known !== undefined && this.#newer === 0) return known.items;
    const grown = known && grownContext(known.items, session, known.treatments);
    const items = grown ?? projectSession(session);
    this.#context = { items, treatments: known?.treatments ?? treatmentsOf(session) };
    this.#newer = 0;
    return items;
  }

  get account(): TokenAccount {
    return this.#account;
  }

  /** Adds an entry of the log. Returns its message with secrets masked, if it is a message. */
  add(entry: Entry): SessionMessage | undefined {
    this.#entries.push(entry);
    this.secrets.see(entry);
    if (entry.kind === 'model') this.#account = this.#accountFor(entry.model);
    const message = this.#fold.add(entry);
    if (message === undefined) this.#context = undefined;
    else this.#newer += 1;
    return message;
  }

  /** Messages without a count. */
  get uncounted(): readonly SessionMessage[] {
    return this.session.messages.filter(({ id }) => !this.#tokens.has(id));
  }

  /** Estimates the tokens of messages, in steps, for use until they are counted. */
  *estimate(messages: readonly SessionMessage[]): Steps<void> {
    const take = ({ id, message }: SessionMessage): void =>
      void this.#tokens.set(id, countMessage(withoutReasoning(message), estimateTokens));
    yield* mapInSteps(messages, take, ({ message }) => lengthOf(message));
  }

  /** Counts messages as they are sent, without their reasoning, in batches. Stops once the signal fires. */
  async count(messages: readonly SessionMessage[], signal?: CancelSignal): Promise<void> {
    const isAnew = messages.some(({ id }) => this.#tokens.has(id));
    for (const batch of batchesOf(messages)) {
      if (signal?.aborted === true) return;
      await this.#countBatch(batch);
    }
    // An account caches its counts, so a changed count needs a new account.
    if (isAnew) this.#account = this.#accountFor(this.session.model?.model);
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

/**
 * Returns the context of a session that grew by one message. Reuses the previous context and projects only the newest
 * group. Returns undefined where the message can change more than that: system text, an answer to an older call, the
 * first message.
 */
function grownContext(before: Context, session: Session, treatments: Treatments): Context | undefined {
  const { messages } = session;
  const newest = messages.at(-1);
  const head = messages.findLastIndex(({ message }) => message.role !== 'tool');
  const first = messages[head];
  if (newest === undefined || first === undefined || first.message.role === 'system') return undefined;
  if (!before.some(({ message }) => message.role !== 'system')) return undefined;
  const group = messages.slice(head);
  const calls = new Set(toolCallsOf(first.message).map(({ callId }) => callId));
  const isOne = group.every(({ message }) => message.role !== 'tool' || calls.has(message.callId));
  if (!isOne) return undefined;
  const ids = new Set(group.map(({ id }) => id));
  const kept = before.findLastIndex(({ entries }) => entries.length !== 1 || !ids.has(entries[0] ?? ''));
  return [...before.slice(0, kept + 1), ...itemsOf(group, session, treatments)];
}
