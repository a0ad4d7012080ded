import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { DEFAULT_SETTINGS } from '../../src/core/compaction/settings.ts';
import { readSettings, SettingsProblems } from '../../src/extension/settings/liveSettings.ts';
import { until } from '../support/until.ts';
import { set } from './support/longthread.ts';

interface Manifest {
  readonly contributes: {
    readonly configuration: readonly {
      readonly properties: Readonly<
        Record<string, { readonly default: unknown; readonly markdownDescription?: string }>
      >;
    }[];
  };
}

describe('the settings', () => {
  const { contributes } = vscode.extensions.getExtension('longthread.longthread')?.packageJSON as Manifest;
  const declared = contributes.configuration.flatMap(({ properties }) => Object.entries(properties));

  it('have the engine’s defaults', () => {
    const { compaction, problems } = readSettings();
    assert.deepEqual(compaction, DEFAULT_SETTINGS);
    assert.deepEqual(problems, []);
  });

  it('are all described', () => {
    const silent = declared.filter(([, { markdownDescription = '' }]) => markdownDescription.length < 20);
    assert.deepEqual(silent, []);
  });

  it('are reset to the default and reported if they contradict each other', async () => {
    await set({ 'compaction.target': 0.9 });
    try {
      const { compaction, problems } = readSettings();
      assert.equal(compaction.target, DEFAULT_SETTINGS.target);
      assert.match(problems.join('\n'), /target \(0\.9\) must be below compaction\.backgroundThreshold/);
    } finally {
      await set({ 'compaction.target': undefined });
    }
  });

  it('determine when a compaction starts, for all models or for one model', async () => {
    await set({ 'compaction.when': 'ask', perModel: { small: { 'compaction.when': 'manual' } } });
    try {
      assert.equal(readSettings().compaction.when, 'ask');
      assert.equal(readSettings('small').compaction.when, 'manual');
    } finally {
      await set({ 'compaction.when': undefined, perModel: undefined });
    }
  });

  it('are reset to the default and reported if their values are invalid', async () => {
    await set({ maxSteps: -3, strategy: 'magic' });
    try {
      const { maxSteps, compaction, problems } = readSettings();
      assert.equal(maxSteps, 50);
      assert.equal(compaction.strategy, 'hybrid');
      assert.equal(problems.length, 2);
    } finally {
      await set({ maxSteps: undefined, strategy: undefined });
    }
  });

  it('can be set for a single model', async () => {
    await set({ perModel: { small: { contextWindow: 8_000, 'compaction.keepRecentMessages': 6 } } });
    try {
      assert.equal(readSettings('small').contextWindow, 8_000);
      assert.equal(readSettings('small').compaction.keepRecentMessages, 6);
      assert.equal(readSettings('large').contextWindow, undefined);
    } finally {
      await set({ perModel: undefined });
    }
  });

  it('that no longer exist are reported if the workspace’s settings.json contains them', async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('no folder is open');
    const file = path.join(folder, '.vscode', 'settings.json');
    assert.equal(existsSync(path.dirname(file)), false, 'the workspace has settings of its own');
    try {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ 'longthread.compaction.minSavingTokens': 100 }));
      await until('the file is read', () => readSettings().obsolete.length > 0);
      assert.match(
        readSettings().obsolete.join(),
        /minSavingTokens was removed, .* Your value \(100\) has no effect/,
      );
    } finally {
      rmSync(path.dirname(file), { recursive: true });
    }
    await until('the file is gone', () => readSettings().obsolete.length === 0);
  });

  it('that no longer exist are reported only once', () => {
    const { showWarningMessage } = vscode.window;
    const shown: string[] = [];
    Object.assign(vscode.window, {
      showWarningMessage: (sentence: string) => Promise.resolve(void shown.push(sentence)),
    });
    const kept = new Map<string, unknown>();
    const memory: vscode.Memento = {
      keys: () => [...kept.keys()],
      get: <T>(key: string, fallback?: T) => (kept.get(key) as T | undefined) ?? fallback,
      update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
    };
    const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
    try {
      const settings = { ...readSettings(), obsolete: ['It is no more.'] };
      for (let window = 0; window < 2; window += 1) new SettingsProblems(logger, memory).report(settings);
      assert.deepEqual(shown, ['It is no more.']);
    } finally {
      Object.assign(vscode.window, { showWarningMessage });
    }
  });
});
