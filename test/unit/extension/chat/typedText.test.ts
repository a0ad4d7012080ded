import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TypedFiles } from '../../../../src/adapters/store/typedFiles.ts';
import { nodeStoreEnvironment } from '../../../../src/adapters/store/nodeStoreEnvironment.ts';
import { TypedText } from '../../../../src/extension/chat/typedText.ts';
import { silent } from '../../../support/liveSessions.ts';

describe('The text being typed', () => {
  let folder: string;
  const files = (): TypedFiles => new TypedFiles(folder, nodeStoreEnvironment);
  /** Returns the typed text of a window that shows `s1`. */
  function windowOf(isWritable = true): TypedText {
    const draft = new TypedText(files(), silent);
    draft.follow('s1', isWritable);
    return draft;
  }

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'longthread-typed-'));
    mkdirSync(path.join(folder, 's1'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('is written to disk immediately', () => {
    const draft = windowOf();
    draft.typed('s1', { text: 'half a thou', at: 1 });
    draft.typed('s1', { text: 'half a thought', at: 2 });
    assert.deepEqual(windowOf().toShow('s1'), { text: 'half a thought', at: 2 });
    draft.typed('s1', { text: '', at: 3 });
    assert.deepEqual(windowOf().toShow('s1'), { text: '', at: 3 });
  });

  it('is sent to the view until the view reports its own text', () => {
    windowOf().typed('s1', { text: 'left', at: 1 });
    const next = windowOf();
    assert.equal(next.toShow('s2'), undefined);
    assert.equal(next.toShow('s1')?.text, 'left');
    next.typed('s1', { text: 'left', at: 9 });
    assert.equal(next.toShow('s1'), undefined);
    assert.equal(files().read('s1')?.at, 1, 'an equal text was written again');
  });

  it('is not shown before the window can write the session', () => {
    windowOf().typed('s1', { text: 'left', at: 1 });
    const next = windowOf(false);
    assert.equal(next.toShow('s1'), undefined);
    next.typed('s1', { text: '', at: 0 });
    next.follow('s1', true);
    assert.equal(next.toShow('s1')?.text, 'left');
  });

  it('is not overwritten by a view that reports an older text', () => {
    windowOf().typed('s1', { text: 'left', at: 5 });
    const next = windowOf();
    next.typed('s1', { text: '', at: 0 });
    next.typed('s1', { text: 'le', at: 4 });
    assert.equal(next.toShow('s1')?.text, 'left');
    assert.equal(files().read('s1')?.text, 'left');
  });

  it('is not stored by this window while another window writes the session', () => {
    windowOf().typed('s1', { text: 'theirs', at: 1 });
    windowOf(false).typed('s1', { text: 'ours', at: 2 });
    assert.equal(files().read('s1')?.text, 'theirs');
  });

  it('is ignored if the file is damaged, and is not stored if the session no longer exists', () => {
    writeFileSync(path.join(folder, 's1/draft.json'), '{"text": 3}');
    assert.equal(windowOf().toShow('s1'), undefined);
    const draft = windowOf();
    rmSync(path.join(folder, 's1'), { recursive: true });
    draft.typed('s1', { text: 'late', at: 1 });
    assert.equal(files().read('s1'), undefined);
  });
});
