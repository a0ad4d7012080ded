import type { MessageId } from '../log/entry.ts';
import { personTextOf, textOf, type Message } from '../log/message.ts';
import type { SessionMessage } from '../log/session.ts';
import { isComparable, SaidTexts, meaningfulStems } from './saidTexts.ts';
import { standingFacts, type FactKind, type StandingFact } from './standingFacts.ts';
import { foldersByName, isFileMentioned, isFilePerhapsMentioned } from './mentionedFile.ts';
import { reportsFailure } from '../tools/outputLines.ts';
import { ownStems } from './answers.ts';

/** A compaction by another agent, and the earlier messages that this agent kept beside its summary. */
export interface ForeignCompaction {
  /** The message that is the summary; one of the audited messages. */
  readonly id: MessageId;
  /** Whether the summary is readable. If not, no fact counts as lost. */
  readonly isReadable?: boolean;
  /** How many of the messages directly before the summary were kept; 0 if `keptIds` names the kept messages. */
  readonly keptMessages: number;
  /** The person's messages that were kept, if the transcript names them. */
  readonly keptIds?: readonly MessageId[];
  /** The number of characters of the person's earlier messages that were kept, from the newest message backwards. */
  readonly keptPersonCharacters?: number;
}

type LostFact = Pick<StandingFact, 'kind' | 'address' | 'line'>;

/** Facts that a compaction of another agent lost. */
export interface CompactionAudit {
  readonly id: MessageId;
  readonly summaryCharacters: number;
  readonly keptMessages: number;
  /** The number of facts before the compaction, by kind, without facts that an earlier compaction lost. */
  readonly stood: Readonly<Record<FactKind, number>>;
  /** Facts that the context right after the compaction lacks: rules and decisions first, then files, then failures. */
  readonly lost: readonly LostFact[];
  /** Facts that this context lacks too, but that are perhaps not lost. `isPerhapsContained` lists the cases. */
  readonly perhapsLost: readonly LostFact[];
}

/**
 * Returns, for each compaction, the facts in earlier messages that are missing after the compaction. The compactions
 * must be in the order of the messages. A fact is missing if the agent's context right after the compaction does not
 * contain the fact, in the same or other words; see `textsAfter`. A lost fact is reported once, at the first compaction
 * that lost it, unless it is said or done again. Facts are read only from messages, never from a summary.
 */
export function auditCompactions(
  messages: readonly SessionMessage[],
  compactions: readonly ForeignCompaction[],
): readonly CompactionAudit[] {
  const summaries = new Set(compactions.map(({ id }) => id));
  const reportedLost = new Set<string>();
  const reportedPerhaps = new Set<string>();
  return compactions.map((compaction) => {
    const { id, keptIds, keptMessages, isReadable = true } = compaction;
    const at = messages.findIndex((message) => message.id === id);
    const before = messages.slice(0, at);
    const sinceSummary = messages.slice(at);
    const facts = standingFacts(before.filter((message) => !summaries.has(message.id)));
    // A fact that an earlier compaction lost is not lost again. A fact that was perhaps lost can still be lost.
    const standing = facts.filter((fact) => !reportedLost.has(keyOf(fact)));
    const { lost, perhaps } = isReadable
      ? missingFrom(new SaidTexts(textsAfter(before, sinceSummary, compaction)), standing)
      : { lost: [], perhaps: [] };
    return {
      id,
      summaryCharacters: sinceSummary[0] === undefined ? 0 : textOf(sinceSummary[0].message).length,
      keptMessages: keptIds?.length ?? keptMessages,
      stood: countByKind(standing),
      lost: reportedNow(lost, reportedLost),
      perhapsLost: reportedNow(perhaps, reportedPerhaps),
    };
  });
}

/** Returns the facts that are not in `reported`, and adds these facts to `reported`. */
function reportedNow(facts: readonly StandingFact[], reported: Set<string>): readonly LostFact[] {
  const added = facts.filter((fact) => !reported.has(keyOf(fact)));
  for (const fact of added) reported.add(keyOf(fact));
  return added.map(({ kind, address, line }) => ({ kind, address, line }));
}

/** Returns a fact's identity. A fact that is said or done again has another address. */
function keyOf({ kind, address, line }: StandingFact): string {
  return `${kind} ${address} ${line}`;
}

/**
 * Returns everything that the agent saw after its compaction, before it continued: standing instructions, kept
 * messages, the summary, and the messages right after the summary.
 */
function textsAfter(
  before: readonly SessionMessage[],
  sinceSummary: readonly SessionMessage[],
  { keptMessages, keptIds = [], keptPersonCharacters = 0 }: ForeignCompaction,
): readonly string[] {
  const continued = sinceSummary.findIndex(({ message }) => message.role !== 'user');
  const atOnce = sinceSummary.slice(0, continued < 0 ? undefined : continued);
  const named = new Set(keptIds);
  const kept = keptMessages === 0 ? before.filter(({ id }) => named.has(id)) : before.slice(-keptMessages);
  return [
    ...before.flatMap(({ message }) => stayingTexts(message)),
    ...newestPersonTexts(before, keptPersonCharacters),
    ...[...kept, ...atOnce].map(({ message }) => textOf(message)),
  ];
}

/** Returns a message's instructions and memories, which stay in every context. */
function stayingTexts(message: Message): readonly string[] {
  if (message.role === 'system') return [textOf(message)];
  if (message.role !== 'user') return [];
  return message.parts.flatMap((part) =>
    part.type === 'text' && part.origin === 'client' && STAYING.has(part.label) ? [part.text] : [],
  );
}

const STAYING: ReadonlySet<string | undefined> = new Set(['instructions', 'memory']);

function newestPersonTexts(messages: readonly SessionMessage[], characters: number): readonly string[] {
  let room = characters;
  const texts: string[] = [];
  for (const { message } of messages.toReversed()) {
    if (room <= 0) break;
    const text = personTextOf(message);
    room -= text.length;
    if (text !== '') texts.push(text);
  }
  return texts;
}

function countByKind(facts: readonly StandingFact[]): CompactionAudit['stood'] {
  const count = (kind: FactKind): number => facts.filter((fact) => fact.kind === kind).length;
  return {
    rule: count('rule'),
    decision: count('decision'),
    file: count('file'),
    failure: count('failure'),
  };
}

/** Returns the facts that the texts after a compaction don't contain, divided into lost and perhaps lost facts. */
function missingFrom(
  after: SaidTexts,
  facts: readonly StandingFact[],
): Readonly<Record<'lost' | 'perhaps', readonly StandingFact[]>> {
  const folders = foldersByName(facts.flatMap(({ kind, line }) => (kind === 'file' ? [line] : [])));
  const missing = facts.filter((fact) =>
    fact.kind === 'file' ? !isFileMentioned(fact.line, after, folders) : !isContained(fact, after),
  );
  const perhaps = new Set(missing.filter((fact) => isPerhapsContained(fact, after)));
  return { lost: missing.filter((fact) => !perhaps.has(fact)), perhaps: [...perhaps] };
}

/**
 * Returns whether a missing fact is perhaps not lost: the texts may contain a part of the fact, the fact may have held
 * only when it was said, or the fact says too little to search for. A file is perhaps not lost if the agent may know it
 * although no text mentions it.
 */
function isPerhapsContained(fact: StandingFact, after: SaidTexts): boolean {
  if (fact.kind === 'file') return isFilePerhapsMentioned(fact.line, after);
  return fact.isMomentary || saysTooLittle(fact) || mayBeContained(fact, after);
}

/** Returns whether a sentence refers to the text around it and has too few meaningful words to search for. */
function saysTooLittle({ refersToContext, line }: StandingFact): boolean {
  return refersToContext === true && meaningfulStems(line).size < LEAST_MEANINGFUL_WORDS;
}

const LEAST_MEANINGFUL_WORDS = 6;

/**
 * Returns whether the texts may contain a part of a fact. For an answer, searches for the answer without its question,
 * since the question is often repeated alone. Returns false for a failure, since all failures share words.
 */
function mayBeContained({ kind, line, pieces }: StandingFact, after: SaidTexts): boolean {
  if (kind === 'failure') return false;
  return after.mayContainPart(kind === 'decision' ? (pieces[1] ?? line) : line);
}

function isContained(fact: StandingFact, after: SaidTexts): boolean {
  const [first = '', ...others] = fact.pieces;
  if (fact.kind === 'failure') return isFailureContained(first, others, after);
  const isAnswer = fact.kind === 'decision' && others.length > 0;
  return isAnswer ? isAnswerContained(first, others.join(' '), after) : after.contains(fact.line);
}

/**
 * Returns whether the texts contain a failure: a line that says why the command failed, or the command itself in a
 * passage about a failure.
 */
function isFailureContained(command: string, why: readonly string[], after: SaidTexts): boolean {
  if (why.some((line) => isComparable(line) && after.contains(line))) return true;
  const isName = why.length === 0 || meaningfulStems(command).size === 0;
  return isName ? after.namesWhere(command, saysItFailed) : after.contains(command, saysItFailed);
}

/**
 * Returns whether the texts contain an answer. They do if a passage contains question and answer and has a word of the
 * answer that the question lacks. If there are several such words, a passage with the answer alone is enough.
 */
function isAnswerContained(question: string, answer: string, after: SaidTexts): boolean {
  const answerStems = ownStems(question, answer);
  const isWithAnswer = (passage: string): boolean => {
    const stems = meaningfulStems(passage);
    return answerStems.some((stem) => stems.has(stem));
  };
  return (
    after.contains(`${question} ${answer}`, isWithAnswer) ||
    (answerStems.length > 1 && after.contains(answer))
  );
}

function saysItFailed(passage: string): boolean {
  return reportsFailure(passage) || FAILED.test(passage);
}

const FAILED =
  /\b(?:fail|error|broke|crash|refus|reject|declin|denied|cannot|can['’]t|could ?n[o'’]t|wrong|missing|absent|no such|\w*n['’o]t (?:\w+ )?(?:exist|found)|issue|problem|bug|fix)|失败|错误|ошибк|fehl|échou|エラー|失敗/iu;
