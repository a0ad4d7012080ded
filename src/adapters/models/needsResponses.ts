import { ChatError } from '../../core/ports.ts';
import type { Refusal } from './contextOverflow.ts';

/** A chat completion was refused in favour of the Responses API. */
export class NeedsResponses extends ChatError {
  constructor({ text, status }: Refusal) {
    super('badRequest', text, false, { status });
  }
}

/** Whether a refusal names the other API, as OpenAI's does for models that think between calls of tools. */
export function namesResponses({ text }: Refusal): boolean {
  return /\bv1\/responses\b|\bresponses api\b/i.test(text);
}
