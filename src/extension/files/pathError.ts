import { ViewError } from '../webviews/describeError.ts';
import type { RefusalReason } from './diskFile.ts';

/** A path that may not or can't be read. Its sentence is for the model and the person. */
export class PathError extends ViewError {
  override readonly name = 'PathError';

  constructor(
    sentence: string,
    readonly reason?: RefusalReason,
  ) {
    super(sentence);
  }
}
