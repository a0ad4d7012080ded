import assert from 'node:assert/strict';
import {
  ModelFailureNotifier,
  ownFailureNotifier,
} from '../../../../src/extension/agent/failureNotifiers.ts';

function notifier(): { fail: (error: unknown) => void; told: string[]; logged: string[] } {
  const [told, logged]: [string[], string[]] = [[], []];
  const fail = ownFailureNotifier(
    { error: (line) => void logged.push(line) },
    (sentence) => void told.push(sentence),
  );
  return { fail, told, logged };
}

describe('A failure of Longthread during a request of the editor’s agent', () => {
  it('is logged each time but shown only once for each reason', () => {
    const { fail, told, logged } = notifier();
    for (const error of [new Error('The disk is full.'), new Error('The disk is full.'), 'locked'])
      fail(error);
    assert.equal(logged.length, 3);
    assert.equal(told.length, 2);
    assert.match(
      told[0] ?? '',
      /^Longthread couldn’t process a request of the agent’s chat \(The disk is full\)\. The chat continues/u,
    );
  });

  it('is logged but not shown after twenty different failures have been shown', () => {
    const { fail, told, logged } = notifier();
    for (let at = 0; at < 5_000; at++) fail(new Error(`no file ${at}`));
    assert.equal(told.length, 20);
    assert.equal(logged.length, 5_000);
  });
});

describe('A failing model', () => {
  let told: string[];
  let failures: ModelFailureNotifier;

  beforeEach(() => {
    told = [];
    failures = new ModelFailureNotifier((sentence) => told.push(sentence));
  });

  it('is not reported again before the model has answered', () => {
    failures.failed('large', 'Nothing answers.');
    failures.failed('large', 'Nothing answers.');
    failures.answered('large');
    failures.failed('large', 'The key is refused.');
    assert.deepEqual(told, ['Nothing answers.', 'The key is refused.']);
  });

  it('is reported regardless of the failures and answers of other models', () => {
    failures.failed('large', 'Nothing answers.');
    failures.failed('small', 'The key is refused.');
    failures.answered('small');
    failures.failed('large', 'Nothing answers.');
    assert.deepEqual(told, ['Nothing answers.', 'The key is refused.']);
  });
});
