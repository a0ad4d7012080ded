import { clipAtWord } from './lines.ts';
import { namesIn } from './names.ts';

/** A line of text with the names in it. */
export interface NamedLine {
  readonly text: string;
  readonly names: readonly string[];
  /** It gives a name rather than using names. */
  readonly isDefinition?: true;
}

const DEFINITION =
  /^(?:(?:export|pub(?:\([a-z]+\))?|public|private|protected|internal|static|async|abstract|default|final|override|inline|declare|readonly|unsafe|extern|virtual|sealed|open|data)\s+)*(?:function\*?|func|fn|def|class|interface|type|struct|enum|trait|impl|module|namespace|protocol|record|sub|proc|macro_rules!|CREATE TABLE|message|service|object|const|let|var|val)\s+[\w$(*@]/;
/** A method as C's family writes it: name, parameters, perhaps a type, an opening brace. */
const METHOD = /^[\w$<>[\],.\s*&]{0,80}\b[A-Za-z_$][\w$]*\([^()]{0,160}\)(?:\s*:\s*[^{};]{1,80})?\s*\{$/;
const CONTROL = /^(?:if|for|while|switch|catch|else|return|do|try|with|match|elif|await|throw|defer|go|case)\b/;
const LOCAL = /^(?:const|let|var|val)\s/;
/** Definitions whose members are worth telling with them. */
const HAS_MEMBERS = /\b(?:struct|interface|enum|record|type|class|message|trait)\b[^()]*[{:=(]$/;
const LONGEST_TEXT = 60_000;
const LONGEST_LINE = 160;
const LONGEST_BLOCK = 320;
const MOST_MEMBERS = 14;

export interface CodeLimits {
  readonly definitions: number;
  readonly uses: number;
}

/**
 * The lines of a piece of code that tell most about it: definitions, types with their members, and lines that bring
 * names together. Lines in `known` are left out. Knows how languages look in general, not their grammars.
 */
export function codeLinesOf(code: string, limits: CodeLimits, known?: ReadonlySet<string>): readonly NamedLine[] {
  const lines = code.slice(0, LONGEST_TEXT).split('\n');
  const definitions: NamedLine[] = [];
  const uses: NamedLine[] = [];
  for (let at = 0; at < lines.length; at++) {
    const raw = lines[at] ?? '';
    if (raw.length < 8 || raw.length > 400) continue;
    const line = raw.trim();
    if (known?.has(line) === true) continue;
    if (isDefinition(raw, line)) {
      const members = HAS_MEMBERS.test(line) ? membersBelow(lines, at) : [];
      if (definitions.length < limits.definitions) definitions.push(definition(line, members));
      at += members.length;
    } else if (uses.length < limits.uses && line.length <= LONGEST_LINE) {
      const use = namedLine(toldCode(line));
      if (use.names.length >= 2) uses.push(use);
    }
  }
  return [...definitions, ...uses];
}

/** At the margin or a level in; a variable inside a function is no definition worth telling. */
function isDefinition(raw: string, line: string): boolean {
  if (line.length > 240) return false;
  if (DEFINITION.test(line)) return !LOCAL.test(line) || raw.length === line.length;
  return line.endsWith('{') && METHOD.test(line) && !CONTROL.test(line);
}

function definition(line: string, members: readonly string[]): NamedLine {
  const told = members.length === 0 ? toldCode(line) : `${line} ${members.join('; ')}`;
  return { ...namedLine(clipAtWord(told, LONGEST_BLOCK)), isDefinition: true };
}

/** The short lines that stand deeper than the definition above them, up to its end. */
function membersBelow(lines: readonly string[], at: number): readonly string[] {
  const depth = indentOf(lines[at] ?? '');
  const members: string[] = [];
  for (let next = at + 1; next < lines.length && members.length < MOST_MEMBERS; next++) {
    const raw = lines[next] ?? '';
    const line = raw.trim();
    if (line === '' || indentOf(raw) <= depth || line.length > 100 || CONTROL.test(line)) break;
    members.push(toldCode(line));
  }
  return members;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** A line of code as it is told: white space folded, without its opening brace or its comma. */
function toldCode(line: string): string {
  return line.replace(/\s+/g, ' ').replace(/(?:\s*\{\s*\}?|,|;)$/, '').trim();
}

function namedLine(text: string): NamedLine {
  return { text, names: namesIn(text) };
}
