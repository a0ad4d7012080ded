/**
 * The version of a log's lines. The store keeps lines of a newer version or an unknown `kind` unchanged, but returns no
 * entries for them. If you raise the version, extend `adapters/store/parseLine.ts` so that it converts lines of the
 * previous version.
 */
export const FORMAT_VERSION = 1;
