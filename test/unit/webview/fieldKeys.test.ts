import assert from 'node:assert/strict';
import { adderKeys, editorKeys } from '../../../src/webview/base/fieldKeys.ts';

interface Field {
  value: string;
  readOnly: boolean;
}

describe('key handlers of a text field', () => {
  let taken = 0;

  function press(key: string, target: Field, isComposing = false): KeyboardEvent {
    taken = 0;
    const take = (): void => void (taken += 1);
    return { key, target, isComposing, preventDefault: take, stopPropagation: take } as never;
  }

  it('ignore Enter and Escape while an input method is composing a word', async () => {
    const field = { value: 'とけい', readOnly: false };
    const fail = (): never => assert.fail('the key was handled');
    for (const keys of [editorKeys(fail), adderKeys(fail)]) {
      for (const event of [press('Enter', field, true), press('Escape', field, true), press('a', field)])
        await keys(event);
      assert.equal(taken, 0);
    }
    assert.equal(field.value, 'とけい');
  });

  it('add a text only once if Enter is pressed repeatedly, and keep the text in the field if the text is refused', async () => {
    const field = { value: ' Tides are in UTC. ', readOnly: false };
    const added: string[] = [];
    let isAccepted = false;
    const keys = adderKeys((text) => {
      added.push(text);
      return Promise.resolve(isAccepted);
    });
    await Promise.all([keys(press('Enter', field)), keys(press('Enter', field))]);
    assert.deepEqual([added, field.value], [['Tides are in UTC.'], ' Tides are in UTC. ']);
    isAccepted = true;
    await keys(press('Enter', field));
    assert.deepEqual([added.length, field], [2, { value: '', readOnly: false }]);
    await keys(press('Enter', field));
    assert.deepEqual([added.length, taken], [2, 2]);
  });

  it('empty an “Add” field on Escape, and ignore Escape if the field is already empty', async () => {
    const field = { value: 'Tides', readOnly: false };
    const keys = adderKeys(() => assert.fail('added'));
    await keys(press('Escape', field));
    assert.deepEqual([field.value, taken], ['', 2]);
    await keys(press('Escape', field));
    assert.equal(taken, 0);
  });

  it('save an edited text on Enter, and cancel the edit on Escape', async () => {
    const finished: (string | undefined)[] = [];
    const keys = editorKeys((text) => finished.push(text));
    await keys(press('Enter', { value: ' feet ', readOnly: false }));
    await keys(press('Escape', { value: 'feet', readOnly: false }));
    assert.deepEqual([finished, taken], [['feet', undefined], 2]);
  });
});
