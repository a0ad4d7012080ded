import { INVISIBLE } from '../../core/text/invisible.ts';

/** Matches control characters and joiners. No path needs them, and they make a path look like another path. */
const CONTROL_OR_JOINER = /[\p{Cc}\u200C\u200D]/u;

/** Matches names that Windows reserves for devices, also with an extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/iu;

/**
 * Returns a sentence that says why the spelling of a path is refused; undefined if it is fine. Looks only at the
 * characters, not at where the path leads.
 */
export function pathProblem(written: string, isWindows: boolean): string | undefined {
  const path = written.trim();
  if (path === '') return 'The path is empty.';
  if (INVISIBLE.test(path) || CONTROL_OR_JOINER.test(path))
    return 'The path has invisible characters; write it without them.';
  const plain = path.replaceAll('\\', '/');
  if (plain.startsWith('//'))
    return `${path} names another machine or a device; only files of the workspace can be changed.`;
  if (plain.startsWith('~'))
    return `${path} begins with ~, which is not expanded here; write the path relative to the workspace.`;
  if (/^[a-z][a-z\d+.-]+:\/\//iu.test(plain))
    return `${path} is an address; write the path relative to the workspace.`;
  const hasDrive = /^[a-z]:/iu.test(plain);
  if (hasDrive && !isWindows)
    return `${path} names a drive, but this system has none; write the path relative to the workspace.`;
  if (hasDrive && !/^[a-z]:\//iu.test(plain))
    return `${path} is relative to a drive; write the path relative to the workspace.`;
  const segments = plain.replace(/^[a-z]:/iu, '').split('/');
  if (plain.endsWith('/')) return `${path} names a folder; name a file.`;
  if (segments.includes('..'))
    return `${path} goes up by “..”; write the path from the workspace’s folder down.`;
  return isWindows ? segments.map(windowsProblem).find((problem) => problem !== undefined) : undefined;
}

/** Returns why a name is a problem on Windows: Windows refuses the name, or takes it for a device or another name. */
function windowsProblem(segment: string): string | undefined {
  if (segment === '.' || segment === '') return undefined;
  if (DEVICE.test(segment)) return `${segment} is the name of a device on Windows.`;
  if (/[. ]$/u.test(segment)) return `${segment} ends with a dot or a space, which Windows drops.`;
  if (/[<>:"|?*]/u.test(segment)) return `${segment} has a character that file names can’t have on Windows.`;
  if (/~\d/u.test(segment)) return `${segment} may be the short form of another name; write the whole name.`;
  return undefined;
}
