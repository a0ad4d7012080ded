import type { MessageId } from '../session/entry.ts';
import type { SessionMessage } from '../session/session.ts';
import type { CodeBlock } from './codeBlocks.ts';
import { eachName, mapNames, mergedBlock } from './codeBlocks.ts';
import type { CallFacts } from './callFacts.ts';
import type { FileTouch } from './fileTouch.ts';
import { baseName } from './names.ts';
import type { NamedLine } from './namedLine.ts';
import { NameTable, type Name } from './nameTable.ts';
import type {
  BlockEvidence,
  ErrorEvidence,
  Evidence,
  FileEvidence,
  PassageEvidence,
  PlanEvidence,
  RunEvidence,
  ToldEvidence,
} from './evidence.ts';
import type { MessageFacts } from './facts.ts';
import type { Passage } from './fences.ts';
import type { ResultFacts } from './resultFacts.ts';

type Growing<T> = { -readonly [K in keyof T]: T[K] };

interface GrowingFile extends Omit<Growing<FileEvidence>, 'blocks' | 'ids'> {
  ids: MessageId[];
  blocks: Map<string, BlockEvidence>;
}

interface GrowingRun extends Omit<Growing<RunEvidence>, 'ids'> {
  ids: MessageId[];
}

interface Spot {
  readonly id: MessageId;
  readonly at: number;
}

const MOST_IDS = 8;
/** The newest names of a command that ran again and again with other documents. */
const MOST_RUN_NAMES = 400;

/** All that the messages say. `facts` are those of `messages`, one each. */
export function gatherEvidence(
  messages: readonly SessionMessage[],
  facts: readonly MessageFacts[],
): Evidence {
  const gathering = new EvidenceGathering();
  facts.forEach((of, at) => {
    const id = messages[at]?.id;
    if (id !== undefined) gathering.add(of, { id, at });
  });
  return gathering.evidence();
}

/** Merges the facts of messages, which come in order. What is newer takes the place of what it makes stale. */
class EvidenceGathering {
  private readonly names = new NameTable();
  private readonly files: GrowingFile[] = [];
  private readonly filesByName = new Map<string, GrowingFile[]>();
  private readonly runs = new Map<string, GrowingRun>();
  private readonly errors: Growing<ErrorEvidence>[] = [];
  private readonly told = new Map<string, ToldEvidence>();
  private readonly calls = new Map<string, CallFacts>();
  private readonly passages: PassageEvidence[] = [];
  private plan: PlanEvidence | undefined;
  private length = 0;
  private messageCount = 0;

  add(facts: MessageFacts, spot: Spot): void {
    this.messageCount++;
    this.length += facts.length;
    this.addNames(facts);
    for (const passage of facts.passages) this.addPassage(passage, facts.role === 'assistant', spot);
    for (const call of facts.calls) this.addCall(call, spot);
    if (facts.result !== undefined) this.addResult(facts.result, spot);
    for (const { text, kind, names } of facts.told) {
      const told = names.map(this.names.of);
      this.told.set(text, { text, kind, names: told, at: spot.at, ids: [spot.id] });
      for (const name of told) name.places++;
    }
  }

  evidence(): Evidence {
    for (const file of this.files) this.markTouched(file);
    return {
      messageCount: this.messageCount,
      length: this.length,
      names: this.names,
      files: this.files.map((file) => ({ ...file, blocks: [...file.blocks.values()] })),
      runs: [...this.runs.values()],
      errors: this.errors,
      told: [...this.told.values()],
      passages: this.passages,
      ...(this.plan === undefined ? {} : { plan: this.plan }),
    };
  }

  private markTouched({ blocks, touchedAt }: GrowingFile): void {
    for (const { block } of blocks.values())
      eachName(block, (name) => {
        if (name.touchedAt === undefined || name.touchedAt < touchedAt) name.touchedAt = touchedAt;
      });
  }

  private addNames(facts: MessageFacts): void {
    for (const text of facts.names) {
      const name = this.names.of(text);
      name.last = this.length;
      name.written++;
      if (facts.role === 'user') name.byPerson++;
    }
  }

  /** The blocks with the session's names, which stand in a result or in text that the client gave. */
  private seenBlocks(blocks: readonly CodeBlock[]): readonly CodeBlock<Name>[] {
    return blocks.map((block) => mapNames(block, (text) => this.addSeen(text)));
  }

  private addSeen(text: string): Name {
    const name = this.names.of(text);
    name.places++;
    name.last = this.length;
    return name;
  }

  private pathOf(callId: string): string | undefined {
    return this.calls.get(callId)?.touches[0]?.path;
  }

  private addCall(call: CallFacts, spot: Spot): void {
    this.calls.set(call.callId, call);
    for (const touch of call.touches) this.addTouch(touch, spot);
    if (call.line !== undefined) this.addRun({ ...call, line: call.line }, spot);
    if (call.plan !== undefined) this.plan = { items: call.plan, id: spot.id };
  }

  private addPassage({ path, blocks: code }: Passage, isAssistants: boolean, spot: Spot): void {
    const blocks = this.seenBlocks(code);
    if (path === undefined) {
      this.passages.push({ by: isAssistants ? 'assistant' : 'person', blocks, at: spot.at, ids: [spot.id] });
    } else {
      const file = this.fileOf(path);
      file.at = spot.at;
      file.touchedAt = this.length;
      addId(file.ids, spot.id);
      for (const block of blocks) this.addBlock(file, block, { ...spot, isWritten: isAssistants });
    }
  }

  private addTouch(touch: FileTouch, spot: Spot): void {
    const file = this.fileOf(touch.path);
    file.at = spot.at;
    file.touchedAt = this.length;
    addId(file.ids, spot.id);
    const isChange = touch.operation === 'edited' || touch.operation === 'wrote';
    if (touch.operation === 'deleted') file.blocks.clear();
    file.isDeleted = touch.operation === 'deleted' || (file.isDeleted && !isChange);
    file.isWritten ||= touch.operation === 'wrote';
    if (touch.operation === 'edited') file.edits++;
    if (touch.operation === 'read') file.reads++;
    if (touch.range !== undefined) file.range = touch.range;
    for (const code of touch.code) {
      const block = mapNames(code, this.names.of);
      eachName(block, (name) => name.places++);
      this.addBlock(file, block, { ...spot, isWritten: true });
    }
  }

  private fileOf(path: string): GrowingFile {
    const name = baseName(path);
    const namesakes = this.filesByName.get(name) ?? [];
    let file =
      namesakes.find((one) => one.path === path) ?? namesakes.find((one) => isSameFile(one.path, path));
    if (file === undefined) {
      const counts = { edits: 0, reads: 0, isWritten: false, isDeleted: false, touchedAt: this.length };
      file = { path, ...counts, at: 0, ids: [], blocks: new Map() };
      this.files.push(file);
      this.filesByName.set(name, [...namesakes, file]);
    } else if (path.length > file.path.length) file.path = path;
    return file;
  }

  private addBlock(
    file: GrowingFile,
    block: CodeBlock<Name>,
    { id, at, isWritten }: Spot & { isWritten: boolean },
  ): void {
    const key = block.head === '' && isWritten ? `edit ${id}` : block.head;
    const before = file.blocks.get(key);
    const merged = before === undefined ? block : mergedBlock(before.block, block);
    const ids = [...(before?.ids ?? []).slice(1 - MOST_IDS), id];
    file.blocks.set(key, {
      block: merged,
      at,
      ids,
      isWritten: isWritten || before?.isWritten === true,
    });
  }

  private addRun(
    { line, names: written, isCommand }: Pick<CallFacts, 'names' | 'isCommand'> & { line: NamedLine },
    { id, at }: Spot,
  ): void {
    const before = this.runs.get(line.text);
    const names = written.map(this.names.of);
    const ids = before?.ids ?? [];
    addId(ids, id);
    const runs = (before?.runs ?? 0) + 1;
    this.runs.set(line.text, {
      line: this.named(line),
      names: before === undefined ? names : [...new Set([...before.names, ...names])].slice(-MOST_RUN_NAMES),
      isCommand,
      runs,
      at,
      ids,
      isFailure: false,
      blocks: before?.blocks ?? [],
    });
  }

  private addResult(result: ResultFacts, spot: Spot): void {
    const call = this.calls.get(result.callId);
    const path = this.pathOf(result.callId);
    const code = this.seenBlocks(result.code);
    const line = call?.line;
    const run = line === undefined ? undefined : this.runs.get(line.text);
    if (run !== undefined)
      answerRun(run, result, { id: spot.id, blocks: path === undefined ? code : undefined });
    if (path !== undefined) {
      const file = this.fileOf(path);
      if (!file.isDeleted)
        for (const block of code) this.addBlock(file, block, { ...spot, isWritten: false });
    }
    for (const { path: of, blocks } of result.found) if (of !== undefined) this.addFound(of, blocks, spot);
    this.addErrors(result, line?.text ?? path ?? result.tool, spot);
  }

  private addFound(path: string, code: readonly CodeBlock[], spot: Spot): void {
    const blocks = this.seenBlocks(code);
    this.addSeen(path);
    const file = this.fileOf(path);
    addId(file.ids, spot.id);
    for (const block of blocks) this.addBlock(file, block, { ...spot, isWritten: false });
  }

  /** A later success of the same thing marks its errors fixed. */
  private addErrors(result: ResultFacts, of: string, { id, at }: Spot): void {
    if (!result.isFailure) for (const error of this.errors) if (error.of === of) error.isFixed = true;
    const worst = result.isFailure ? result.errors.slice(0, 2) : [];
    for (const line of worst) this.errors.push({ line: this.named(line), at, ids: [id], of, isFixed: false });
  }

  private named({ text, names }: NamedLine): NamedLine<Name> {
    return { text, names: names.map(this.names.of) };
  }
}

interface Answer {
  readonly id: MessageId;
  readonly blocks: readonly CodeBlock<Name>[] | undefined;
}

function answerRun(run: GrowingRun, result: ResultFacts, { id, blocks }: Answer): void {
  addId(run.ids, id);
  run.isFailure = result.isFailure;
  if (result.exitCode !== undefined) run.exitCode = result.exitCode;
  const outcome = outcomeOf(result);
  if (outcome !== undefined) run.outcome = outcome;
  if (blocks !== undefined) run.blocks = blocks;
}

/** The line that counts; of a failure one that says so. */
function outcomeOf({ isFailure, outcomes, errors }: ResultFacts): string | undefined {
  if (!isFailure) return outcomes.at(-1);
  return outcomes.findLast((line) => /fail|error/i.test(line)) ?? errors[0]?.text ?? outcomes.at(-1);
}

/** Whether one path is the other from a folder within it: `src/a.ts` and `/home/x/src/a.ts`. A name alone tells too little. */
function isSameFile(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const inner = short.startsWith('./') ? short.slice(2) : short;
  return inner.includes('/') && !inner.startsWith('/') && long.endsWith(`/${inner}`);
}

function addId(ids: MessageId[], id: MessageId): void {
  if (ids.length >= MOST_IDS) ids.splice(1, 1);
  ids.push(id);
}
