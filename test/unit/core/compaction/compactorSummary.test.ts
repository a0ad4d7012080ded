import assert from 'node:assert/strict';
import { ChatError } from '../../../../src/core/ports.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { editsOfLine } from '../../../../src/core/record/lineEdit.ts';
import { CompactorHarness } from '../../../support/compactorHarness.ts';
import { deaf, hanging, ScriptedModel, type ScriptedReply } from '../../../support/scriptedModel.ts';
import { told, wordsOf } from '../../../support/sessionBuilder.ts';
import { until } from '../../../support/until.ts';

/** A summary that passes the verification, because the turns of the harness contain its words. */
const SUMMARY = '## What was done\n- ask and tell went on.';

const memory = { type: 'fact', text: wordsOf(6, 'tell'), source: 'm4' };
const memoryCall = { calls: [JSON.stringify(memory)] };
/**
 * An error that asks for a pause longer than the longest allowed pause. So the request is not retried, and each run
 * makes only one request.
 */
const unreachable = new ChatError('unreachable', 'Nobody answers at that address.', true, {
  retryAfterMs: 600_000,
});

function harness(replies: readonly ScriptedReply[], profile: object = {}): CompactorHarness {
  return new CompactorHarness(new ScriptedModel(replies, profile));
}

describe('a compaction with a model', () => {
  it('commits treatments, notes and summary as one entry', async () => {
    const { compactions, runs, builder } = await after(harness([SUMMARY]));
    assert.equal(compactions.length, 1);
    assert.equal(compactions[0]?.prosePending, false);
    assert.equal(compactions[0].event.summary?.model, 'scripted');
    const summary = compactions[0].blocks.find(({ kind }) => kind === 'summary');
    assert.equal(summary?.text, SUMMARY);
    assert.ok(summary.lines.some(({ ids }) => ids.length > 0));
    assert.ok(compactions[0].folded.length > 0 && compactions[0].blocks.some(({ kind }) => kind === 'notes'));
    assert.ok(told(builder.context)[0]?.includes('ask and tell went on.'));
    assert.deepEqual(
      runs.map(({ state }) => state),
      ['started', 'completed'],
    );
  });

  it('saves the memories that the model reported', async () => {
    const done = await after(harness([memoryCall, SUMMARY], { supportsTools: true }));
    assert.deepEqual(done.saved, [memory]);
  });

  it('does not repeat a rule if the person struck the rule in the notes', async () => {
    const running = harness([unreachable, SUMMARY]);
    running.builder.user('Never touch session.ts.');
    await after(running);
    const notes = running.compactions[0]?.blocks.find(({ kind }) => kind === 'notes')?.lines;
    const line = notes?.find(({ words }) => words.includes('Never touch session.ts.')) ?? assert.fail();
    for (const draft of editsOfLine(running.builder.session, line)) running.builder.append(draft);
    await running.fillAndRun();
    const { blocks, event } = running.compactions.at(-1) ?? assert.fail();
    assert.deepEqual([running.compactions.length, event.summary?.added], [2, []]);
    assert.equal(blocks.find(({ kind }) => kind === 'summary')?.text, SUMMARY);
    assert.doesNotMatch(told(running.builder.context).join('\n'), /session\.ts/u);
  });

  it('keeps messages that were added during the run', async () => {
    const running: CompactorHarness = harness([
      () => {
        running.builder.user('one more thing');
        running.builder.says('noted');
        return SUMMARY;
      },
    ]);
    const { compactions, builder } = await after(running);
    assert.equal(compactions.length, 1);
    assert.deepEqual(told(builder.context).slice(-2), ['user: one more thing', 'assistant: noted']);
  });
});

describe('a failing model', () => {
  const long = 'ask and tell. '.repeat(300);
  const failures: readonly [
    step: string,
    replies: readonly ScriptedReply[],
    errorClass: string,
    profile?: object,
  ][] = [
    ['an immediate error', [unreachable], 'model'],
    ['an error after a saved memory', [memoryCall, unreachable], 'model', { supportsTools: true }],
    ['an error during the shortening of a long summary', [long, unreachable], 'model'],
    ['an empty answer', [''], 'empty'],
    ['a refusal', ['I cannot help with that.'], 'refused'],
    ['a completely invented answer', ['- Deployed to https://prod.example.com:8443.'], 'unverified'],
    ['an error because the model’s window is too small', [SUMMARY], 'model', { window: 900 }],
    ['a context overflow', [new ChatError('contextOverflow', 'Too long.', false)], 'model'],
    ['a fault of the adapter', [new Error('broken')], 'model'],
  ];
  for (const [step, replies, errorClass, profile] of failures) {
    it(`leaves the mechanical result in place after ${step}`, async () => {
      const failed = await after(harness(replies, profile));
      const [entry] = failed.compactions;
      assert.equal(failed.compactions.length, 1);
      assert.equal(entry?.prosePending, true);
      assert.ok(entry.blocks.every(({ kind }) => kind !== 'summary'));
      assert.ok(entry.event.tokensAfter < entry.event.tokensBefore);
      assert.deepEqual(
        failed.runs.map(({ state }) => state),
        ['started', 'failed', 'completed'],
      );
      assert.deepEqual(
        [failed.runs[1]?.error?.class, failed.runs[1]?.error?.model],
        [errorClass, 'scripted'],
      );
      assert.equal(entry.event.proseFailed, failed.runs[1]?.reason);
      assert.ok(failed.warnings.some((line) => line.includes(`[scripted, ${errorClass}, `)));
      assert.deepEqual([failed.saved, failed.problems], [[], []]);
    });
  }

  it('leaves the mechanical result in place after an error in the second part of a summary', async () => {
    const failed = await after(harness([SUMMARY, unreachable], { window: 2_450 }));
    assert.equal(failed.model.requests.length, 2);
    assert.equal(failed.runs[1]?.error?.class, 'model');
    assert.equal(failed.compactions.length, 1);
  });

  it('is abandoned after a timeout if no answer arrives', async () => {
    const running = harness([deaf]);
    running.sleep = () => Promise.resolve();
    const failed = await after(running);
    assert.deepEqual([failed.runs[1]?.error?.class, failed.runs[1]?.error?.retryable], ['timeout', true]);
    assert.equal(failed.compactions[0]?.prosePending, true);
  });

  it('is not asked again after three failures in a row until the model changes', async () => {
    const running = harness([unreachable]);
    for (let run = 0; run < 5; run += 1) await running.fillAndRun();
    assert.equal(running.model.requests.length, 3);
    assert.equal(running.compactions.length, 5);
    running.model = new ScriptedModel([SUMMARY]);
    running.compactor.modelChanged();
    await running.fillAndRun();
    assert.equal(running.model.requests.length, 1);
    assert.ok(running.compactions.at(-1)?.event.summary);
  });

  it('gets another three attempts after a success', async () => {
    const running = harness([
      unreachable,
      unreachable,
      SUMMARY,
      unreachable,
      unreachable,
      unreachable,
      SUMMARY,
    ]);
    for (let run = 0; run < 8; run += 1) await running.fillAndRun();
    assert.equal(running.model.requests.length, 6);
  });
});

describe('a run waiting for the model', () => {
  it('leaves the context unchanged if the run is cancelled', async () => {
    const running = await begun(harness([hanging]));
    const before = told(running.builder.context);
    await running.compactor.cancel();
    assert.deepEqual(told(running.builder.context), before);
    assert.deepEqual(running.runs.map(({ state, reason }) => [state, reason]).at(-1), [
      'cancelled',
      'cancelled',
    ]);
    assert.equal(running.compactor.isRunning, false);
  });

  it('is cancelled by a run at the emergency tier', async () => {
    const running = await begun(harness([deaf]));
    running.builder.turns(10);
    assert.ok(running.usedTokens >= 950);
    assert.deepEqual(await running.compactor.check(), { run: true, tier: 'emergency' });
    assert.equal(running.compactions.length, 1);
    assert.equal(running.compactions[0]?.event.tier, 'emergency');
    assert.equal(running.model.requests.length, 1);
    assert.ok(running.usedTokens <= 850);
  });

  it('continues if the usage grows but stays below the emergency tier', async () => {
    const running = await begun(harness([hanging]));
    running.builder.turns(1);
    assert.deepEqual(await running.compactor.check(), { run: false, reason: 'already_in_flight' });
    await running.compactor.close();
  });

  const changes: readonly [
    what: string,
    change: (running: CompactorHarness) => void,
    isSuperseded: boolean,
  ][] = [
    ['a pinned message in the run’s range', ({ builder }) => builder.pin('m3'), true],
    ['an excluded message in the run’s range', ({ builder }) => builder.exclude('m3'), true],
    ['a rewind into the run’s range', ({ builder }) => builder.rewind('m5'), true],
    ['a pinned message outside of the run’s range', ({ builder }) => builder.pin('m80'), false],
    [
      'a new observation from the editor',
      ({ builder }) => builder.append({ kind: 'note', source: 'editor', text: 'a.ts' }),
      false,
    ],
  ];
  for (const [what, change, isSuperseded] of changes) {
    it(`is ${isSuperseded ? 'discarded because of' : 'completed despite'} ${what}`, async () => {
      const running: CompactorHarness = harness(
        [
          memoryCall,
          () => {
            change(running);
            return SUMMARY;
          },
        ],
        { supportsTools: true },
      );
      const { compactions, saved, runs } = await after(running);
      assert.equal(compactions.length, isSuperseded ? 0 : 1);
      assert.equal(saved.length, isSuperseded ? 0 : 1);
      assert.equal(runs.at(-1)?.reason, isSuperseded ? 'superseded' : 'threshold');
    });
  }

  it('has the person’s instructions in its request to the model', async () => {
    const running = harness([SUMMARY]);
    running.fill();
    const outcome = await running.compactor.compactNow({ instructions: 'Keep the port numbers.' });
    assert.ok(outcome.done);
    assert.equal(outcome.entry.event.instructions, 'Keep the port numbers.');
    const [system] = running.model.requests[0]?.messages ?? [];
    assert.match(system === undefined ? '' : textOf(system), /Keep the port numbers\./);
  });
});

/** Returns the harness after a background run has ended. */
async function after(running: CompactorHarness): Promise<CompactorHarness> {
  await running.fillAndRun();
  return running;
}

/** Returns the harness with a background run that waits for its model. */
async function begun(running: CompactorHarness): Promise<CompactorHarness> {
  running.fill();
  await running.compactor.check();
  assert.equal(running.compactor.isRunning, true);
  await until('the model is asked', () => running.model.requests.length === 1);
  return running;
}
