import type { ClaudeCode, SessionUsage } from './hostApi.ts';

/** The plugin's input and output. Claude Code can do other work while a call is awaited. */
export interface Io {
  readonly root: string;
  readText(path: string): Promise<string | undefined>;
  readBytes(path: string, offset: number, length: number): Promise<Uint8Array>;
  write(path: string, text: string): Promise<void>;
  exists(path: string): Promise<boolean>;
  sizeOf(path: string): Promise<number>;
  /**
   * Returns whether requests go to a provider whose requests the plugin can't change, since the requests are signed or
   * have another form.
   */
  isOtherProvider(): Promise<boolean>;
  now(): Promise<number>;
  sessionId(): Promise<string>;
  workspace(): Promise<string>;
  transcript(): Promise<string>;
  /** Returns the usage of the context window. If `isWhole` is true, the usage includes `breakdown`. */
  usage(isWhole: boolean): Promise<SessionUsage['context']>;
  /** Asks the person. Returns undefined if nobody can be asked, and an empty string if the person closed the dialog. */
  ask(question: string, options: readonly string[]): Promise<string | undefined>;
  status(text: string): void;
  tell(text: string): void;
  debug(text: string): void;
}

/** The maximum number of bytes that Claude Code reads in one call. */
export const MOST_READ = 4 * 1024 * 1024;

/**
 * Returns the plugin's input and output. Claude Code checks the plugin's source, and allows `$` only in top-level
 * functions of a module.
 */
export function ioOf($: ClaudeCode): Io {
  return {
    root: $.plugin.root,
    readText: (path) => readText($, path),
    readBytes: async (path, offset, length) =>
      bytesOf(await $.fs.read(path, { as: 'bytes', offset, length })),
    write: (path, text) => $.fs.write(path, text),
    exists: (path) => $.fs.exists(path),
    sizeOf: async (path) => (await $.fs.stat(path)).size,
    isOtherProvider: () => isOtherProvider($),
    now: () => $.clock.now(),
    sessionId: () => $.session.id(),
    workspace: () => $.session.root(),
    transcript: async () => (await $.session.info()).transcriptPath,
    usage: async (isWhole) => (await $.session.usage(isWhole ? { breakdown: 'summary' } : undefined)).context,
    ask: (question, options) => ask($, question, options),
    status: (text) => $.ui.status(text),
    tell: (text) => $.ui.toast(text),
    debug: (text) => $.ui.log(text, { to: 'debug' }),
  };
}

/**
 * Returns whether requests go to a provider other than Anthropic. Claude Code allows only literals as arguments of
 * `$.env.get`, so each environment variable has its own call.
 */
async function isOtherProvider($: ClaudeCode): Promise<boolean> {
  const set = [
    await $.env.get('CLAUDE_CODE_USE_BEDROCK'),
    await $.env.get('CLAUDE_CODE_USE_VERTEX'),
    await $.env.get('CLAUDE_CODE_USE_FOUNDRY'),
  ];
  return set.some((value = '') => value !== '' && value !== '0');
}

/** Returns a file's text; undefined if there is no such file. */
async function readText($: ClaudeCode, path: string): Promise<string | undefined> {
  if (!(await $.fs.exists(path))) return undefined;
  const { size } = await $.fs.stat(path);
  const pieces: string[] = [];
  for (let offset = 0; offset < size; offset += MOST_READ)
    pieces.push(await $.fs.read(path, { offset, length: MOST_READ }));
  return pieces.join('');
}

/** Asks the person. Returns undefined if nobody can be asked, and an empty string if the person closed the dialog. */
async function ask($: ClaudeCode, question: string, options: readonly string[]): Promise<string | undefined> {
  if ((await $.session.surfaces()).length === 0) return undefined;
  return $.ui.ask(question, options).catch(() => '');
}

function bytesOf({ base64 }: { readonly base64: string }): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
