import type { Memento } from 'vscode';
import * as v from 'valibot';
import type { SettingSource } from './rightfulValues.ts';

const KEY = 'longthread.connectedModels';
/** More models than anybody goes back and forth between. */
const MOST_NAMES = 100;

/**
 * The models that the person has connected on this machine: each that the person's own settings have ever named. What a
 * workspace's settings name is never among them by that alone.
 */
export function connectedModels({ own }: SettingSource, memory: Memento): ReadonlySet<string> {
  const known = v.parse(v.fallback(v.array(v.string()), []), memory.get(KEY));
  const named = [own('model'), own('summary.model')].filter((name) => typeof name === 'string');
  const fresh = named.filter((name) => name !== '' && !known.includes(name));
  if (fresh.length > 0) void memory.update(KEY, [...known, ...fresh].slice(-MOST_NAMES));
  return new Set([...known, ...fresh]);
}
