import assert from 'node:assert/strict';
import { readQuestion } from '../../../../src/extension/participant/slashCommands.ts';

describe('A question to @longthread', () => {
  it('is read as a slash command if the person typed a slash command', () => {
    assert.deepEqual(readQuestion('compact', ' keep the\nport '), {
      kind: 'compact',
      instructions: 'keep the port',
    });
    for (const kind of ['undo', 'rules', 'receipt'])
      assert.deepEqual(readQuestion(kind, 'whatever was left out'), { kind });
  });

  it('is read as /receipt or /rules if the person typed a usual phrase such as “what are my rules”', () => {
    for (const words of [
      'what did the last compaction leave out?',
      'What was left out',
      'did the compaction drop anything?',
      'show me the receipt',
      'What was lost in the compaction?',
      'what was removed by the last compaction?',
      'What is missing after the compaction?',
      'what’s missing since my last compaction',
      'What was dropped in the last compaction?',
      'which rules were forgotten during the compaction?',
      'What did we lose in the last compaction?',
      'what did you leave out in the compaction',
      'what have you forgotten since the last compaction?',
      'what was dropped by compaction?',
      'what was removed during compaction',
      'what was removed by the previous compaction',
      'what was removed in the latest compaction',
      'what was removed in the most  recent compaction',
      'what was removed in this compaction',
      'what was removed by your last compaction',
      'what was removed in our last compaction',
      'what was missing after the compaction?',
      'what messages are missing after the compaction?',
    ])
      assert.deepEqual(readQuestion(undefined, words), { kind: 'receipt' }, words);
    for (const words of [
      'Which rules hold?',
      'what are my rules',
      'What are the rules?',
      'which rules apply now',
    ])
      assert.deepEqual(readQuestion(undefined, words), { kind: 'rules' }, words);
  });

  it('is a search for the topic if the person typed neither a command nor a usual phrase', () => {
    const queries: readonly (readonly [string, string])[] = [
      ['what did we decide about the port?', 'the port'],
      ['So, why did we choose src/auth.ts', 'src/auth.ts'],
      ['what did we decide about the eslint rules?', 'the eslint rules'],
      ['what did we say about leaving the tests out', 'leaving the tests out'],
      ['what did we say about dropping the compaction?', 'dropping the compaction'],
      ['what did we remove from compaction.ts?', 'from compaction.ts'],
      ['where did we drop compaction support?', 'compaction support'],
      ['removed fields of the compaction', 'removed fields of the compaction'],
      ['compact view missing', 'compact view missing'],
      ['the compact flag is missing in settings', 'the compact flag is missing in settings'],
      ['compaction calls removeOldNotes and dropTable', 'compaction calls removeOldNotes and dropTable'],
      ...[
        'which function removes old notes before a compaction',
        'which function drops old notes during the compaction',
        'what removeOldNotes does in compaction',
        'what removeOldNotes does in the last compaction',
        'what is missing in the docs about compaction',
      ].map((words) => [words, words] as const),
      ['what is the receipt format', 'what is the receipt format'],
      ['which eslint rules do we use', 'which eslint rules do we use'],
      ['retry loop', 'retry loop'],
      ['was haben wir zum Port beschlossen?', 'was haben wir zum Port beschlossen'],
    ];
    for (const [words, query] of queries)
      assert.deepEqual(readQuestion(undefined, words), { kind: 'find', query }, words);
  });

  it('is a search if it is long, and is read in little time', () => {
    for (const words of [
      `what was lost ${'and lost '.repeat(40)}in the last compaction`,
      `what are ${'and '.repeat(100)} my rules`,
      `what ${'lost by the '.repeat(20_000)}`,
      `${'?'.repeat(200_000)} compaction`,
    ]) {
      const start = performance.now();
      assert.equal(readQuestion(undefined, words).kind, 'find');
      assert.ok(performance.now() - start < 500, words.slice(0, 40));
    }
  });

  it('is a search if the person typed /find and any words', () => {
    for (const words of ['my rules', 'the receipt', 'what did we decide about the receipt?'])
      assert.equal(readQuestion('find', words).kind, 'find', words);
    assert.deepEqual(readQuestion('find', ' '), { kind: 'help' });
  });

  it('is answered with the help text if the question names no topic', () => {
    for (const words of ['', '  ', '?', 'what did we decide?'])
      assert.deepEqual(readQuestion(undefined, words), { kind: 'help' }, words);
  });
});
