/** Returns the name of a shell's program from its path, e.g. `zsh` for `/bin/zsh`; empty if the path is empty. */
export function shellName(path: string): string {
  const name = path.replaceAll('\\', '/').split('/').at(-1) ?? '';
  return name.toLowerCase().replace(/\.exe$/, '');
}
