import type { CompactionView, Wishes } from '../compactionView.ts';
import type { Steps } from '../../steps.ts';
import { BARE_RECORD, type Aim } from '../decide/aim.ts';
import type { PlanUnit } from '../units.ts';
import { replaceText, shortenedSystem } from '../../context/project.ts';
import type { EntryId, FoldedMessages, MessageId, ReplacedMessage } from '../../log/entry.ts';
import type { SystemMessage } from '../../log/message.ts';
import type { SessionMessage } from '../../log/session.ts';
import { byYielding } from './yielding.ts';

/** System text of another client that a transcript brought. */
export interface ImportedSystem {
  readonly id: MessageId;
  readonly message: SystemMessage;
  /** The tokens as it stands in the context now. */
  readonly tokens: number;
}

/** The input of a plan. */
export interface PlanRequest extends Pick<
  CompactionView,
  'session' | 'account' | 'strategy' | 'settings' | 'usableTokens' | 'overheadTokens' | 'oftenRecalled'
> {
  readonly aim: Aim;
  readonly wishes?: Wishes | undefined;
}

/** The state that a plan starts from. */
export interface PlanFrame {
  readonly request: PlanRequest;
  readonly units: readonly PlanUnit[];
  /** The tokens that no plan can change: system text and tool schemas. */
  readonly fixedTokens: number;
  /**
   * The to-do plan that the model keeps by a tool, not the plan of this compaction: the id of the message with its
   * call, and the tokens that it takes in the notes once the call is no longer in the context.
   */
  readonly plan?: { readonly id: MessageId; readonly tokens: number };
  /** The tokens of the record, which is the message with the notes, as it is now. */
  readonly recordTokens: number;
  /** The system texts of an imported session, which are shortened last; part of the fixed tokens until then. */
  readonly importedSystem?: readonly ImportedSystem[];
  /**
   * The person's newest message in an imported session. What a client put into it is shortened after all other text.
   */
  readonly importedRequest?: SessionMessage;
  readonly tokensOf: (id: MessageId) => number;
  readonly isFolded: (id: MessageId) => boolean;
  /** Returns whether the message has a stub or an excerpt already. */
  readonly isReplaced: (id: MessageId) => boolean;
}

type FoldAs = FoldedMessages['as'];

/**
 * The share of the tokens of folded messages by which the notes may grow; with a larger one it would hardly be a
 * compaction.
 */
const RECORD_PER_FOLDED = 0.25;
/**
 * The same share for messages that are folded into a stage's digest, under a strategy whose digests suffice: of them
 * the notes keep hardly more than rules and decisions.
 */
const RECORD_PER_DIGESTED = 0.05;

/** The plan while passes work on it: the treatments so far, and the tokens of the context with them. */
export class WorkingPlan {
  readonly units: readonly PlanUnit[];
  readonly replaced = new Map<MessageId, ReplacedMessage>();
  readonly folded = new Map<MessageId, FoldAs>();
  /** Folded messages that the person left out, so that no notes mention them. */
  readonly leftOut = new Set<MessageId>();
  readonly briefStages = new Set<EntryId>();
  readonly #frame: PlanFrame;
  readonly #tokens = new Map<MessageId, number>();
  #messageTokens = 0;
  /** Tokens by which the record may grow for the folded messages. */
  #recordGrowth = 0;
  /** The part of this growth that each folded unit has, by its first message. */
  readonly #growthFor = new Map<MessageId, number>();
  #rewritesRecord = false;
  #isRecordWhole = false;
  #isEdited = false;

  constructor(frame: PlanFrame) {
    this.#frame = frame;
    this.units = frame.units;
    for (const unit of frame.units) {
      for (const { id } of unit.messages) {
        const tokens = frame.isFolded(id) && !unit.isFixed ? this.#carried(id) : frame.tokensOf(id);
        this.#tokens.set(id, tokens);
        this.#messageTokens += tokens;
      }
    }
  }

  get frame(): PlanFrame {
    return this.#frame;
  }

  get request(): PlanRequest {
    return this.#frame.request;
  }

  /** Returns the tokens reserved for the record when it is rewritten; a strategy without notes needs few. */
  get recordReserve(): number {
    const { aim, strategy } = this.request;
    return strategy.hasNotes ? aim.record.reserve : Math.min(aim.record.reserve, BARE_RECORD);
  }

  /**
   * Returns the planned tokens of the record: the whole reserve where its room comes first or it is rewritten whole,
   * the present size where it is not rewritten; else the present size and the room for what is folded, up to the
   * reserve.
   */
  get plannedRecord(): number {
    const { recordTokens } = this.#frame;
    if (this.request.aim.record.isFirst === true || this.#isRecordWhole) return this.recordReserve;
    if (!this.#rewritesRecord) return recordTokens;
    const more = Math.ceil(this.#recordGrowth);
    return Math.min(this.recordReserve, Math.max(recordTokens, BARE_RECORD) + more);
  }

  /** Tokens of the whole context, were the plan carried out now. */
  get tokens(): number {
    return this.tokensBesideRecord + this.plannedRecord;
  }

  /** The tokens with the notes as they stand, before they cover what was folded. */
  get tokensWithOldRecord(): number {
    return this.tokensBesideRecord + this.#frame.recordTokens;
  }

  /** Tokens of everything but the record. */
  get tokensBesideRecord(): number {
    return this.#frame.fixedTokens + this.#messageTokens;
  }

  get isMet(): boolean {
    const { targetTokens } = this.request.aim;
    return targetTokens !== undefined && this.tokens <= targetTokens;
  }

  get treatedCount(): number {
    return this.replaced.size + this.folded.size;
  }

  /**
   * Whether the notes are written anew: something other than a confirmation was folded, the person edited them, or
   * `rewriteRecord` was called.
   */
  get rewritesRecord(): boolean {
    return this.#rewritesRecord;
  }

  /** Whether the person edited the notes, which is enough to write them anew. */
  get isEdited(): boolean {
    return this.#isEdited;
  }

  editRecord(): void {
    this.#isEdited = true;
    this.#rewritesRecord = true;
  }

  /** Has the notes rewritten with their whole reserve, even if nothing was folded. */
  rewriteRecord(): void {
    this.#rewritesRecord = true;
    this.#isRecordWhole = true;
  }

  tokensOf(unit: PlanUnit): number {
    return unit.messages.reduce((sum, { id }) => sum + (this.#tokens.get(id) ?? 0), 0);
  }

  tokensOfMessage(id: MessageId): number {
    return this.#tokens.get(id) ?? 0;
  }

  isFolded(unit: PlanUnit): boolean {
    const { id } = unit.group.head;
    return this.folded.has(id) || (this.#frame.isFolded(id) && !unit.isFixed);
  }

  /** Returns how many messages still stand in the context. */
  get standingMessages(): number {
    return this.units.reduce((sum, unit) => sum + (this.isFolded(unit) ? 0 : unit.messages.length), 0);
  }

  isReplaced(id: MessageId): boolean {
    return this.replaced.has(id) || this.#frame.isReplaced(id);
  }

  /**
   * Returns the units that are not folded, fixed or subject to a wish, oldest first. Leaves out recent units unless
   * `withRecent`, and those that the run may not touch unless `withIneligible` or `withRecent`.
   */
  open({ withRecent = false, withIneligible = false } = {}): readonly PlanUnit[] {
    return this.units.filter(
      (unit) =>
        !unit.isFixed &&
        unit.wish === undefined &&
        (withRecent || !unit.isRecent) &&
        (withRecent || withIneligible || unit.isEligible) &&
        !this.isFolded(unit),
    );
  }

  /**
   * Returns the units that may be folded at this tier, in the order of `YIELDING`, oldest first within a class. Recent
   * units are not among them.
   */
  yielding(): readonly PlanUnit[] {
    return byYielding(this.open(), this.request.aim.tier);
  }

  /** Returns the tokens that a replacement saves; negative where the new text is longer. */
  savingOf(message: SessionMessage, treatment: ReplacedMessage): number {
    return this.tokensOfMessage(message.id) - this.#replacedTokens(message, treatment);
  }

  replace(message: SessionMessage, treatment: ReplacedMessage): void {
    this.#set(message.id, this.#replacedTokens(message, treatment));
    this.replaced.set(message.id, treatment);
  }

  replaceSystem({ id, message, tokens }: ImportedSystem, treatment: ReplacedMessage): void {
    const shorter = this.request.account.ofMessage(shortenedSystem(message, treatment));
    if (shorter >= tokens) return;
    this.#messageTokens += shorter - tokens;
    this.replaced.set(id, treatment);
  }

  fold(unit: PlanUnit, as: FoldAs): void {
    const isDigested = as === 'digest' && this.request.strategy.digestsSuffice === true;
    const growth = this.tokensOf(unit) * (isDigested ? RECORD_PER_DIGESTED : RECORD_PER_FOLDED);
    this.#growthFor.set(unit.group.head.id, growth);
    this.#recordGrowth += growth;
    this.#takeOut(unit, as);
    if (unit.class !== 'chitchat') this.#rewritesRecord = true;
  }

  /**
   * Puts a unit that this plan folded back whole, and takes back the room that its folding gave the notes. They are
   * still written anew.
   */
  unfold(unit: PlanUnit): void {
    this.#recordGrowth -= this.#growthFor.get(unit.group.head.id) ?? 0;
    this.#growthFor.delete(unit.group.head.id);
    for (const { id } of unit.messages) {
      this.folded.delete(id);
      this.restore(id);
    }
  }

  /** Restores a message as it stood before this plan. */
  restore(id: MessageId): void {
    this.replaced.delete(id);
    this.#set(id, this.#frame.tokensOf(id));
  }

  leaveOut(unit: PlanUnit): void {
    this.#takeOut(unit, 'evicted');
    for (const { id } of unit.messages) this.leftOut.add(id);
  }

  #takeOut(unit: PlanUnit, as: FoldAs): void {
    for (const { id } of unit.messages) {
      this.#set(id, this.#carried(id));
      this.folded.set(id, as);
      this.replaced.delete(id);
    }
  }

  #replacedTokens(message: SessionMessage, treatment: ReplacedMessage): number {
    const carried = treatment.arguments === undefined ? 0 : this.#carried(message.id);
    return this.request.account.ofMessage(replaceText(message.message, treatment)) + carried;
  }

  /**
   * Returns the tokens that the model's to-do plan takes in the notes in place of its call; 0 for any other message.
   */
  #carried(id: MessageId): number {
    const { plan } = this.#frame;
    return plan?.id === id ? plan.tokens : 0;
  }

  #set(id: MessageId, tokens: number): void {
    this.#messageTokens += tokens - (this.#tokens.get(id) ?? 0);
    this.#tokens.set(id, tokens);
  }
}

/**
 * One way to make a plan smaller. Most passes treat whole groups from the oldest on and stop at the plan's target;
 * those for results of tools treat single messages, and `chitchat`, `supersededReads`, `toolResults` and `foldTurns` do
 * not look at the target. A pass that reads texts runs in steps.
 */
export type Pass = (plan: WorkingPlan) => Steps<void> | void;
