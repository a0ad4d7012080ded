import { isOuterDefinition, toldCode } from './codeLines.ts';
import { clipAtWord } from './lines.ts';
import { namesIn } from './names.ts';

/** A line of text with the names in it. */
export interface NamedLine {
  readonly text: string;
  readonly names: readonly string[];
  /** It gives a name rather than using names. */
  readonly isDefinition?: true;
}

const LONGEST_TEXT = 60_000;
const LONGEST_LINE = 160;
const MOST_DEFINITIONS = 40;
const MOST_USES = 30;

/** The lines of `after` that `before` does not have and that give names or bring two or more of them together. */
export function changedCode(before: string, after: string): readonly NamedLine[] {
  const old = new Set(
    before
      .slice(0, LONGEST_TEXT)
      .split('\n')
      .map((line) => line.trim()),
  );
  const definitions: NamedLine[] = [];
  const uses: NamedLine[] = [];
  for (const raw of after.slice(0, LONGEST_TEXT).split('\n')) {
    const line = raw.trim();
    if (line.length < 8 || old.has(line)) continue;
    if (isOuterDefinition(raw)) {
      if (definitions.length < MOST_DEFINITIONS) definitions.push(namedCode(line, true));
    } else if (uses.length < MOST_USES && line.length <= LONGEST_LINE) {
      const use = namedCode(line, false);
      if (use.names.length >= 2) uses.push(use);
    }
  }
  return [...definitions, ...uses];
}

export function namedCode(line: string, isDefinition: boolean): NamedLine {
  const text = clipAtWord(toldCode(line), LONGEST_LINE);
  return { text, names: namesIn(text), ...(isDefinition ? { isDefinition } : {}) };
}
