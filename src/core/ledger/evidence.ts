import type { MessageId } from '../session/entry.ts';
import type { SessionMessage } from '../session/session.ts';
import type { CallFacts, FileTouch, PlanItem } from './callFacts.ts';
import type { NamedLine } from './codeLines.ts';
import type { MessageFacts } from './facts.ts';
import { extractFacts, FACTS_VERSION } from './facts.ts';
import type { ResultFacts } from './resultFacts.ts';
import type { ToldSentence } from './told.ts';

/** How often and by whom a name was used. */
export interface NameUse {
  /** Characters of the session up to its last use. */
  last: number;
  /** Messages of the assistant's or the person's that hold it. */
  written: number;
  /** Calls that wrote it into a file. */
  edited: number;
  byPerson: number;
  /** Results that hold it: of files that were read, and others. */
  read: number;
  seen: number;
}

/** A line of the session with where it stood; `at` is the position of the newest message that holds it. */
export interface EvidenceLine extends NamedLine {
  readonly at: number;
  readonly ids: readonly MessageId[];
}

export interface FileEvidence {
  readonly path: string;
  readonly edits: number;
  readonly reads: number;
  readonly isWritten: boolean;
  readonly isDeleted: boolean;
  readonly ranges: readonly (readonly [number, number])[];
  readonly last: number;
  readonly ids: readonly MessageId[];
  /** By text; what was written wins over what was read. */
  readonly lines: ReadonlyMap<string, EvidenceLine>;
  /** Names by how many calls on this file held them. */
  readonly names: ReadonlyMap<string, number>;
}

export interface CommandEvidence {
  readonly line: EvidenceLine;
  readonly runs: number;
  /** Of the newest run that answered. */
  readonly result?: ResultFacts;
  readonly resultId?: MessageId;
}

export interface ErrorEvidence {
  readonly line: EvidenceLine;
  /** What failed: a command's line or a tool with its path. */
  readonly of: string;
  readonly isFixed: boolean;
}

export interface ToldEvidence extends ToldSentence {
  readonly at: number;
  readonly ids: readonly MessageId[];
}

export interface PlanEvidence {
  readonly items: readonly PlanItem[];
  readonly id: MessageId;
}

/** All that the messages say, merged; what the ledger selects from. */
export interface Evidence {
  readonly messageCount: number;
  /** Characters of all messages. */
  readonly length: number;
  readonly names: ReadonlyMap<string, NameUse>;
  readonly files: readonly FileEvidence[];
  readonly commands: readonly CommandEvidence[];
  readonly errors: readonly ErrorEvidence[];
  readonly told: readonly ToldEvidence[];
  readonly plan?: PlanEvidence;
}

/** The facts of each message, cached ones where their version is this one's. */
export function factsOfAll(
  messages: readonly SessionMessage[],
  cached?: ReadonlyMap<MessageId, MessageFacts>,
): readonly MessageFacts[] {
  return messages.map((message) => {
    const facts = cached?.get(message.id);
    return facts?.version === FACTS_VERSION ? facts : extractFacts(message);
  });
}

export function gatherEvidence(
  messages: readonly SessionMessage[],
  facts: readonly MessageFacts[],
): Evidence {
  const gathering = new Gathering();
  facts.forEach((of, at) => {
    const message = messages[at];
    if (message !== undefined) gathering.add(of, message.id, at);
  });
  return gathering.evidence(messages.length);
}

type Growing<T> = { -readonly [K in keyof T]: T[K] };
interface GrowingFile extends Omit<Growing<FileEvidence>, 'lines' | 'names' | 'ids' | 'ranges'> {
  ids: MessageId[];
  ranges: (readonly [number, number])[];
  lines: Map<string, EvidenceLine>;
  names: Map<string, number>;
}

const MOST_IDS = 8;

class Gathering {
  private readonly names = new Map<string, NameUse>();
  private readonly files = new Map<string, GrowingFile>();
  private readonly commands = new Map<string, Growing<CommandEvidence>>();
  private readonly errors: Growing<ErrorEvidence>[] = [];
  private readonly told = new Map<string, ToldEvidence>();
  private readonly calls = new Map<string, CallFacts>();
  private plan: PlanEvidence | undefined;
  private length = 0;

  add(facts: MessageFacts, id: MessageId, at: number): void {
    this.length += facts.length;
    this.addNames(facts);
    for (const call of facts.calls) this.addCall(call, id, at);
    if (facts.result !== undefined) this.addResult(facts.result, id, at);
    for (const sentence of facts.told) this.told.set(sentence.text, { ...sentence, at, ids: [id] });
  }

  evidence(messageCount: number): Evidence {
    return {
      messageCount,
      length: this.length,
      names: this.names,
      files: [...this.files.values()],
      commands: [...this.commands.values()],
      errors: this.errors,
      told: [...this.told.values()],
      ...(this.plan === undefined ? {} : { plan: this.plan }),
    };
  }

  private addNames(facts: MessageFacts): void {
    const file = facts.result === undefined ? undefined : this.fileReadBy(facts.result);
    for (const name of facts.names) {
      const use = this.useOf(name);
      use.last = this.length;
      if (facts.role !== 'tool') use.written++;
      else if (file === undefined) use.seen++;
      else use.read++;
      if (file?.names.has(name) === false) file.names.set(name, 0);
      if (facts.role === 'user') use.byPerson++;
    }
  }

  private useOf(name: string): NameUse {
    let use = this.names.get(name);
    if (use === undefined) {
      use = { last: 0, written: 0, edited: 0, byPerson: 0, read: 0, seen: 0 };
      this.names.set(name, use);
    }
    return use;
  }

  private addCall(call: CallFacts, id: MessageId, at: number): void {
    this.calls.set(call.callId, call);
    for (const touch of call.touches) this.addTouch(touch, call, { id, at });
    if (call.command !== undefined && call.command.text !== '') this.addCommand(call.command, id, at);
    if (call.plan !== undefined) this.plan = { items: call.plan, id };
  }

  private addTouch(touch: FileTouch, call: CallFacts, { id, at }: { id: MessageId; at: number }): void {
    const file = this.fileOf(touch.path);
    file.last = at;
    if (file.ids.length < MOST_IDS) file.ids.push(id);
    const isChange = touch.operation === 'edited' || touch.operation === 'wrote';
    file.isDeleted = touch.operation === 'deleted' || (file.isDeleted && !isChange);
    file.isWritten ||= touch.operation === 'wrote';
    if (touch.operation === 'edited') file.edits++;
    if (touch.operation === 'read') file.reads++;
    if (touch.range !== undefined) file.ranges.push(touch.range);
    for (const line of touch.code) file.lines.set(line.text, { ...line, at, ids: [id] });
    for (const name of call.names) {
      file.names.set(name, (file.names.get(name) ?? 0) + 1);
      if (isChange) this.useOf(name).edited++;
    }
  }

  private fileOf(path: string): GrowingFile {
    let file = this.files.get(path);
    if (file === undefined) {
      file = {
        path,
        edits: 0,
        reads: 0,
        isWritten: false,
        isDeleted: false,
        ranges: [],
        last: 0,
        ids: [],
        lines: new Map(),
        names: new Map(),
      };
      this.files.set(path, file);
    }
    return file;
  }

  private addCommand(command: NamedLine, id: MessageId, at: number): void {
    const before = this.commands.get(command.text);
    const ids = [...(before?.line.ids ?? []).slice(1 - MOST_IDS), id];
    this.commands.set(command.text, {
      ...before,
      line: { ...command, at, ids },
      runs: (before?.runs ?? 0) + 1,
    });
  }

  private addResult(result: ResultFacts, id: MessageId, at: number): void {
    const call = this.calls.get(result.callId);
    const of = call?.command?.text ?? call?.touches[0]?.path ?? result.tool;
    const command = call?.command === undefined ? undefined : this.commands.get(call.command.text);
    if (command !== undefined) {
      command.result = result;
      command.resultId = id;
    }
    if (!result.isFailure) for (const error of this.errors) if (error.of === of) error.isFixed = true;
    const worst = result.isFailure ? result.errors.slice(0, 2) : [];
    for (const line of worst) this.errors.push({ line: { ...line, at, ids: [id] }, of, isFixed: false });
    this.addCode(result, { id, at });
  }

  private addCode(result: ResultFacts, { id, at }: { id: MessageId; at: number }): void {
    const file = this.fileReadBy(result);
    if (file === undefined) return;
    for (const line of result.code) {
      if (!file.lines.has(line.text)) file.lines.set(line.text, { ...line, at, ids: [id] });
    }
  }

  private fileReadBy(result: ResultFacts): GrowingFile | undefined {
    const touch = this.calls.get(result.callId)?.touches[0];
    return touch === undefined ? undefined : this.fileOf(touch.path);
  }
}
