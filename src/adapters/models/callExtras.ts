/** Beyond so many calls the oldest go: what stands beside one is some kilobytes. */
const MOST_CALLS = 500;

/**
 * Gemini checks that it made the calls of a turn itself, and documents this in place of a signature that is lost
 * (https://ai.google.dev/gemini-api/docs/thought-signatures).
 */
const STAND_IN = { google: { thought_signature: 'skip_thought_signature_validator' } };

/**
 * What an endpoint put beside its calls, in memory only: Gemini refuses a call that comes back without its signature
 * (https://ai.google.dev/gemini-api/docs/openai).
 */
export class CallExtras {
  readonly #byCall = new Map<string, object>();

  keep(extras: ReadonlyMap<string, object>): void {
    for (const [callId, extra] of extras) this.#byCall.set(callId, extra);
    for (const oldest of this.#byCall.keys()) {
      if (this.#byCall.size <= MOST_CALLS) return;
      this.#byCall.delete(oldest);
    }
  }

  of(callId: string): object | undefined {
    return this.#byCall.get(callId);
  }

  /** For a call that was made before a reload, or by another model. */
  orStandIn(callId: string): object {
    return this.of(callId) ?? STAND_IN;
  }
}
