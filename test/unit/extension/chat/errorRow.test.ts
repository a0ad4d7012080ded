import assert from 'node:assert/strict';
import type { Refusal } from '../../../../src/core/chat/agentLoop.ts';
import { ChatError, type ChatErrorReason } from '../../../../src/core/ports.ts';
import { errorRow } from '../../../../src/extension/chat/errorRow.ts';
import { describeError } from '../../../../src/extension/webviews/describeError.ts';

const labelsOf = (end: Parameters<typeof errorRow>[0]): readonly string[] | undefined =>
  errorRow(end, { id: 'x', at: 4 })?.actions.map(({ action, label }) => `${action}: ${label}`);

const RETRY = 'retry: Try Again';
const CONNECT = 'connect: Connect a Model…';
const CHOOSE = 'chooseModel: Choose Another Model…';
const COMPACT = 'compactNow: Compact Now';
const LOG = 'openLog: Open Log';

const ACTIONS: Readonly<Record<ChatErrorReason, readonly string[]>> = {
  cancelled: [],
  interrupted: [RETRY, LOG],
  contextOverflow: [COMPACT, CHOOSE, RETRY],
  rateLimited: [RETRY, CHOOSE],
  noCredit: [CHOOSE, RETRY],
  unauthorized: [CONNECT, RETRY],
  notFound: [CHOOSE, CONNECT, RETRY],
  badRequest: [CHOOSE, LOG, RETRY],
  serverError: [RETRY, LOG],
  unreachable: [RETRY, CONNECT],
  timeout: [RETRY, LOG],
  notAModel: [CONNECT, CHOOSE, RETRY],
  tooLarge: [CONNECT, CHOOSE, RETRY],
  refused: [RETRY],
};

describe('the row of a failed turn', () => {
  for (const [reason, ways] of Object.entries(ACTIONS) as [ChatErrorReason, readonly string[]][]) {
    it(`offers the actions that help after the failure “${reason}”`, () => {
      assert.deepEqual(labelsOf({ kind: 'failed', error: new ChatError(reason, 'No.', false) }), ways);
    });
  }

  it('offers Go On after too many steps or repeated calls, and the settings after too many steps', () => {
    assert.deepEqual(labelsOf({ kind: 'stepLimit', sentence: 'Fifty.' }), [
      'retry: Go On',
      'openSettings: Open Settings',
    ]);
    assert.deepEqual(labelsOf({ kind: 'repeated', sentence: 'In circles.' }), ['retry: Go On']);
  });

  it('has the given id and time, and the sentence that explains the failure', () => {
    const row = errorRow({ kind: 'refused', reason: 'tooLarge', sentence: 'Too large.' }, { id: 'x', at: 4 });
    assert.deepEqual(
      { ...row, actions: [] },
      { type: 'error', id: 'x', at: 4, sentence: 'Too large.', actions: [] },
    );
  });

  const refusals: Readonly<Record<Refusal['reason'], readonly string[]>> = {
    noModel: [CONNECT, RETRY],
    tooLarge: [COMPACT, CHOOSE, RETRY],
    notWritten: [RETRY, LOG],
    overBudget: ['retry: Go On', 'openSettings: Open Settings'],
  };
  for (const [reason, labels] of Object.entries(refusals) as [Refusal['reason'], readonly string[]][]) {
    it(`offers the actions for the refusal “${reason}”`, () => {
      assert.deepEqual(labelsOf({ kind: 'refused', reason, sentence: 'Any.' }), labels);
    });
  }
});

describe('an error report for a view', () => {
  const errors: string[] = [];
  const causes: unknown[] = [];
  const logger = {
    info: () => undefined,
    warn: () => undefined,
    error: (text: string, cause?: unknown) => {
      errors.push(text);
      causes.push(cause);
    },
  };

  beforeEach(() => {
    errors.length = 0;
    causes.length = 0;
  });

  it('has no message and is not logged if the editor cancelled the work', () => {
    const cancelled = Object.assign(new Error('x'), { name: 'Canceled' });
    assert.deepEqual(describeError(cancelled, logger), { message: '', isCancelled: true });
    assert.deepEqual(errors, []);
  });

  it('gives the reason, and is logged with the thrown value, so that the log can add the stack', () => {
    assert.deepEqual(describeError('gone', logger), {
      message: 'This failed: gone',
      isCancelled: false,
    });
    const error = new RangeError('odd');
    describeError(error, logger);
    assert.deepEqual(errors, ['gone', 'odd']);
    assert.deepEqual(causes, ['gone', error]);
  });
});
