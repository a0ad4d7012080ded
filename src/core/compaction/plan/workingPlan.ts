import type { CompactionView } from '../compactionView.ts';
import type { Steps } from '../../steps.ts';
import { BARE_RECORD, type Aim } from '../decide/aim.ts';
import type { PlanUnit } from '../units.ts';
import { shortenedSystem } from '../../context/project.ts';
import { replaceText } from '../../context/replaceText.ts';
import type { EntryId, FoldedMessages, MessageId, ReplacedMessage } from '../../log/entry.ts';
import type { SystemMessage } from '../../log/message.ts';
import type { SessionMessage } from '../../log/session.ts';
import { byYielding } from './yielding.ts';

/** Another client's system text, from an imported transcript. */
export interface ImportedSystem {
  readonly id: MessageId;
  readonly message: SystemMessage;
  /** Its current tokens in the context. */
  readonly tokens: number;
}

/** The input of a plan. */
export interface PlanRequest extends Pick<
  CompactionView,
  'session' | 'account' | 'strategy' | 'settings' | 'usableTokens' | 'overheadTokens' | 'oftenRecalled'
> {
  readonly aim: Aim;
}

/** The initial state of a plan. */
export interface PlanFrame {
  readonly request: PlanRequest;
  readonly units: readonly PlanUnit[];
  /** The tokens that no plan can change: system text and tool schemas. */
  readonly fixedTokens: number;
  /**
   * The to-do plan that the model keeps with a tool, not the plan of this compaction: the id of the message with its
   * call, and its tokens in the notes once that call is no longer in the context.
   */
  readonly plan?: { readonly id: MessageId; readonly tokens: number };
  /** The current tokens of the record, i.e. of the message with the notes. */
  readonly recordTokens: number;
  /** The system texts of an imported session, which are shortened last; until then they count as fixed tokens. */
  readonly importedSystem?: readonly ImportedSystem[];
  /** The person's newest message in an imported session. A client's text in it is shortened after all other text. */
  readonly importedRequest?: SessionMessage;
  readonly tokensOf: (id: MessageId) => number;
  readonly isFolded: (id: MessageId) => boolean;
  /** Returns whether the message already has a stub or an excerpt. */
  readonly isReplaced: (id: MessageId) => boolean;
}

type FoldAs = FoldedMessages['as'];

/** The share of the folded tokens by which the notes may grow. More growth would undo most of the saving. */
const RECORD_PER_FOLDED = 0.25;
/**
 * The same share for messages of a finished stage, if the strategy lets its digest suffice: the notes then keep little
 * more than rules and decisions.
 */
const RECORD_PER_DIGESTED = 0.05;

/** The plan while passes work on it: the treatments so far, and the context's tokens with them. */
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
  /** The tokens by which the record may grow for the folded messages. */
  #recordGrowth = 0;
  /** The growth for each folded unit, by the id of its first message. */
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

  /** The tokens reserved for the record when it is rewritten; a strategy without notes needs few. */
  get recordReserve(): number {
    const { aim, strategy } = this.request;
    return strategy.hasNotes ? aim.record.reserve : Math.min(aim.record.reserve, BARE_RECORD);
  }

  /**
   * The planned tokens of the record: the whole reserve if its room comes first or `rewriteRecord` was called; the
   * present size if it is not rewritten; otherwise the present size, at least `BARE_RECORD`, plus the growth for the
   * folded messages, at most the reserve.
   */
  get plannedRecord(): number {
    const { recordTokens } = this.#frame;
    if (this.request.aim.record.isFirst === true || this.#isRecordWhole) return this.recordReserve;
    if (!this.#rewritesRecord) return recordTokens;
    const more = Math.ceil(this.#recordGrowth);
    return Math.min(this.recordReserve, Math.max(recordTokens, BARE_RECORD) + more);
  }

  /** The tokens of the whole context if the plan were carried out now. */
  get tokens(): number {
    return this.tokensBesideRecord + this.plannedRecord;
  }

  /** The tokens with the present notes, before they cover the folded messages. */
  get tokensWithOldRecord(): number {
    return this.tokensBesideRecord + this.#frame.recordTokens;
  }

  /** The tokens of everything except the record. */
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
   * Whether the notes are rewritten: something other than a confirmation was folded, the person edited them, or
   * `rewriteRecord` was called.
   */
  get rewritesRecord(): boolean {
    return this.#rewritesRecord;
  }

  /** Whether the person edited the notes, which is reason enough to rewrite them. */
  get isEdited(): boolean {
    return this.#isEdited;
  }

  editRecord(): void {
    this.#isEdited = true;
    this.#rewritesRecord = true;
  }

  /** Rewrites the notes with their whole reserve, even if nothing was folded. */
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

  /** The number of messages still in the context. */
  get standingMessages(): number {
    return this.units.reduce((sum, unit) => sum + (this.isFolded(unit) ? 0 : unit.messages.length), 0);
  }

  isReplaced(id: MessageId): boolean {
    return this.replaced.has(id) || this.#frame.isReplaced(id);
  }

  /**
   * Returns the units that are not folded, fixed or subject to a choice of the person, oldest first. Omits recent units
   * unless `withRecent`, and ineligible ones unless `withIneligible` or `withRecent`.
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
   * Returns the units that may be folded at this tier, in the order of `YIELDING`, oldest first within a class. Omits
   * recent units.
   */
  yielding(): readonly PlanUnit[] {
    return byYielding(this.open(), this.request.aim.tier);
  }

  /** Returns the tokens that a replacement saves; negative if the new text is longer. */
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
   * Restores a unit that this plan folded, and takes back the room that the notes got for it. The notes are still
   * rewritten.
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

  /** Returns the tokens of the model's to-do plan in the notes, which replaces its call; 0 for any other message. */
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
 * A step that makes a plan smaller. Most passes treat whole groups from the oldest on and stop at the plan's target.
 * Those for tool results treat single messages; `chitchat`, `supersededReads`, `toolResults` and `foldTurns` ignore the
 * target. A pass that reads texts runs in steps.
 */
export type Pass = (plan: WorkingPlan) => Steps<void> | void;
