/** The result for a call that has none, as providers reject calls without a result. */
export const INTERRUPTED = '[interrupted]';
/** The result of a call that was stopped before it began. */
export const NOT_BEGUN = `${INTERRUPTED} This call was not begun; nothing was done.`;
/** The result where the person was asked, and the answer was stopped or the window closed before they decided. */
export const NOT_ANSWERED = `${INTERRUPTED} The person was asked whether this may be done, and had not decided; nothing was done.`;
/** The beginning of the result of a call that the person denied. */
export const DENIED = 'The person did not allow this';
