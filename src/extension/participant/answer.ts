/** An answer in a chat of the editor. It consists of Markdown, and of buttons below it that run commands. */
export interface Answer {
  readonly markdown: string;
  readonly buttons: readonly Button[];
}

export interface Button {
  readonly title: string;
  readonly command: string;
  readonly arguments?: readonly unknown[];
}

/** The only command that links of an answer may run. */
export const SHOW_MESSAGE = 'longthread.showMessage';

/** The command that runs another command on a given session, which need not be the acting session. */
export const IN_SESSION = 'longthread.inSession';

/** Returns the button with its command bound to the given session. */
export function inSession(session: string, { title, command, arguments: given = [] }: Button): Button {
  return { title, command: IN_SESSION, arguments: [session, command, ...given] };
}

/** Returns a link that opens a message of a session. */
export function messageLink(session: string, message: string): string {
  const given = encodeURIComponent(JSON.stringify([session, message]));
  return `[${message}](command:${SHOW_MESSAGE}?${given})`;
}

/**
 * Returns a text on one line, cut off after at most `mostCharacters` characters, and escaped so that it contains no
 * Markdown or HTML.
 */
export function asPlainText(text: string, mostCharacters = 400): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  const cut = line.length > mostCharacters ? `${line.slice(0, mostCharacters).trimEnd()}…` : line;
  return cut.replaceAll(/[\\`*_[\]<>&$|~#]/gu, '\\$&');
}

/** Returns a name as Markdown code. */
export function asCode(name: string): string {
  return `\`${name.replaceAll(/[\s`]+/gu, ' ').trim()}\``;
}

/** Returns the lines as a Markdown list. */
export function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}
