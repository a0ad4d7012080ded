import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CorpusSample {
  /** The maximum number of files. They are spread evenly over the folder. */
  readonly files: number;
  readonly textsPerFile: number;
  readonly maxChars: number;
}

/** Returns texts of the transcripts in a folder, cut to `maxChars`. Each call returns the same texts. */
export function corpusTexts(
  folder: string,
  { files, textsPerFile, maxChars }: CorpusSample,
): readonly string[] {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(jsonl?|md)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return spread(paths, files).flatMap((path) => textsOfFile(path, textsPerFile, maxChars));
}

function textsOfFile(path: string, count: number, maxChars: number): readonly string[] {
  const content = readFileSync(path, 'utf8');
  const starts = Array.from({ length: Math.ceil(content.length / maxChars) }, (_, index) => index * maxChars);
  return spread(starts, count).map((start) => unescaped(content.slice(start, start + maxChars)));
}

/** Replaces JSON escapes by line ends, tabs and quotes, because transcripts contain text as JSON strings. */
function unescaped(text: string): string {
  return text.replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\"', '"');
}

function spread<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  return Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)] as T);
}
