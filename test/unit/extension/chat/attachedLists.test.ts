import assert from 'node:assert/strict';
import { AttachedLists } from '../../../../src/extension/chat/attachedLists.ts';

describe('an attachment', () => {
  let lists: AttachedLists<{ readonly id: string }>;
  const shown = (): readonly string[] => lists.shown.map(({ id }) => id);

  beforeEach(() => {
    lists = new AttachedLists();
    lists.follow('s1');
    lists.add('s1', { id: 'a1' });
  });

  it('stays with its session while another is shown', () => {
    lists.follow('s2');
    assert.deepEqual(shown(), []);
    lists.add('s2', { id: 'a2' });
    lists.follow('s1');
    assert.deepEqual(shown(), ['a1']);
    assert.equal(lists.session, 's1');
  });

  it('goes to the session for which it was requested, even if another one is shown when it is ready', () => {
    lists.follow('s2');
    lists.add('s1', { id: 'a2' });
    assert.deepEqual(shown(), []);
    lists.follow('s1');
    assert.deepEqual(shown(), ['a1', 'a2']);
  });

  it('goes to the first session if none was open, before those that wait there', () => {
    lists.follow('');
    lists.add('', { id: 'early' });
    assert.deepEqual(shown(), ['early']);
    lists.follow('s1');
    assert.deepEqual(shown(), ['early', 'a1']);
    lists.add('', { id: 'late' });
    assert.deepEqual(shown(), ['early', 'a1', 'late']);
    lists.follow('s2');
    assert.deepEqual(shown(), []);
  });

  it('is removed once it is sent; one attached meanwhile stays', () => {
    lists.add('s1', { id: 'a2' });
    lists.follow('s2');
    lists.remove(new Set(['a1']));
    lists.follow('s1');
    assert.deepEqual(shown(), ['a2']);
  });
});
