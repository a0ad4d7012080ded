import { join } from 'node:path';

/** Returns pi's own folder as pi finds it: not absolute where the person named one of whatever folder pi is started in. */
export function piFolder(env: Readonly<Record<string, string | undefined>>, home: string): string {
  const named = env['PI_CODING_AGENT_DIR'] || join('~', '.pi', 'agent');
  const inHome = process.platform === 'win32' ? /^~(?=[\\/]|$)/u : /^~(?=\/|$)/u;
  return inHome.test(named) ? join(home, named.slice(1)) : named;
}
