import { maskMessage } from '../log/mask.ts';
import type { Message } from '../log/message.ts';
import { SecretNumbers, type SecretValues } from '../log/secretNumbers.ts';
import type { Logger, Redactor } from '../ports.ts';
import { markSecrets } from './markSecrets.ts';

/** Messages for a model, and the values that their marks stand for. */
export interface MaskedRequest {
  readonly messages: readonly Message[];
  readonly secrets: SecretValues;
}

/**
 * Masks the secrets in a request that belongs to no session, including the secrets in calls. The numbers of the marks
 * are valid only in this request. If the search for secrets fails, logs the error and masks no secrets.
 */
export async function maskedRequest(
  messages: readonly Message[],
  ports: { readonly redactor: Redactor; readonly logger: Logger },
): Promise<MaskedRequest> {
  const secrets = new SecretNumbers([], 'anywhere');
  const drafts = messages.map((message) => ({ kind: 'message' as const, message }));
  const marked = await markSecrets(drafts, secrets, ports);
  return {
    messages: marked.flatMap((draft) => (draft.kind === 'message' ? [maskMessage(draft, [])] : [])),
    secrets,
  };
}
