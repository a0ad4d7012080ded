import assert from 'node:assert/strict';
import {
  KeptPreview,
  newWork,
  NOTHING_KEPT,
  savedKept,
  type Kept,
} from '../../../src/webview/panel/previewWork.ts';

describe('the stored state of a preview', () => {
  const kept: Kept = {
    session: 's1',
    isOpen: true,
    isAsked: false,
    work: {
      strategy: 'hybrid',
      target: { figure: '30', unit: 'percent' },
      instructions: 'Keep the heights.',
      wishes: new Map([['m2', 'stays']]),
      range: { first: 'm2', last: 'm9' },
      withoutModel: true,
    },
  };
  const stored = (state: unknown): unknown => JSON.parse(JSON.stringify(state));

  function keptPreview(state: unknown): KeptPreview {
    return new KeptPreview({ loadState: () => state, saveState: () => undefined });
  }

  function loadKept(state: unknown): Kept {
    return keptPreview(state).now;
  }

  it('belongs to one session', () => {
    const preview = keptPreview(savedKept(kept));
    preview.open('s2', false);
    assert.deepEqual(preview.now, { session: 's2', isOpen: true, isAsked: false, work: undefined });
  });

  it('is used when the preview is opened again, unless it is opened for a new question about a compaction', () => {
    const preview = keptPreview(savedKept(kept));
    preview.leave('s1');
    preview.open('s1', false);
    assert.deepEqual(preview.of('s1'), kept);
    preview.open('s1', true);
    assert.deepEqual(preview.of('s1'), { ...kept, isAsked: true, work: undefined });
    preview.keep('s1', { work: newWork('window') });
    preview.open('s1', true);
    assert.equal(preview.of('s1').work?.strategy, 'window', 'the choices for this question were dropped');
    preview.leave('s1');
    preview.open('s1', true);
    assert.equal(preview.of('s1').work, undefined, 'the choices for an earlier question were kept');
  });

  it('is dropped only when the preview of the same session ends', () => {
    const preview = keptPreview(savedKept(kept));
    preview.end('s2');
    assert.deepEqual([preview.of('s1'), preview.of('s2').isOpen], [kept, false]);
    preview.end('s1');
    assert.deepEqual(preview.of('s1'), { ...kept, isOpen: false, work: undefined });
  });

  it('is restored unchanged from JSON', () => {
    assert.deepEqual(loadKept(stored(savedKept(kept))), kept);
    const plain = { ...kept, work: newWork('hybrid') };
    assert.deepEqual(loadKept(stored(savedKept(plain))), plain);
    const smallest = { ...plain.work, target: { figure: '', unit: 'smallest' } } as const;
    assert.deepEqual(loadKept(stored(savedKept({ ...kept, work: smallest }))).work, smallest);
  });

  it('is empty, or lacks the invalid choices, if the stored value has another format', () => {
    for (const state of [undefined, null, 7, [], { typed: [] }])
      assert.deepEqual(loadKept(state), NOTHING_KEPT);
    const wishes = [['m2', 'stays'], ['m3', 'burn'], 'm4'];
    const work = { ...kept.work, wishes, range: { first: 'm2' } };
    const loaded = loadKept({ ...kept, work }).work;
    assert.deepEqual([loaded?.wishes, loaded?.range], [new Map([['m2', 'stays']]), undefined]);
    assert.equal(loadKept({ ...kept, work: { wishes } }).work, undefined);
  });

  it('leaves out choices that are too large to store', () => {
    const wishes = new Map(Array.from({ length: 50_000 }, (_, at) => [`m${String(at)}`, 'stays'] as const));
    const saved = savedKept({ ...kept, work: { ...newWork('hybrid'), wishes } });
    assert.deepEqual(saved, { session: 's1', isOpen: true, isAsked: false });
  });
});
