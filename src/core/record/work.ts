import { atOnce, mapInSteps, type Steps } from '../steps.ts';
import { lengthOf, personTextOf, textOf, toolCallsOf, type ToolMessage } from '../log/message.ts';
import type { MessageId } from '../log/entry.ts';
import type { SessionMessage } from '../log/session.ts';
import { saysNoEffect } from '../tools/noEffect.ts';
import { isMoveAlone, type FileChange } from '../tools/fileChange.ts';
import { isChatPlanTool, readCall, type PlanItem, type ToolUse } from '../tools/readCall.ts';
import { changedBeforeLast } from '../tools/shellFiles.ts';
import { fileNames, renameFiles } from '../tools/fileNames.ts';
import { isGitCommit } from '../tools/gitCommand.ts';
import { effectiveCommands } from '../tools/shellScript.ts';
import { CHANGES } from '../tools/toolKind.ts';
import { usualFolder } from './commandText.ts';
import { RunningCommands, runOf, type Call, type Run } from './run.ts';

/** A changed file, its newest change last. */
export interface ChangedFile {
  readonly path: string;
  readonly changes: readonly Change[];
  /** Whether a commit was made after its newest change. */
  readonly isCommitted: boolean;
  /** Whether the first change created the file: it wrote the whole file, and no call had read the file before. */
  readonly isNew: boolean;
}

interface Change {
  /** Other messages that the names in `change` were taken from, if any, followed by the message of the change. */
  readonly ids: readonly MessageId[];
  readonly change: FileChange;
}

export interface ReadFile {
  readonly path: string;
  readonly ids: readonly MessageId[];
  readonly ranges: readonly (readonly [number, number])[];
}

/** The assistant's work, from its calls and their results. */
export interface Work {
  readonly runs: readonly Run[];
  /** Changed files in the order of their newest change, oldest first. */
  readonly changed: readonly ChangedFile[];
  /** Files that were only read, in the order of their newest read. */
  readonly read: readonly ReadFile[];
  readonly plan: { readonly id: MessageId; readonly items: readonly PlanItem[] } | undefined;
  /** The folder where the work is done, if known: usually the folder to which most commands `cd` first. */
  readonly folder: string | undefined;
  readonly hasCommits: boolean;
}

interface FinishedCall {
  readonly id: MessageId;
  readonly message: ToolMessage;
  readonly call: Call | undefined;
  readonly run: Run | undefined;
}

/** Returns the work in these messages, without calls that have no result. By default, `folder` is the usual folder. */
export function workOf(messages: readonly SessionMessage[], folder?: string): Work {
  return atOnce(workInSteps(messages, folder));
}

export function* workInSteps(messages: readonly SessionMessage[], knownFolder?: string): Steps<Work> {
  const folder = knownFolder ?? (yield* usualFolderIn(messages));
  const calls = new Map<string, Call>();
  const running = new RunningCommands();
  /** The calls in the order of their results. An undefined element marks the beginning of a turn of the person. */
  const done: (FinishedCall | undefined)[] = [];
  const read = ({ id, message }: SessionMessage): void => {
    for (const call of toolCallsOf(message)) calls.set(call.callId, { id, use: readCall(call) });
    if (personTextOf(message) !== '') done.push(undefined);
    if (message.role !== 'tool') return;
    const call = running.callOf(calls.get(message.callId), message);
    const run = runOf(id, message, call, folder);
    running.add(call, run);
    done.push({ id, message, call, run });
  };
  yield* mapInSteps(messages, read, ({ message }) => lengthOf(message));
  const collector = new WorkCollector(
    done.filter((call) => call !== undefined),
    folder,
  );
  yield;
  yield* mapInSteps(done, (call) => {
    if (call === undefined) collector.beginTurn();
    else collector.add(call);
  });
  return collector.work();
}

function* usualFolderIn(messages: readonly SessionMessage[]): Steps<string | undefined> {
  const commandsOf = ({ message }: SessionMessage): readonly string[] =>
    toolCallsOf(message).flatMap((call) => readCall(call).command ?? []);
  const commands = yield* mapInSteps(messages, commandsOf, ({ message }) => lengthOf(message));
  return usualFolder(commands.flat());
}

class WorkCollector {
  readonly #folder: string | undefined;
  readonly #nameOf: ReturnType<typeof fileNames<MessageId>>;
  readonly #runs: Run[] = [];
  readonly #changed = new Map<string, ChangedFile>();
  readonly #read = new Map<string, ReadFile>();
  /** Failed runs that a later call in the same turn corrected: the later call made the intended changes. */
  readonly #corrected = new Set<Run>();
  /** For each call that started a commit in the background, the newest change of each file at that time. */
  readonly #changesBefore = new Map<Call, ReadonlySet<Change | undefined>>();
  #failedChanges: FailedChange[] = [];
  #plan: Work['plan'];
  #hasCommits = false;

  constructor(done: readonly FinishedCall[], folder: string | undefined) {
    this.#folder = folder;
    const calls = done.flatMap(({ call, run }) => (run?.isFailure === true ? [] : (call ?? [])));
    this.#nameOf = fileNames(
      calls.flatMap(({ id, use: { path, changes } }) =>
        [path, ...changes.flatMap((change) => [change.from, change.path])].flatMap((each) =>
          each === undefined ? [] : [[each, id] as const],
        ),
      ),
      folder,
    );
  }

  beginTurn(): void {
    this.#failedChanges = [];
  }

  add({ id, message, call, run }: FinishedCall): void {
    if (run !== undefined) this.#runs.push(run);
    if (call === undefined) return;
    const { use } = call;
    const isFailure = run?.isFailure === true;
    const fromResult = isFailure ? undefined : changeNamedIn(message, use);
    const fromCall = changesMade(message, use, isFailure).map((change) => this.#named(change, call.id));
    const changes = fromResult === undefined ? fromCall : [this.#named(fromResult, id)];
    for (const change of changes) this.#addChange(change);
    for (const failed of this.#failedChanges)
      if (isRepeatedBy(failed, changes)) this.#corrected.add(failed.run);
    if (run?.isFailure === true && fromCall.length === 0)
      this.#failedChanges.push(...this.#failedChangesOf(run, use));
    const isUncertain = isFailure || run?.runningId !== undefined;
    if (run?.runningId !== undefined && call.startedBy === undefined) this.#rememberChangesBefore(call);
    if (run?.isRefused !== true && hasCommitted(message, use, isUncertain))
      this.#markCommitted(call.startedBy);
    if (isFailure) return;
    if (use.plan !== undefined && !isChatPlanTool(message.toolName))
      this.#plan = { id: call.id, items: use.plan };
    if (use.kind === 'read' && use.path !== undefined) this.#addRead(use.path, use.range, call.id);
  }

  work(): Work {
    return {
      runs: this.#runs.filter((run) => !this.#corrected.has(run)),
      changed: [...this.#changed.values()],
      read: [...this.#read.values()].filter(({ path }) => !this.#changed.has(path)),
      plan: this.#plan,
      folder: this.#folder,
      hasCommits: this.#hasCommits,
    };
  }

  /** Returns a change with the names that the notes use for its files, and the messages for `Change.ids`. */
  #named(change: FileChange, id: MessageId): Change {
    const { path, from } = this.#nameOf(change.path, change.from);
    const source = change.from === undefined ? undefined : this.#nameOf(change.from);
    const ids = [from, source?.from, id].filter((each) => each !== undefined);
    return { ids, change: { ...change, path, ...(source && { from: source.path }) } };
  }

  #addChange(added: Change): void {
    const { path, from, operation } = added.change;
    if (from !== undefined) {
      renameFiles(this.#changed, from, path);
      renameFiles(this.#read, from, path);
    }
    const { changes, isNew } = this.#changed.get(path) ?? {
      changes: [],
      isNew: operation === 'write' && !this.#read.has(path),
    };
    const all = [...changes, added];
    const isMovedBack = all[0]?.change.from === path && all.every(({ change }) => isMoveAlone(change));
    if (isMovedBack) this.#changed.delete(path);
    else setLast(this.#changed, path, { path, isNew, changes: all, isCommitted: false });
  }

  #rememberChangesBefore(call: Call): void {
    if (call.use.script?.commands.some(isGitCommit) !== true) return;
    const newest = [...this.#changed.values()].map(({ changes }) => changes.at(-1));
    this.#changesBefore.set(call, new Set(newest));
  }

  /**
   * Marks all changes so far as committed. If the commit ran in the background, omits files that were changed after its
   * command was started, since the commit may not contain these changes.
   */
  #markCommitted(startedBy: Call | undefined): void {
    this.#hasCommits = true;
    const before = startedBy && this.#changesBefore.get(startedBy);
    for (const [path, file] of this.#changed)
      if (before?.has(file.changes.at(-1)) !== false) this.#changed.set(path, { ...file, isCommitted: true });
  }

  #failedChangesOf(run: Run, use: ToolUse): readonly FailedChange[] {
    const named = (path: string): string => this.#nameOf(path).path;
    return failedChangesOf(run, use).map((failed) => ({ ...failed, paths: failed.paths.map(named) }));
  }

  #addRead(said: string, range: ReadFile['ranges'][number] | undefined, id: MessageId): void {
    const { path, from } = this.#nameOf(said);
    const before = this.#read.get(path)?.ranges ?? [];
    const ranges = range === undefined ? before : [...before, range];
    setLast(this.#read, path, { path, ids: from === undefined ? [id] : [from, id], ranges });
  }
}

/**
 * Returns whether a call made a commit. The last command of a script that failed or has not ended (`isUncertain`) does
 * not count: it may have failed.
 */
function hasCommitted(message: ToolMessage, { script }: ToolUse, isUncertain: boolean): boolean {
  if (script === undefined || (isUncertain && saysNoEffect(textOf(message)))) return false;
  const commands = isUncertain ? effectiveCommands(script).slice(0, -1) : script.commands;
  return commands.some(isGitCommit);
}

/** A failed call that only changes files. The notes omit it if the same change succeeds later in the turn. */
interface FailedChange {
  readonly run: Run;
  readonly isDeletion: boolean;
  /** The files, or an empty list if the transcript names no file. */
  readonly paths: readonly string[];
}

function failedChangesOf(run: Run, { kind, path, script, changes }: ToolUse): readonly FailedChange[] {
  const isChange = script === undefined ? CHANGES.has(kind) : effectiveCommands(script).length === 1;
  if (run.isRefused || !isChange || (script !== undefined && changes.length === 0)) return [];
  const isDeletion = kind === 'delete' || changes.some(({ operation }) => operation === 'delete');
  const paths = changes.length > 0 ? changes.map((change) => change.path) : path === undefined ? [] : [path];
  return [{ run, isDeletion, paths }];
}

/** Returns whether changes repeat a failed change: they affect all of its files in the same way (deletion or not). */
function isRepeatedBy(
  { isDeletion, paths }: FailedChange,
  changes: readonly { readonly change: FileChange }[],
): boolean {
  const alike = changes.filter(({ change }) => (change.operation === 'delete') === isDeletion);
  return alike.length > 0 && paths.every((path) => alike.some(({ change }) => change.path === path));
}

/** Returns the changes that a call made, judging by its result. A failed call has changes only if it is a script. */
export function changesMade(
  message: ToolMessage,
  { script, changes }: ToolUse,
  isFailure: boolean,
): readonly FileChange[] {
  if (!isFailure) return changes;
  return script === undefined || saysNoEffect(textOf(message)) ? [] : changedBeforeLast(script, changes);
}

const PATH = /(?:^|[\s"'`(])((?:[A-Za-z]:\\|~?\/|\.{1,2}\/)[^\s"'`:]*\.\w+)/u;
const LONGEST_SHORT_RESULT = 400;

/** Returns the change of an edit whose arguments the transcript lacks, if the edit's short result names the file. */
function changeNamedIn(message: ToolMessage, { kind, path, changes }: ToolUse): FileChange | undefined {
  const text = textOf(message);
  if ((kind !== 'edit' && kind !== 'write') || path !== undefined || changes.length > 0) return undefined;
  const named = text.length <= LONGEST_SHORT_RESULT ? PATH.exec(text)?.[1] : undefined;
  return named === undefined ? undefined : { path: named, operation: kind, before: '', after: '' };
}

/** Sets a key and moves the key to the end of the map. */
function setLast<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
}
