/** One kind of stress test, repeated many times. */
export interface Trial {
  /** The words that follow the number of repetitions, e.g. `turns of a scripted day in one session`. */
  readonly what: string;
  /** The number of repetitions, unless the command line sets another number. */
  readonly usual: number;
  run(request: TrialRequest): Promise<TrialResult>;
}

export interface TrialRequest {
  readonly count: number;
  readonly seed: number;
  /** Whether slowness and memory growth are failures, as on the command line. Unit tests don't judge times. */
  readonly isTimed?: boolean;
  /** Called with the number of finished repetitions. */
  readonly progress: (done: number) => void;
}

export interface TrialResult {
  /** Sentences about failures. Each sentence has the seed or number with which the failure can be repeated. */
  readonly failures: readonly string[];
  /** One line about the run, such as its counts. The table of results shows this line if nothing failed. */
  readonly figures: string;
}

export function withCommas(count: number): string {
  return count.toLocaleString('en');
}
