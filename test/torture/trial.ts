/** One way of treating the program badly, many times over. */
export interface Trial {
  /** What is done so many times, in a few words. */
  readonly what: string;
  /** How often, unless the command line says otherwise. */
  readonly usual: number;
  run(request: TrialRequest): Promise<TrialResult>;
}

export interface TrialRequest {
  readonly count: number;
  readonly seed: number;
  /** Whether what takes too long is a failure, as on the command line; a test judges nothing by the clock. */
  readonly isTimed?: boolean;
  /** Called with how many are done. */
  readonly progress: (done: number) => void;
}

export interface TrialResult {
  /** What was wrong, each with what it takes to do it again. */
  readonly failures: readonly string[];
  /** One line for the table: what was counted on the way. */
  readonly figures: string;
}

export function withPlaces(count: number): string {
  return count.toLocaleString('en');
}
