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
  /** As it stands in the context now. */
  readonly tokens: number;
}

/** What a plan is made of. */
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
  /** System text, tool schemas: what no plan can change. */
  readonly fixedTokens: number;
  /** The model's plan, and what the record takes for it where the message with its call does not tell it. */
  readonly plan?: { readonly id: MessageId; readonly tokens: number };
  /** The record as it stands now. */
  readonly recordTokens: number;
  /** System texts that a transcript brought, which yield when all else has: part of the fixed tokens until then. */
  readonly importedSystem?: readonly ImportedSystem[];
  /** The person's newest message, where a transcript brought the session: what a client put into it yields behind these. */
  readonly importedRequest?: SessionMessage;
  readonly tokensOf: (id: MessageId) => number;
  readonly isFolded: (id: MessageId) => boolean;
  /** Has a stub or an excerpt already. */
  readonly isReplaced: (id: MessageId) => boolean;
}

type FoldAs = FoldedMessages['as'];

/** The record grows by at most this share of what it is to tell of: with more it would hardly be a compaction. */
const RECORD_PER_FOLDED = 0.25;
/** The same of a finished stage whose digest stands in the context anyway: what goes on holding of it is told, and little else. */
const RECORD_PER_DIGESTED = 0.05;
/** The plan while passes work on it: treatments chosen so far, and what the context would take with them. */
export class WorkingPlan {
  readonly units: readonly PlanUnit[];
  readonly replaced = new Map<MessageId, ReplacedMessage>();
  readonly folded = new Map<MessageId, FoldAs>();
  /** Folded, and nothing is told of them: the person left them out. */
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

  /** What the record is to take: as it stands, or with room for what is folded, up to the reserve. */
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

  /** Tokens with the record as it stands: what was freed so far, before the record tells of it. */
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

  /** Something was folded that the record has to tell of; of chitchat it tells nothing. */
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

  /** Has the record written anew in the room there is, though nothing more can be folded. */
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

  /** What replacing would save; negative when the other text is longer. */
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

  /** Lets a unit stand again that this plan folded. */
  unfold(unit: PlanUnit): void {
    for (const { id } of unit.messages) {
      this.folded.delete(id);
      this.restore(id);
    }
  }

  /** Lets a message stand again as it stood before this plan. */
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

  /** Returns what the record must tell in place of a message that is removed. */
  #carried(id: MessageId): number {
    const { plan } = this.#frame;
    return plan?.id === id ? plan.tokens : 0;
  }

  #set(id: MessageId, tokens: number): void {
    this.#messageTokens += tokens - (this.#tokens.get(id) ?? 0);
    this.#tokens.set(id, tokens);
  }
}

/** One way to make a plan smaller. It treats oldest first, whole groups only, and stops when the plan's target is met; one that reads texts does so in steps. */
export type Pass = (plan: WorkingPlan) => Steps<void> | void;
