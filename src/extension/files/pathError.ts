import { ViewError } from '../webviews/describeError.ts';
import type { RefusalReason } from './diskFile.ts';

/** An error that says, in a sentence for the model and the person, why a path or file must not or can't be used. */
export class PathError extends ViewError {
  override readonly name = 'PathError';

  constructor(
    sentence: string,
    readonly reason?: RefusalReason,
  ) {
    super(sentence);
  }
}
