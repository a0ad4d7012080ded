/** What the log of the sample session says that it was opened from. */
export const SAMPLE = 'sample';
