import assert from 'node:assert/strict';
import { Cancellation, neverCancelled } from '../../../../src/core/cancellation.ts';
import type { RecallEntry } from '../../../../src/core/session/entry.ts';
import { oftenRecalled } from '../../../../src/extension/setup/oftenRecalled.ts';
import { sleep, waitAtMost } from '../../../../src/extension/setup/sleep.ts';
import { systemText, type SystemTextInput } from '../../../../src/extension/setup/systemText.ts';

const input: SystemTextInput = {
  folders: ['shop'],
  hasTools: true,
  canReadFiles: true,
  ownInstructions: '',
  workspaceInstructions: '',
};

describe('the system text', () => {
  it('is short: it goes with every request', () => {
    assert.ok(systemText(input).length < 2_500);
  });

  it('speaks of tools only where the model has them', () => {
    assert.match(systemText(input), /complete_stage/);
    const without = systemText({ ...input, hasTools: false });
    assert.doesNotMatch(without, /complete_stage|recall gives/);
    assert.match(without, /no tools here/);
  });

  it('says that files are out of reach where the workspace is not trusted', () => {
    assert.match(systemText({ ...input, canReadFiles: false }), /not trusted/);
  });

  it('says how paths begin where there are several folders', () => {
    assert.match(
      systemText({ ...input, folders: ['a', 'b'] }),
      /a, b\. Paths .* begin with the folder’s name/,
    );
  });

  it('ends with the instructions, the person’s before the workspace’s', () => {
    const text = systemText({ ...input, ownInstructions: ' Be brief. ', workspaceInstructions: 'Use tabs.' });
    assert.ok(
      text.endsWith(
        '## The person’s instructions\nBe brief.\n\n## Instructions of this workspace\nUse tabs.',
      ),
    );
  });
});

describe('what was recalled often', () => {
  const recalled = (...facts: string[]): RecallEntry => ({
    v: 1,
    id: 'e1',
    at: 0,
    kind: 'recall',
    by: 'model',
    facts,
  });

  it('is what two recalls or more were about', () => {
    assert.deepEqual([...oftenRecalled([recalled('a', 'b'), recalled('b'), recalled('c')])], ['b']);
  });
});

describe('sleeping', () => {
  it('ends when it is cancelled, and at once when it was', async () => {
    const cancellation = new Cancellation();
    const sleeping = sleep(1_000_000, cancellation.signal);
    cancellation.cancel();
    await sleeping;
    await sleep(1_000_000, cancellation.signal);
  });

  it('ends by itself', () => sleep(0, neverCancelled));
});

describe('waiting for something that may never come', () => {
  const never = Promise.withResolvers<undefined>().promise;

  it('ends with it', async () => {
    await waitAtMost(1_000_000, Promise.resolve());
    await assert.rejects(waitAtMost(1_000_000, Promise.reject(new Error('gone'))), /gone/);
  });

  it('ends without it when it takes too long', async () => {
    await waitAtMost(0, never);
  });
});
