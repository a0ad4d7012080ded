import type { MessageId } from '../session/entry.ts';
import type { SessionMessage } from '../session/session.ts';
import type { CodeBlock } from './codeBlocks.ts';
import { eachName, mergedBlock } from './codeBlocks.ts';
import type { CallFacts } from './callFacts.ts';
import type { FileTouch } from './fileTouch.ts';
import { baseName } from './names.ts';
import type { NamedLine } from './namedLine.ts';
import type {
  BlockEvidence,
  ErrorEvidence,
  Evidence,
  FileEvidence,
  NameUse,
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
  private readonly names = new Map<string, NameUse>();
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
    for (const sentence of facts.told) {
      this.told.set(sentence.text, { ...sentence, at: spot.at, ids: [spot.id] });
      for (const name of sentence.names) this.useOf(name).places++;
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
        const use = this.useOf(name);
        if (use.touchedAt === undefined || use.touchedAt < touchedAt) use.touchedAt = touchedAt;
      });
  }

  private addNames(facts: MessageFacts): void {
    for (const name of facts.names) {
      const use = this.useOf(name);
      use.last = this.length;
      use.written++;
      if (facts.role === 'user') use.byPerson++;
    }
  }

  /** Names that stand in a result or in text the client gave; each counts once a message, and not if it was written there. */
  private addSeen(blocks: readonly CodeBlock[], where: 'read' | 'seen'): void {
    for (const block of blocks)
      eachName(block, (name) => {
        this.addSeenName(name, where);
      });
  }

  private addSeenName(name: string, where: 'read' | 'seen'): void {
    const use = this.useOf(name);
    use.places++;
    if (use.last === this.length) return;
    use.last = this.length;
    use[where]++;
  }

  private useOf(name: string): NameUse {
    let use = this.names.get(name);
    if (use === undefined) {
      use = { last: 0, written: 0, byPerson: 0, places: 0, read: 0, seen: 0, touchedAt: undefined };
      this.names.set(name, use);
    }
    return use;
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

  private addPassage({ path, blocks }: Passage, isAssistants: boolean, spot: Spot): void {
    if (path === undefined) {
      this.passages.push({ by: isAssistants ? 'assistant' : 'person', blocks, at: spot.at, ids: [spot.id] });
    } else {
      const file = this.fileOf(path);
      file.at = spot.at;
      file.touchedAt = this.length;
      addId(file.ids, spot.id);
      for (const block of blocks) this.addBlock(file, block, { ...spot, isWritten: isAssistants });
    }
    this.addSeen(blocks, 'seen');
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
    for (const block of touch.code) {
      this.addBlock(file, block, { ...spot, isWritten: true });
      eachName(block, (name) => this.useOf(name).places++);
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
    block: CodeBlock,
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
    { line, names, isCommand }: Pick<CallFacts, 'names' | 'isCommand'> & { line: NamedLine },
    { id, at }: Spot,
  ): void {
    const before = this.runs.get(line.text);
    const ids = before?.ids ?? [];
    addId(ids, id);
    const runs = (before?.runs ?? 0) + 1;
    this.runs.set(line.text, {
      line,
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
    this.addSeen(result.code, path === undefined ? 'seen' : 'read');
    const line = call?.line;
    const run = line === undefined ? undefined : this.runs.get(line.text);
    if (run !== undefined) answerRun(run, result, { id: spot.id, keepsBlocks: path === undefined });
    if (path !== undefined) {
      const file = this.fileOf(path);
      if (!file.isDeleted)
        for (const block of result.code) this.addBlock(file, block, { ...spot, isWritten: false });
    }
    for (const { path: of, blocks } of result.found) if (of !== undefined) this.addFound(of, blocks, spot);
    this.addErrors(result, line?.text ?? path ?? result.tool, spot);
  }

  private addFound(path: string, blocks: readonly CodeBlock[], spot: Spot): void {
    this.addSeen(blocks, 'read');
    this.addSeenName(path, 'seen');
    const file = this.fileOf(path);
    addId(file.ids, spot.id);
    for (const block of blocks) this.addBlock(file, block, { ...spot, isWritten: false });
  }

  /** A later success of the same thing marks its errors fixed. */
  private addErrors(result: ResultFacts, of: string, { id, at }: Spot): void {
    if (!result.isFailure) for (const error of this.errors) if (error.of === of) error.isFixed = true;
    const worst = result.isFailure ? result.errors.slice(0, 2) : [];
    for (const line of worst) this.errors.push({ line, at, ids: [id], of, isFixed: false });
  }
}

function answerRun(run: GrowingRun, result: ResultFacts, to: { id: MessageId; keepsBlocks: boolean }): void {
  addId(run.ids, to.id);
  run.isFailure = result.isFailure;
  if (result.exitCode !== undefined) run.exitCode = result.exitCode;
  const outcome = outcomeOf(result);
  if (outcome !== undefined) run.outcome = outcome;
  if (to.keepsBlocks) run.blocks = result.code;
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
