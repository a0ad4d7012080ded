import assert from 'node:assert/strict';
import { fillMarks } from '../../../../src/core/log/fillMarks.ts';
import type { Draft } from '../../../../src/core/log/entry.ts';
import { MemoryLog } from '../../../support/memoryLog.ts';
import { asked, client, open, result, said, sessionOf, textsOf } from '../../../support/secretSessions.ts';

describe('A mark from another session', () => {
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
      'is in the result of a recall in the other session',
      [result('has [secret: password #1]', 'longthread_recall')],
    ],
    ['is in notes of the other session', [client('foreign-summary', 'has [secret: password #1]')]],
    [
      'is in a looked-up memory',
      [asked('memory_search'), result('- fact: pw is [secret: password]', 'memory_search')],
    ],
    ['is in a memory sent with a message', [client('memory', '- fact: pw is [secret: password]')]],
  ] as const)
    it(`is shown without a number and stops a call if the mark ${where}`, async () => {
      for (const filled of await filledAfter(...drafts))
        assert.match(String(filled), /the value of \[secret: password\] is not known/u);
    });

  it('keeps its number in the log', async () => {
    const { log } = await sessionOf(own, result('has [secret: password #1]', 'longthread_recall'));
    assert.match(JSON.stringify(log.entries), /has \[secret: password #1\]/u);
  });
});

describe('The mark of a secret in a rule', () => {
  it('has no number', async () => {
    const { log, live } = await sessionOf({ kind: 'rule', text: 'use pw=heron', on: true });
    assert.doesNotMatch(JSON.stringify(log.entries), /heron/u);
    for (const session of [live, await open(new MemoryLog(log.entries))])
      assert.equal(session.secrets.hasUnnumbered('password'), true);
  });
});
