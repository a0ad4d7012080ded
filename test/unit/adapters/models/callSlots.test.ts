import assert from 'node:assert/strict';
import { CallSlots, MOST_ITEMS, type CallDelta } from '../../../../src/adapters/models/callSlots.ts';

interface Given {
  readonly index?: number;
  readonly id?: string;
  readonly name?: string;
  readonly args?: unknown;
}

interface Call {
  id: string;
  name: string;
  arguments: string;
}

function deltaOf({ index, id, name, args }: Given): CallDelta {
  return { index, id, function: { name, arguments: args } };
}

/** Reads the deltas of an answer with a CallSlots. Returns the calls and the CallSlots. */
function callsOf(given: readonly Given[]): { readonly calls: readonly Call[]; readonly slots: CallSlots } {
  let made = 0;
  const newCallId = (): string => `made${String((made += 1))}`;
  const slots = new CallSlots(newCallId, { keepCall: () => undefined, keepId: () => undefined });
  const calls: Call[] = [];
  for (const one of given) {
    for (const part of slots.read([deltaOf(one)])) {
      const call = (calls[part.index] ??= { id: '', name: '', arguments: '' });
      call.id += part.callId ?? '';
      call.name += part.name ?? '';
      call.arguments += part.arguments ?? '';
    }
  }
  return { calls, slots };
}

const read = (id: string, path: string): Call => ({
  ...{ id, name: 'read', arguments: `{"path":"${path}"}` },
});

describe('The calls of an answer', () => {
  const forms: Readonly<Record<string, readonly [readonly Given[], readonly Call[]]>> = {
    'if they have indexes and ids, and their parts alternate': [
      [
        { index: 0, id: 'a', name: 'read', args: '{"path":' },
        { index: 1, id: 'b', name: 'read', args: '{"path":"2"' },
        { index: 0, args: '"1"}' },
        { index: 1, args: '}' },
      ],
      [read('a', '1'), read('b', '2')],
    ],
    'if they have only ids': [
      [
        { id: 'a', name: 'read', args: '{"path":' },
        { id: 'b', name: 'read', args: '{"path":"2"}' },
        { id: 'a', args: '"1"}' },
      ],
      [read('a', '1'), read('b', '2')],
    ],
    'if they have no ids and no indexes': [
      [{ name: 'read', args: '{"path":' }, { args: '"1"}' }, { name: 'read', args: '{"path":"2"}' }],
      [read('made1', '1'), read('made2', '2')],
    ],
    'if they all have the same index': [
      [
        { index: 0, id: 'a', name: 'read', args: '{"path":"1"}' },
        { index: 0, id: 'b', name: 'read', args: '{"path":"2"}' },
      ],
      [read('a', '1'), read('b', '2')],
    ],
    'if they all have the same id': [
      [
        { id: 'a', name: 'read', args: '{"path":"1"}' },
        { id: 'a', name: 'read', args: '{"path":"2"}' },
      ],
      [read('a', '1'), read('made1', '2')],
    ],
    'if they have a new id in each part': [
      [
        { index: 0, id: 'a', name: 'read', args: '{"path":' },
        { index: 0, id: 'b', name: 'read', args: '"1"}' },
      ],
      [read('a', '1')],
    ],
    'if the last part repeats the whole call': [
      [
        { index: 0, id: 'a', name: 'read', args: '{"path":"1"}' },
        { index: 0, id: 'a', name: 'read', args: '{ "path": "1" }' },
      ],
      [read('a', '1')],
    ],
    'if the last part repeats the whole call with the keys in another order': [
      [
        { index: 0, id: 'a', name: 'read', args: '{"path":"1","lines":{"from":2,"to":3}}' },
        { index: 0, id: 'a', name: 'read', args: '{"lines":{"to":3,"from":2},"path":"1"}' },
      ],
      [{ ...read('a', '1'), arguments: '{"path":"1","lines":{"from":2,"to":3}}' }],
    ],
    'if each part repeats the name and the arguments from the beginning': [
      [
        { index: 0, id: 'a', name: 're' },
        { index: 0, id: 'a', name: 'read', args: '{"pa' },
        { index: 0, id: 'a', name: 'read', args: '{"path":"1"}' },
      ],
      [read('a', '1')],
    ],
    'if one part contains the arguments of several calls': [
      [{ index: 0, name: 'read', args: '{"path":"1"}{"path":"2"} {"path":"3"}' }],
      [read('made1', '1'), read('made2', '2'), read('made3', '3')],
    ],
    'if the joined arguments of several calls arrive in pieces and only the first piece has a name': [
      [
        { index: 0, id: 'a', name: 'read', args: '{"path":"1"}{"pa' },
        { index: 0, args: 'th":"2"}' },
        { index: 0, args: '{"path":"3"' },
        { index: 0, args: '}' },
      ],
      [read('a', '1'), read('made1', '2'), read('made2', '3')],
    ],
    'if one part contains the arguments of several calls, and then all of them again': [
      [{ index: 0, id: 'a', name: 'read', args: '{"path":"1"}{"path":"2"}{"path":"1"}{"path":"2"}' }],
      [read('a', '1'), read('made1', '2')],
    ],
    'if an empty object precedes the arguments and the arguments are repeated': [
      [
        { index: 0, id: 'a', name: 'read', args: '{}' },
        { index: 0, args: '{"path":"1"}' },
        { index: 0, id: 'a', name: 'read', args: '{"path":"1"}' },
      ],
      // StreamAssembler removes the empty object later.
      [{ ...read('a', '1'), arguments: '{}{"path":"1"}' }],
    ],
    'if one part contains a call’s arguments twice, then another call’s arguments and a string': [
      [{ index: 0, id: 'a', name: 'read', args: '{"path":"1"}{ "path": "1" }{"path":"2"}"{}"' }],
      [read('a', '1'), read('made1', '2')],
    ],
    'if they have the same index and no ids, and the second name arrives before its arguments': [
      [
        { index: 0, name: 'read', args: '{"path":"1"}' },
        { index: 0, name: 'list' },
        { index: 0, args: '{"path":"2"}' },
      ],
      [read('made1', '1'), { ...read('made2', '2'), name: 'list' }],
    ],
    'if they have an object as arguments': [
      [{ index: 0, id: 'a', name: 'read', args: { path: '1' } }],
      [read('a', '1')],
    ],
  };
  for (const [form, [given, calls]] of Object.entries(forms)) {
    it(`are assembled correctly ${form}`, () => {
      assert.deepEqual(callsOf(given).calls, calls);
    });
  }

  it('are incomplete until the arguments of every call are complete', () => {
    const half = { index: 0, id: 'a', name: 'read', args: '{"path":' };
    assert.equal(callsOf([half]).slots.hasIncompleteCall, true);
    const whole = { index: 1, id: 'b', name: 'read', args: '{}' };
    assert.equal(callsOf([half, whole]).slots.hasIncompleteCall, true);
    assert.equal(callsOf([half, { index: 0, args: '"1"}' }]).slots.hasIncompleteCall, false);
    assert.equal(callsOf([half, { index: 0, args: '"1"}{"path"' }]).slots.hasIncompleteCall, true);
  });

  it('are rejected if there are more than 1,000 calls', () => {
    const many = Array.from({ length: MOST_ITEMS }, (_, index) => ({
      index,
      id: String(index),
      name: 'read',
    }));
    assert.equal(callsOf(many).slots.count, MOST_ITEMS);
    assert.throws(() => callsOf([...many, { index: MOST_ITEMS, id: 'more', name: 'read' }]), {
      name: 'PayloadTooLargeError',
    });
  });
});
