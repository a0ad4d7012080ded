import * as vscode from 'vscode';
import { isStrategyName } from '../../core/compaction/strategies.ts';
import { strategyDescription } from '../panel/strategyViews.ts';
import type { Parts } from '../parts.ts';
import { isInUse, presetsFor, type Preset } from '../settings/presets.ts';
import { strategyOf } from '../strategyRegistry.ts';
import { choose, say } from '../asking/ask.ts';
import { currentSession } from './targets.ts';

interface Item extends vscode.QuickPickItem {
  readonly preset?: Preset;
}

/** Asks how sessions are compacted from now on: by a strategy, or by a preset, which sets several settings at once. */
export async function chooseStrategy(parts: Parts): Promise<void> {
  const presets = presetsFor(parts.settings.current.compaction);
  const items: readonly Item[] = [
    ...strategyItems(parts),
    { label: 'Presets, for all sessions', kind: vscode.QuickPickItemKind.Separator },
    ...presets.map((preset) => ({
      ...{ label: preset.label, detail: preset.detail, preset },
      ...(isInUse(preset, valueOf)
        ? { description: 'in use; choose it again to go back to the defaults' }
        : {}),
    })),
  ];
  const { preset, label } = await choose(items, 'Which strategy?');
  await (preset === undefined ? use(label, parts) : usePreset(preset, parts));
}

/** Asks for a strategy and returns its name. */
export async function chooseName(parts: Parts, question: string): Promise<string> {
  return (await choose(strategyItems(parts), question)).label;
}

function strategyItems({ strategies, acting, settings }: Parts): readonly Item[] {
  const current = acting.current?.live.session.strategy ?? settings.current.compaction.strategy;
  return strategies.names.map((name) => ({
    label: name,
    ...(name === current ? { description: 'in use' } : {}),
    detail: strategyDescription(name),
  }));
}

const FOR_SESSION = { label: 'This session', description: 'stored in the session' };
const FOR_ALL = { label: 'All sessions', description: 'the setting longthread.strategy' };

async function use(name: string, parts: Parts): Promise<void> {
  if ((await scopeOf(name, parts)) === FOR_ALL) await update('strategy', name);
  else await currentSession(parts).live.append({ kind: 'session', strategy: name });
  const inUse = strategyOf(parts.acting.current?.live, parts).name;
  say(
    inUse === name
      ? `${name} compacts from now on`
      : `${name} is set for all sessions; this one still uses ${inUse}`,
  );
}

/**
 * Asks whether a strategy holds for one session or for all. A strategy of another extension is for one session only,
 * since the setting has to work without that extension. Without a session that can be written, it is for all.
 */
async function scopeOf(name: string, parts: Parts): Promise<typeof FOR_SESSION> {
  if (!isStrategyName(name)) return FOR_SESSION;
  return isWritable(parts) ? choose([FOR_SESSION, FOR_ALL], 'For which sessions?') : FOR_ALL;
}

function isWritable({ acting }: Parts): boolean {
  return acting.current?.live.log.isReadOnly === false;
}

/**
 * Sets a preset, or resets it to the defaults if it is in use. The preset's strategy also
 * replaces one that was chosen for the session.
 */
async function usePreset(preset: Preset, parts: Parts): Promise<void> {
  const isBack = isInUse(preset, valueOf);
  const { strategy } = preset.settings;
  for (const [name, value] of Object.entries(preset.settings)) await update(name, isBack ? undefined : value);
  const own = parts.acting.current?.live.session.strategy;
  const isOther = strategy !== undefined && own !== undefined && own !== strategy;
  if (!isBack && isOther && isWritable(parts))
    await currentSession(parts).live.append({ kind: 'session', strategy });
  const names = Object.keys(preset.settings).map((name) => `longthread.${name}`);
  say(`“${preset.label}” ${isBack ? 'ended' : 'is set'}: ${names.join(', ')}`);
}

function valueOf(name: string): unknown {
  return vscode.workspace.getConfiguration('longthread').get(name);
}

async function update(name: string, value: unknown): Promise<void> {
  await vscode.workspace
    .getConfiguration('longthread')
    .update(name, value, vscode.ConfigurationTarget.Global);
}
