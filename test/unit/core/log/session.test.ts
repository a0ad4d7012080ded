import assert from 'node:assert/strict';
import { EntryNumbers, importedEntries } from '../../../../src/core/log/ids.ts';
import { personTextOf, textOf } from '../../../../src/core/log/message.ts';
import { foldSession, liveCompactions, undoScope } from '../../../../src/core/log/session.ts';
import { sampleEntries } from '../../../support/sampleEntries.ts';
import { SessionBuilder, type DraftOfAny } from '../../../support/sessionBuilder.ts';

function liveIds(builder: SessionBuilder): readonly string[] {
  return liveCompactions(builder.session).map(({ id }) => id);
}

describe('Folding a log', () => {
  it('handles every kind of entry', () => {
    const session = foldSession([
      ...sampleEntries,
      { v: 1, id: 'e90', at: 0, kind: 'session', title: 'Later' },
      { v: 1, id: 'e91', at: 0, kind: 'model', model: 'other' },
      { v: 1, id: 'e92', at: 0, kind: 'session' },
      { v: 1, id: 'e93', at: 0, kind: 'session', agent: { conversationId: 'c2' } },
    ]);
    assert.equal(session.title, 'Later');
    assert.equal(session.strategy, 'hybrid');
    assert.equal(session.workspace, 'file:///w');
    assert.equal(session.importedFrom, 'x.jsonl');
    assert.deepEqual(session.agent, { conversationId: 'c2', parent: 's1', continues: 's2' });
    assert.equal(session.model?.model, 'other');
    assert.deepEqual([session.observations.length, session.runs.length, session.recalls.length], [1, 1, 1]);
  });

  it('returns an empty session for an empty log', () => {
    const session = foldSession([]);
    assert.deepEqual([session.messages, session.compactions, session.stages], [[], [], []]);
  });

  it('keeps rewound messages for recall, but not in the live branch', () => {
    const builder = new SessionBuilder();
    builder.system('be kind');
    builder.user('one');
    const two = builder.user('two');
    builder.says('three');
    builder.rewind(two);
    builder.user('four');
    assert.deepEqual(
      builder.session.messages.map(({ message }) => textOf(message)),
      ['be kind', 'one', 'four'],
    );
    assert.equal(builder.session.allMessages.length, 5);
  });

  it('does not remove system text in a rewind', () => {
    const builder = new SessionBuilder();
    const one = builder.user('one');
    builder.system('new rules', 'prompt');
    builder.rewind(one);
    assert.deepEqual(
      builder.session.messages.map(({ message }) => message.role),
      ['system'],
    );
  });

  it('ignores entries about unknown messages or entries', () => {
    const builder = new SessionBuilder();
    builder.user('one');
    const before = builder.session;
    builder.rewind('m99');
    builder.undo('e99');
    builder.append({
      kind: 'reveal',
      target: 'm99',
      span: { part: 0, start: 0, end: 1, kind: 'key' },
    });
    builder.stage('Of nothing', 'm98', 'm99');
    builder.stage('Half there', 'm1', 'm99');
    assert.deepEqual(builder.session.messages, before.messages);
    assert.deepEqual(builder.session.stages, []);
    assert.equal(JSON.stringify(builder.context).includes('Of nothing'), false);
  });

  it('pins and unpins messages, and excludes and includes messages', () => {
    const builder = new SessionBuilder();
    const one = builder.user('one');
    const two = builder.user('two');
    builder.pin(one);
    builder.exclude(two);
    assert.deepEqual([...builder.session.pinnedIds, ...builder.session.excludedIds], [one, two]);
    builder.pin(one, false);
    builder.exclude(two, false);
    assert.deepEqual([...builder.session.pinnedIds, ...builder.session.excludedIds], []);
  });

  it('masks a secret until the person reveals it', () => {
    const builder = new SessionBuilder();
    const span = { part: 0, start: 4, end: 10, kind: 'password' };
    const id = builder.message({ role: 'user', parts: [{ type: 'text', text: 'use hunter now' }] }, [span]);
    assert.equal(personTextOf(builder.session.messages[0]?.message ?? never()), 'use [secret: password] now');
    builder.append({ kind: 'reveal', target: id, span });
    assert.equal(personTextOf(builder.session.messages[0]?.message ?? never()), 'use hunter now');
  });

  it('marks a stage as superseded when a message of the stage is rewound', () => {
    const builder = new SessionBuilder();
    const one = builder.user('one');
    const two = builder.user('two');
    builder.stage('first', one, builder.system('new rules'));
    builder.rewind(two);
    assert.deepEqual(
      builder.session.stages.map(({ isSuperseded }) => isSuperseded),
      [true],
    );
    builder.user('three');
    builder.stage('second', one, builder.says('four'));
    builder.rewind(builder.user('five'));
    assert.equal(builder.session.stages.at(-1)?.isSuperseded, false);
  });

  it('marks a stage as superseded if its last message was rewound before the stage was logged', () => {
    const builder = new SessionBuilder();
    const [one, two] = [builder.user('one'), builder.user('two')];
    builder.rewind(two);
    builder.stage('late', one, two);
    assert.deepEqual(
      builder.session.stages.map(({ isSuperseded }) => isSuperseded),
      [true],
    );
  });

  it('does not mark an earlier stage as superseded when the messages of a later stage are rewound', () => {
    const builder = new SessionBuilder();
    const one = builder.user('one');
    const two = builder.says('two');
    const three = builder.user('three');
    builder.stage('first', one, two);
    builder.stage('second', three, builder.says('four'));
    builder.rewind(three);
    assert.deepEqual(
      builder.session.stages.map(({ isSuperseded }) => isSuperseded),
      [false, true],
    );
  });
});

describe('The compactions in force', () => {
  it('exclude compactions that were undone', () => {
    const builder = new SessionBuilder();
    const [one, two] = [builder.user('one'), builder.user('two')];
    const first = builder.compaction({ folded: [{ ids: [one], as: 'summary' }] });
    const second = builder.compaction({ folded: [{ ids: [two], as: 'summary' }] });
    assert.deepEqual(liveIds(builder), [first, second]);
    builder.undo(second);
    assert.deepEqual(liveIds(builder), [first]);
    assert.deepEqual(
      builder.session.compactions.map(({ state }) => state),
      ['live', 'undone'],
    );
  });

  it('become superseded, beginning with the first compaction that folded a rewound message', () => {
    const builder = new SessionBuilder();
    const [one, two] = [builder.user('one'), builder.user('two')];
    builder.user('three');
    builder.compaction({ folded: [{ ids: [one], as: 'summary' }] });
    builder.compaction({ folded: [{ ids: [two], as: 'evicted' }] });
    builder.compaction({ replaced: [{ id: one, as: 'stub', text: 'x' }] });
    builder.rewind(two);
    assert.deepEqual(
      builder.session.compactions.map(({ state }) => state),
      ['live', 'superseded', 'superseded'],
    );
  });

  it('stay in force when a rewind removes only messages that no compaction folded', () => {
    const builder = new SessionBuilder();
    const one = builder.user('one');
    const id = builder.compaction({ folded: [{ ids: [one], as: 'summary' }] });
    builder.rewind(builder.user('two'));
    assert.deepEqual(liveIds(builder), [id]);
  });

  it('include a compaction between two rewinds if the second rewind removes only newer messages', () => {
    const builder = new SessionBuilder();
    const [one, two] = [builder.user('one'), builder.user('two')];
    builder.compaction({ folded: [{ ids: [one, two], as: 'summary' }] });
    builder.rewind(two);
    builder.user('three');
    const second = builder.compaction({ folded: [{ ids: [one], as: 'summary' }] });
    builder.rewind(builder.user('four'));
    assert.deepEqual(liveIds(builder), [second]);
    builder.rewind(builder.user('five'));
    assert.deepEqual(
      builder.session.compactions.map(({ state }) => state),
      ['superseded', 'live'],
    );
  });

  it('stay in force when a rewind removes only messages of an undone compaction', () => {
    const builder = new SessionBuilder();
    const [one, two] = [builder.user('one'), builder.user('two')];
    builder.undo(builder.compaction({ folded: [{ ids: [two], as: 'summary' }] }));
    const second = builder.compaction({ folded: [{ ids: [one], as: 'summary' }] });
    builder.rewind(two);
    assert.deepEqual(liveIds(builder), [second]);
  });

  const telling = { kind: 'ledger', text: 'two', mode: 'replace', tokens: 1 } as const;
  const ofTwo: readonly [what: string, changes: Partial<DraftOfAny>, isLive: boolean][] = [
    ['lists a rewound message as a source of its text', { blocks: [telling], madeFrom: ['m2'] }, false],
    [
      'replaced a rewound message and has a text but no list of sources',
      stubbed({ blocks: [telling] }),
      false,
    ],
    [
      'names a rewound message as a source of a line but has no list of sources',
      { blocks: [telling], provenance: [{ block: 'ledger', line: 0, ids: ['m1', 'm2'] }] },
      false,
    ],
    [
      'replaced a rewound message and has no list of sources, even if one of its texts is empty',
      stubbed({ blocks: [{ ...telling, text: '' }, telling] }),
      false,
    ],
    [
      'folded a rewound message together with another message',
      { folded: [{ ids: ['m1', 'm2'], as: 'evicted' }], madeFrom: [] },
      false,
    ],
    [
      'replaced a rewound message and has a text with an empty list of sources',
      stubbed({ blocks: [telling], madeFrom: [] }),
      true,
    ],
    ['replaced a rewound message and has no text', stubbed({}), true],
    [
      'replaced a rewound message and has only an empty text',
      stubbed({ blocks: [{ ...telling, text: '' }] }),
      true,
    ],
  ];
  for (const [what, changes, isLive] of ofTwo) {
    it(`${isLive ? 'still' : 'no longer'} include a compaction that ${what}`, () => {
      const builder = new SessionBuilder();
      builder.user('one');
      const two = builder.user('two');
      builder.user('three');
      const id = builder.compaction(changes);
      builder.rewind(two);
      assert.deepEqual(liveIds(builder), isLive ? [id] : []);
    });
  }

  it('are undone together with all later compactions in force', () => {
    const builder = new SessionBuilder();
    const ids = ['one', 'two', 'three'].map((text) =>
      builder.compaction({ folded: [{ ids: [builder.user(text)], as: 'summary' }] }),
    );
    const [first = '', second = '', third = ''] = ids;
    assert.deepEqual(undoScope(builder.session, second), [second, third]);
    builder.undo(third);
    assert.deepEqual(undoScope(builder.session, first), [first, second]);
    assert.deepEqual(undoScope(builder.session, third), []);
  });
});

describe('Entry ids', () => {
  it('continue after the highest id of the log', () => {
    const numbers = new EntryNumbers(['m3', 'm12', 'e7', 'odd', 'm']);
    assert.deepEqual(
      [numbers.next('message'), numbers.next('pin'), numbers.next('message')],
      ['m13', 'e8', 'm14'],
    );
  });

  it('are assigned to imported messages in order', () => {
    const message = { role: 'user', parts: [] } as const;
    assert.deepEqual(
      importedEntries([{ message, at: 5 }, { message }], 9).map(({ id, at }) => [id, at]),
      [
        ['m1', 5],
        ['m2', 9],
      ],
    );
  });
});

function stubbed(changes: Partial<DraftOfAny>): Partial<DraftOfAny> {
  return { replaced: [{ id: 'm2', as: 'stub', text: '[two]' }], ...changes };
}

function never(): never {
  throw new Error('there is no such message');
}
