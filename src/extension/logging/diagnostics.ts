import type { Entry } from '../../core/log/entry.ts';
import { isStrategyName } from '../../core/compaction/strategies.ts';
import { SETTINGS } from '../settings/settingTable.ts';
import type { SourceLines } from './sourceLines.ts';
import type { LoggedFault } from './windowLog.ts';

/** The facts of a session that diagnostics contain. */
export interface DiagnosedSession {
  readonly leader: 'own chat' | 'editor’s agent';
  readonly isReadOnly: boolean;
  readonly entries: readonly Entry[];
  readonly contextMessages: number;
  readonly usedTokens: number;
}

export interface DiagnosticsParts {
  readonly program: Readonly<Record<string, string | number | boolean>>;
  readonly settingOf: (name: string) => unknown;
  readonly sessions: readonly DiagnosedSession[];
  readonly faults: readonly LoggedFault[];
  readonly lines: SourceLines;
}

const NEWEST_COMPACTIONS = 10;

/**
 * Returns the diagnostics as JSON. They contain only facts about the program and the system, numbers, times, switches,
 * Longthread's own words (e.g. the kinds of entries and the reasons for compactions), and the names of settings,
 * choices, error classes, error codes and places in Longthread's source. They contain no text of a conversation or an
 * error, no session title, address or key, and no name of a model or a person's file.
 */
export async function diagnosticsText(parts: DiagnosticsParts): Promise<string> {
  const report = {
    ...{ program: parts.program, settings: changedSettings(parts.settingOf) },
    sessions: parts.sessions.map(sessionFigures),
    faults: await Promise.all(parts.faults.map((fault) => faultFigures(fault, parts.lines))),
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

/**
 * Returns the changed settings. Numbers, switches and choices appear with their values. Texts and objects appear only
 * as `set`.
 */
function changedSettings(valueOf: (name: string) => unknown): Readonly<Record<string, unknown>> {
  const changed = Object.entries(SETTINGS)
    .map(([name, { defaultValue, declared }]) => ({ name, defaultValue, declared, value: valueOf(name) }))
    .filter(
      ({ defaultValue, value }) => JSON.stringify(value ?? defaultValue) !== JSON.stringify(defaultValue),
    );
  return Object.fromEntries(
    changed.map(({ name, declared, value }) => [name, mayBeShown(value, declared['enum']) ? value : 'set']),
  );
}

/** Returns whether a setting's value is certain to contain no text of the person. */
function mayBeShown(value: unknown, choices: unknown): boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return true;
  return Array.isArray(choices) && choices.includes(value);
}

function sessionFigures({ entries, leader, isReadOnly, contextMessages, usedTokens }: DiagnosedSession) {
  const compactions = entries.filter((entry) => entry.kind === 'compaction');
  return {
    ...{ leader, isReadOnly, contextMessages, usedTokens },
    entries: countBy(entries.map(({ kind }) => kind)),
    messages: countBy(entries.flatMap((entry) => (entry.kind === 'message' ? [entry.message.role] : []))),
    compactions: compactions.slice(-NEWEST_COMPACTIONS).map(({ at, event, prosePending }) => ({
      ...{ at: timeOf(at), reason: event.reason, tier: event.tier, prosePending },
      strategy: isStrategyName(event.strategy) ? event.strategy : 'of another extension',
      ...{ tokensBefore: event.tokensBefore, tokensAfter: event.tokensAfter, durationMs: event.durationMs },
      hasSummary: event.summary !== undefined,
      summaryFailed: event.proseFailed !== undefined,
    })),
  };
}

function countBy(names: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

async function faultFigures({ at, level, error, code, stack }: LoggedFault, lines: SourceLines) {
  const frames = await lines.framesOf(stack);
  return {
    ...{ at: timeOf(at), level, ...(error !== undefined && { error }), ...(code !== undefined && { code }) },
    stack: frames.map(({ text, isOwn }) => (isOwn ? text : 'at code outside Longthread')),
  };
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}
