import assert from 'node:assert/strict';
import { connectedModels, type SettingSource } from '../../../../src/extension/settings/permittedValues.ts';

const STORED = 'longthread.connectedModels';

type Values = Readonly<Record<string, unknown>>;

function editor(person: Values, workspace: Values = {}): SettingSource {
  return { own: (name) => person[name], effective: (name) => workspace[name] ?? person[name] };
}

describe('the person’s connected models', () => {
  type Memory = Parameters<typeof connectedModels>[1];

  function memory(): Memory {
    const kept = new Map<string, unknown>();
    return {
      keys: () => [...kept.keys()],
      get: <T>(key: string, fallback?: T) => (kept.get(key) as T | undefined) ?? fallback,
      update: async (key, value) => void kept.set(key, value),
    };
  }

  it('include all models from the person’s current and earlier settings', () => {
    const kept = memory();
    connectedModels(editor({ model: 'first', 'summary.model': 'cheap' }), kept);
    connectedModels(editor({ model: 'second' }), kept);
    connectedModels(editor({ model: 'both', 'summary.model': 'both' }), kept);
    assert.deepEqual([...connectedModels(editor({}), kept)], ['first', 'cheap', 'second', 'both']);
    assert.deepEqual(kept.get(STORED), ['first', 'cheap', 'second', 'both']);
  });

  it('never include a model that only a workspace names', () => {
    const kept = memory();
    const source = editor({ model: 'mine' }, { model: 'theirs', 'summary.model': 'theirs' });
    assert.deepEqual([...connectedModels(source, kept)], ['mine']);
    assert.deepEqual([...connectedModels(source, kept)], ['mine']);
  });

  it('are limited to the newest hundred', () => {
    const kept = memory();
    for (let n = 0; n <= 100; n++) connectedModels(editor({ model: `model-${n}` }), kept);
    const names = [...connectedModels(editor({ model: 'model-101' }), kept)];
    assert.deepEqual([names.length, names[0], names.at(-1)], [100, 'model-2', 'model-101']);
  });

  it('are an empty list if the stored list is damaged', () => {
    const kept = memory();
    void kept.update(STORED, { not: 'a list' });
    assert.deepEqual([...connectedModels(editor({}), kept)], []);
  });
});
