import type { CompactionView } from '../compactionView.ts';
import type { Steps } from '../../steps.ts';
import { BARE_RECORD, type Aim } from '../decide/aim.ts';
import type { PlanUnit } from '../units.ts';
import { shortenedSystem } from '../../context/project.ts';
import { replaceText } from '../../context/replaceText.ts';
import type { EntryId, FoldedMessages, MessageId, ReplacedMessage } from '../../log/entry.ts';
import type { SystemMessage } from '../../log/message.ts';
import type { SessionMessage } from '../../log/session.ts';
import { inLeavingOrder } from './leavingOrder.ts';

/** Another client's system text, from an imported transcript. */
export interface ImportedSystem {
  readonly id: MessageId;
  readonly message: SystemMessage;
  /** The current token count of the text in the context. */
  readonly tokens: number;
}

/** The input of a plan. The plan's target is `aim.targetTokens`: the size of the context at which passes stop. */
export interface PlanRequest extends Pick<
  CompactionView,
  'session' | 'account' | 'strategy' | 'settings' | 'usableTokens' | 'overheadTokens' | 'oftenRecalled'
> {
  readonly aim: Aim;
}

/** The state at the start of a plan. */
export interface InitialState {
  readonly request: PlanRequest;
  readonly units: readonly PlanUnit[];
  /** The tokens of system text and tool schemas at the start. Only texts in `importedSystem` can be shortened. */
  readonly fixedTokens: number;
  /**
   * The to-do plan that the model keeps with a tool: the id of the message with the tool call, and the tokens that the
   * to-do plan takes in the notes when that call is no longer in the context.
   */
  readonly todoPlan?: { readonly id: MessageId; readonly tokens: number };
  /** The current token count of the record, i.e. of the message with the notes. */
  readonly recordTokens: number;
  /** The system texts of an imported session. They are shortened only if the plan does not fit otherwise. */
  readonly importedSystem?: readonly ImportedSystem[];
  /** The person's newest message in an imported session. The client's text in it is shortened after all other text. */
  readonly importedRequest?: SessionMessage;
  readonly tokensOf: (id: MessageId) => number;
  readonly isFolded: (id: MessageId) => boolean;
  /** Returns whether the message already has a stub or an excerpt. */
  readonly isReplaced: (id: MessageId) => boolean;
}

type FoldAs = FoldedMessages['as'];

/** The notes may grow by this share of the folded tokens. More growth would undo most of the saving. */
const RECORD_PER_FOLDED = 0.25;
/**
 * The notes may grow by this share of the tokens of a finished stage whose digest is sufficient
 * (`Strategy.digestsSuffice`). In this case, the notes keep little more than rules and decisions.
 */
const RECORD_PER_DIGESTED = 0.05;

/**
 * The plan while passes work on it: the treatments chosen so far, and the token count of the context with these
 * treatments.
 */
export class WorkingPlan {
  readonly units: readonly PlanUnit[];
  readonly replaced = new Map<MessageId, ReplacedMessage>();
  readonly folded = new Map<MessageId, FoldAs>();
  /** The folded messages that the person chose to leave out. No notes mention them. */
  readonly leftOut = new Set<MessageId>();
  readonly briefStages = new Set<EntryId>();
  readonly #initial: InitialState;
  readonly #tokens = new Map<MessageId, number>();
  #messageTokens = 0;
  /** The number of tokens by which the record may grow for the folded messages. */
  #recordGrowth = 0;
  /** The growth of the record for each folded unit, by the id of the first message of the unit. */
  readonly #growthFor = new Map<MessageId, number>();
  #rewritesRecord = false;
  #usesWholeReserve = false;
  #isEdited = false;

  constructor(initial: InitialState) {
    this.#initial = initial;
    this.units = initial.units;
    for (const unit of initial.units) {
      for (const { id } of unit.messages) {
        const tokens = initial.isFolded(id) && !unit.isFixed ? this.#todoTokens(id) : initial.tokensOf(id);
        this.#tokens.set(id, tokens);
        this.#messageTokens += tokens;
      }
    }
  }

  get initial(): InitialState {
    return this.#initial;
  }

  get request(): PlanRequest {
    return this.#initial.request;
  }

  /**
   * The number of tokens reserved for a rewritten record. If the strategy writes no notes, the record only says how
   * many messages were removed, and needs little room.
   */
  get recordReserve(): number {
    const { aim, strategy } = this.request;
    return strategy.hasNotes ? aim.record.reserve : Math.min(aim.record.reserve, BARE_RECORD);
  }

  /**
   * The planned token count of the record. If `isReservedFirst` is set or `rewriteRecord` was called: the whole
   * reserve. If the record is not rewritten: the current size. Otherwise: the current size (or `BARE_RECORD` if that is
   * larger) plus the growth for the folded messages. This sum is limited to the reserve.
   */
  get plannedRecord(): number {
    const { recordTokens } = this.#initial;
    if (this.request.aim.record.isReservedFirst === true || this.#usesWholeReserve) return this.recordReserve;
    if (!this.#rewritesRecord) return recordTokens;
    const more = Math.ceil(this.#recordGrowth);
    return Math.min(this.recordReserve, Math.max(recordTokens, BARE_RECORD) + more);
  }

  /** The token count of the whole context if the plan were carried out now. */
  get tokens(): number {
    return this.tokensBesideRecord + this.plannedRecord;
  }

  /** The token count with the current notes, which do not cover the newly folded messages yet. */
  get tokensWithOldRecord(): number {
    return this.tokensBesideRecord + this.#initial.recordTokens;
  }

  /** The token count of everything except the record. */
  get tokensBesideRecord(): number {
    return this.#initial.fixedTokens + this.#messageTokens;
  }

  /** Whether the context has shrunk to the target of the plan. */
  get isMet(): boolean {
    const { targetTokens } = this.request.aim;
    return targetTokens !== undefined && this.tokens <= targetTokens;
  }

  get treatedCount(): number {
    return this.replaced.size + this.folded.size;
  }

  /**
   * Whether the notes are rewritten. They are rewritten if `fold` was called for something other than a confirmation,
   * if the person edited the notes, or if `rewriteRecord` was called.
   */
  get rewritesRecord(): boolean {
    return this.#rewritesRecord;
  }

  /** Whether the current notes lack an edit by the person. */
  get isEdited(): boolean {
    return this.#isEdited;
  }

  rewriteForEdits(): void {
    this.#isEdited = true;
    this.#rewritesRecord = true;
  }

  /** Rewrites the notes with their whole reserve, even if nothing was folded. */
  rewriteRecord(): void {
    this.#rewritesRecord = true;
    this.#usesWholeReserve = true;
  }

  tokensOf(unit: PlanUnit): number {
    return unit.messages.reduce((sum, { id }) => sum + (this.#tokens.get(id) ?? 0), 0);
  }

  tokensOfMessage(id: MessageId): number {
    return this.#tokens.get(id) ?? 0;
  }

  isFolded(unit: PlanUnit): boolean {
    const { id } = unit.group.head;
    return this.folded.has(id) || (this.#initial.isFolded(id) && !unit.isFixed);
  }

  /** The number of messages still in the context. */
  get standingCount(): number {
    return this.units.reduce((sum, unit) => sum + (this.isFolded(unit) ? 0 : unit.messages.length), 0);
  }

  isReplaced(id: MessageId): boolean {
    return this.replaced.has(id) || this.#initial.isReplaced(id);
  }

  /**
   * Returns the units that are not folded, not fixed and without a choice by the person, oldest first. Omits recent
   * units unless `withRecent` is set. Omits ineligible units unless `withIneligible` or `withRecent` is set.
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

  /** Returns the open units that may be folded at this tier, in the order of `LEAVING_ORDER`. Omits recent units. */
  inLeavingOrder(): readonly PlanUnit[] {
    return inLeavingOrder(this.open(), this.request.aim.tier);
  }

  /** Returns the number of tokens that a replacement saves; negative if the new text is longer. */
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
   * Restores a unit that this plan folded, and takes back the room that the notes got for this unit. The notes are
   * still rewritten.
   */
  unfold(unit: PlanUnit): void {
    this.#recordGrowth -= this.#growthFor.get(unit.group.head.id) ?? 0;
    this.#growthFor.delete(unit.group.head.id);
    for (const { id } of unit.messages) {
      this.folded.delete(id);
      this.restore(id);
    }
  }

  /** Restores a message to its state before this plan. */
  restore(id: MessageId): void {
    this.replaced.delete(id);
    this.#set(id, this.#initial.tokensOf(id));
  }

  leaveOut(unit: PlanUnit): void {
    this.#takeOut(unit, 'evicted');
    for (const { id } of unit.messages) this.leftOut.add(id);
  }

  #takeOut(unit: PlanUnit, as: FoldAs): void {
    for (const { id } of unit.messages) {
      this.#set(id, this.#todoTokens(id));
      this.folded.set(id, as);
      this.replaced.delete(id);
    }
  }

  #replacedTokens(message: SessionMessage, treatment: ReplacedMessage): number {
    const todoTokens = treatment.arguments === undefined ? 0 : this.#todoTokens(message.id);
    return this.request.account.ofMessage(replaceText(message.message, treatment)) + todoTokens;
  }

  /**
   * Returns the tokens of the to-do plan in the notes if the message contains the tool call of the to-do plan;
   * otherwise 0.
   */
  #todoTokens(id: MessageId): number {
    const { todoPlan } = this.#initial;
    return todoPlan?.id === id ? todoPlan.tokens : 0;
  }

  #set(id: MessageId, tokens: number): void {
    this.#messageTokens += tokens - (this.#tokens.get(id) ?? 0);
    this.#tokens.set(id, tokens);
  }
}

/**
 * Shortens or folds messages in a plan. Most passes fold whole groups, oldest first, until the target of the plan is
 * reached. The passes `chitchat`, `supersededReads`, `toolResults` and `foldTurns` treat everything that they apply to.
 * A pass that reads many texts yields between texts, so that it does not block the thread.
 */
export type Pass = (plan: WorkingPlan) => Steps<void> | void;
