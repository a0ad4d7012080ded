/** The version of a log's lines. A line of a newer one, and a `kind` unknown here, is kept by the store as it stands and skipped by the fold. */
export const FORMAT_VERSION = 1;
