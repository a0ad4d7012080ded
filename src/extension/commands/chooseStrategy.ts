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

/** Asks for a strategy or for a preset, which sets several settings together. Stores the choice. */
export async function chooseStrategy(parts: Parts): Promise<void> {
  const presets = presetsFor(parts.settings.current.compaction);
  const items: readonly Item[] = [
    ...strategyItems(parts),
    { label: 'Presets, for all sessions', kind: vscode.QuickPickItemKind.Separator },
    ...presets.map((preset) => ({
      ...{ label: preset.label, detail: preset.detail, preset },
      ...(isInUse(preset, settingValue)
        ? { description: 'in use; choose it again to return to the defaults' }
        : {}),
    })),
  ];
  const { preset, label } = await choose(items, 'Which strategy?');
  await (preset === undefined ? setStrategy(label, parts) : togglePreset(preset, parts));
}

/** Asks for a strategy and returns its name. */
export async function chooseStrategyName(parts: Parts, question: string): Promise<string> {
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

async function setStrategy(name: string, parts: Parts): Promise<void> {
  if ((await askScope(name, parts)) === FOR_ALL) await writeSetting('strategy', name);
  else await currentSession(parts).live.append({ kind: 'session', strategy: name });
  const inUse = strategyOf(parts.acting.current?.live, parts).name;
  say(
    inUse === name
      ? `${name} compacts from now on`
      : `${name} is set for all sessions, but this session still uses ${inUse}`,
  );
}

/**
 * Asks whether a strategy is for the acting session or for all sessions. Does not ask if only one answer is possible:
 * - A strategy of another extension is for the session, since the setting must work without that extension.
 * - A strategy of Longthread is for all sessions if no session is open or the acting session can't be written.
 */
async function askScope(name: string, parts: Parts): Promise<typeof FOR_SESSION> {
  if (!isStrategyName(name)) return FOR_SESSION;
  return isWritable(parts) ? choose([FOR_SESSION, FOR_ALL], 'For which sessions?') : FOR_ALL;
}

function isWritable({ acting }: Parts): boolean {
  return acting.current?.live.log.isReadOnly === false;
}

/**
 * Writes a preset's settings. The preset's strategy also replaces a strategy that was chosen for the acting session, if
 * this session can be written. If the preset is in use already, only resets its settings to their defaults.
 */
async function togglePreset(preset: Preset, parts: Parts): Promise<void> {
  const isReset = isInUse(preset, settingValue);
  const { strategy } = preset.settings;
  for (const [name, value] of Object.entries(preset.settings))
    await writeSetting(name, isReset ? undefined : value);
  const ofSession = parts.acting.current?.live.session.strategy;
  const isOverridden = strategy !== undefined && ofSession !== undefined && ofSession !== strategy;
  if (!isReset && isOverridden && isWritable(parts))
    await currentSession(parts).live.append({ kind: 'session', strategy });
  const names = Object.keys(preset.settings).map((name) => `longthread.${name}`);
  say(
    `“${preset.label}” is ${isReset ? 'no longer in use. Settings reset' : 'in use. Settings changed'}: ${names.join(', ')}`,
  );
}

function settingValue(name: string): unknown {
  return vscode.workspace.getConfiguration('longthread').get(name);
}

async function writeSetting(name: string, value: unknown): Promise<void> {
  await vscode.workspace
    .getConfiguration('longthread')
    .update(name, value, vscode.ConfigurationTarget.Global);
}
