import { type ChatDelta, ChatError } from '../../core/ports.ts';
import type { ErrorPlace } from './chatError.ts';
import { isContextOverflow, type Refusal } from './contextOverflow.ts';
import { changedKeys, fallbackOf, parserOff, type Fallback, type Step } from './fallbackWords.ts';
import { adaptShape, type RequestShape } from './endpointQuirks.ts';
import { asApiError, refusalOf } from './sdkError.ts';

/** The maximum number of format changes to try for one request. */
const MOST_STEPS = 8;

export interface LearnedShapeOptions {
  readonly place: ErrorPlace;
  /**
   * Called when later requests use another format because the endpoint rejected the previous one. Also called once if
   * the server's tool parser seems to be disabled, since an answer contains a tool call as plain text.
   */
  readonly onFallback: (fallback: Fallback) => void;
  /** Whether to throw NeedsResponses if an error names the Responses API, so that the caller can use this API. */
  readonly leavesForResponses: boolean;
}

type Deltas = AsyncGenerator<ChatDelta, void, undefined>;

/** The format of requests to one endpoint for one model, learned from the endpoint's errors. */
export class LearnedShape {
  #shape: RequestShape;
  readonly #options: LearnedShapeOptions;
  #hasReportedParser = false;

  constructor(first: RequestShape, options: LearnedShapeOptions) {
    this.#shape = first;
    this.#options = options;
  }

  /**
   * Yields an answer. If the endpoint rejects an optional part of the request before it sends any part of an answer,
   * retries in another format. When the endpoint accepts the request, remembers and reports each change.
   */
  async *ask(answer: (shape: RequestShape) => Deltas): Deltas {
    const steps: Step[] = [];
    for (let shape = this.#shape; ;) {
      let isBegun = false;
      try {
        for await (const delta of answer(shape)) {
          if (!isBegun) for (const step of steps) this.#learn(step);
          isBegun = true;
          yield delta;
        }
        return;
      } catch (error) {
        const step = isBegun || steps.length >= MOST_STEPS ? undefined : this.#stepAfter(error, shape);
        if (step === undefined) throw error;
        steps.push(step);
        shape = step.to;
      }
    }
  }

  /**
   * Reports that the server's tool parser seems to be off. Later calls report nothing, since a server's parser does not
   * change while the server runs.
   */
  reportParserOff(): void {
    if (this.#hasReportedParser) return;
    this.#hasReportedParser = true;
    this.#options.onFallback(parserOff(this.#options.place));
  }

  #stepAfter(error: unknown, from: RequestShape): Step | undefined {
    const refused = asApiError(error);
    if (refused === undefined) return undefined;
    const refusal = refusalOf(refused);
    if (isContextOverflow(refusal)) return undefined;
    if (this.#options.leavesForResponses && namesResponses(refusal)) throw new NeedsResponses(refusal);
    const to = adaptShape(from, refusal);
    return to && { from, to, said: refusal.text };
  }

  #learn(step: Step): void {
    const changed = changedKeys(step);
    this.#shape = { ...this.#shape, ...Object.fromEntries(changed.map((key) => [key, step.to[key]])) };
    this.#options.onFallback(fallbackOf(step, this.#options.place));
  }
}

/** Thrown when an endpoint rejects a chat completion and asks for the Responses API instead. */
export class NeedsResponses extends ChatError {
  constructor({ text, status }: Refusal) {
    super('badRequest', text, false, { status });
  }
}

/**
 * Returns whether an error asks for the Responses API, or says that the model has no chat completions. OpenAI asks for
 * the Responses API for models that think between calls. Azure and GitHub Copilot say that there are no chat
 * completions.
 */
export function namesResponses({ text, code }: Refusal): boolean {
  if (code === 'unsupported_api_for_model') return true;
  return /\bv1\/responses\b|\bresponses api\b|chatCompletion operation does not work|not accessible via the \/chat\/completions/i.test(
    text,
  );
}
