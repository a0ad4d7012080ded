import assert from 'node:assert/strict';
import { AttachedLists } from '../../../../src/extension/chat/attachedLists.ts';

describe('an attachment', () => {
  let lists: AttachedLists<{ readonly id: string; readonly view: { readonly label: string } }>;
  const shown = (): readonly string[] => lists.shown.map(({ id }) => id);
  const add = (id: string, ready: Promise<unknown> = Promise.resolve(), label = id): Promise<void> =>
    lists.add(label, async () => {
      await ready;
      return { id, view: { label } };
    });

  beforeEach(async () => {
    lists = new AttachedLists();
    lists.follow('s1');
    await add('a1');
  });

  it('stays with its session while another session is shown', async () => {
    lists.follow('s2');
    assert.deepEqual(shown(), []);
    await add('a2');
    lists.follow('s1');
    assert.deepEqual(shown(), ['a1']);
  });

  it('is added to the session for which the person requested the attachment', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const adding = add('a2', promise);
    lists.follow('s2');
    resolve(undefined);
    await adding;
    assert.deepEqual(shown(), []);
    lists.follow('s1');
    assert.deepEqual(shown(), ['a1', 'a2']);
  });

  it('without a session moves to the session that opens next', async () => {
    lists.follow('');
    await add('early');
    assert.deepEqual(shown(), ['early']);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const adding = add('late', promise);
    lists.follow('s1');
    assert.deepEqual(shown(), ['early', 'a1']);
    resolve(undefined);
    await adding;
    assert.deepEqual(shown(), ['early', 'a1', 'late']);
    lists.follow('s2');
    assert.deepEqual(shown(), []);
  });

  it('is added only once to each session, even if the person requests the attachment twice', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const adding = [add('a2', promise, 'a.ts'), add('a3', promise, 'a.ts')];
    assert.ok(lists.labels.has('a.ts'));
    lists.follow('s2');
    adding.push(add('a4', promise, 'a.ts'));
    resolve(undefined);
    await Promise.all(adding);
    assert.deepEqual(shown(), ['a4']);
    lists.follow('s1');
    assert.deepEqual(shown(), ['a1', 'a2']);
  });

  it('is added by a second request if the first request fails', async () => {
    const failing = add('a2', Promise.reject(new Error('gone')), 'a.ts');
    await Promise.all([assert.rejects(failing, /gone/), add('a3', undefined, 'a.ts')]);
    assert.deepEqual(shown(), ['a1', 'a3']);
  });

  it('can be requested again if the attachment could not be read', async () => {
    await assert.rejects(add('a2', Promise.reject(new Error('gone')), 'a.ts'), /gone/);
    assert.deepEqual([...lists.labels], ['a1']);
    await add('a3', undefined, 'a.ts');
    assert.deepEqual(shown(), ['a1', 'a3']);
  });

  it('is removed after sending, even while another session is shown', async () => {
    await add('a2');
    lists.follow('s2');
    lists.remove(new Set(['a1']));
    lists.follow('s1');
    assert.deepEqual(shown(), ['a2']);
  });
});
