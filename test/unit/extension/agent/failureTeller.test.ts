import assert from 'node:assert/strict';
import { failureTeller, TroubleTeller } from '../../../../src/extension/agent/failureTeller.ts';

function teller(): { fail: (error: unknown) => void; told: string[]; logged: string[] } {
  const [told, logged]: [string[], string[]] = [[], []];
  const fail = failureTeller(
    { error: (line) => void logged.push(line) },
    (sentence) => void told.push(sentence),
  );
  return { fail, told, logged };
}

describe('A failure of Longthread while the editor’s agent works', () => {
  it('is shown once for each reason, and logged each time', () => {
    const { fail, told, logged } = teller();
    for (const error of [new Error('The disk is full.'), new Error('The disk is full.'), 'locked'])
      fail(error);
    assert.equal(logged.length, 3);
    assert.equal(told.length, 2);
    assert.match(
      told[0] ?? '',
      /^Longthread couldn’t keep this chat’s log \(The disk is full\)\. The chat goes on/u,
    );
  });

  it('is no longer shown after twenty different reasons', () => {
    const { fail, told, logged } = teller();
    for (let at = 0; at < 5_000; at++) fail(new Error(`no file ${at}`));
    assert.equal(told.length, 20);
    assert.equal(logged.length, 5_000);
  });
});

describe('A model that does not answer', () => {
  it('is reported once, until an answer comes', () => {
    const told: string[] = [];
    const trouble = new TroubleTeller((sentence) => told.push(sentence));
    trouble.failed('Nothing answers.');
    trouble.failed('Nothing answers.');
    trouble.answered();
    trouble.failed('The key is refused.');
    assert.deepEqual(told, ['Nothing answers.', 'The key is refused.']);
  });
});
