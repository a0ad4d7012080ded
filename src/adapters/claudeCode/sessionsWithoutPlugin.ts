import { open, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PluginHome } from './pluginHome.ts';

export interface ClaudeFolders {
  readonly home: PluginHome;
  /** Claude Code's folder for user data: `~/.claude`, or CLAUDE_CONFIG_DIR. */
  readonly config: string;
  /** A workspace folder of VS Code. Only sessions that Claude Code started in this folder are searched. */
  readonly workspace: string;
}

/** The maximum number of transcripts to read. The most recently changed transcripts are read. */
const MOST_TRANSCRIPTS = 5;
const HEAD_BYTES = 512 * 1024;

/**
 * Returns the ids of a folder's sessions that began after the plugin was installed but run without the plugin. Such a
 * session has an assistant's answer but no heartbeat. A possible reason is that an organisation's policy or the
 * provider does not allow the plugin. Reads at most `MOST_TRANSCRIPTS` transcripts. The session whose transcript
 * changed last comes first.
 */
export async function sessionsWithoutPlugin({
  home,
  config,
  workspace,
}: ClaudeFolders): Promise<readonly string[]> {
  const { installedAt } = home;
  if (installedAt === undefined) return [];
  const withPlugin = new Set((await home.heartbeats()).map(({ sessionId }) => sessionId));
  const folder = join(config, 'projects', projectName(await realpath(workspace).catch(() => workspace)));
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.jsonl'));
  const dated = await Promise.all(
    files.map(async (file) => ({ file, changedAt: await changeTimeOf(join(folder, file)) })),
  );
  const newest = dated
    .filter(
      ({ file, changedAt }) => changedAt >= installedAt && !withPlugin.has(file.replace(/\.jsonl$/, '')),
    )
    .toSorted((a, b) => b.changedAt - a.changedAt)
    .slice(0, MOST_TRANSCRIPTS);
  const found: string[] = [];
  for (const { file } of newest) {
    const { beganAt, isAnswered } = beginning(await headOf(join(folder, file)).catch(() => ''));
    if (isAnswered && beganAt >= installedAt) found.push(file.replace(/\.jsonl$/, ''));
  }
  return found;
}

/** Returns the name of Claude Code's folder for a project's transcripts. */
function projectName(folder: string): string {
  return folder.replaceAll(/[^a-zA-Z0-9]/g, '-');
}

function beginning(head: string): { readonly beganAt: number; readonly isAnswered: boolean } {
  const timestamp = /"timestamp":"([^"]+)"/.exec(head)?.[1] ?? '';
  return { beganAt: Date.parse(timestamp) || 0, isAnswered: /"role":"assistant"/.test(head) };
}

/** Returns the modification time of a file in milliseconds since 1970; 0 if the file was deleted meanwhile. */
async function changeTimeOf(path: string): Promise<number> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
  return mtimeMs;
}

async function headOf(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
