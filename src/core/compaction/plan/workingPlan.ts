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
  /** The model's plan, and its tokens in the notes where the message with its call no longer shows it. */
  readonly plan?: { readonly id: MessageId; readonly tokens: number };
  /** The record as it stands now. */
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

/** The notes grow by at most this share of what they stand for; with more it would hardly be a compaction. */
const RECORD_PER_FOLDED = 0.25;
/**
 * The same share for a finished stage whose digest stays in the context: little besides lasting statements is noted.
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

  /** Returns the token budget of the record when it is rewritten. */
  get recordReserve(): number {
    const { aim, strategy } = this.request;
    return strategy.hasNotes ? aim.record.reserve : Math.min(aim.record.reserve, BARE_RECORD);
  }

  /** The planned tokens of the notes: as they stand, or with room for what is folded, up to the reserve. */
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

  /** Whether something was folded that the notes must cover. Confirmations need no notes. */
  get rewritesRecord(): boolean {
    return this.#rewritesRecord;
  }

  /** The person edited the notes: they are written anew for that alone. */
  get isEdited(): boolean {
    return this.#isEdited;
  }

  editRecord(): void {
    this.#isEdited = true;
    this.#rewritesRecord = true;
  }

  /** Has the notes rewritten in the available room, though nothing more can be folded. */
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

  /** Units that still stand in the context and that this run may touch, oldest first. */
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

  /** Units that may be folded, in the order in which their classes yield; the newest ones stand last, and not here. */
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
    this.#recordGrowth += this.tokensOf(unit) * (isDigested ? RECORD_PER_DIGESTED : RECORD_PER_FOLDED);
    this.#takeOut(unit, as);
    if (unit.class !== 'chitchat') this.#rewritesRecord = true;
  }

  /** Undoes the folding of a unit by this plan. */
  unfold(unit: PlanUnit): void {
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

  /** Returns the tokens that the notes need in place of a removed message. */
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
 * One way to make a plan smaller. Treats whole groups, oldest first, and stops at the plan's target. A pass that reads
 * texts runs in steps.
 */
export type Pass = (plan: WorkingPlan) => Steps<void> | void;
