import assert from 'node:assert/strict';
import type { Entry } from '../../../../src/core/log/entry.ts';
import { forgottenIn, forgottenInSteps, withoutText } from '../../../../src/core/log/forget.ts';
import { sampleEntries } from '../../../support/sampleEntries.ts';
import { emptyCompaction, SessionBuilder, told } from '../../../support/sessionBuilder.ts';

const FORGOTTEN = '[forgotten at the person’s request]';

function forget(builder: SessionBuilder, id: string): readonly Entry[] {
  const forgotten = forgottenIn(builder.entries, id);
  return builder.entries.map((entry) => withoutText(entry, forgotten));
}

function contextOf(entries: readonly Entry[]): readonly string[] {
  const builder = new SessionBuilder();
  builder.entries.push(...entries);
  return told(builder.context);
}

describe('Forgetting the text of a message', () => {
  it('removes the text and the secrets, but keeps the message', () => {
    const builder = new SessionBuilder();
    const span = { part: 0, start: 0, end: 3, kind: 'key' };
    const id = builder.message({ role: 'user', parts: [{ type: 'text', text: 'abc def' }] }, [span]);
    const [entry] = forget(builder, id);
    assert.deepEqual(entry, {
      v: 1,
      id,
      at: 0,
      kind: 'message',
      message: { role: 'user', parts: [{ type: 'text', text: FORGOTTEN }] },
    });
  });

  it('removes the arguments of a call or the text of a result, but keeps the call with its result', () => {
    const builder = new SessionBuilder();
    builder.user('go');
    const [call, result] = builder.tool('bash', { command: 'echo key' }, 'key');
    assert.deepEqual(contextOf(forget(builder, call)), [
      'user: go',
      `assistant: ${FORGOTTEN}\nbash {}`,
      'tool: key',
    ]);
    assert.deepEqual(contextOf(forget(builder, result)).at(-1), `tool: ${FORGOTTEN}`);
  });

  it('removes shortened texts and lines of notes that were made from the message', () => {
    const builder = new SessionBuilder();
    const [one, two] = [builder.user('one'), builder.user('two')];
    builder.compaction({
      replaced: [
        { id: one, as: 'stub', text: '[one]', arguments: { c: '{"one":1}' } },
        { id: two, as: 'stub', text: '[two]' },
      ],
      folded: [{ ids: ['m9'], as: 'summary' }],
      blocks: [
        { kind: 'ledger', text: '## Requests\n- one\n- two', mode: 'replace', tokens: 1 },
        { kind: 'summary', text: 'neither', mode: 'replace', tokens: 1 },
      ],
      provenance: [
        { block: 'ledger', line: 1, ids: [one] },
        { block: 'ledger', line: 2, ids: [two] },
      ],
      receipt: {
        kept: 1,
        recallable: 1,
        lost: 0,
        constraintsKept: 0,
        constraintsRecallable: ['one'],
        sampleRecallable: ['one'],
        sampleLost: [],
      },
    });
    const entry = forget(builder, one).at(-1);
    assert.ok(entry?.kind === 'compaction');
    assert.equal(JSON.stringify(entry).includes('one'), false);
    assert.equal(entry.blocks[0]?.text, `## Requests\n${FORGOTTEN}\n- two`);
    assert.equal(entry.blocks[1], (builder.entries.at(-1) as typeof entry).blocks[1]);
    assert.deepEqual(entry.replaced[1], { id: two, as: 'stub', text: '[two]' });
  });

  it('removes memories that came from the message', () => {
    const memory = sampleEntries.find(({ kind }) => kind === 'memory');
    assert.ok(memory?.kind === 'memory');
    assert.equal((withoutText(memory, forgottenIn([], 'm1')) as typeof memory).text, FORGOTTEN);
  });

  it('removes only those edits of notes that came from the message', () => {
    const builder = new SessionBuilder();
    const id = builder.user('The key hangs behind the lighthouse door.');
    builder.user('Please draw the tides.');
    builder.append({ kind: 'notesEdited', line: 'The key hangs', on: true, source: id });
    builder.append({ kind: 'notesEdited', text: 'Look behind the lighthouse.', on: true });
    builder.append({ kind: 'notesEdited', text: 'The tides are for Friday.', on: true });
    const entries = forget(builder, id).filter(({ kind }) => kind === 'notesEdited');
    assert.deepEqual(
      entries.map((entry) => entry.kind === 'notesEdited' && [entry.line, entry.text, entry.on]),
      [
        [FORGOTTEN, undefined, false],
        [FORGOTTEN, undefined, false],
        [undefined, 'The tides are for Friday.', true],
      ],
    );
  });

  it('removes the message’s words from all texts made from messages', () => {
    const builder = new SessionBuilder();
    const id = builder.user('Deploy with the pass phrase heron-quay-77. Use the staging cluster.');
    builder.says('The staging cluster is up; use the blue one.');
    builder.append({ kind: 'session', title: 'Deploy with the pass phrase heron-quay-77.' });
    builder.append({
      ...{ kind: 'stage', title: 'Cluster', by: 'model', first: id, last: 'm2', messageCount: 2 },
      detailed: 'Asked: Deploy with the pass phrase heron. Decided: the staging cluster is up. Files: a.ts.',
      brief: 'Decided: use the blue one.',
    });
    builder.append({ kind: 'recall', by: 'model', query: 'heron', facts: ['quay', 'cluster'] });
    builder.append({ kind: 'note', source: 'terminal', text: 'ran login heron-quay-77' });
    builder.compaction({
      blocks: [
        {
          kind: 'summary',
          text: '## The heron\n- the phrase is heron\n- the cluster is up\n## Work',
          mode: 'replace',
          tokens: 1,
        },
      ],
    });
    const after = forget(builder, id);
    assert.doesNotMatch(JSON.stringify(after), /heron|quay|the phrase/);
    const [, , title, stage, recall, , compaction] = after;
    assert.ok(title?.kind === 'session' && stage?.kind === 'stage' && compaction?.kind === 'compaction');
    assert.equal(title.title, FORGOTTEN);
    assert.equal(stage.title, 'Cluster');
    assert.equal(stage.detailed, `${FORGOTTEN} Decided: the staging cluster is up. Files: a.ts.`);
    assert.equal(stage.brief, 'Decided: use the blue one.');
    assert.deepEqual(recall, { v: 1, id: 'e3', at: 0, kind: 'recall', by: 'model', facts: ['cluster'] });
    assert.equal(compaction.blocks[0]?.text, `${FORGOTTEN}\n${FORGOTTEN}\n- the cluster is up\n## Work`);
  });

  it('removes words from a summary only if no remaining message contains the words', () => {
    const builder = new SessionBuilder();
    const first = builder.user('The phrase is heron.');
    builder.says('Noted.');
    builder.compaction({
      blocks: [{ kind: 'summary', text: '- heron opens it\n- noted', mode: 'replace', tokens: 1 }],
    });
    const second = builder.user('Heron, as I said.');
    const once = forget(builder, first);
    assert.match(JSON.stringify(once), /heron opens it/);
    const twice = once.map((entry) => withoutText(entry, forgottenIn(once, second)));
    assert.doesNotMatch(JSON.stringify(twice), /heron/i);
    assert.match(JSON.stringify(twice), /- noted/);
  });

  for (const name of ['recall', 'longthread_recall', 'longthreadRecall'])
    it(`removes the results of ${name} that show the message, and texts made from these results`, () => {
      const builder = new SessionBuilder();
      const first = builder.user('The phrase is heron.');
      const second = builder.user('The cluster is blue.');
      const [, original] = builder.tool(
        name,
        { address: first },
        `[original of ${first}, the person, lines 1-1 of 1]\nThe phrase is heron.`,
      );
      builder.tool(
        name,
        { query: 'phrase' },
        `[${second}, the person]\nblue\n\n[${first}, the person]\nis heron`,
      );
      builder.tool(
        name,
        { address: original },
        `[original of ${original}, result of ${name}, lines 2-2 of 2]\nThe phrase is heron.`,
      );
      const [, other] = builder.tool(
        name,
        { address: second },
        `[original of ${second}]\nThe cluster is blue.`,
      );
      builder.compaction({
        replaced: [{ id: original, as: 'excerpt', text: 'The phrase is heron.' }],
        blocks: [{ kind: 'summary', text: '- heron opens it\n- it is blue', mode: 'replace', tokens: 1 }],
      });
      const after = forget(builder, first);
      assert.doesNotMatch(JSON.stringify(after), /heron/u);
      assert.match(JSON.stringify(after.find(({ id }) => id === other)), /The cluster is blue/u);
      assert.match(JSON.stringify(after.at(-1)), /it is blue/u);
    });

  it('keeps texts that contain words of the line that recall adds above a message, but no words of the message', () => {
    const builder = new SessionBuilder();
    const id = builder.user('The phrase is heron.');
    builder.tool('recall', {}, `[original of ${id}, the person, lines 1-1 of 1]\nThe phrase is heron.`);
    builder.tool('recall', {}, `[${id}, the person]\nis heron`);
    const line = '- Restored the original lines; the person agreed.';
    builder.compaction({ blocks: [{ kind: 'summary', text: line, mode: 'replace', tokens: 1 }] });
    builder.says('The cluster is blue.');
    const compaction = forget(builder, id).find(({ kind }) => kind === 'compaction');
    assert.equal(compaction?.kind === 'compaction' ? compaction.blocks[0]?.text : undefined, line);
  });

  it('deletes a sentence from a compaction’s lists `struck` and `added` if it contains words of the forgotten message', () => {
    const builder = new SessionBuilder();
    const id = builder.user('The pass phrase is heron-quay-77.');
    builder.says('The cluster is blue.');
    const { event } = emptyCompaction;
    const summary = {
      ...{ model: 'm', calls: 1, inputTokens: 1, outputTokens: 1, durationMs: 1 },
      struck: ['- heron opens it', '- the cluster is blue'],
      added: ['- the phrase has a quay in it', '- blue is the cluster'],
    };
    builder.compaction({ folded: [{ ids: [id], as: 'summary' }], event: { ...event, summary } });
    const entry = forget(builder, id).at(-1);
    assert.ok(entry?.kind === 'compaction');
    assert.deepEqual(
      [entry.event.summary?.struck, entry.event.summary?.added],
      [['- the cluster is blue'], ['- blue is the cluster']],
    );
    assert.equal(entry.event.summary?.model, 'm');
  });

  it('removes a compaction’s instructions and the reason for its failed summary if they contain words of the forgotten message', () => {
    const builder = new SessionBuilder();
    const id = builder.user('The pass phrase is heron-quay-77.');
    const texts = { instructions: 'Keep heron-quay-77.', proseFailed: 'The model refused “heron”.' };
    builder.compaction({ event: { ...emptyCompaction.event, ...texts } });
    assert.doesNotMatch(JSON.stringify(forget(builder, id)), /heron/u);
    builder.compaction({ event: { ...emptyCompaction.event, instructions: 'Keep it short.' } });
    const last = forget(builder, id).at(-1);
    assert.equal(last?.kind === 'compaction' ? last.event.instructions : undefined, 'Keep it short.');
  });

  it('removes the sample names from a compaction’s receipt if the compaction’s notes were made from the message', () => {
    const builder = new SessionBuilder();
    const id = builder.user('The pass phrase is heron-quay-77.');
    const { receipt } = emptyCompaction;
    builder.compaction({ madeFrom: [id], receipt: { ...receipt, sampleRecallable: ['heron-quay-77'] } });
    assert.doesNotMatch(JSON.stringify(forget(builder, id)), /heron/u);
  });

  it('removes the samples from the receipt of a later compaction if they quote the message, even if the compaction does not name it', () => {
    const builder = new SessionBuilder();
    const id = builder.user('Never print heron-quay-77.');
    const { receipt } = emptyCompaction;
    builder.compaction({ folded: [{ ids: [id], as: 'summary' }] });
    builder.compaction({ receipt: { ...receipt, constraintsRecallable: ['Never print heron-quay-77.'] } });
    builder.compaction({ receipt: { ...receipt, sampleRecallable: ['heron-quay-77'] } });
    assert.doesNotMatch(JSON.stringify(forget(builder, id)), /heron/u);
  });

  it('removes the short form of a result if it quotes the forgotten call', () => {
    const builder = new SessionBuilder();
    const [call, result] = builder.tool('bash', { command: 'login heron-quay-77' }, 'in');
    const [other] = builder.tool('bash', { command: 'ls' }, 'src');
    const replaced = [
      { id: result, as: 'stub', text: `[bash login heron-quay-77 · 1 line · recall ${result}]` },
      { id: other, as: 'stub', text: '', arguments: { call2: '{"command":"…"}' } },
    ] as const;
    builder.compaction({ replaced });
    const after = forget(builder, call);
    assert.doesNotMatch(JSON.stringify(after), /heron/u);
    assert.equal(contextOf(after)[2], `tool: ${FORGOTTEN}`);
    assert.match(contextOf(after)[3] ?? '', /"command":"…"/u);
  });

  it('removes a title that contains only the beginning of a long word of the message', () => {
    const builder = new SessionBuilder();
    const id = builder.user('A'.repeat(90));
    builder.append({ kind: 'session', title: 'A'.repeat(60) });
    assert.equal(JSON.stringify(forget(builder, id)).includes('AAA'), false);
  });

  it('reads a long session in steps', () => {
    const builder = new SessionBuilder();
    const id = builder.user('The phrase is heron.');
    for (let at = 0; at < 5; at += 1) builder.says('harbour lights are on '.repeat(10_000));
    const reading = forgottenInSteps(builder.entries, id);
    let steps = 1;
    let step = reading.next();
    for (; step.done !== true; step = reading.next()) steps += 1;
    assert.ok(step.value.own.areIn('the heron'));
    assert.ok(steps >= 10, `${steps} steps`);
  });

  it('leaves unrelated entries unchanged', () => {
    for (const entry of sampleEntries)
      assert.equal(withoutText(entry, forgottenIn(sampleEntries, 'm77')), entry);
  });
});
