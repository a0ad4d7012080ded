import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CorpusSample {
  /** The largest number of files, spread evenly over the folder. */
  readonly files: number;
  readonly textsPerFile: number;
  readonly maxChars: number;
}

/** Returns texts of the transcripts in a folder, cut to `maxChars`, the same ones each time. */
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

/** Transcripts contain text as JSON strings; the original text has real line ends and quotes. */
function unescaped(text: string): string {
  return text.replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\"', '"');
}

function spread<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  return Array.from({ length: count }, (_, index) => items[Math.floor((index * items.length) / count)] as T);
}
