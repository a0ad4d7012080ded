/**
 * The numbers of messages, calls and results in a real transcript. The functions that return a count read each format
 * in the simplest way. They share no code and no table with the transcript readers, so that a test can check the
 * readers with these counts.
 */
export interface Count {
  /** The number of messages with text of the person. */
  readonly prompts: number;
  /** The number of texts of the assistant. */
  readonly answers: number;
  readonly calls: number;
  readonly results: number;
}

export type Json = Readonly<Record<string, unknown>>;

/** A count that grows while a file is read. */
export class Tally {
  prompts = 0;
  answers = 0;
  calls = 0;
  results = 0;

  /** Counts a message of the person if it has typed text. */
  said(text: string): void {
    if (this.isTyped(text)) this.prompts += 1;
  }

  /** Counts a message of the person if a result contains words that the person typed instead of allowing the call. */
  refused(result: string): void {
    if (/\bthe user said:\s+(?!The user wants to clarify)\S/u.test(result.slice(0, 500))) this.prompts += 1;
  }

  /** Returns whether the person typed text in a message. Ignores a client's elements, such as `<system-reminder>`. */
  isTyped(text: string): boolean {
    const framed = /<user_query>([\s\S]*)<\/user_query>/u.exec(text)?.[1] ?? text;
    const left = framed
      .replace(/<\/?command-args>/gu, '')
      .replace(CLIENT_ELEMENT, '')
      .replace(EMPTY_PROMPT_FILE, '')
      .trim();
    return left !== '' && !CLIENT_BEGINNINGS.some((beginning) => left.startsWith(beginning));
  }

  answered(text: unknown): void {
    if (typeof text === 'string' && text.trim() !== '') this.answers += 1;
  }

  get count(): Count {
    const { prompts, answers, calls, results } = this;
    return { prompts, answers, calls, results };
  }
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the objects of a JSON lines file. Splits lines that contain two objects. */
export function jsonLinesOf(text: string): readonly Json[] {
  return text
    .split('\n')
    .flatMap((line) => line.replace(/\}\{"(?=(?:type|uuid|parentUuid)")/gu, '}\n{"').split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Json);
}

export function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isJson) : [];
}

/** Returns the blocks in the value of a `content` field. A plain text becomes one block. */
export function blocks(content: unknown): readonly Json[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
}

/** Returns the joined text of all blocks. */
export function textIn(content: unknown): string {
  return blocks(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('\n');
}

/** The beginnings of texts that a client wrote in the person's name. They occur in the counted files. */
const CLIENT_BEGINNINGS = [
  'Caveat: The messages below were generated',
  'This session is being continued from a previous conversation',
  '[Request interrupted by user',
  'Base directory for this skill:',
  '[Image: source:',
  '# AGENTS.md instructions',
  'Another language model started to solve this problem',
  'Please always provide EXACTLY ONE action',
  '[File: /',
  'Your previous response reached',
  'System: Please continue.',
  'Full transcript available at:',
  'Unknown skill: ',
  'Commands are in the form `/command',
  'Please commit all of my changes so we can make a PR.',
  "Detect my project's dev servers and save all",
];

/**
 * Matches the text of an instruction file in which the field “User Input” is empty. If the person typed only the file's
 * name, a client sends this text instead of the name.
 */
const EMPTY_PROMPT_FILE = /^\s*## User Input\s+```text\s+```[\s\S]*/u;

/**
 * Matches an element that a client wrote. The element is at the beginning of a line or after another tag, and its
 * name has several words. An element without an end tag reaches to the end of the text.
 */
const CLIENT_ELEMENT =
  /(?<=^|\n|>)[ \t]*<([A-Za-z]+[-_ ][\w -]+|SYSTEM_NOTICE)(?: [^<>]*)?>[\s\S]*?(?:<\/\1>|$(?![\s\S]))/gu;
