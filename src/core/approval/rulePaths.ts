import { isOutside, isWithin } from './places.ts';

/** Returns whether a name or pattern in a rule matches a path, one of the path's folders, or the end of the path. */
export function matchesPath(name: string, place: string): boolean {
  const folder = plainName(name);
  if (folder === '') return false;
  if (folder.includes('*')) return globOf(folder).test(place);
  // Disks of macOS and Windows ignore case.
  const at = place.toLowerCase();
  const wanted = folder.toLowerCase();
  return isWithin(at, wanted) || at.endsWith(`/${wanted}`) || at.includes(`/${wanted}/`);
}

/** Returns whether a path is a folder that contains what a rule names. The path may be a shell pattern: `src/*`. */
export function containsPath(place: string, name: string): boolean {
  if (isWholeWorkspace(place)) return true;
  const names = plainName(name).split('/');
  const folders = place.split('/');
  return (
    !isOutside(place) &&
    folders.length < names.length + (/[*?[]/.test(place) ? 1 : 0) &&
    folders.every((folder, at) => mayMean(folder, names[at] ?? ''))
  );
}

/** Returns whether the path or pattern stands for everything in the workspace. */
export function isWholeWorkspace(place: string): boolean {
  return place === '' || place === '*';
}

function plainName(name: string): string {
  return name.replace(/^\.\//, '').replace(/\/+$/, '');
}

function globOf(pattern: string): RegExp {
  const source = escaped(pattern).replace(/\*\*\/?|\*/g, (star) => (star.startsWith('**') ? '.*' : '[^/]*'));
  return new RegExp(`(?:^|/)${source}(?:$|/)`, 'i');
}

/**
 * Returns whether `written` may match `name`. If `written` is a shell pattern, compares only the text before its first
 * special character and the text after its last one.
 */
function mayMean(written: string, name: string): boolean {
  const pattern = written.toLowerCase();
  const ends = pattern.split(/[*?[\]]/);
  if (ends.length === 1) return pattern === name.toLowerCase();
  return name.toLowerCase().startsWith(ends[0] ?? '') && name.toLowerCase().endsWith(ends.at(-1) ?? '');
}

function escaped(text: string): string {
  return text.replace(/[.+^?${}()|[\]\\]/g, '\\$&');
}
