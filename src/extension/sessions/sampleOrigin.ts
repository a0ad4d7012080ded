/** What the log of the sample session says that it was opened from. */
export const SAMPLE = 'sample';

/** Says that what is shown was not said here. */
export function originWords(importedFrom: string): string {
  return importedFrom === SAMPLE
    ? 'A recorded sample: none of it happened here. Try anything on it.'
    : 'Opened from a transcript.';
}
