import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  callAnsweredBy,
  callOf,
  conversationGroups,
  groupMessages,
  idsOf,
  isOrphanResult,
  messagesOf,
} from '../../../../src/core/context/groups.ts';
import { SessionFold } from '../../../../src/core/log/session.ts';
import { history } from '../../../support/sessionArbitrary.ts';
import { SessionBuilder } from '../../../support/sessionBuilder.ts';

function groupsOf(builder: SessionBuilder): readonly (readonly string[])[] {
  return groupMessages(builder.session.messages).map(idsOf);
}

describe('The module for message groups', () => {
  it('puts an assistant’s message and its results into one group, in the order of the calls', () => {
    const builder = new SessionBuilder();
    builder.user('one');
    builder.calls([{ id: 'a' }, { id: 'b' }]);
    builder.result('b', 'B');
    builder.result('a', 'A');
    assert.deepEqual(groupsOf(builder), [['m1'], ['m2', 'm4', 'm3']]);
    assert.deepEqual(
      messagesOf(groupMessages(builder.session.messages)[1] ?? assert.fail()).map(({ id }) => id),
      ['m2', 'm4', 'm3'],
    );
  });

  it('finds a call in a group by the call’s id', () => {
    const builder = new SessionBuilder();
    builder.calls([{ id: 'a' }, { id: 'b', name: 'ls' }]);
    const [group] = groupMessages(builder.session.messages);
    assert.ok(group !== undefined);
    assert.deepEqual([callOf(group, 'b')?.name, callOf(group, 'z')], ['ls', undefined]);
  });

  it('puts a result into the group of the newest earlier call with the same id', () => {
    const builder = new SessionBuilder();
    builder.calls([{ id: 'a' }]);
    builder.result('a', 'first');
    builder.calls([{ id: 'a' }]);
    builder.calls([{ id: 'a' }]);
    builder.result('a', 'third');
    assert.deepEqual(groupsOf(builder), [['m1', 'm2'], ['m3'], ['m4', 'm5']]);
  });

  it('finds the call that a result answers: the newest earlier call with the same id', () => {
    const builder = new SessionBuilder();
    builder.calls([{ id: 'a', name: 'first' }]);
    builder.calls([{ id: 'a', name: 'second' }]);
    builder.result('a', 'A');
    builder.calls([{ id: 'a', name: 'third' }]);
    const { messages } = builder.session;
    const [call, , result] = messages.map((message) => callAnsweredBy(message, messages));
    assert.deepEqual([call, result?.name], [undefined, 'second']);
  });

  it('puts a second result of a call and a result without a call into separate groups', () => {
    const builder = new SessionBuilder();
    builder.result('a', 'early');
    builder.calls([{ id: 'a' }]);
    builder.result('a', 'right');
    builder.result('a', 'again');
    const groups = groupMessages(builder.session.messages);
    assert.deepEqual(groups.map(idsOf), [['m1'], ['m2', 'm3'], ['m4']]);
    assert.deepEqual(groups.map(isOrphanResult), [true, false, true]);
  });

  it('returns the same groups whether a list grows or is complete from the start, for any history', () => {
    fc.assert(
      fc.property(fc.array(history, { maxLength: 25 }), (steps) => {
        const builder = new SessionBuilder();
        const fold = new SessionFold();
        let taken = 0;
        for (const step of steps) {
          step(builder);
          for (const entry of builder.entries.slice(taken)) fold.add(entry);
          taken = builder.entries.length;
          const { messages } = fold.session;
          for (const list of [messages, messages.slice(0, messages.length / 2), [...messages]]) {
            const said = list.filter(({ message }) => message.role !== 'system');
            assert.deepEqual(conversationGroups(list), groupMessages(said));
          }
        }
      }),
    );
  });
});
