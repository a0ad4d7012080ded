import { ChatError, StoreError, type Logger } from '../../core/ports.ts';
import type { DescribedError } from '../../shared/hostChannel.ts';
import { messageOf } from '../../core/text/messageOf.ts';

/** An expected failure. The view shows its message unchanged, and nothing is logged. */
export class ViewError extends Error {
  override readonly name: string = 'ViewError';
}

/** An error for a request that was cancelled or is outdated. The view shows nothing. */
export class CancelledError extends ViewError {
  override readonly name = 'CancelledError';
}

/** Returns the view's message for a failed request. Logs unexpected errors with their stack. */
export function describeError(error: unknown, logger: Logger): DescribedError {
  if (error instanceof CancelledError || isCancellation(error)) return { message: '', isCancelled: true };
  if (error instanceof ViewError || error instanceof StoreError || error instanceof ChatError)
    return { message: error.message, isCancelled: false };
  const message = messageOf(error);
  logger.error(message, error);
  return { message: `This failed: ${message}`, isCancelled: false };
}

/**
 * Returns whether the error says that a request to a model was cancelled, or is VS Code's CancellationError. Recognises
 * a CancellationError by its name, so that this file does not import `vscode`.
 */
function isCancellation(error: unknown): boolean {
  if (error instanceof ChatError) return error.reason === 'cancelled';
  return error instanceof Error && error.name === 'Canceled';
}
