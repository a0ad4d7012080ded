/** A file's ending is a name that the view knows its language by, when it knows it at all. */
export function languageOf(path: string | undefined): string | undefined {
  return /\.(\w+)$/.exec(path ?? '')?.[1]?.toLowerCase();
}
