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

/** Returns the calls that the parts of an answer add up to. */
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
    'with an index and an id each, in turns': [
      [
        { index: 0, id: 'a', name: 'read', args: '{"path":' },
        { index: 1, id: 'b', name: 'read', args: '{"path":"2"' },
        { index: 0, args: '"1"}' },
        { index: 1, args: '}' },
      ],
      [read('a', '1'), read('b', '2')],
    ],
    'with ids alone': [
      [
        { id: 'a', name: 'read', args: '{"path":' },
        { id: 'b', name: 'read', args: '{"path":"2"}' },
        { id: 'a', args: '"1"}' },
      ],
      [read('a', '1'), read('b', '2')],
    ],
    'without ids and indexes': [
      [{ name: 'read', args: '{"path":' }, { args: '"1"}' }, { name: 'read', args: '{"path":"2"}' }],
      [read('made1', '1'), read('made2', '2')],
    ],
    'with the same index for all': [
      [
        { index: 0, id: 'a', name: 'read', args: '{"path":"1"}' },
        { index: 0, id: 'b', name: 'read', args: '{"path":"2"}' },
      ],
      [read('a', '1'), read('b', '2')],
    ],
    'with the same id for all': [
      [
        { id: 'a', name: 'read', args: '{"path":"1"}' },
        { id: 'a', name: 'read', args: '{"path":"2"}' },
      ],
      [read('a', '1'), read('made1', '2')],
    ],
    'with a new id in each part': [
      [
        { index: 0, id: 'a', name: 'read', args: '{"path":' },
        { index: 0, id: 'b', name: 'read', args: '"1"}' },
      ],
      [read('a', '1')],
    ],
    'with a last part that repeats the whole call': [
      [
        { index: 0, id: 'a', name: 'read', args: '{"path":"1"}' },
        { index: 0, id: 'a', name: 'read', args: '{ "path": "1" }' },
      ],
      [read('a', '1')],
    ],
    'with a last part that repeats the whole call with its keys in another order': [
      [
        { index: 0, id: 'a', name: 'read', args: '{"path":"1","lines":{"from":2,"to":3}}' },
        { index: 0, id: 'a', name: 'read', args: '{"lines":{"to":3,"from":2},"path":"1"}' },
      ],
      [{ ...read('a', '1'), arguments: '{"path":"1","lines":{"from":2,"to":3}}' }],
    ],
    'with name and arguments repeated from the beginning in each part': [
      [
        { index: 0, id: 'a', name: 're' },
        { index: 0, id: 'a', name: 'read', args: '{"pa' },
        { index: 0, id: 'a', name: 'read', args: '{"path":"1"}' },
      ],
      [read('a', '1')],
    ],
    'with the arguments of several joined in one part': [
      [{ index: 0, name: 'read', args: '{"path":"1"}{"path":"2"} {"path":"3"}' }],
      [read('made1', '1'), read('made2', '2'), read('made3', '3')],
    ],
    'with joined arguments in pieces, and only the first with a name': [
      [
        { index: 0, id: 'a', name: 'read', args: '{"path":"1"}{"pa' },
        { index: 0, args: 'th":"2"}' },
        { index: 0, args: '{"path":"3"' },
        { index: 0, args: '}' },
      ],
      [read('a', '1'), read('made1', '2'), read('made2', '3')],
    ],
    'with joined arguments that are all repeated': [
      [{ index: 0, id: 'a', name: 'read', args: '{"path":"1"}{"path":"2"}{"path":"1"}{"path":"2"}' }],
      [read('a', '1'), read('made1', '2')],
    ],
    'with an empty object before the arguments, which are repeated': [
      [
        { index: 0, id: 'a', name: 'read', args: '{}' },
        { index: 0, args: '{"path":"1"}' },
        { index: 0, id: 'a', name: 'read', args: '{"path":"1"}' },
      ],
      [{ ...read('a', '1'), arguments: '{}{"path":"1"}' }],
    ],
    'with joined arguments of which some repeat the call before': [
      [{ index: 0, id: 'a', name: 'read', args: '{"path":"1"}{ "path": "1" }{"path":"2"}"{}"' }],
      [read('a', '1'), read('made1', '2')],
    ],
    'with one index and no ids, and another name before its arguments': [
      [
        { index: 0, name: 'read', args: '{"path":"1"}' },
        { index: 0, name: 'list' },
        { index: 0, args: '{"path":"2"}' },
      ],
      [read('made1', '1'), { ...read('made2', '2'), name: 'list' }],
    ],
    'with arguments as an object': [
      [{ index: 0, id: 'a', name: 'read', args: { path: '1' } }],
      [read('a', '1')],
    ],
  };
  for (const [form, [given, calls]] of Object.entries(forms)) {
    it(`are put together ${form}`, () => {
      assert.deepEqual(callsOf(given).calls, calls);
    });
  }

  it('are incomplete until the arguments of each one end', () => {
    const half = { index: 0, id: 'a', name: 'read', args: '{"path":' };
    assert.equal(callsOf([half]).slots.hasIncompleteCall, true);
    const whole = { index: 1, id: 'b', name: 'read', args: '{}' };
    assert.equal(callsOf([half, whole]).slots.hasIncompleteCall, true);
    assert.equal(callsOf([half, { index: 0, args: '"1"}' }]).slots.hasIncompleteCall, false);
    assert.equal(callsOf([half, { index: 0, args: '"1"}{"path"' }]).slots.hasIncompleteCall, true);
  });

  it('are rejected if there are more than 1,000', () => {
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
