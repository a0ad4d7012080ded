import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Previewer } from '../../../src/webview/panel/previewer.ts';

describe('a previewer', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
  });

  afterEach(() => {
    mock.timers.reset();
  });

  /** Returns a previewer and functions that end the previews that it began, in order. */
  function previewerWithEnds(): { previewer: Previewer; ends: (() => void)[] } {
    const ends: (() => void)[] = [];
    const host = {
      isConnected: true,
      requestUpdate: () => undefined,
      addController: () => undefined,
      removeController: () => undefined,
      updateComplete: Promise.resolve(true),
    };
    return { previewer: new Previewer(host, () => new Promise((end) => void ends.push(end))), ends };
  }

  const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

  it('makes the next preview without a pause if the person’s choices changed during a preview', async () => {
    const { previewer, ends } = previewerWithEnds();
    previewer.sessionChanged();
    previewer.choicesChanged();
    mock.timers.tick(120);
    ends[0]?.();
    await settled();
    assert.equal(ends.length, 2);
  });

  it('waits until the person’s choices have not changed for a moment', async () => {
    const { previewer, ends } = previewerWithEnds();
    previewer.sessionChanged();
    previewer.choicesChanged();
    mock.timers.tick(119);
    ends[0]?.();
    await settled();
    assert.equal(ends.length, 1);
    mock.timers.tick(1);
    await settled();
    assert.equal(ends.length, 2);
  });

  it('pauses before the next preview if only the session changed during a preview', async () => {
    const { previewer, ends } = previewerWithEnds();
    previewer.sessionChanged();
    previewer.sessionChanged();
    ends[0]?.();
    await settled();
    assert.equal(ends.length, 1);
    mock.timers.tick(60_000);
    await settled();
    assert.equal(ends.length, 2);
  });
});
