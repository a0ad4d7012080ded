import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  readWishes,
  identifyingMessages,
  withIdsOf,
  withWish,
  type NumberedCommand,
  type PluginCommand,
} from '../../../../src/adapters/claudeCode/wishes.ts';

const KNOWN = [
  ['m1', 'user a'],
  ['m2', 'assistant b'],
  ['m3', 'tool c'],
] as const;
/** The messages that the plugin has: one message that VS Code lacks, and the messages of `KNOWN` with other ids. */
const THERE = [
  ['m4', 'user z'],
  ['m5', 'user a'],
  ['m6', 'assistant b'],
  ['m7', 'tool c'],
] as const;

const BASE = { v: 1, id: 'e9', at: 5 } as const;
const PIN: PluginCommand = { kind: 'entry', entry: { ...BASE, kind: 'pin', target: 'm3', on: true } };

function wished(wish: PluginCommand, number = 1): NumberedCommand {
  return { number, wish, messages: KNOWN };
}

describe('a command from VS Code for a session of Claude Code', () => {
  const all: readonly PluginCommand[] = [
    PIN,
    { kind: 'entry', entry: { ...BASE, kind: 'exclude', target: 'm1', on: false } },
    { kind: 'entry', entry: { ...BASE, kind: 'rule', text: 'Never touch docs/.', on: true, source: 'm1' } },
    { kind: 'entry', entry: { ...BASE, kind: 'rule', text: 'Always test.', on: false } },
    { kind: 'entry', entry: { ...BASE, kind: 'notesEdited', line: 'a', text: 'b', on: true, rule: 'a' } },
    { kind: 'compact' },
    {
      ...{ kind: 'compact', strategy: 'rolling', instructions: 'keep names', budgetTokens: 9_000 },
      ...{ keepsHalf: true, byMessage: [['m2', 'leftOut']], range: { first: 'm1', last: 'm3' } },
    },
    { kind: 'undo' },
    { kind: 'redo' },
  ];

  it('is read in the form in which it was written', () => {
    const wishes = all.map(wished);
    assert.deepEqual(readWishes(JSON.stringify({ v: 1, wishes })), wishes);
  });

  it('is ignored if invalid, but a command to compact loses only its invalid entries of byMessage', () => {
    const others: readonly unknown[] = [
      { kind: 'sing' },
      { kind: 'entry' },
      { kind: 'entry', entry: { ...BASE, kind: 'message', on: true, target: 'm1' } },
      { kind: 'entry', entry: { ...BASE, kind: 'pin', on: true } },
      { kind: 'entry', entry: { ...BASE, kind: 'rule', on: true } },
      { kind: 'entry', entry: { kind: 'rule', text: 'a', on: 'yes' } },
    ];
    const wishes = others.map((wish, at) => ({ number: at, wish, messages: [] }));
    assert.deepEqual(readWishes(JSON.stringify({ wishes: [...wishes, { wish: { kind: 'undo' } }, 7] })), []);
    assert.deepEqual(readWishes('no JSON'), []);
    const odd = { number: 1, wish: { kind: 'compact', byMessage: [['m1', 'burnt'], 'm2'] }, messages: 'x' };
    assert.deepEqual(readWishes(JSON.stringify({ wishes: [odd] })), [
      { number: 1, wish: { kind: 'compact', byMessage: [] }, messages: [] },
    ]);
  });

  const pinOf = (target: string): PluginCommand => ({
    ...PIN,
    entry: { ...BASE, kind: 'pin', target, on: true },
  });

  it('identifies a message by content, even if several messages have the same content', () => {
    const keyLists = fc.array(fc.constantFrom('user a', 'user b', 'assistant a', 'tool'), { minLength: 1 });
    fc.assert(
      fc.property(keyLists, fc.nat(), (drawn, place) => {
        const keys = drawn.map((key, at) => (key === 'tool' ? `tool ${String(at)}` : key));
        const known = keys.map((key, at) => [`m${String(at)}`, key] as const);
        const there = [['x', 'user z'] as const, ...keys.map((key, at) => [`p${String(at)}`, key] as const)];
        const target = place % keys.length;
        const wish = pinOf(`m${String(target)}`);
        const meant = withIdsOf({ number: 1, wish, messages: identifyingMessages(wish, known) }, there);
        assert.deepEqual(meant, pinOf(`p${String(target)}`));
      }),
    );
  });

  it('contains the named messages and their neighbours up to the nearest tool results, but nothing after the last named message', () => {
    const known = ['user a', 'tool 1', 'assistant b', 'user c', 'tool 2', 'user d', 'tool 3'].map(
      (key, at) => [`m${String(at)}`, key] as const,
    );
    const carried = (wish: PluginCommand): readonly string[] =>
      identifyingMessages(wish, known).map(([id]) => id);
    assert.deepEqual(carried(pinOf('m5')), ['m4', 'm5']);
    assert.deepEqual(carried({ kind: 'compact', range: { first: 'm2', last: 'm5' } }), [
      'm1',
      'm2',
      'm3',
      'm4',
      'm5',
    ]);
    assert.deepEqual([carried({ kind: 'undo' }), carried(pinOf('m9'))], [[], []]);
  });

  it('gets the plugin’s message ids after messages are matched by content', () => {
    const [pin, exclude, rule, typed, edit, , chosen] = all.map((wish) => withIdsOf(wished(wish), THERE));
    assert.deepEqual(pin, { kind: 'entry', entry: { ...BASE, kind: 'pin', target: 'm7', on: true } });
    assert.equal(exclude?.kind === 'entry' && 'target' in exclude.entry && exclude.entry.target, 'm5');
    assert.equal(rule?.kind === 'entry' && 'source' in rule.entry && rule.entry.source, 'm5');
    assert.deepEqual([typed, edit], [all[3], all[4]]);
    assert.deepEqual(chosen, {
      ...all[6],
      ...{ byMessage: [['m6', 'leftOut']], range: { first: 'm5', last: 'm7' } },
    });
  });

  it('is dropped if its target or an end of its range is missing, and otherwise only loses the missing messages', () => {
    const there = THERE.slice(0, 2);
    const [pin, , , , , , chosen] = all.map((wish) => withIdsOf(wished(wish), there));
    assert.deepEqual([pin, chosen], [undefined, undefined]);
    const rule = withIdsOf(wished(all[2]!), []);
    assert.deepEqual(rule, {
      kind: 'entry',
      entry: { ...BASE, kind: 'rule', text: 'Never touch docs/.', on: true },
    });
    const some = wished({
      kind: 'compact',
      byMessage: [
        ['m1', 'stays'],
        ['m3', 'notes'],
      ],
    });
    assert.deepEqual(withIdsOf(some, there), { kind: 'compact', byMessage: [['m5', 'stays']] });
  });

  it('replaces an earlier command if both commands compact, undo or redo', () => {
    const waiting = all
      .map((wish, at) => wished(wish, at))
      .reduce<readonly NumberedCommand[]>((wishes, added) => withWish(wishes, added), []);
    assert.deepEqual(
      waiting.map(({ wish }) => wish.kind),
      ['entry', 'entry', 'entry', 'entry', 'entry', 'redo'],
    );
  });
});
