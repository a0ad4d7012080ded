import { readdirSync, readFileSync } from 'node:fs';

/** What /proc/PID/stat says of a process (proc(5)); ticks are hundredths of a second. */
interface ProcessState {
  readonly parent: number;
  readonly startedAt: string;
  /** Of the process alone. */
  readonly ticks: number;
}

/**
 * A process with all its descendants, also those that left its process group, such as an editor's server and a browser.
 * Known on Linux only, by samples: what a process used after its last one is missed.
 */
export class ProcessTree {
  #members = new Map<number, ProcessState>();
  #endedTicks = 0;
  readonly #isKnown = process.platform === 'linux';

  readonly #root: number;

  constructor(root: number) {
    this.#root = root;
  }

  /** Looks which processes there are now and how much CPU time each has used. */
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

  /** CPU seconds of all of them so far; undefined where that is not known. */
  cpuSeconds(): number | undefined {
    if (!this.#isKnown) return undefined;
    const living = [...this.#members.values()].reduce((sum, { ticks }) => sum + ticks, 0);
    return (this.#endedTicks + living) / 100;
  }

  /** Ends all of them at once. */
  kill(): void {
    this.sample();
    for (const pid of [this.#root, ...this.#members.keys()]) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended by itself.
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

/** Undefined where the process ended meanwhile. */
function stateOf(pid: string): ProcessState | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name in brackets may hold spaces and brackets; the fields are those behind its end.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return { parent: Number(fields[1]), startedAt: fields[19] ?? '', ticks };
}
