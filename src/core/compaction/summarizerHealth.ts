/** After so many failed summaries in a row the model rests, until the model or the person changes something. */
const FAILURES_BEFORE_REST = 3;

/** Whether the summarizing model is worth asking. */
export class SummarizerHealth {
  #failures = 0;

  get isResting(): boolean {
    return this.#failures >= FAILURES_BEFORE_REST;
  }

  /** A summary was asked for and did not come. */
  failed(): void {
    this.#failures += 1;
  }

  /** A summary came, or the person or the model changed something. */
  reset(): void {
    this.#failures = 0;
  }
}
