/**
 * The version of a log's lines. The store keeps lines of a newer version and of an unknown `kind` unchanged, and the
 * fold skips them. To raise it, change it here, and let `adapters/store/parseLine.ts` convert lines of the version
 * before; compactions without lines of notes, an earlier form of version 1, are converted by `withLines`
 * (`notesLine.ts`).
 */
export const FORMAT_VERSION = 1;
