/**
 * Returns a text as notifications, progress and input boxes may show it. There VS Code turns `[text](command:…)` into a
 * link that runs any command, and the text may quote an endpoint, a file's name or a session's title.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (');
}

/**
 * Returns a text as a label, description or detail in a list, or for the status bar. There VS Code shows `$(pwd)` as an
 * icon, or as nothing if no icon has this name.
 */
export function asLabel(text: string): string {
  return text.replace(/\$\([a-z0-9-]+(?:~[a-z0-9-]+)?\)/gi, '\\$&');
}
