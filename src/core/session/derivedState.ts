import { countMessage, TokenAccount } from '../context/account.ts';
import type { Context } from '../context/context.ts';
import { countInPieces } from '../context/countInPieces.ts';
import { imageCountFor } from '../context/imageTokens.ts';
import { extractFacts, FACTS_VERSION, type MessageFacts } from '../context/facts.ts';
import { grownContext } from '../context/grownContext.ts';
import { projectSession, treatmentsOf, withoutReasoning, type Treatments } from '../context/project.ts';
import type { Entry, EntryId, MessageId } from '../log/entry.ts';
import { SecretNumbers } from '../log/secretNumbers.ts';
import { SessionFold, type Session, type SessionMessage } from '../log/session.ts';
import type { SessionLog, TokenCounter } from '../ports.ts';

export interface DerivedStatePorts {
  readonly log: Pick<SessionLog, 'facts' | 'setFacts' | 'setTokens'>;
  readonly counter: TokenCounter;
}

/** A single message's texts up to this many UTF-16 units are counted at once; larger ones, and many, in the worker. */
const COUNTED_AT_ONCE = 5_000;

/** All that is derived from a session's log: its fold, its context, its secrets, and of each message tokens and facts. */
export class DerivedState {
  readonly #ports: DerivedStatePorts;
  readonly #entries: Entry[] = [];
  readonly #tokens: Map<EntryId, number>;
  readonly #facts = new Map<MessageId, MessageFacts>();
  readonly #fold = new SessionFold();
  /** Undefined where it is to be projected as a whole. */
  #context: { readonly items: Context; readonly treatments: Treatments } | undefined;
  /** Messages that came since. */
  #newer = 0;
  #account: TokenAccount;
  readonly secrets = new SecretNumbers();

  /** `tokens` are counts that are known already. */
  constructor(
    ports: DerivedStatePorts,
    entries: readonly Entry[],
    tokens: ReadonlyMap<EntryId, number> = new Map<EntryId, number>(),
  ) {
    this.#ports = ports;
    this.#tokens = new Map(tokens);
    this.#account = this.#accountFor(undefined);
    for (const entry of entries) this.add(entry);
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

  get facts(): ReadonlyMap<MessageId, MessageFacts> {
    return this.#facts;
  }

  /** Takes in an entry that stands in the log, and returns its message as it is shown, where it is one. */
  add(entry: Entry): SessionMessage | undefined {
    this.#entries.push(entry);
    this.secrets.see(entry);
    if (entry.kind === 'model') this.#account = this.#accountFor(entry.model);
    const message = this.#fold.add(entry);
    if (message === undefined) this.#context = undefined;
    else this.#newer += 1;
    return message;
  }

  /** Counts what has no count, and takes the facts it has none of. */
  async complete(): Promise<void> {
    const { messages } = this.session;
    await this.count(messages.filter(({ id }) => !this.#tokens.has(id)));
    messages.forEach((message) => {
      this.takeFacts(message);
    });
  }

  /** Counts messages as they are sent, without their reasoning. */
  async count(messages: readonly SessionMessage[]): Promise<void> {
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

  /** Images count as the model that the session has now counts them. */
  #accountFor(model: string | undefined): TokenAccount {
    const count = countInPieces((text) => this.#ports.counter.countSmall(text));
    return new TokenAccount(count, this.#tokens, imageCountFor(model));
  }

  takeFacts(message: SessionMessage): void {
    const { log } = this.#ports;
    const cached = log.facts(message.id);
    const facts = isCurrent(cached) ? cached : extractFacts(message);
    this.#facts.set(message.id, facts);
    if (facts !== cached) log.setFacts(message.id, facts);
  }
}

function isCurrent(value: unknown): value is MessageFacts {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === FACTS_VERSION;
}
