/** The name of a shell's program by its path, as `zsh` of `/bin/zsh`; empty for none. */
export function shellName(path: string): string {
  const name = path.replaceAll('\\', '/').split('/').at(-1) ?? '';
  return name.toLowerCase().replace(/\.exe$/, '');
}
