/**
 * Matches a character that is invisible or changes the reading direction, except the joiners of emoji and some scripts.
 */
export const UNSEEN =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/u;
