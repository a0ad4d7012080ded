import assert from 'node:assert/strict';
import { project, projectSession, treatmentsOf } from '../../../../src/core/context/project.ts';
import { INTERRUPTED } from '../../../../src/core/tools/noEffect.ts';
import { RECORD_OPENING } from '../../../../src/core/context/record.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { SessionBuilder, told } from '../../../support/sessionBuilder.ts';

const OPENING = 'user: [What was said before this is not shown.]';

/** Returns a block of notes written by code. In the log, the kind of such a block is `ledger`. */
function ledger(text: string) {
  return { kind: 'ledger', text, mode: 'replace', tokens: 1 } as const;
}

describe('Projecting a log', () => {
  it('returns the messages in order with the ids of the log entries', () => {
    const builder = new SessionBuilder();
    builder.user('one');
    builder.says('two');
    assert.deepEqual(told(builder.context), ['user: one', 'assistant: two']);
    assert.deepEqual(
      builder.context.map(({ treatment, entries }) => [treatment, ...entries]),
      [
        ['verbatim', 'm1'],
        ['verbatim', 'm2'],
      ],
    );
  });

  it('puts all system text into one message at the beginning, with the newest text of each slot', () => {
    const builder = new SessionBuilder();
    builder.system('old prompt', 'prompt');
    builder.user('one');
    builder.system('house rules');
    builder.system('new prompt', 'prompt');
    assert.deepEqual(told(builder.context), ['system: new prompt\nhouse rules', 'user: one']);
    const [system] = builder.context;
    assert.deepEqual([system?.treatment, system?.entries], ['system', ['m4', 'm3']]);
  });

  it('happens only once for each session', () => {
    const builder = new SessionBuilder();
    builder.user('one');
    const { session } = builder;
    assert.equal(projectSession(session), projectSession(session));
    assert.equal(treatmentsOf(session), treatmentsOf(session));
  });

  it('depends only on the entries', () => {
    const builder = new SessionBuilder();
    builder.user('one');
    builder.tool('read_file', { path: 'a.ts' }, 'text');
    builder.compaction({ replaced: [{ id: 'm3', as: 'stub', text: '[stub]' }], blocks: [ledger('L')] });
    const back = JSON.parse(JSON.stringify(builder.entries)) as typeof builder.entries;
    assert.deepEqual(project(back), builder.context);
  });

  it('omits reasoning, and messages that contain only reasoning', () => {
    const builder = new SessionBuilder();
    builder.user('one');
    builder.message({ role: 'assistant', parts: [{ type: 'reasoning', text: 'hm' }] });
    builder.message({
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'two' },
      ],
    });
    assert.deepEqual(told(builder.context), ['user: one', 'assistant: two']);
  });

  it('adds a result to a call without a result', () => {
    const builder = new SessionBuilder();
    builder.user('one');
    builder.calls([{ id: 'a' }, { id: 'b' }]);
    builder.result('b', 'found');
    assert.deepEqual(
      builder.context
        .slice(2)
        .map(({ message }) => [message.role === 'tool' && message.callId, textOf(message)]),
      [
        ['a', INTERRUPTED],
        ['b', 'found'],
      ],
    );
  });

  it('puts results directly after their call, even if another message is between them in the log', () => {
    const builder = new SessionBuilder();
    builder.user('one');
    builder.calls([{ id: 'a' }, { id: 'b' }]);
    builder.result('b', 'second');
    builder.user('meanwhile');
    builder.result('a', 'first');
    assert.deepEqual(told(builder.context).slice(2), ['tool: first', 'tool: second', 'user: meanwhile']);
  });

  it('sends a result without a call as client text', () => {
    const builder = new SessionBuilder();
    builder.user('one');
    builder.result('lost', 'found');
    const { message } = builder.context[1] ?? assert.fail('no second item');
    assert.deepEqual(message, {
      role: 'user',
      parts: [{ type: 'text', text: 'found', origin: 'client', label: 'tool-result' }],
    });
  });

  it('omits messages and results that the person excluded', () => {
    const builder = new SessionBuilder();
    builder.exclude(builder.user('secret plan'));
    builder.user('one');
    const [call] = builder.tool('ls', {}, 'names');
    builder.exclude(call);
    const [, result] = builder.tool('ls', {}, 'other names');
    builder.exclude(result);
    assert.deepEqual(told(builder.context), [
      'user: one',
      'assistant: ls {}',
      'tool: [excluded by the person]',
    ]);
    assert.equal(builder.context[2]?.treatment, 'excluded');
  });

  it('returns a shortened call as an excerpt with shorter arguments, and a shortened result as a stub', () => {
    const builder = new SessionBuilder();
    const [call, result] = builder.tool('write', { text: 'long' }, 'written');
    builder.compaction({
      replaced: [
        { id: call, as: 'excerpt', text: '', arguments: { call1: '{"text":"…"}' } },
        { id: result, as: 'stub', text: '[stub]' },
      ],
    });
    assert.deepEqual(told(builder.context), [OPENING, 'assistant: write {"text":"…"}', 'tool: [stub]']);
    assert.deepEqual(
      builder.context.slice(1).map(({ treatment }) => treatment),
      ['excerpt', 'stub'],
    );
  });

  it('returns a pinned message and the rest of its group in full, even if a compaction folded the group', () => {
    const builder = new SessionBuilder();
    builder.user('one');
    const [call, result] = builder.tool('ls', {}, 'names');
    builder.compaction({ folded: [{ ids: ['m1', call, result], as: 'summary' }], blocks: [ledger('L')] });
    assert.equal(builder.context.length, 1);
    builder.pin(result);
    assert.deepEqual(told(builder.context).slice(1), ['assistant: ls {}', 'tool: names']);
    assert.equal(builder.context[2]?.treatment, 'pinned');
    builder.pin(result, false);
    assert.equal(builder.context.length, 1);
  });

  it('treats each message as the newest compaction decided, and ignores an undone compaction', () => {
    const builder = new SessionBuilder();
    builder.user('one');
    builder.user('two');
    builder.compaction({ replaced: [{ id: 'm1', as: 'excerpt', text: 'o…' }] });
    const second = builder.compaction({ folded: [{ ids: ['m1'], as: 'evicted' }] });
    assert.deepEqual(told(builder.context), ['user: two']);
    builder.undo(second);
    assert.deepEqual(told(builder.context), ['user: o…', 'user: two']);
  });

  it('adds an opening note if the first remaining message is not a user message', () => {
    const builder = new SessionBuilder();
    builder.user('one');
    builder.says('two');
    builder.compaction({ folded: [{ ids: ['m1'], as: 'evicted' }] });
    assert.deepEqual(told(builder.context), [OPENING, 'assistant: two']);
    const [opening] = builder.context;
    assert.deepEqual([opening?.treatment, opening?.entries], ['note', ['m1', 'e1']]);
  });

  it('adds no opening note if there are no messages', () => {
    const builder = new SessionBuilder();
    builder.system('be kind');
    assert.deepEqual(told(builder.context), ['system: be kind']);
  });
});

describe('The record', () => {
  const block = (kind: 'ledger' | 'summary' | 'notes' | 'eviction', text: string, mode?: 'stack') =>
    ({ kind, text, mode: mode ?? 'replace', tokens: 1 }) as const;
  const record = (builder: SessionBuilder): string => {
    const [item] = builder.context;
    assert.ok(item !== undefined);
    return textOf(item.message).replace(`${RECORD_OPENING}\n\n`, '');
  };

  it('contains notes, summaries, observations, evictions and digests in this order', () => {
    const builder = new SessionBuilder();
    const one = builder.user('one');
    builder.stage('Parser', one, one);
    const blocks = [block('eviction', 'E'), block('notes', 'N'), block('summary', 'S'), block('ledger', 'L')];
    builder.compaction({ folded: [{ ids: [one], as: 'digest' }], blocks });
    assert.equal(
      record(builder),
      'L\n\nS\n\nN\n\nE\n\n## Finished stages\n- Parser (m1–m1): Parser in detail\n\n</longthread-record>',
    );
    const [item] = builder.context;
    assert.deepEqual([item?.treatment, item?.entries], ['summary', ['m1', 'e1', 'e2']]);
  });

  it('replaces a block with the next block of the same kind, unless the next block has the mode `stack`', () => {
    const builder = new SessionBuilder();
    builder.compaction({ blocks: [block('ledger', 'L1'), block('summary', 'S1'), block('eviction', 'E1')] });
    builder.compaction({
      blocks: [block('ledger', 'L2'), block('summary', 'S2', 'stack'), block('eviction', '')],
    });
    assert.equal(record(builder), 'L2\n\nS1\n\nS2\n\n</longthread-record>');
  });

  it('has the value `summary`, `notes` or `note` in its field `treatment`, depending on the kinds of its blocks', () => {
    const treatmentOf = (...kinds: readonly ('ledger' | 'summary' | 'eviction')[]): string | undefined => {
      const builder = new SessionBuilder();
      builder.compaction({ blocks: kinds.map((kind) => block(kind, kind)) });
      return builder.context[0]?.treatment;
    };
    assert.deepEqual(
      [treatmentOf('ledger', 'summary'), treatmentOf('ledger', 'eviction'), treatmentOf('eviction')],
      ['summary', 'notes', 'note'],
    );
  });

  it('contains stage digests even if nothing was folded, in brief for older stages and for `briefStages`', () => {
    const builder = new SessionBuilder();
    for (const title of ['A', 'B', 'C', 'D']) {
      const id = builder.user(title);
      builder.stage(title, id, id);
    }
    assert.match(record(builder), /A in brief\n.*B in detail\n.*C in detail\n.*D in detail/u);
    assert.deepEqual(
      builder.context.slice(0, 1).map(({ treatment }) => treatment),
      ['digest'],
    );
    builder.compaction({ briefStages: ['e2', 'e3', 'e4'] });
    assert.match(record(builder), /B in brief\n.*C in brief\n.*D in brief/u);
  });

  it('loses the digest of a stage after a rewind to before the end of the stage', () => {
    const builder = new SessionBuilder();
    const id = builder.user('one');
    builder.stage('A', id, builder.says('two'));
    builder.rewind('m2');
    assert.deepEqual(told(builder.context), ['user: one']);
  });
});
