import { ChatError } from '../../core/ports.ts';
import type { Refusal } from './contextOverflow.ts';

/** A chat completion was refused in favour of the Responses API. */
export class NeedsResponses extends ChatError {
  constructor({ text, status }: Refusal) {
    super('badRequest', text, false, { status });
  }
}

/**
 * Whether a refusal names the other API, as OpenAI's does for models that think between calls of tools, or says that the model
 * has no chat completions (Azure, GitHub Copilot).
 */
export function namesResponses({ text, code }: Refusal): boolean {
  if (code === 'unsupported_api_for_model') return true;
  return /\bv1\/responses\b|\bresponses api\b|chatCompletion operation does not work|not accessible via the \/chat\/completions/i.test(
    text,
  );
}
