import { systemDrafts } from '../chat/recordChanges.ts';
import type { Draft, Entry } from '../log/entry.ts';
import type { ToolSet } from '../log/sessionInfo.ts';
import type { ToolSchema } from '../ports.ts';
import type { AgentHistory } from './agentHistory.ts';
import { digestOf } from '../text/digest.ts';

/** Returns system text and tools, where they are others than the log's newest: stored once a change. */
export function settingDrafts(
  { systemText, tools }: Pick<AgentHistory, 'systemText' | 'tools'>,
  entries: readonly Entry[],
): readonly Draft[] {
  return [...systemDrafts(systemText, entries), ...toolDrafts(tools, entries)];
}

function toolDrafts(tools: readonly ToolSchema[], entries: readonly Entry[]): readonly Draft[] {
  const newest = newestTools(entries);
  if (newest === undefined && tools.length === 0) return [];
  const schemas = JSON.stringify(tools);
  // A comparison takes no time; the digest of all tools takes some milliseconds.
  if (newest !== undefined && schemasOf(entries, newest.hash) === schemas) return [];
  const hash = digestOf(schemas);
  if (newest?.hash === hash) return [];
  const isKnown = schemasOf(entries, hash) !== undefined;
  return [{ kind: 'session', tools: isKnown ? { hash } : { hash, schemas } }];
}

function newestTools(entries: readonly Entry[]): ToolSet | undefined {
  const entry = entries.findLast((one) => one.kind === 'session' && one.tools !== undefined);
  return entry?.kind === 'session' ? entry.tools : undefined;
}

function schemasOf(entries: readonly Entry[], hash: string): string | undefined {
  const entry = entries.find(
    (one) => one.kind === 'session' && one.tools?.hash === hash && one.tools.schemas !== undefined,
  );
  return entry?.kind === 'session' ? entry.tools?.schemas : undefined;
}
