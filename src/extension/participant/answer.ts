/** An answer in a chat of the editor: Markdown, and commands below it. */
export interface Answer {
  readonly markdown: string;
  readonly buttons: readonly Button[];
}

export interface Button {
  readonly title: string;
  readonly command: string;
  readonly arguments?: readonly unknown[];
}

/** The one command that an answer's links may run. */
export const SHOW_MESSAGE = 'longthread.showMessage';

/** Runs a command on a named session, even if another session is the acting one by then. */
export const IN_SESSION = 'longthread.inSession';

export function inSession(session: string, { title, command, arguments: given = [] }: Button): Button {
  return { title, command: IN_SESSION, arguments: [session, command, ...given] };
}

/** Returns a link that opens a message of a session. */
export function messageLink(session: string, message: string): string {
  const given = encodeURIComponent(JSON.stringify([session, message]));
  return `[${message}](command:${SHOW_MESSAGE}?${given})`;
}

/** Returns words of the log on one line, in which nothing is a link, a tag or a mark of Markdown. */
export function asSaid(text: string, mostCharacters = 400): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  const cut = line.length > mostCharacters ? `${line.slice(0, mostCharacters).trimEnd()}…` : line;
  return cut.replaceAll(/[\\`*_[\]<>&$|~#]/gu, '\\$&');
}

/** Returns a name as code. */
export function asCode(name: string): string {
  return `\`${name.replaceAll(/[\s`]+/gu, ' ').trim()}\``;
}

export function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}
