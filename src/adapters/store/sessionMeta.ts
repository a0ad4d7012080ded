import * as v from 'valibot';
import type { Entry } from '../../core/log/entry.ts';
import { readLine } from './checksum.ts';
import { agentLinks } from './entrySchema.ts';
import { readIfThere, replaceFile, type FileSystem } from './fileSystem.ts';
import type { LockEnvironment } from './lock.ts';
import { LogFile, NEWLINE } from './logFile.ts';
import { linesFrom } from './logLines.ts';
import type { SessionFolder } from './sessionFolder.ts';

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const metaSchema = v.object({
  title: v.exactOptional(v.string()),
  workspace: v.exactOptional(v.string()),
  branchOf: v.exactOptional(v.string()),
  agent: v.exactOptional(agentLinks),
  createdAt: v.exactOptional(v.pipe(v.number(), v.minValue(0))),
  lastUsedAt: v.exactOptional(v.pipe(v.number(), v.minValue(0))),
  messageCount: whole,
  logBytes: whole,
});
/** The schema of meta.json. Files of earlier versions lack the time of the log's last write. */
const storedSchema = v.object({ ...metaSchema.entries, logWrittenAt: v.exactOptional(v.number()) });
type StoredMeta = Readonly<v.InferOutput<typeof storedSchema>>;

/** Data for the session list, derived from the first `logBytes` bytes of the log. Times are milliseconds since 1970. */
export type SessionMeta = Readonly<v.InferOutput<typeof metaSchema>>;

export const emptyMeta: SessionMeta = { messageCount: 0, logBytes: 0 };

/** The minimum number of bytes of a line with a message. */
const LEAST_MESSAGE_BYTES = 70;
/** The largest assumed difference between clocks of machines that share a disk. */
const CLOCK_SKEW_MS = 24 * 60 * 60 * 1000;

/**
 * Updates the metadata with one entry. The title, the workspace, `branchOf` and each link in `agent` have the value of
 * the last `session` entry that sets them.
 */
export function metaAfter(meta: SessionMeta, entry: Entry, usedAt: number): SessionMeta {
  const { title, workspace, branchOf, agent } = entry.kind === 'session' ? entry : {};
  return {
    ...meta,
    createdAt: meta.createdAt ?? usedAt,
    lastUsedAt: Math.max(meta.lastUsedAt ?? usedAt, usedAt),
    messageCount: meta.messageCount + (entry.kind === 'message' ? 1 : 0),
    ...(title !== undefined && { title }),
    ...(workspace !== undefined && { workspace }),
    ...(branchOf !== undefined && { branchOf }),
    ...(agent !== undefined && { agent: { ...meta.agent, ...agent } }),
  };
}

/** Writes the metadata. Ignores disk errors, since the metadata can be rebuilt. */
export function saveMeta(
  fs: FileSystem,
  folder: SessionFolder,
  { meta, token }: { meta: StoredMeta; token: string },
): void {
  try {
    replaceFile(fs, folder.meta, JSON.stringify(meta), token);
  } catch {
    // The next list of sessions will read the log instead of the metadata.
  }
}

/**
 * Returns the session's current metadata: meta.json updated with the log's newer entries. Rebuilds the metadata from
 * the log if the numbers in meta.json are implausible, or if no window has the session open and another program changed
 * the log.
 */
export async function readMeta(
  { fs, now, newToken }: Pick<LockEnvironment, 'fs' | 'now' | 'newToken'>,
  folder: SessionFolder,
  isOpen: boolean,
): Promise<SessionMeta> {
  const log = new LogFile(fs, folder.log, 'read');
  try {
    const { logWrittenAt, ...stored } = readStored(fs, folder.meta);
    const modifiedAt = log.modifiedAt();
    const isOfLog = isOpen || logWrittenAt === undefined || logWrittenAt === modifiedAt;
    if (isOfLog && isPlausible(stored, log, now())) return await followLog(log, stored, now());
    const meta = await followLog(log, emptyMeta, now());
    if (!isOpen) saveMeta(fs, folder, { meta: { ...meta, logWrittenAt: modifiedAt }, token: newToken() });
    return meta;
  } finally {
    log.close();
  }
}

function isPlausible(
  { createdAt = 0, lastUsedAt = 0, ...meta }: SessionMeta,
  log: LogFile,
  now: number,
): boolean {
  return (
    meta.logBytes <= log.size() &&
    (meta.logBytes === 0 || log.read(meta.logBytes - 1, 1)[0] === NEWLINE) &&
    meta.messageCount * LEAST_MESSAGE_BYTES <= meta.logBytes &&
    Math.max(createdAt, lastUsedAt) <= now + CLOCK_SKEW_MS
  );
}

/**
 * Updates the metadata with the log's newer entries. An entry's time may be in the future because a clock was ahead.
 * Such an entry counts as written now. Otherwise its session would stay first in the list.
 */
async function followLog(log: LogFile, from: SessionMeta, now: number): Promise<SessionMeta> {
  let meta = from;
  for await (const lines of linesFrom(log, from.logBytes)) {
    for (const line of lines) {
      const parsed = readLine(line);
      if (parsed.type === 'entry') meta = metaAfter(meta, parsed.entry, Math.min(parsed.entry.at, now));
      meta = { ...meta, logBytes: meta.logBytes + line.length };
    }
  }
  return meta;
}

function readStored(fs: FileSystem, path: string): StoredMeta {
  try {
    const parsed = v.safeParse(storedSchema, JSON.parse(readIfThere(fs, path) ?? 'null'));
    return parsed.success ? parsed.output : emptyMeta;
  } catch {
    return emptyMeta;
  }
}
