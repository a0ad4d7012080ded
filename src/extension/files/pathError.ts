import { ViewError } from '../webviews/describeError.ts';
import type { RefusalReason } from './diskFile.ts';

/** The reason why a file may not or can't be read or changed, in a sentence for the model and the person. */
export class PathError extends ViewError {
  override readonly name = 'PathError';

  constructor(
    sentence: string,
    readonly reason?: RefusalReason,
  ) {
    super(sentence);
  }
}
