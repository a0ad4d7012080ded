/**
 * A character that a reader does not see, or that changes the order of what is shown. The joiners that emoji and some scripts
 * are written with are none.
 */
export const UNSEEN =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/u;
