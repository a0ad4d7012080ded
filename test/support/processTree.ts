import { readdirSync, readFileSync } from 'node:fs';

/** Fields of /proc/PID/stat (see proc(5)). A tick is a hundredth of a second. */
interface ProcessState {
  readonly parent: number;
  readonly startedAt: string;
  /** The CPU time of the process itself, without its descendants, in ticks. */
  readonly ticks: number;
}

/**
 * A process with all its descendants. This includes descendants that left its process group, such as an editor's server
 * and a browser. Finds descendants only on Linux. CPU time that a process used after its last sample is not counted.
 */
export class ProcessTree {
  #members = new Map<number, ProcessState>();
  #endedTicks = 0;
  readonly #isKnown = process.platform === 'linux';

  readonly #root: number;

  constructor(root: number) {
    this.#root = root;
  }

  /** Records the current processes of the tree, and the CPU time of each. */
  sample(): void {
    if (!this.#isKnown) return;
    const all = allProcesses();
    const now = new Map([...all].filter(([pid]) => this.#isMember(pid, all)));
    for (const [pid, { ticks }] of this.#members) if (!now.has(pid)) this.#endedTicks += ticks;
    this.#members = now;
  }

  #isMember(pid: number, all: ReadonlyMap<number, ProcessState>): boolean {
    const state = all.get(pid);
    if (state === undefined) return false;
    if (pid === this.#root || this.#members.get(pid)?.startedAt === state.startedAt) return true;
    return this.#isMember(state.parent, all);
  }

  /** Returns the CPU seconds of the tree up to the last sample. Returns undefined on systems other than Linux. */
  cpuSeconds(): number | undefined {
    if (!this.#isKnown) return undefined;
    const living = [...this.#members.values()].reduce((sum, { ticks }) => sum + ticks, 0);
    return (this.#endedTicks + living) / 100;
  }

  /** Ends all processes of the tree immediately. */
  kill(): void {
    this.sample();
    for (const pid of [this.#root, ...this.#members.keys()]) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The process has already ended.
      }
    }
  }
}

function allProcesses(): ReadonlyMap<number, ProcessState> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(
    pids.flatMap((pid): [number, ProcessState][] => {
      const state = stateOf(pid);
      return state === undefined ? [] : [[Number(pid), state]];
    }),
  );
}

/** Returns the state of a process, or undefined if the process has already ended. */
function stateOf(pid: string): ProcessState | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name in brackets may contain spaces and brackets. The other fields follow the last bracket.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return { parent: Number(fields[1]), startedAt: fields[19] ?? '', ticks };
}
