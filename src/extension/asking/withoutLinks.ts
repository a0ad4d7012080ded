/**
 * Returns a text as notifications, progress and input boxes may show it. There VS Code turns `[text](command:…)` into a
 * link that runs any command, and the text may quote an endpoint, a file's name or a session's title.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (');
}
