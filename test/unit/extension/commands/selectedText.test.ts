import assert from 'node:assert/strict';
import { selectedText } from '../../../../src/extension/commands/selectedText.ts';

describe('The text for a new rule', () => {
  it('is the selection in the chat, with a message id if the selection is in a message', () => {
    const selection = 'Never touch it.';
    assert.deepEqual(selectedText({ selection, row: 'm7' }), { text: selection, source: 'm7' });
    assert.deepEqual(selectedText({ selection, row: 'm7:c1' }), { text: selection, source: 'm7' });
    for (const row of ['report:0', 'e4', 'streaming', 'error', 7, null, undefined])
      assert.deepEqual(selectedText({ selection, row }), { text: selection }, String(row));
    assert.deepEqual(selectedText({ selection }), { text: selection });
  });

  it('is undefined if the command receives no valid selection', () => {
    for (const given of [undefined, null, 'file:///a.ts', {}, { row: 'm7' }, { selection: 5 }])
      assert.equal(selectedText(given), undefined);
  });
});
