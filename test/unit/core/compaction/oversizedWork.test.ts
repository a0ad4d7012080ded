import assert from 'node:assert/strict';
import { STRATEGIES, type Strategy } from '../../../../src/core/compaction/strategies.ts';
import { oversizedSentence, oversizedWork } from '../../../../src/core/compaction/decide/oversizedWork.ts';
import { projectSession } from '../../../../src/core/context/project.ts';
import { replay } from '../../../../src/core/replay/replay.ts';
import { toolNamed } from '../../../support/scriptedTurn.ts';
import { say, talkWith } from '../../../support/talk.ts';
import { EngineHarness, settle } from '../../../support/engineHarness.ts';
import { smallSettings, wordsOf } from '../../../support/sessionBuilder.ts';

const WHOLE: (step: number) => object = () => ({});
const FILES = ['src/tides.ts', 'src/berths.ts', 'src/cranes.ts', 'src/lamps.ts', 'src/piers.ts'];

/**
 * Reads five files of 700 tokens each in turn, again and again. In a window of 3,000 tokens, each compaction is at the
 * emergency tier, which asks no model. In a window of 4,000 tokens, no compaction is at this tier. With `isNew`, each
 * step reads a new file. `linesOf` returns the lines that a step asks for. With `isSteered`, the person says something
 * after the last result, before the model has seen this result.
 */
async function reading(
  steps: number,
  { isNew = false, isSteered = false, usableTokens = 3_000, linesOf = WHOLE } = {},
) {
  const engine = new EngineHarness({
    // The target leaves room for two of the results.
    settings: { ...smallSettings, target: 0.6, keepRecentMessages: 2 },
    usableTokens,
    hasModel: true,
    strategy: STRATEGIES.summarize,
  });
  engine.builder.user('Bring the five files in line.');
  let askedLast = 0;
  for (let step = 0; step < steps; step += 1) {
    const path = isNew ? `src/file${String(step)}.ts` : (FILES[step % FILES.length] ?? '');
    engine.builder.tool(
      'read_file',
      { path, ...linesOf(step) },
      wordsOf(700 + (step % FILES.length), 'line'),
    );
    if (isSteered && step === steps - 1) engine.builder.user(`Look at the lamps, too, ${String(step)}.`);
    await engine.compactor.check();
    await settle();
    if (engine.asked.length > askedLast) engine.awaited.succeed('They read on.');
    askedLast = engine.asked.length;
    await engine.compactor.settled();
  }
  return engine;
}

const viewOf = (engine: EngineHarness) => ({ ...engine.view(), summarizer: 'ready' as const });

describe('a task larger than the window', () => {
  it('gets no summary by a model after two compactions in quick succession, unless each step reads a new file', async () => {
    const again = await reading(60, { usableTokens: 4_000 });
    const once = await reading(60, { usableTokens: 4_000, isNew: true });
    assert.ok(again.compactions.length > 10, String(again.compactions.length));
    assert.equal(again.asked.length, 2);
    assert.equal(once.asked.length, once.compactions.length);
  });

  it('leads to shortened results even among the newest messages, except results that the model has not seen', async () => {
    const resultsOf = ({ builder, account }: EngineHarness): readonly number[] =>
      projectSession(builder.session).flatMap((item) =>
        item.message.role === 'tool' ? [account.ofItem(item)] : [],
      );
    const engine = await reading(60);
    assert.ok(engine.compactions.length <= 21, String(engine.compactions.length));
    const again = resultsOf(engine);
    assert.ok((again[0] ?? 0) < 300 && (again.at(-1) ?? 0) >= 700, again.join());
    for (const steps of [56, 57, 58, 59, 60]) {
      const steered = resultsOf(await reading(steps, { isSteered: true }));
      assert.ok((steered.at(-1) ?? 0) >= 700, `${String(steps)}: ${steered.join()}`);
    }
    const once = resultsOf(await reading(60, { isNew: true }));
    assert.ok(
      once.every((tokens) => tokens >= 700),
      once.join(),
    );
  });

  it('is reported with the largest file and the token count of all files', async () => {
    const engine = await reading(60);
    const work = oversizedWork(viewOf(engine));
    assert.ok(work !== undefined);
    assert.deepEqual([work.files, work.largest.path], [5, 'src/piers.ts']);
    assert.ok(work.tokens > 3_000 && work.largest.tokens > 700);
    const sentence = oversizedSentence(work);
    assert.match(sentence, /^This work does not fit the window: 5 files \(3\d{3} tokens\) are read again/u);
    assert.match(sentence, /The largest file is src\/piers\.ts \(7\d\d tokens\)\./u);
    const single = oversizedSentence({ files: 1, tokens: 700, largest: { path: 'a.ts', tokens: 700 } });
    assert.match(
      single,
      /: a\.ts \(700 tokens\) is read again after each compaction\. As long as this happens, /u,
    );
  });

  it('is reported only once in the chat', async () => {
    let steps = 0;
    const read = () => {
      const path = FILES[steps % 3] ?? '';
      steps += 1;
      return steps > 30 ? 'I give up.' : { calls: [JSON.stringify({ path })], tool: 'read_file' };
    };
    const talk = await talkWith([read], {
      ports: {
        tools: () => [toolNamed('read_file', () => Promise.resolve(wordsOf(300, 'line')))],
        maxSteps: () => 40,
        canRecall: () => false,
        newCallId: () => `call${String(steps)}`,
      },
    });
    await say(talk, 'Bring the files in line.');
    const notices = talk.events.flatMap((event) => (event.type === 'noticed' ? [event.sentence] : []));
    assert.equal(
      notices.filter((sentence) => sentence.startsWith('This work does not fit')).length,
      1,
      notices.join(),
    );
  });

  it('still leads to a summary by a model if the person requests the compaction', async () => {
    const engine = await reading(60);
    const asked = engine.asked.length;
    engine.builder.tool('read_file', { path: FILES[0] }, wordsOf(700));
    assert.ok((await engine.compactor.compactNow()).done);
    await settle();
    assert.equal(engine.asked.length, asked + 1);
  });

  it('is not detected if each file is read only once', async () => {
    assert.equal(oversizedWork(viewOf(await reading(60, { isNew: true }))), undefined);
    assert.equal(oversizedWork(viewOf(await reading(4))), undefined);
  });

  it('is not detected if each file is read in consecutive parts', async () => {
    const pages = (step: number) => ({ offset: step * 95 + 1, limit: 100 });
    assert.equal(oversizedWork(viewOf(await reading(60, { linesOf: pages }))), undefined);
  });

  it('is detected if nearly the same lines of each file are read repeatedly', async () => {
    const shifted = (step: number) => ({ offset: step + 1, limit: 400 });
    assert.equal(oversizedWork(viewOf(await reading(60, { linesOf: shifted })))?.files, 5);
    const shorter = (step: number) => (step < 50 ? {} : { offset: 1, limit: 400 - step });
    assert.equal(oversizedWork(viewOf(await reading(60, { linesOf: shorter })))?.files, 5);
  });

  it('needs at most two summaries in a replay, except with the strategy `window`, and every request fits the window', async () => {
    const engine = await reading(60, { usableTokens: 4_000 });
    const of = (strategy: Strategy) =>
      replay({
        messages: engine.builder.session.messages,
        account: engine.account,
        usableTokens: 4_000,
        settings: engine.settings,
        strategy,
      });
    const results = Object.values(STRATEGIES).map(of);
    for (const { strategy, modelCalls, unfittingSteps } of results) {
      assert.equal(unfittingSteps, 0, strategy);
      assert.ok(modelCalls <= 2 || strategy === 'window', `${strategy}: ${String(modelCalls)}`);
    }
  });
});
