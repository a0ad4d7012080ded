import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  finishHeadless,
  prepareHeadless,
  type HeadlessOptions,
  type HeadlessResult,
} from '../../../src/cli/compactMessages.ts';
import type { CompactionResult } from '../../../src/cli/report.ts';
import { withModelSummary } from '../../../src/cli/summarizeHeadless.ts';
import { ChatError } from '../../../src/core/ports.ts';
import { importedEntries } from '../../../src/core/log/ids.ts';
import { foldSession } from '../../../src/core/log/session.ts';
import { answers, chunk, DONE, startFaultyEndpoint, streams } from '../../support/faultyEndpoint.ts';
import { ScriptedModel, type ScriptedReply } from '../../support/scriptedModel.ts';
import { fixMessages, GOOD_SUMMARY, quarterCount } from '../../support/summaryRequests.ts';

/** In a process of its own: the SDK is loaded when it is needed, in another form than the tests load sources. */
const MAIN = path.resolve(import.meta.dirname, '../../../src/cli/main.ts');

const options: HeadlessOptions = {
  windowTokens: 20_000,
  budgetTokens: 3_000,
  strategy: 'summarize',
  count: quarterCount,
};
const said = foldSession(importedEntries(Array.from({ length: 12 }, () => fixMessages).flat(), 0));

async function compacted(model: ScriptedModel, session = said): Promise<HeadlessResult> {
  return finishHeadless(await withModelSummary(prepareHeadless(session, options), model, options), options);
}

const answering = (...replies: readonly ScriptedReply[]): ScriptedModel =>
  new ScriptedModel(replies, { window: 20_000 });

describe('A summary on the command line', () => {
  it('is the model’s, of what was folded', async () => {
    const model = answering(GOOD_SUMMARY);
    const { context, event } = await compacted(model);
    assert.match(model.read(0), /refresh loop/);
    assert.match(JSON.stringify(context), /The next step is to run the tests/);
    assert.equal(event.proseFailed, undefined);
  });

  it('is asked of no model where nothing was folded', async () => {
    const model = answering(GOOD_SUMMARY);
    const { event } = await compacted(model, foldSession(importedEntries(fixMessages.slice(0, 1), 0)));
    assert.equal(model.requests.length, 0);
    assert.equal(event.proseFailed, undefined);
  });

  it('is left out with the reason where the model fails', async () => {
    const { context, event } = await compacted(
      answering(new ChatError('unauthorized', 'The key is wrong.', false)),
    );
    assert.match(event.proseFailed ?? '', /The key is wrong/);
    assert.ok(context.length > 0);
  });
});

interface Run {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** `compact --summarizer model` over eighty messages, with the model at this address. */
async function compactAt(baseUrl: string): Promise<Run> {
  const folder = mkdtempSync(path.join(tmpdir(), 'longthread-'));
  const file = path.join(folder, 'talk.json');
  const words = 'a word '.repeat(60);
  const talk = Array.from({ length: 80 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `Part ${index}: ${words}`,
  }));
  writeFileSync(file, JSON.stringify(talk));
  const args = ['compact', file, '--window', '20000', '--budget', '4000', '--strategy', 'summarize'];
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', MAIN, ...args, '--summarizer', 'model', '--json'],
    {
      env: {
        ...{ ...process.env, NODE_V8_COVERAGE: '', LONGTHREAD_ENDPOINT: baseUrl },
        ...{ LONGTHREAD_MODEL: 'some-model', LONGTHREAD_API_KEY: 'made-up' },
      },
    },
  );
  let [out, err] = ['', ''];
  child.stdout.on('data', (text) => (out += String(text)));
  child.stderr.on('data', (text) => (err += String(text)));
  const [status] = (await once(child, 'close')) as [number | null];
  rmSync(folder, { recursive: true });
  return { status, out, err };
}

describe('The model of the environment', () => {
  const good = streams(chunk({ content: GOOD_SUMMARY }), chunk({}, 'stop'), DONE);

  it('is the one named, at its address, with its key', async () => {
    const endpoint = await startFaultyEndpoint(good);
    try {
      const { status } = await compactAt(endpoint.baseUrl);
      assert.equal(status, 0);
      const asked = endpoint.seen.findLast(({ body }) => body['model'] === 'some-model');
      assert.equal(asked?.headers.authorization, 'Bearer made-up');
      assert.match(JSON.stringify(asked.body), /Part 3: a word/);
    } finally {
      await endpoint.close();
    }
  });

  it('that refuses leaves the mechanical result, and a sentence on standard error', async () => {
    const endpoint = await startFaultyEndpoint(answers(401, { error: { message: 'No such key.' } }));
    try {
      const { status, out, err } = await compactAt(endpoint.baseUrl);
      assert.equal(status, 0);
      assert.match(err, /^longthread: There is no summary: [^\n]+\n$/u);
      const { event } = JSON.parse(out) as CompactionResult;
      assert.ok(event.proseFailed !== undefined && event.tokensAfter < event.tokensBefore);
    } finally {
      await endpoint.close();
    }
  });

  it('that asks for a pause is asked again after it', async () => {
    const busy = answers(503, { error: { message: 'Later.' } }, { 'retry-after': '1' });
    const asked: number[] = [];
    const endpoint = await startFaultyEndpoint((response, request) => {
      if (request.path.endsWith('/chat/completions')) asked.push(performance.now());
      if (asked.length > 1) good(response, request);
      else busy(response, request);
    });
    try {
      const { status, err } = await compactAt(endpoint.baseUrl);
      assert.equal(status, 0);
      const [first = 0, second = 0, ...more] = asked;
      // The timers of two processes may differ by some milliseconds.
      assert.ok(second - first > 900 && more.length === 0, String(asked));
      assert.doesNotMatch(err, /Later/u);
    } finally {
      await endpoint.close();
    }
  });
});
