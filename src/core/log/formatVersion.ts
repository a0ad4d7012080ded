/**
 * The version of a log's lines. The store keeps lines of a newer version and of an unknown `kind` unchanged, and the
 * fold skips them.
 */
export const FORMAT_VERSION = 1;
