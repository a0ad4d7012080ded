import { PLAN, type AssistantPart, type Message, type UserPart } from '../../core/log/message.ts';
import {
  asClientParts,
  assistantPartsOf,
  blocksOf,
  toolMessageOf,
  usageOf,
  userPartsOf,
} from './anthropicBlocks.ts';
import { AssistantBuilder, finishOf } from './assistantBuilder.ts';
import { attachedParts } from './claudeAttachments.ts';
import { clientPart, splitUserText } from './clientText.ts';
import { CompactedRows } from './compactedRows.ts';
import { fieldOf, isTrue, objectOf, stringOf, timeOf, type JsonObject } from './json.ts';
import { RewoundBranches } from './rewoundBranches.ts';
import { TypedAhead } from './typedAhead.ts';
import { unknownPart } from './unknownContent.ts';

interface ThreadMessage {
  readonly uuid: string;
  readonly at: number | undefined;
  readonly message: Message;
  /**
   * Set for Claude Code's own summary: the number of earlier messages that the compaction kept. Undefined if the file
   * does not contain this number.
   */
  readonly kept?: number | undefined;
}

/** Collects one conversation of a Claude Code file in the order of the file. */
export class ClaudeThread {
  readonly #messages: ThreadMessage[] = [];
  readonly #branches = new RewoundBranches();
  readonly #seen = new Set<string>();
  /**
   * The builders of assistant messages, by message id. A message of the API has one line per block in the file,
   * possibly with results between these lines.
   */
  readonly #builders = new Map<string, AssistantBuilder>();
  readonly #queue = new TypedAhead();
  readonly #rows = new CompactedRows();
  /** The number of messages before each line, by the line's id. */
  readonly #before = new Map<string, number>();
  /** The id of the first line that the newest compaction kept unchanged; undefined if there is none. */
  #firstKept: string | undefined;
  /**
   * The index of a summary whose kept lines are not known yet. Some versions repeat the kept lines below the summary.
   */
  #summaryAt: number | undefined;

  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  /** Adds a line. Returns undefined if the line was added; else a description to report, such as `repeated line`. */
  add(line: JsonObject): string | undefined {
    const uuid = stringOf(line, 'uuid') ?? '';
    const type = stringOf(line, 'type') ?? 'unknown';
    if (UUID.test(uuid) && this.#seen.has(uuid)) return 'repeated line';
    this.#seen.add(uuid);
    if (!this.#before.has(uuid)) this.#before.set(uuid, this.#messages.length);
    const message = objectOf(line, 'message');
    const reason = this.#rows.reasonToSkip(line);
    this.#branches.add(uuid, stringOf(line, 'parentUuid'), reason === undefined && isPrompt(line));
    if (reason !== undefined) {
      const { repeated } = this.#rows;
      if (uuid === this.#firstKept && repeated !== undefined) this.#keepFrom(this.#before.get(repeated));
      return reason;
    }
    if (type === 'assistant' && message !== undefined) return this.#addAssistant(line, message, uuid);
    if (type === 'user' && message !== undefined) return this.#addUser(line, message, uuid);
    if (type === 'attachment') return this.#addAttachment(line, uuid);
    if (type === 'queue-operation') return this.#addQueued(line);
    const subtype = stringOf(line, 'subtype');
    if (subtype === 'compact_boundary') this.#firstKept = firstKeptOf(line);
    return `${[type, subtype].filter(Boolean).join('/')} line`;
  }

  /**
   * Returns the messages that no rewind removed, and the number of removed messages (`dead`). Omits queued messages
   * that a later line repeats.
   */
  finish(): { readonly messages: readonly ThreadMessage[]; readonly dead: number } {
    const dead = this.#branches.find();
    const unrepeated = this.#messages.filter(({ message }) => !this.#queue.repeatedLater.has(message));
    const messages = unrepeated.filter(({ uuid }) => !dead.has(uuid));
    return { messages, dead: unrepeated.length - messages.length };
  }

  #addAssistant(line: JsonObject, message: JsonObject, uuid: string): string | undefined {
    if (isTrue(line, 'isApiErrorMessage')) return 'error message of the client';
    const builder = this.#builderOf(line, message, uuid);
    const isSynthetic = stringOf(message, 'model') === '<synthetic>';
    const blocks = blocksOf(fieldOf(message, 'content'));
    for (const block of blocks) {
      const parts = assistantPartsOf(block) ?? [unknownPart(block)];
      builder.add(isSynthetic ? parts.map(asSynthetic) : parts);
    }
    builder.end(
      finishOf(stringOf(message, 'stop_reason')),
      isSynthetic ? undefined : usageOf(objectOf(message, 'usage')),
    );
    return blocks.length === 0 ? 'empty message' : undefined;
  }

  /**
   * Adds a message that the person typed while the assistant worked, at the point where the message was delivered. Some
   * versions write no other line for such a message.
   */
  #addQueued(line: JsonObject): string | undefined {
    const message = this.#queue.apply(stringOf(line, 'operation') ?? '', stringOf(line, 'content'));
    if (message === undefined) return 'queue-operation line';
    this.#push(line, message, this.#messages.at(-1)?.uuid ?? '');
    return undefined;
  }

  #builderOf(line: JsonObject, message: JsonObject, uuid: string): AssistantBuilder {
    const id = stringOf(message, 'id');
    const known = id === undefined ? undefined : this.#builders.get(id);
    if (known !== undefined) return known;
    const builder = new AssistantBuilder(stringOf(message, 'model'));
    if (id !== undefined) this.#builders.set(id, builder);
    this.#push(line, builder.message, uuid);
    return builder;
  }

  #addUser(line: JsonObject, message: JsonObject, uuid: string): string | undefined {
    const blocks = blocksOf(fieldOf(message, 'content'));
    const results = blocks.filter((block) => stringOf(block, 'type') === 'tool_result');
    for (const result of results) this.#push(line, toolMessageOf(result), uuid);
    const others = blocks.filter((block) => stringOf(block, 'type') !== 'tool_result');
    const plan = stringOf(line, 'planContent')?.trim() ?? '';
    const parts = others.flatMap(
      (block) => approvedPlan(block, plan) ?? userPartsOf(block) ?? [unknownPart(block)],
    );
    if (isOutputOfCommand(others)) this.#labelLastAsCommand();
    if (parts.length > 0) this.#pushUser(line, labelled(line, parts), uuid);
    return results.length === 0 && parts.length === 0 ? 'empty message' : undefined;
  }

  /**
   * Labels the last message as client text if it is a command such as `/effort max`. Called if the command's output
   * follows: the client itself ran the command, and the assistant never saw the message.
   */
  #labelLastAsCommand(): void {
    const last = this.#messages.at(-1);
    if (last?.message.role !== 'user' || !isCommand(last.message.parts)) return;
    const message = { ...last.message, parts: asClientParts(last.message.parts, 'command') };
    this.#messages.splice(-1, 1, { ...last, message });
  }

  /**
   * Adds an attachment if the model saw its text: a queued prompt, a memory file, a file. Otherwise returns the line's
   * kind.
   */
  #addAttachment(line: JsonObject, uuid: string): string | undefined {
    const attachment = objectOf(line, 'attachment') ?? {};
    const type = stringOf(attachment, 'type') ?? 'unknown';
    if (type === 'queued_command') {
      const parts = blocksOf(fieldOf(attachment, 'prompt')).flatMap(
        (block) => userPartsOf(block) ?? [unknownPart(block)],
      );
      this.#queue.noteRepetition(parts);
      const isNotice = stringOf(attachment, 'commandMode') === 'task-notification';
      this.#pushUser(
        line,
        isNotice ? asClientParts(parts, 'notification') : labelled(attachment, parts),
        uuid,
      );
      return undefined;
    }
    const parts = attachedParts(attachment, type);
    if (parts === undefined) return `attachment/${type} line`;
    this.#pushUser(line, parts, uuid);
    return undefined;
  }

  #pushUser(line: JsonObject, parts: readonly UserPart[], uuid: string): void {
    this.#builders.clear();
    this.#push(line, { role: 'user', parts }, uuid);
    if (!isTrue(line, 'isCompactSummary')) return;
    this.#summaryAt = this.#messages.length - 1;
    const first = this.#firstKept;
    this.#keepFrom(first === undefined ? this.#summaryAt : this.#before.get(first));
  }

  /** Records that the messages from `place` up to the newest summary were kept unchanged. */
  #keepFrom(place: number | undefined): void {
    const at = this.#summaryAt;
    const summary = this.#messages[at ?? -1];
    if (at === undefined || summary === undefined || place === undefined) return;
    this.#messages[at] = { ...summary, kept: at - place };
    this.#summaryAt = undefined;
  }

  #push(line: JsonObject, message: Message, uuid: string): void {
    this.#messages.push({ uuid, at: timeOf(fieldOf(line, 'timestamp')), message });
  }
}

function isOutputOfCommand([block]: readonly JsonObject[]): boolean {
  return block !== undefined && /^<local-command-std(?:out|err)>/u.test(stringOf(block, 'text') ?? '');
}

function isCommand([part]: readonly UserPart[]): boolean {
  return part?.type === 'text' && part.origin === 'client' && part.text.startsWith('<command-name>');
}

/** The name under which the line before each summary is reported as skipped. */
export const BOUNDARY_LINE = 'system/compact_boundary line';

/**
 * Returns the id of the first line that a compaction kept beside its summary; undefined if the compaction kept no
 * lines. Versions of Claude Code since 2026 may keep lines. If a compaction kept lines but does not name them, returns
 * `not told`, which is not the id of any line.
 */
function firstKeptOf(boundary: JsonObject): string | undefined {
  const metadata = objectOf(boundary, 'compactMetadata') ?? {};
  if (!('preservedSegment' in metadata || 'preservedMessages' in metadata)) return undefined;
  const ids = fieldOf(objectOf(metadata, 'preservedMessages') ?? {}, 'uuids');
  const [first] = Array.isArray(ids) ? (ids as readonly unknown[]) : [];
  const head = fieldOf(objectOf(metadata, 'preservedSegment') ?? {}, 'headUuid') ?? first;
  return typeof head === 'string' ? head : 'not told';
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

function labelled(line: JsonObject, parts: readonly UserPart[]): readonly UserPart[] {
  if (isTrue(line, 'isCompactSummary')) return asClientParts(parts, 'foreign-summary');
  if (isTrue(line, 'isMeta')) return asClientParts(parts, 'meta');
  return isTyped(line) ? parts : asClientParts(parts, 'notification');
}

/**
 * Returns whether the person typed a prompt. Newer versions record the origin of a prompt: a person, a finished task,
 * another session. A prompt without an origin counts as typed, unless its source is `system`.
 */
function isTyped(line: JsonObject): boolean {
  const kind = stringOf(objectOf(line, 'origin') ?? {}, 'kind');
  const source = stringOf(line, 'promptSource');
  return kind === undefined ? source !== 'system' : kind === 'human' || TYPED_SOURCES.has(source ?? '');
}

const TYPED_SOURCES: ReadonlySet<string> = new Set(['typed', 'user']);

const FEEDBACK = '\n\nUser feedback on this plan: ';

/**
 * Splits a message that contains an approved plan. The model wrote the plan, and the client may add a remark after it.
 * The person wrote the request above the plan and the feedback below it. Returns undefined if the text does not contain
 * the plan.
 */
function approvedPlan(block: JsonObject, plan: string): readonly UserPart[] | undefined {
  const text = stringOf(block, 'text') ?? '';
  const start = plan === '' ? -1 : text.indexOf(plan);
  if (start < 0) return undefined;
  const end = start + plan.length;
  const feedback = text.indexOf(FEEDBACK, end);
  const typed = feedback < 0 ? text.length : feedback + FEEDBACK.length;
  const remark = text.slice(end, typed);
  return [
    ...splitUserText(text.slice(0, start)),
    clientPart(plan, PLAN),
    ...(remark.trim() === '' ? [] : [clientPart(remark, 'environment')]),
    ...splitUserText(text.slice(typed)),
  ];
}

/** Labels a text that the client wrote in place of a model's answer, e.g. the remark that no answer was requested. */
function asSynthetic(part: AssistantPart): AssistantPart {
  return part.type === 'text' ? clientPart(part.text, 'synthetic') : part;
}

/** Returns whether this line can be a prompt that begins a turn. */
function isPrompt(line: JsonObject): boolean {
  if (stringOf(line, 'type') !== 'user' || isTrue(line, 'isMeta') || isTrue(line, 'isCompactSummary'))
    return false;
  const content = fieldOf(objectOf(line, 'message') ?? {}, 'content');
  return blocksOf(content).every((block) => stringOf(block, 'type') !== 'tool_result');
}
