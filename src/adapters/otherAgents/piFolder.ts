import { join } from 'node:path';

/**
 * Returns pi's own folder as pi determines it. The path is not absolute if the person configured a path relative to the
 * folder in which pi is started.
 */
export function piFolder(env: Readonly<Record<string, string | undefined>>, home: string): string {
  const named = env['PI_CODING_AGENT_DIR'] || join('~', '.pi', 'agent');
  const inHome = process.platform === 'win32' ? /^~(?=[\\/]|$)/u : /^~(?=\/|$)/u;
  return inHome.test(named) ? join(home, named.slice(1)) : named;
}
