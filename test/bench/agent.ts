import type { AgentMessage } from '../../src/core/agent/agentRequest.ts';
import { mapRequest } from '../../src/core/agent/mapRequest.ts';
import { AgentSessions, asks, call, request, result, says } from '../support/agentSessions.ts';
import { wordsOf } from '../support/sessionBuilder.ts';
import { quantile, timed, type BenchRow } from './benchRow.ts';

const MESSAGES = 5_000;
const RUNS = 15;

/**
 * Measures how long it takes to find the session of a request with a long history, and to find the new messages in the
 * request.
 */
export async function run(): Promise<BenchRow[]> {
  const history = longHistory();
  const sessions = new AgentSessions();
  sessions.ask(request(history.slice(0, -1)));
  const { sessions: known } = sessions;
  // Each request consists of new objects, as a request of the host does.
  const requests = Array.from({ length: RUNS + 1 }, () => structuredClone(request(history)));
  const figures: number[] = [];
  for (const one of requests) figures.push(await timed(() => mapRequest(one, known)));
  const [first = Number.NaN, ...others] = figures;
  const note = `${String(MESSAGES)} messages, ${(JSON.stringify(history).length / 1e6).toFixed(1)} MB`;
  return [
    { name: 'agent: request mapped, its session just read', unit: 'ms', value: first, note },
    { name: 'agent: request mapped, one new message', unit: 'ms', value: quantile(others, 0.5), note },
  ];
}

/** Returns turns of an agent. Each turn is a request, two calls with their results, and an answer. */
function longHistory(): readonly AgentMessage[] {
  const text = wordsOf(150, 'word');
  const turns = Array.from({ length: MESSAGES / 6 }, (_, turn) => {
    const calls = [0, 1].map((step) => `call_${String(turn)}_${String(step)}`);
    const read = calls.flatMap((callId) => [
      says(`I look at ${callId}.`, call(callId, { path: `src/part${String(turn)}.ts`, text })),
      result(callId, `${callId} ${text}`),
    ]);
    return [asks(`Do ${String(turn)}.`, text), ...read, says(`${String(turn)}: ${text}`)];
  });
  return [...turns.flat(), asks('And now?')];
}
