/** The maximum number of files that one search reads. */
export const MOST_FILES = 5_000;
/** The maximum size in bytes of a file that is searched. */
export const MOST_FILE_BYTES = 1_000_000;
/** The maximum number of files that a remark names as too large to be searched. */
const MOST_NAMED = 5;
const UNREAD =
  'not all folders were read, since they contain too much; to read the others, give a deeper folder as path';

/** Returns a remark that says that folders were not read. Returns an empty list if all folders were read. */
export function unreadFolders(isIncomplete: boolean): readonly string[] {
  return isIncomplete ? [UNREAD] : [];
}

/** Returns remarks that say which files were not searched. Returns an empty list if all files were searched. */
export function unsearchedFiles(found: number, tooLarge: readonly string[]): readonly string[] {
  const named = tooLarge.slice(0, MOST_NAMED).join(', ');
  const more = tooLarge.length > MOST_NAMED ? ` and ${tooLarge.length - MOST_NAMED} more` : '';
  return [
    ...(found > MOST_FILES ? [`only ${MOST_FILES} files were searched; give a folder as path`] : []),
    ...(named === '' ? [] : [`not searched, since larger than ${MOST_FILE_BYTES} bytes: ${named}${more}`]),
  ];
}

/** Returns remarks as lines in brackets, so that they are not mistaken for results. */
export function remarkLines(remarks: readonly string[]): readonly string[] {
  return remarks.map((remark) => `[${remark}]`);
}

/** Returns the result of a search that found nothing, with remarks on files and folders that were not read. */
export function noneFound(remark: string, unread: readonly string[]): string {
  return `[${[remark, ...unread].join('; ')}]`;
}

/** Returns the first paths as lines for the model, and says whether there are more. */
export function listedText(
  paths: readonly string[],
  { most, isIncomplete }: { readonly most: number; readonly isIncomplete: boolean },
): string {
  if (paths.length === 0) return noneFound('no files found', unreadFolders(isIncomplete));
  return [
    ...paths.slice(0, most),
    ...(paths.length > most ? [`[more than ${most} files; narrow by path or glob]`] : []),
    ...remarkLines(unreadFolders(isIncomplete)),
  ].join('\n');
}
