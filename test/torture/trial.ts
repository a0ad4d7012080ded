/** One kind of stress test, repeated many times. */
export interface Trial {
  /** The words after the number of repetitions, e.g. `turns of a scripted day in one session`. */
  readonly what: string;
  /** The number of repetitions, unless the command line gives another one. */
  readonly usual: number;
  run(request: TrialRequest): Promise<TrialResult>;
}

export interface TrialRequest {
  readonly count: number;
  readonly seed: number;
  /** Whether slowness and memory growth are failures, as on the command line; unit tests don't judge by the clock. */
  readonly isTimed?: boolean;
  /** Called with the number of repetitions so far. */
  readonly progress: (done: number) => void;
}

export interface TrialResult {
  /** Sentences on failures, each with the seed or number by which it can be repeated. */
  readonly failures: readonly string[];
  /** One line for the table with counts of the run. */
  readonly figures: string;
}

export function withCommas(count: number): string {
  return count.toLocaleString('en');
}
