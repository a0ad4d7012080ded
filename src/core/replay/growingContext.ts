import type { CompactionDraft } from '../compaction/plan/draft.ts';
import type { TokenAccount } from '../context/account.ts';
import type { Context, ContextItem } from '../context/context.ts';
import { itemsOf, projectSession, treatmentsOf } from '../context/project.ts';
import { keptOutText, type LargestResults } from '../context/keepOut.ts';
import type { CompactionEntry, MessageId, ReplacedMessage } from '../log/entry.ts';
import { EntryNumbers } from '../log/ids.ts';
import { personTextOf, toolCallsOf, type Message } from '../log/message.ts';
import { foldSession, type Session, type SessionMessage } from '../log/session.ts';

/** The sizes that decide how tool results are treated. */
export interface ResultSizes {
  /** The minimum number of tokens of a result that counts as large (`resultTokens`). */
  readonly least: number;
  /** The maximum sizes of results that enter the context in full. */
  readonly largest: LargestResults;
}

/**
 * The start of a group (a message, or a message with calls and their results): the indexes of the first item and of the
 * first message of the group, and the token count of all items before the group.
 */
interface GroupStart {
  readonly item: number;
  readonly message: number;
  readonly tokens: number;
}

/**
 * A session that only grows, and its context. After a new message, usually only the group of the message is projected
 * again. The whole context is projected again after a compaction, a system text, or a result whose call has no known
 * position.
 */
export class GrowingContext {
  readonly #account: TokenAccount;
  readonly #results: ResultSizes;
  #keptOut: Session['keptOut'] = new Map<MessageId, ReplacedMessage>();
  readonly #numbers = new EntryNumbers();
  readonly #messages: SessionMessage[] = [];
  #session: Session;
  /** The current items; undefined if a full projection is needed. */
  #items: ContextItem[] | undefined;
  /** The group that was projected last. */
  #newest: GroupStart = { item: 0, message: 0, tokens: 0 };
  /** The groups of calls without a result, by call id; undefined if the position of the group is no longer known. */
  readonly #waiting = new Map<string, GroupStart | undefined>();
  #tokens = 0;
  #resultTokens = 0;
  /** The number of items at the beginning that have not changed since the last call of `takeUnchanged`. */
  #changedFrom = 0;
  #turns = 0;
  /** The number of turns before the oldest message in the context. */
  #turnsBefore = 0;

  constructor(account: TokenAccount, results: ResultSizes) {
    this.#account = account;
    this.#results = results;
    this.#session = {
      ...foldSession([]),
      messages: this.#messages,
      allMessages: this.#messages,
    };
  }

  /** A copy of the session. Caches use the object as key, so a changed session must be a different object. */
  get session(): Session {
    return { ...this.#session };
  }

  get context(): Context {
    return this.#items ?? this.#projected();
  }

  get tokens(): number {
    if (this.#items === undefined) this.#projected();
    return this.#tokens;
  }

  /** The tokens of large tool results that a compaction has not shortened yet. */
  get resultTokens(): number {
    if (this.#items === undefined) this.#projected();
    return this.#resultTokens;
  }

  /** The number of the person's turns since the oldest message in the context. */
  get turns(): number {
    return this.#turns - this.#turnsBefore;
  }

  add(message: Message, at: number): MessageId {
    const { id } = this.#numbers.finish({ kind: 'message', message }, at);
    this.#messages.push({ id, at, message });
    if (personTextOf(message).trim() !== '') this.#turns += 1;
    this.#shortenLargeResult(id, message);
    this.#addToContext(message);
    return id;
  }

  commit(draft: CompactionDraft): void {
    const entry = this.#numbers.finish(draft, 0) as CompactionEntry;
    const compaction = { entry, state: 'live' as const, madeAfter: this.#messages.length };
    this.#session = { ...this.#session, compactions: [...this.#session.compactions, compaction] };
    const { folded } = treatmentsOf(this.session);
    const first = this.#messages.findIndex(({ id, message }) => message.role !== 'system' && !folded.has(id));
    this.#turnsBefore = this.#messages
      .slice(0, Math.max(0, first))
      .filter(({ message }) => personTextOf(message).trim() !== '').length;
    this.#items = undefined;
  }

  /** Returns how many items at the beginning have not changed since the last call. */
  takeUnchanged(): number {
    const items = this.context;
    const unchanged = this.#changedFrom;
    this.#changedFrom = items.length;
    return unchanged;
  }

  /** If a result is too large, puts an excerpt into the context. A live conversation does the same. */
  #shortenLargeResult(id: MessageId, message: Message): void {
    if (message.role !== 'tool') return;
    const text = keptOutText({ id, message }, this.#account, this.#results.largest);
    if (text === undefined) return;
    this.#keptOut = new Map([...this.#keptOut, [id, { id, as: 'excerpt', text }]]);
    this.#session = { ...this.#session, keptOut: this.#keptOut };
  }

  #addToContext(message: Message): void {
    const isAwaited = message.role === 'tool' && this.#waiting.has(message.callId);
    const group = message.role === 'tool' ? this.#waiting.get(message.callId) : undefined;
    if (message.role === 'tool') this.#waiting.delete(message.callId);
    if (message.role === 'system' || (isAwaited && group === undefined)) this.#items = undefined;
    const items = this.#items;
    if (items === undefined) {
      for (const { callId } of toolCallsOf(message)) this.#waiting.set(callId, undefined);
      return;
    }
    if (group !== undefined) this.#mergeLaterGroups(group);
    this.#newest = group ?? { item: items.length, message: this.#messages.length - 1, tokens: this.#tokens };
    for (const { callId } of toolCallsOf(message)) this.#waiting.set(callId, this.#newest);
    this.#projectNewest(items);
  }

  /**
   * Moves the waiting calls of later groups to this group. A late result makes this group longer, so the starts of
   * later groups are no longer valid. From now on, this group and all later groups are projected together.
   */
  #mergeLaterGroups(group: GroupStart): void {
    for (const [callId, other] of this.#waiting)
      if (other !== undefined && other.message > group.message) this.#waiting.set(callId, group);
  }

  /** Projects the messages from the start of the newest group to the end, and replaces the corresponding items. */
  #projectNewest(items: ContextItem[]): void {
    const { item, message, tokens } = this.#newest;
    const projected = itemsOf(this.#messages.slice(message), this.#session, {
      replaced: this.#keptOut,
      folded: new Map(),
    });
    this.#resultTokens += this.#resultsIn(projected) - this.#resultsIn(items.slice(item));
    items.length = item;
    items.push(...projected);
    this.#tokens = tokens + this.#account.ofContext(projected);
    this.#changedFrom = Math.min(this.#changedFrom, item);
  }

  /**
   * Projects the whole context. If the context contains only system text, does not store the items, since the next
   * message may still change the items at the beginning.
   */
  #projected(): Context {
    const context = projectSession(this.session);
    this.#tokens = this.#account.ofContext(context);
    this.#resultTokens = this.#resultsIn(context);
    this.#changedFrom = 0;
    for (const callId of this.#waiting.keys()) this.#waiting.set(callId, undefined);
    if (context.some(({ message }) => message.role !== 'system')) this.#items = [...context];
    return context;
  }

  /** Returns the token count of the large results in a context. Counts whole results and excerpts, but not stubs. */
  #resultsIn(context: Context): number {
    return context.reduce((sum, item) => {
      const isWhole = item.treatment === 'verbatim' || item.treatment === 'excerpt';
      const isResult = item.message.role === 'tool' && isWhole;
      const tokens = isResult ? this.#account.ofItem(item) : 0;
      return tokens >= this.#results.least ? sum + tokens : sum;
    }, 0);
  }
}
