import assert from 'node:assert/strict';
import { OpenAiModel } from '../../../../src/adapters/models/openAiModel.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import { runTurn, type TurnEnd, type TurnPorts } from '../../../../src/core/chat/agentLoop.ts';
import {
  answers,
  chunk,
  startFaultyEndpoint,
  streams,
  type Fault,
  type FaultyEndpoint,
} from '../../../support/faultyEndpoint.ts';
import { ManualTimers } from '../../../support/manualTimers.ts';
import { noSecrets } from '../../../support/scriptedTurn.ts';

const limits = { headers: 120, firstToken: 290, gap: 90 };

describe('a turn with the real client', () => {
  let endpoint: FaultyEndpoint;
  let timers: ManualTimers;
  beforeEach(() => (timers = new ManualTimers()));
  afterEach(() => endpoint.close());

  /** Returns how the turn ended, and the pauses that were reported to the person. */
  async function turn(...faults: readonly Fault[]): Promise<{ end: TurnEnd; pauses: readonly number[] }> {
    endpoint = await startFaultyEndpoint(...faults);
    const profile = { id: 'm', supportsTools: true, encoding: 'o200k_base' as const };
    const at = { baseUrl: endpoint.baseUrl };
    const model = new OpenAiModel({ endpoint: at, profile, timers, limits });
    const told: number[] = [];
    const slept: number[] = [];
    const ports: TurnPorts = {
      tools: [],
      secrets: noSecrets,
      prepareRequest: () =>
        Promise.resolve({ kind: 'ready', model, request: { messages: [], tools: [] }, windowShare: 0 }),
      compact: () => Promise.resolve(false),
      sleep: (ms) => Promise.resolve(void slept.push(ms)),
      newCallId: () => 'own',
      appendSteering: () => Promise.resolve(false),
      compactions: () => 0,
    };
    for await (const event of runTurn(ports, neverCancelled, 50)) {
      if (event.type === 'retrying') told.push(event.delayMs);
      if (event.type !== 'ended') continue;
      assert.deepEqual(slept, told);
      return { end: event.end, pauses: told };
    }
    throw new Error('a turn without an end');
  }

  it('pauses once, for as long as the endpoint asks', async () => {
    const busy = answers(429, { error: { message: 'slow down' } }, { 'retry-after': '20' });
    const { end, pauses } = await turn(busy, streams(chunk({ content: 'Hi.' }), chunk({}, 'stop')));
    assert.deepEqual([end.kind, pauses, endpoint.seen.length], ['answered', [20_000], 2]);
  });

  it('fails without a retry if the server does not answer within the time limit', async () => {
    const { end, pauses } = await turn(() => {
      timers.fire(290_000);
    });
    assert.ok(end.kind === 'failed' && end.error.reason === 'timeout');
    assert.deepEqual([pauses, endpoint.seen.length], [[], 1]);
  });

  it('sends the request four times in total if the server is down', async () => {
    const { end, pauses } = await turn(answers(502, '<html>Bad gateway</html>'));
    assert.deepEqual([end.kind, pauses, endpoint.seen.length], ['failed', [1_000, 4_000, 16_000], 4]);
  });
});
