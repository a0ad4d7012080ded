/**
 * Returns a text that is safe to show in notifications, progress and input boxes. There, VS Code turns
 * `[text](command:…)` into a link that can run any command, and the text may quote an endpoint, a file's name or a
 * session's title.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (');
}

/**
 * Escapes a text for a label, description or detail in a list, or for the status bar. There, VS Code would show
 * `$(pwd)` as an icon, or show nothing if no icon has this name.
 */
export function asLabel(text: string): string {
  return text.replace(/\$\([a-z0-9-]+(?:~[a-z0-9-]+)?\)/gi, '\\$&');
}
