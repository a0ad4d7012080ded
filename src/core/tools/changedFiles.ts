import type { MessageId } from '../log/entry.ts';
import { messageOf } from '../text/messageOf.ts';
import { goalsOf, type ChangeRun, type FileGoal, type FileStep, type KeptState } from './fileSteps.ts';

type Bytes = Uint8Array | undefined;

/** Access to files as the editor has them. A missing file has no bytes. */
export interface FilePort {
  read(file: string): Promise<Bytes>;
  /** Writes a whole file, and creates the file if it is missing. Deletes the file if `bytes` is undefined. */
  write(file: string, bytes: Bytes): Promise<void>;
  /** Returns the name under which a file is shown to the person. */
  nameOf(file: string): string;
  /**
   * Returns the content without this change, but with all later changes. Returns the reason if that is not possible.
   */
  without(
    change: { readonly before: Uint8Array; readonly after: Uint8Array },
    now: Uint8Array,
  ): Uint8Array | WhyInseparable;
}

/**
 * Why a change can't be undone while later changes stay. With `changedAgain`, later changes touch the same lines or the
 * lines around them. With `manyPlaces`, other places in the file have the same lines, so it is unclear which place was
 * changed.
 */
export type WhyInseparable = 'changedAgain' | 'manyPlaces' | 'notText' | 'tooLarge' | 'notKept';

/** Stores the contents of files before and after each step. */
export interface FileKeeper {
  steps(): Promise<readonly FileStep[]>;
  begin(step: Omit<FileStep, 'before' | 'after'>, before: Bytes): Promise<number>;
  /** Records the content that the step left. `number` is the number that `begin` returned. */
  end(number: number, left: Bytes): Promise<void>;
  accept(isChosen: (step: FileStep) => boolean): Promise<void>;
  bytesOf(state: KeptState): Promise<Uint8Array | undefined>;
  stateOf(bytes: Bytes): KeptState;
}

/** The point in a session where something changes files. */
export type ChangePlace = Pick<FileStep, 'turn' | 'message' | 'change' | 'secrecy'>;

export interface PlannedFile {
  readonly file: string;
  readonly now: Bytes;
  readonly then: Bytes;
  /** Whether others may also have changed the file, between the changes to undo or after them. */
  readonly isChangedSince: boolean;
}

/** A plan to undo changes. */
export interface TakeBackPlan {
  readonly files: readonly PlannedFile[];
  /** One sentence for each file that can't be restored. */
  readonly problems: readonly string[];
  /** The ids of the changes that the plan undoes. */
  readonly changes: readonly string[];
}

/** The outcome of carrying out a plan. */
export interface TakenBack {
  /** The files that were restored. */
  readonly restored: readonly string[];
  /** One sentence for each file that was not restored. */
  readonly problems: readonly string[];
}

/** Tracks the files that a session's calls change: keeps their earlier contents, and restores them. */
export class ChangedFiles {
  readonly #keeper: FileKeeper;
  readonly #files: FilePort;
  readonly #onChange: (steps: readonly FileStep[]) => void;

  constructor(
    keeper: FileKeeper,
    files: FilePort,
    onChange: (steps: readonly FileStep[]) => void = () => undefined,
  ) {
    this.#keeper = keeper;
    this.#files = files;
    this.#onChange = onChange;
  }

  steps(): Promise<readonly FileStep[]> {
    return this.#keeper.steps();
  }

  /** Returns the kept content of a state. */
  bytesOf(state: KeptState): Promise<Uint8Array | undefined> {
    return this.#keeper.bytesOf(state);
  }

  /** Runs work that changes files. Keeps the contents before and after the work, even if the work fails. */
  async during<T>(
    place: ChangePlace & Pick<FileStep, 'takesBack'>,
    files: readonly string[],
    work: () => Promise<T>,
  ): Promise<T> {
    const begun: (readonly [file: string, number: number])[] = [];
    for (const file of files) {
      const before = await this.#files.read(file);
      begun.push([file, await this.#keeper.begin({ ...place, file }, before)]);
    }
    try {
      return await work();
    } finally {
      for (const [file, number] of begun) await this.#keeper.end(number, await this.#files.read(file));
      this.#onChange(await this.#keeper.steps());
    }
  }

  /** Records that the person keeps the changes of these steps. They can still be undone. */
  async accept(chosen: readonly FileStep[]): Promise<void> {
    const changes = new Set(chosen.map(({ change }) => change));
    await this.#keeper.accept(({ change }) => changes.has(change));
    this.#onChange(await this.#keeper.steps());
  }

  /**
   * Plans how to restore the files to their state before the chosen steps. With `exactly`, changes by others between
   * these steps and after them are lost. With `keepingLater`, these changes stay, and a file is not restored if one of
   * them touches the same lines.
   */
  async plan(chosen: readonly FileStep[], how: 'exactly' | 'keepingLater'): Promise<TakeBackPlan> {
    const now = new Map<string, Bytes>();
    for (const { file } of chosen) now.set(file, await this.#files.read(file));
    const goals = goalsOf(chosen, (file) => this.#keeper.stateOf(now.get(file)));
    const files: PlannedFile[] = [];
    const problems: string[] = [];
    for (const goal of goals) {
      const planned = await this.#planned(goal, now.get(goal.file), how);
      if (typeof planned === 'string') problems.push(planned);
      else files.push(planned);
    }
    return { files, problems, changes: [...new Set(chosen.map(({ change }) => change))] };
  }

  /** Carries out a plan, except for files that changed after the plan was made. */
  async takeBack(plan: TakeBackPlan, place: ChangePlace): Promise<TakenBack> {
    const restored: string[] = [];
    const problems: string[] = [];
    for (const { file, now, then } of plan.files) {
      const name = this.#files.nameOf(file);
      if (!isSame(await this.#files.read(file), now)) {
        problems.push(`${name} was changed in the meantime, so it was not restored.`);
        continue;
      }
      try {
        const step = { ...place, takesBack: plan.changes };
        await this.during(step, [file], async () => {
          await this.#files.write(file, then);
          restored.push(file);
        });
      } catch (error) {
        const what = restored.includes(file)
          ? 'was restored, but Longthread could not store this change'
          : 'could not be restored';
        problems.push(`${name} ${what}: ${messageOf(error)}`);
      }
    }
    return { restored, problems };
  }

  async #planned(goal: FileGoal, now: Bytes, how: 'exactly' | 'keepingLater'): Promise<PlannedFile | string> {
    const { file, isChangedSince } = goal;
    const name = this.#files.nameOf(file);
    if (goal.goal.kind === 'notKept') return `${name} can't be restored: ${WHY_NOT_KEPT[goal.goal.why]}.`;
    const before = await this.#keeper.bytesOf(goal.goal);
    if (goal.goal.kind === 'bytes' && before === undefined)
      return `${name} can't be restored: its copy is no longer kept.`;
    if (!isChangedSince || how === 'exactly') return { file, now, then: before, isChangedSince };
    let then: Bytes | WhyInseparable = now;
    for (const run of goal.runs.toReversed())
      if (typeof then !== 'string') then = await this.#withoutRun(run, then);
    return typeof then === 'string' ? whyInseparable(then, name) : { file, now, then, isChangedSince };
  }

  /** Returns a text without the changes of a run, or why they can't be separated from the other changes. */
  async #withoutRun(run: ChangeRun, now: Bytes): Promise<Uint8Array | WhyInseparable> {
    if (now === undefined || run.before.kind === 'absent' || run.after?.kind === 'absent')
      return 'changedAgain';
    const before = await this.#keeper.bytesOf(run.before);
    const after = run.after && (await this.#keeper.bytesOf(run.after));
    return before === undefined || after === undefined
      ? 'notKept'
      : this.#files.without({ before, after }, now);
  }
}

const WHY_NOT_KEPT = {
  secret: 'no copy is kept of a file that is meant for secrets',
  tooLarge: 'the file was too large to keep a copy',
  forgotten: 'its copy was deleted when a text was deleted from the session',
} as const;

/** Returns the sentence for the person about a change that can't be undone while later changes stay. */
function whyInseparable(why: WhyInseparable, name: string): string {
  if (why === 'changedAgain')
    return `The same lines of ${name} were changed again later, so this change can't be undone unless the later changes are undone, too.`;
  if (why === 'manyPlaces')
    return `${name} has other lines like those of this change, so Longthread can't tell where to undo it. You can undo the later changes of the file, too, or change the lines back yourself.`;
  return `${name} was changed again later, and this change can't be undone alone: ${WHY_NOT_ALONE[why]}. You can undo the later changes, too, or change the file back yourself.`;
}

const WHY_NOT_ALONE = {
  notText: 'the file is not text in UTF-8',
  tooLarge: 'the change is too large',
  notKept: 'a copy of the file is missing',
} as const;

function isSame(one: Bytes, other: Bytes): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** Returns whether a change restored the files for a rewind to this message. */
export function isBackTo(change: string, message: MessageId): boolean {
  return change.startsWith(`${message}/back`);
}

/**
 * Returns the point in the session where files are restored. With the kind `undo`, `message` is the newest message.
 * With `back`, `message` is the message that the person goes back to. The id of the change consists of the message's
 * id, the kind and the number of steps so far.
 */
export function takeBackPlace(
  steps: readonly FileStep[],
  message: MessageId,
  kind: 'undo' | 'back',
): ChangePlace {
  return { turn: message, message, change: `${message}/${kind}${steps.length}` };
}
