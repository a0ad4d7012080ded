import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isForgotten } from '../../../../src/core/log/forget.ts';
import { AgentHost, type Act } from '../../../support/agentHost.ts';
import { plainOf } from '../../../support/agentSessions.ts';

const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('say' as const, 'goOn' as const) },
    {
      weight: 3,
      arbitrary: fc.constantFrom<Act['kind']>(
        'retry',
        'edit',
        'reload',
        'subagent',
        'compact',
        'summarize',
        'forget',
      ),
    },
  ),
  chat: fc.nat({ max: 1 }),
  pick: fc.nat({ max: 40 }),
  answer: fc.constantFrom<Act['answer']>(
    'text',
    'calls',
    'twoCalls',
    'secretCall',
    'fails',
    'failsMidway',
    'cancelled',
  ),
  loses: fc.oneof(
    { weight: 3, arbitrary: fc.constant('nothing' as const) },
    { weight: 2, arbitrary: fc.constantFrom<Act['loses']>('id', 'marker', 'both') },
  ),
});

/**
 * Random actions: edits, retries, cancelled and failed answers, subagents, reloads, compactions by Longthread and by
 * the host, forgotten messages, and missing ids and markers.
 */
const acts = fc.array(act, { minLength: 1, maxLength: 30 });

describe('Any history of the editor’s agent', () => {
  it('equals the session’s messages except forgotten ones, and the log has no message twice', () => {
    fc.assert(
      fc.property(acts, (all) => {
        const host = new AgentHost();
        for (const one of all) host.do(one);
        for (const id of host.sessions.ids) {
          const messages = plainOf(host.sessions.messages(id).filter((one) => !isForgotten(one))).map((one) =>
            JSON.stringify(one),
          );
          const twice = messages.filter((one, at) => messages.indexOf(one) !== at);
          assert.deepEqual(twice, [], id);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('results in one session for each chat and each subagent if the host sends chat ids', () => {
    fc.assert(
      fc.property(acts, (all) => {
        const host = new AgentHost();
        for (const one of all) host.do({ ...one, loses: one.loses === 'marker' ? 'marker' : 'nothing' });
        assert.equal(host.sessions.ids.length, host.begun);
      }),
      { numRuns: 200 },
    );
  });
});
