/**
 * The version of a log's lines. The store keeps lines of a newer version or an unknown `kind` unchanged, but returns no
 * entries for them. To raise the version, also let `adapters/store/parseLine.ts` convert lines of the previous version.
 */
export const FORMAT_VERSION = 1;
