/** What came of the work, and for how long it held the thread at most. */
export interface Watched<T> {
  readonly result: T;
  /** Milliseconds of processor time between two turns of the event loop: another process's load doesn't count. */
  readonly longestMs: number;
}

/** Does the work while the event loop is asked after each of its turns how long it took. */
export async function watchThread<T>(work: () => Promise<T>): Promise<Watched<T>> {
  let isOver = false;
  let longest = 0;
  let before = process.threadCpuUsage();
  const turn = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, user + system);
    before = process.threadCpuUsage();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    return { result: await work(), longestMs: longest / 1_000 };
  } finally {
    isOver = true;
  }
}
