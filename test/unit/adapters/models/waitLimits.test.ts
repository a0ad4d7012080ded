import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OpenAiModel, type OpenAiModelOptions } from '../../../../src/adapters/models/openAiModel.ts';
import {
  DEFAULT_WAIT_LIMITS,
  LONGEST_WAIT_SECONDS,
  silenceError,
  waitLimitMs,
  type Wait,
} from '../../../../src/adapters/models/waitLimits.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import { ChatError, type ChatDelta } from '../../../../src/core/ports.ts';
import {
  chunk,
  event,
  hangsAfter,
  startFaultyEndpoint,
  type Fault,
  type FaultyEndpoint,
} from '../../../support/faultyEndpoint.ts';
import { ManualTimers } from '../../../support/manualTimers.ts';

const limits = { headers: 11, firstToken: 7, gap: 6 };
const hosted = { baseUrl: 'https://api.example.com/v1' };
const local = { baseUrl: 'http://127.0.0.1:1/v1' };

describe('a stalled answer', () => {
  let endpoint: FaultyEndpoint;
  let timers: ManualTimers;
  beforeEach(() => (timers = new ManualTimers()));
  afterEach(() => endpoint.close());

  async function stream(fault: Fault, options: Partial<OpenAiModelOptions> = {}) {
    endpoint = await startFaultyEndpoint(fault);
    const profile = { id: 'm', supportsTools: true, encoding: 'o200k_base' as const };
    const at = { baseUrl: endpoint.baseUrl };
    const model = new OpenAiModel({ endpoint: at, profile, timers, limits, ...options });
    return model.stream({ messages: [], tools: [] }, neverCancelled);
  }

  async function ending(deltas: AsyncIterable<ChatDelta>): Promise<ChatError> {
    try {
      for await (const delta of deltas) assert.ok(delta);
    } catch (error) {
      assert.ok(error instanceof ChatError);
      return error;
    }
    throw new Error('it ended well');
  }

  it('is aborted if it does not begin in time', async () => {
    const error = await ending(
      await stream(() => {
        timers.fire(11_000);
      }),
    );
    assert.deepEqual([error.reason, error.isRetryable], ['timeout', false]);
    assert.match(error.message, /did not begin to answer for 11 s\..*longthread\.endpoint\.headersTimeout/);
    assert.equal(timers.pending, 0);
  });

  it('is aborted if only keep-alives arrive before the first token', async () => {
    const alive = [
      ': waiting\n\n',
      chunk({ role: 'assistant' }),
      chunk({ content: '' }),
      event({ choices: [] }),
    ];
    const deltas = ending(await stream(hangsAfter(...alive)));
    await timers.untilSet(7_000);
    timers.fire(7_000);
    const error = await deltas;
    assert.deepEqual([error.reason, error.isRetryable], ['timeout', false]);
    assert.match(error.message, /sent no token for 7 s\..*longthread\.endpoint\.firstTokenTimeout/);
  });

  it('is aborted if the next token does not arrive in time', async () => {
    const deltas = await stream(hangsAfter(chunk({ content: 'a' })));
    await deltas.next();
    timers.fire(6_000);
    const error = await ending(deltas);
    assert.match(error.message, /sent nothing more of its answer for 6 s\..*endpoint\.gapTimeout/);
    assert.equal(timers.pending, 0);
  });

  it('gets no more time if empty deltas arrive', async () => {
    const empty = [chunk({ content: '' }), chunk({ tool_calls: [{ index: 0 }] }), chunk({ reasoning: '' })];
    const set: number[] = [];
    const counted = {
      set: (callback: () => void, ms: number) => (set.push(ms), timers.set(callback, ms)),
      clear: (timer: unknown) => {
        timers.clear(timer);
      },
    };
    const call = chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'look' } }] });
    const deltas = await stream(hangsAfter(call, ...empty, ...empty, chunk({ content: 'end' })), {
      timers: counted,
    });
    assert.equal((await deltas.next()).value?.type, 'toolCall');
    for (let next = await deltas.next(); next.value?.type !== 'text';) next = await deltas.next();
    assert.deepEqual(set, [11_000, 7_000, 6_000, 6_000]);
    await deltas.return();
  });

  it('is aborted after the usual wait even if each token has a finish reason', async () => {
    for (const end of ['', 'stop']) {
      const words = ['a', 'b', 'c'].map((content) => chunk({ content }, end));
      const deltas = await stream(hangsAfter(...words));
      for (const word of words) assert.ok(word && (await deltas.next()).value);
      timers.fire(6_000);
      assert.match((await ending(deltas)).message, /sent nothing more of its answer for 6 s/);
      await endpoint.close();
    }
  });

  it('is aborted after the usual wait even if its chunks have no field for the finish reason', async () => {
    const deltas = await stream(hangsAfter(event({ choices: [{ delta: { content: 'a' } }] })));
    assert.deepEqual((await deltas.next()).value, { type: 'text', text: 'a' });
    timers.fire(6_000);
    assert.match((await ending(deltas)).message, /sent nothing more of its answer for 6 s/);
  });

  it('counts as complete if only the usage is missing', async () => {
    const noise = [chunk({ content: '' }), chunk({ content: '' })];
    const deltas = await stream(hangsAfter(chunk({ content: 'Hi.' }), chunk({}, 'stop'), ...noise));
    await deltas.next();
    const rest = deltas.next();
    await timers.untilSet(5_000);
    timers.fire(5_000);
    assert.deepEqual((await rest).value, { type: 'finish', reason: 'stop' });
  });
});

describe('the time limits for an answer', () => {
  it('let a local server send its headers within the first-token limit if that limit is longer than the headers limit', () => {
    const patient = { ...limits, firstToken: 200 };
    assert.deepEqual(
      [hosted, local].map((endpoint) => waitLimitMs('headers', endpoint, patient)),
      [11_000, 200_000],
    );
    assert.equal(waitLimitMs('headers', local, limits), 11_000);
    assert.match(silenceError('headers', local, patient).message, /for 200 s\..*firstTokenTimeout/);
  });

  it('lead to an error message that names an existing setting, or that recommends a compaction if the limit is already the longest possible', () => {
    const manifest = readFileSync(path.resolve(import.meta.dirname, '../../../../package.json'), 'utf8');
    const { contributes } = JSON.parse(manifest) as {
      contributes: {
        configuration: { properties: Record<string, { default: unknown; maximum?: number }> }[];
      };
    };
    for (const wait of Object.keys(DEFAULT_WAIT_LIMITS) as Wait[]) {
      const [named = ''] = /longthread[\w.]+/.exec(silenceError(wait, hosted, limits).message) ?? [];
      const declared = contributes.configuration.map(({ properties }) => properties[named]).find(Boolean);
      assert.equal(declared?.default, DEFAULT_WAIT_LIMITS[wait]);
      assert.equal(declared.maximum, LONGEST_WAIT_SECONDS);
      const longest = { ...limits, [wait]: LONGEST_WAIT_SECONDS };
      assert.match(
        silenceError(wait, hosted, longest).message,
        /for 299 s\. Try again, or compact the session/,
      );
    }
  });
});
