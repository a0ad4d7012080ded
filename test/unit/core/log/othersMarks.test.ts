import assert from 'node:assert/strict';
import { fillMarks } from '../../../../src/core/log/fillMarks.ts';
import type { Draft } from '../../../../src/core/log/entry.ts';
import { MemoryLog } from '../../../support/memoryLog.ts';
import { asked, client, open, result, said, sessionOf, textsOf } from '../../../support/secretSessions.ts';

describe('A mark of another session', () => {
  const own = said('pw=heron');
  async function filledAfter(...drafts: readonly Draft[]) {
    const { log, live } = await sessionOf(own, ...drafts);
    return [live, await open(new MemoryLog(log.entries))].map((session) => {
      const last = textsOf(session).at(-1) ?? '';
      assert.doesNotMatch(last, /#/u);
      const filled = fillMarks({ text: '[secret: password]' }, session.secrets);
      return filled.isFilled ? filled.value : filled.problem;
    });
  }

  for (const [where, drafts] of [
    [
      'is in a result of recall that was asked there',
      [result('has [secret: password #1]', 'longthread_recall')],
    ],
    ['is in notes that were written there', [client('foreign-summary', 'has [secret: password #1]')]],
    [
      'outlives it in a memory that was looked up',
      [asked('memory_search'), result('- fact: pw is [secret: password]', 'memory_search')],
    ],
    [
      'outlives it in a memory that goes with a message',
      [client('memory', '- fact: pw is [secret: password]')],
    ],
  ] as const)
    it(`does not get a value when it ${where}, and stops a call`, async () => {
      for (const told of await filledAfter(...drafts))
        assert.match(String(told), /\[secret: password\] names no value/u);
    });

  it('stops a call when it was masked for good in a rule', async () => {
    const { log, live } = await sessionOf({ kind: 'rule', text: 'use pw=heron', on: true });
    assert.doesNotMatch(JSON.stringify(log.entries), /heron/u);
    for (const session of [live, await open(new MemoryLog(log.entries))])
      assert.equal(session.secrets.hasUnnumbered('password'), true);
  });

  it('is compared in the form in which it was logged', async () => {
    const { log } = await sessionOf(own, result('has [secret: password #1]', 'longthread_recall'));
    assert.match(JSON.stringify(log.entries), /has \[secret: password #1\]/u);
  });
});
