import { withSlashes } from '../tools/fileNames.ts';
import { standsAsWord, type SaidTexts } from './saidTexts.ts';

/** The folders of all files with the same name, by this name. */
type FoldersByName = ReadonlyMap<string, readonly string[]>;

/**
 * Returns whether texts mention a file by its name, or together with other files: by a pattern, by its folder, or by
 * words such as "all 12 tool modules". If another file has the same name, a passage that names only the other file's
 * folder does not count.
 */
export function isFileMentioned(path: string, after: SaidTexts, folders: FoldersByName): boolean {
  const { name, folder, above } = partsOf(path);
  const isOneOfSeveral = (folders.get(name)?.length ?? 0) > 1;
  return (
    isNameMentioned(name, folder, after, folders) ||
    isGroupMentioned(path, folder, after) ||
    (isOneOfSeveral && isMentionedWithAll(above, after))
  );
}

function isNameMentioned(name: string, folder: string, after: SaidTexts, folders: FoldersByName): boolean {
  const others = (folders.get(name) ?? []).filter((other) => other !== folder);
  if (others.length > 0)
    return after.namesWhere(name, (passage) => {
      const text = passage.toLowerCase();
      const names = (each: string): boolean => standsAsWord(text, each.toLowerCase());
      return folder === '' ? isMentionedInRoot(name, text, others) : names(folder) || !others.some(names);
    });
  return after.names(name) || isBareNameMentioned(name.replace(/(?<=.)\.\w+$/u, ''), after);
}

/**
 * Returns whether texts mention a name without its extension. If the name may be an ordinary word, it must be in
 * backticks, alone or at the end of a path.
 */
function isBareNameMentioned(bare: string, after: SaidTexts): boolean {
  if (bare.length < SHORTEST_BARE_NAME || !UNMISTAKABLE.test(bare))
    return after.matches(new RegExp(`[/\`]${escaped(bare)}\``, 'iu'));
  return after.names(bare) || after.names(bare.replace(/[_-]/gu, ''));
}

/**
 * Returns whether a lower-case text mentions a file in the root folder. `others` are the folders of other files with
 * this name. First removes the paths that begin with a folder of `others`. The text that is left must contain the
 * file's name, but no folder of `others`.
 */
function isMentionedInRoot(name: string, text: string, others: readonly string[]): boolean {
  const folders = others.map((folder) => folder.toLowerCase());
  // One pattern removes the paths in all folders. If a separate pattern for `b` ran first, `a/` of `a/b/index.ts` would
  // be left, and the text would seem to name the folder `a`.
  const paths = new RegExp(`(?:${folders.map(escaped).join('|')})/[^\\s,;\`'"]+`, 'gu');
  const rest = text.replace(paths, '');
  return standsAsWord(rest, name.toLowerCase()) && !folders.some((folder) => standsAsWord(rest, folder));
}

function partsOf(path: string): { name: string; folder: string; above: string } {
  const parts = withSlashes(path).split('/');
  const [name = '', folder = '', above = ''] = parts
    .filter((part) => part !== '' && part !== '.')
    .toReversed();
  return { name, folder, above };
}

/** If a name without its extension is shorter than this, it may be an ordinary word. */
const SHORTEST_BARE_NAME = 6;
/** Matches a name of several words or with a digit, which no sentence contains by chance. */
const UNMISTAKABLE = /\p{Ll}\p{Lu}|[\d_-]/u;

function isGroupMentioned(path: string, folder: string, after: SaidTexts): boolean {
  if (after.hasPatternFor(withSlashes(path))) return true;
  if (folder === '') return false;
  const folderName = escaped(folder);
  const singular = escaped(folder.replace(/s$/u, ''));
  return (
    // Matches the folder without a file, such as `src/tools/`.
    after.matches(new RegExp(`(?<![\\w.-])${folderName}/(?![\\w.{*@-])`, 'iu')) ||
    // Matches words such as “all 12 tool modules”.
    after.matches(new RegExp(`\\b(?:all|every|each|\\d+)\\b[^.\\n]{0,20}\\b${singular}s?[ -]${GROUP}`, 'iu'))
  );
}

/**
 * Returns whether an agent may know a file that no text mentions. This is the case if the file has instructions, which
 * the agent reads again, or if the file is a test and its subject is mentioned on a line about tests.
 */
export function isFilePerhapsMentioned(path: string, after: SaidTexts): boolean {
  const { name } = partsOf(path);
  const subject = name.replace(TEST_MARK, '');
  return (
    INSTRUCTIONS.test(name) ||
    (subject !== name &&
      after.matches(new RegExp(`(?<!\\w)${escaped(subject)}[^\\n]{0,300}\\b(?:tests?|spec)\\b`, 'iu')))
  );
}

/** Matches files that agents read into each of their contexts. */
const INSTRUCTIONS = /^(?:AGENTS|CLAUDE|GEMINI|QWEN)\.md$|^copilot-instructions\.md$/iu;
/** Matches the part of a file's name that marks it as a test: `prices_test.go`, `prices.spec.ts`, `test_prices.py`. */
const TEST_MARK = /^tests?[._-](?=.+\.)|[._-](?:tests?|spec)(?=\.)/iu;

/** Returns whether texts mention all files of a folder. "All 6 providers" includes `providers/cart/index.ts`. */
function isMentionedWithAll(folder: string, after: SaidTexts): boolean {
  const singular = escaped(folder.replace(/s$/u, ''));
  return (
    singular.length >= SHORTEST_BARE_NAME &&
    after.matches(new RegExp(`\\b(?:all|every|each)\\b(?: of)?(?: the)?(?: \\d+)? ${singular}s?\\b`, 'iu'))
  );
}

const GROUP = String.raw`(?:files?|modules?|scripts?|components?|classes|pages?|packages?|models?)\b`;

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`);
}

export function foldersByName(paths: readonly string[]): FoldersByName {
  const folders = new Map<string, string[]>();
  for (const { name, folder } of paths.map(partsOf))
    folders.set(name, [...(folders.get(name) ?? []), folder]);
  return folders;
}
