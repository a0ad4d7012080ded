import { atOnce, mapInSteps, type Steps } from '../steps.ts';
import { lengthOf, personTextOf, textOf, toolCallsOf, type ToolMessage } from '../log/message.ts';
import type { MessageId } from '../log/entry.ts';
import type { SessionMessage } from '../log/session.ts';
import { cameToNothing, wasRefused } from '../tools/cameToNothing.ts';
import { isMoveAlone, type FileChange } from '../tools/fileChange.ts';
import { isStandingPlan, readCall, type PlanItem, type ToolUse } from '../tools/readCall.ts';
import { readResult } from '../tools/readResult.ts';
import { changedBeforeLast } from '../tools/shellFiles.ts';
import { fileNames, renameFiles } from '../tools/fileNames.ts';
import { tellingCommands } from '../tools/shellScript.ts';
import { CHANGES, kindOfTool } from '../tools/toolKind.ts';
import { commandText, usualFolder, type CommandText } from './commandText.ts';

/** A call with its result. For a call that is not a command, the text is its subject. */
export interface Run extends CommandText {
  readonly id: MessageId;
  /** The message of the call. */
  readonly callId: MessageId;
  readonly isCommand: boolean;
  readonly isFailure: boolean;
  /** Whether the person refused it. */
  readonly isRefused: boolean;
  /** The lines of the result that say how it went; empty for a refusal, whose text is the program's. */
  readonly lines: readonly string[];
}

/** A changed file, its newest change last. */
export interface ChangedFile {
  readonly path: string;
  readonly changes: readonly Change[];
  /** Whether a commit was made since. */
  readonly isCommitted: boolean;
  /** Whether its first change created it: nothing had read it before. */
  readonly isNew: boolean;
}

interface Change {
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
  /** The folder in which most commands begin, if they name one. */
  readonly folder: string | undefined;
  readonly hasCommits: boolean;
}

/** A call and its message. */
interface Call {
  readonly id: MessageId;
  readonly use: ToolUse;
}

/** A call's result and outcome. */
interface Done {
  readonly id: MessageId;
  readonly message: ToolMessage;
  readonly call: Call | undefined;
  readonly run: Run | undefined;
}

/**
 * Returns the work in these messages. A call counts only once it has a result, as before that nothing may have
 * happened. `folder` is where the work is done, if other messages show it.
 */
export function workOf(messages: readonly SessionMessage[], folder?: string): Work {
  return atOnce(workInSteps(messages, folder));
}

export function* workInSteps(messages: readonly SessionMessage[], known?: string): Steps<Work> {
  const folder = known ?? (yield* usualFolderIn(messages));
  const asked = new Map<string, Call>();
  const done: (Done | undefined)[] = [];
  const look = ({ id, message }: SessionMessage): void => {
    for (const call of toolCallsOf(message)) asked.set(call.callId, { id, use: readCall(call) });
    if (personTextOf(message) !== '') done.push(undefined);
    if (message.role !== 'tool') return;
    const call = asked.get(message.callId);
    done.push({ id, message, call, run: runOf(id, message, call, folder) });
  };
  yield* mapInSteps(messages, look, ({ message }) => lengthOf(message));
  const gathered = new WorkGathered(
    done.filter((one) => one !== undefined),
    folder,
  );
  yield;
  yield* mapInSteps(done, (one) => {
    if (one === undefined) gathered.beginTurn();
    else gathered.add(one);
  });
  return gathered.work();
}

function* usualFolderIn(messages: readonly SessionMessage[]): Steps<string | undefined> {
  const commandsOf = ({ message }: SessionMessage): readonly string[] =>
    toolCallsOf(message).flatMap((call) => readCall(call).command ?? []);
  const commands = yield* mapInSteps(messages, commandsOf, ({ message }) => lengthOf(message));
  return usualFolder(commands.flat());
}

class WorkGathered {
  readonly #folder: string | undefined;
  readonly #nameOf: ReturnType<typeof fileNames<MessageId>>;
  readonly #runs: Run[] = [];
  readonly #changed = new Map<string, ChangedFile>();
  readonly #read = new Map<string, ReadFile>();
  readonly #mended = new Set<Run>();
  #missed: MissedChange[] = [];
  #plan: Work['plan'];
  #hasCommits = false;

  constructor(done: readonly Done[], folder: string | undefined) {
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
    this.#missed = [];
  }

  add({ id, message, call, run }: Done): void {
    if (run !== undefined) this.#runs.push(run);
    if (call === undefined) return;
    const { use } = call;
    const isFailure = run?.isFailure === true;
    const told = isFailure ? undefined : changeToldIn(message, use);
    const made = changesMade(message, use, isFailure).map((change) => this.#named(change, call.id));
    const changes = told === undefined ? made : [this.#named(told, id)];
    for (const change of changes) this.#change(change);
    for (const one of this.#missed) if (isMadeBy(changes, one)) this.#mended.add(one.run);
    if (run?.isFailure === true && made.length === 0) this.#missed.push(...this.#missedBy(run, use));
    if (run?.isRefused !== true && isCommit(use)) this.#commit();
    if (isFailure) return;
    if (use.plan !== undefined && !isStandingPlan(message.toolName))
      this.#plan = { id: call.id, items: use.plan };
    if (use.kind === 'read' && use.path !== undefined) this.#readAgain(use.path, use.range, call.id);
  }

  work(): Work {
    return {
      runs: this.#runs.filter((run) => !this.#mended.has(run)),
      changed: [...this.#changed.values()],
      read: [...this.#read.values()].filter(({ path }) => !this.#changed.has(path)),
      plan: this.#plan,
      folder: this.#folder,
      hasCommits: this.#hasCommits,
    };
  }

  #named(change: FileChange, id: MessageId): Change {
    const { path, from } = this.#nameOf(change.path, change.from);
    const source = change.from === undefined ? undefined : this.#nameOf(change.from);
    const ids = [from, source?.from, id].filter((each) => each !== undefined);
    return { ids, change: { ...change, path, ...(source && { from: source.path }) } };
  }

  #change(one: Change): void {
    const { path, from, operation } = one.change;
    if (from !== undefined) {
      renameFiles(this.#changed, from, path);
      renameFiles(this.#read, from, path);
    }
    const { changes, isNew } = this.#changed.get(path) ?? {
      changes: [],
      isNew: operation === 'write' && !this.#read.has(path),
    };
    const made = [...changes, one];
    const isBack = made[0]?.change.from === path && made.every(({ change }) => isMoveAlone(change));
    if (isBack) this.#changed.delete(path);
    else renew(this.#changed, path, { path, isNew, changes: made, isCommitted: false });
  }

  /** Marks changes as committed, even if the script failed later: the notes list only uncommitted ones. */
  #commit(): void {
    this.#hasCommits = true;
    for (const [path, file] of this.#changed) this.#changed.set(path, { ...file, isCommitted: true });
  }

  #missedBy(run: Run, use: ToolUse): readonly MissedChange[] {
    return missedBy(run, use).map((one) => ({
      ...one,
      paths: one.paths.map((path) => this.#nameOf(path).path),
    }));
  }

  #readAgain(said: string, range: ReadFile['ranges'][number] | undefined, id: MessageId): void {
    const { path, from } = this.#nameOf(said);
    const before = this.#read.get(path)?.ranges ?? [];
    const ranges = range === undefined ? before : [...before, range];
    renew(this.#read, path, { path, ids: from === undefined ? [id] : [from, id], ranges });
  }
}

const COMMIT = /^(?:\w+=\S*\s+)*git\s(?:"[^"]*"|'[^']*'|[^"'])*?(?<=\s)commit(?:\s|$)/u;
/** Matches Git commands that may have the word "commit" as an argument. */
const NO_COMMIT = /^git\s+(?:log|show|config|help|rev-parse|cat-file|grep)\b/u;

function isCommit({ script }: ToolUse): boolean {
  return script?.commands.some((command) => COMMIT.test(command) && !NO_COMMIT.test(command)) === true;
}

/** A failed call that only changes files. It no longer matters once the change succeeds later in the turn. */
interface MissedChange {
  readonly run: Run;
  readonly isDeletion: boolean;
  /** Empty if the transcript does not name them. */
  readonly paths: readonly string[];
}

function missedBy(run: Run, { kind, path, script, changes }: ToolUse): readonly MissedChange[] {
  const isChange = script === undefined ? CHANGES.has(kind) : tellingCommands(script).length === 1;
  if (run.isRefused || !isChange || (script !== undefined && changes.length === 0)) return [];
  const isDeletion = kind === 'delete' || changes.some(({ operation }) => operation === 'delete');
  const paths = changes.length > 0 ? changes.map((change) => change.path) : path === undefined ? [] : [path];
  return [{ run, isDeletion, paths }];
}

function isMadeBy(
  changes: readonly { readonly change: FileChange }[],
  { isDeletion, paths }: MissedChange,
): boolean {
  const made = changes.filter(({ change }) => (change.operation === 'delete') === isDeletion);
  return made.length > 0 && paths.every((path) => made.some(({ change }) => change.path === path));
}

/** Returns the changes of a call, judging by its result. Of failed calls, only a script may have changed something. */
export function changesMade(
  message: ToolMessage,
  { script, changes }: ToolUse,
  isFailure: boolean,
): readonly FileChange[] {
  if (!isFailure) return changes;
  return script === undefined || cameToNothing(textOf(message)) ? [] : changedBeforeLast(script, changes);
}

const PATH = /(?:^|[\s"'`(])((?:[A-Za-z]:\\|~?\/|\.{1,2}\/)[^\s"'`:]*\.\w+)/u;
const LONGEST_ANSWER = 400;

/** Returns the change of an edit whose arguments the transcript lost, by the file that its short result names. */
function changeToldIn(message: ToolMessage, { kind, path, changes }: ToolUse): FileChange | undefined {
  const text = textOf(message);
  if ((kind !== 'edit' && kind !== 'write') || path !== undefined || changes.length > 0) return undefined;
  const told = text.length <= LONGEST_ANSWER ? PATH.exec(text)?.[1] : undefined;
  return told === undefined ? undefined : { path: told, operation: kind, before: '', after: '' };
}

/** Sets a key and moves it to the end. */
function renew<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
}

/** Returns the run of a command, or of any other failed call except a question, which has its own remark. */
function runOf(
  id: MessageId,
  message: ToolMessage,
  call: Call | undefined,
  folder: string | undefined,
): Run | undefined {
  const use = call?.use;
  const kind = use?.kind ?? kindOfTool(message.toolName);
  const outcome = readResult(message, kind);
  const isCommand = use?.command !== undefined;
  if (kind === 'ask' || (!isCommand && !outcome.isFailure)) return undefined;
  const isOwnWord = message.isError === true || CHANGES.has(kind);
  const isRefused = outcome.isFailure && wasRefused(textOf(message), isOwnWord);
  return {
    id,
    callId: call?.id ?? id,
    ...commandText(use?.command ?? use?.query ?? use?.path ?? message.toolName, use?.script, folder),
    isCommand,
    isFailure: outcome.isFailure,
    isRefused,
    lines: isRefused ? [] : outcome.isFailure ? outcome.errors : outcome.figures,
  };
}
