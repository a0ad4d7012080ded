import type { TextSpan } from '../../core/log/mask.ts';
import { isMadeOfWords } from './madeOfWords.ts';
import { isRealValue } from './realValue.ts';

/** Matches the line `kind: Secret` of a YAML object. The group `indent` is the indentation of the object's fields. */
const KIND = /^(?<indent>[ \t]{0,40}(?:- )?)kind:[ \t]{1,4}["']?Secret["']?[ \t]*\r?$/gm;
const FIELD = /^[ \t]*(?:- )?(?<name>[\w-]{1,60}):[ \t]*\r?$/;
const ENTRY = /^\s*["']?(?<name>[\w.-]{1,253})["']?:\s*["']?(?<value>[^\s"']{4,60000})["']?\s*$/;
/** The maximum number of lines to read above an object's `kind`. For a whole object, the maximum is twice as large. */
const MOST_LINES = 400;

const IN_JSON = /"kind"\s{0,4}:\s{0,4}"Secret"/;
const JSON_DATA = /"(?:data|stringData)"\s{0,4}:\s{0,4}\{(?<entries>[^{}]{1,60000})\}/g;
const JSON_ENTRY = /"(?<name>[\w.-]{1,253})"\s{0,4}:\s{0,4}"(?<value>[^"\\\s]{4,60000})"/g;

/**
 * Returns the values in the data of Kubernetes Secrets, in YAML and JSON, except placeholders and ordinary settings.
 */
export function findKubernetesSecrets(text: string): readonly TextSpan[] {
  return [...inYaml(text), ...(IN_JSON.test(text) ? inJson(text) : [])];
}

/** Finds values in YAML. Reads each line at most twice, so that the time is linear in the length of the text. */
function inYaml(text: string): readonly TextSpan[] {
  let seen = 0;
  return [...text.matchAll(KIND)].flatMap(({ index, groups }) => {
    if (index < seen) return [];
    const indent = (groups?.['indent'] ?? '').replace('- ', '  ').length;
    const from = startOfObject(text, index, { indent, seen });
    const { spans, end } = dataIn(text, from, { indent, kindAt: index });
    seen = end;
    return spans;
  });
}

interface Bounds {
  readonly indent: number;
  /** The text before this offset has been read. */
  readonly seen: number;
}

/**
 * Returns the beginning of the object whose `kind` is at the offset `at`. Reads upwards from `kind` to the first line
 * that does not belong to the object. The object begins after this line.
 */
function startOfObject(text: string, at: number, { indent, seen }: Bounds): number {
  let start = at;
  for (let lines = 0; lines < MOST_LINES && start > seen; lines++) {
    const before = text.lastIndexOf('\n', start - 2) + 1;
    const line = text.slice(before, start);
    if (before < seen || isOutside(line, indent) || isAnother(line, indent)) return start;
    start = before;
    if (beginsItem(line, indent)) return start;
  }
  return start;
}

/** Returns whether a line ends an object with this indentation: a separator, or a line with less indentation. */
function isOutside(line: string, indent: number): boolean {
  if (line.trim() === '') return false;
  return line.startsWith('---') || fieldIndentOf(line) < indent;
}

/** Returns whether a line is the `kind` of another object. */
function isAnother(line: string, indent: number): boolean {
  return fieldIndentOf(line) === indent && /^[\s-]*kind:/.test(line);
}

/** Returns whether a line is the first line of an object in a list. */
function beginsItem(line: string, indent: number): boolean {
  return /^\s*- /.test(line) && fieldIndentOf(line) === indent;
}

function fieldIndentOf(line: string): number {
  const fields = line.replace('- ', '  ');
  return fields.length - fields.trimStart().length;
}

function dataIn(
  text: string,
  from: number,
  { indent, kindAt }: { readonly indent: number; readonly kindAt: number },
): { readonly spans: readonly TextSpan[]; readonly end: number } {
  const spans: TextSpan[] = [];
  let isData = false;
  let start = from;
  for (let lines = 0; lines < 2 * MOST_LINES && start < text.length; lines++) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end);
    const isAfterKind = start > kindAt;
    if (isAfterKind && (isOutside(line, indent) || isAnother(line, indent) || beginsItem(line, indent)))
      break;
    if (fieldIndentOf(line) === indent && line.trim() !== '')
      isData = /^(?:data|stringData)$/.test(FIELD.exec(line)?.groups?.['name'] ?? '');
    else if (isData) spans.push(...valueIn(line, start));
    start = end + 1;
  }
  return { spans, end: Math.max(start, kindAt + 1) };
}

function valueIn(line: string, at: number): readonly TextSpan[] {
  const { name = '', value = '' } = ENTRY.exec(line)?.groups ?? {};
  if (value === '' || !isRealValue(value) || isSetting(name, value)) return [];
  const start = at + line.lastIndexOf(value);
  return [{ start, end: start + value.length, kind: 'kubernetes secret', rule: 'kubernetes-secret' }];
}

/** Matches names of values that are not secret, such as users and hosts. */
const NO_SECRET = /(?:user|username|name|address|host|port|email|region|namespace|bucket)(?:_in)?$/i;

/**
 * Returns whether an entry is an ordinary setting, such as `APP_ENV: production` or `username: …`. Many Kubernetes
 * Secrets contain ordinary settings.
 */
function isSetting(name: string, value: string): boolean {
  if (/pass|pw|secret|token|key|cred/i.test(name)) return false;
  return NO_SECRET.test(name) || (/^[a-z]+(?:[-.][a-z]+)*$/.test(value) && isMadeOfWords(value));
}

function inJson(text: string): readonly TextSpan[] {
  return [...text.matchAll(JSON_DATA)].flatMap(({ index, 0: whole, groups }) => {
    const entries = groups?.['entries'] ?? '';
    const at = index + whole.lastIndexOf(entries);
    return [...entries.matchAll(JSON_ENTRY)].flatMap((entry) => {
      const { name = '', value = '' } = entry.groups ?? {};
      if (!isRealValue(value) || isSetting(name, value)) return [];
      const end = at + entry.index + entry[0].length - 1;
      return [{ start: end - value.length, end, kind: 'kubernetes secret', rule: 'kubernetes-secret' }];
    });
  });
}
