import assert from 'node:assert/strict';
import { fillMarks } from '../../../../src/core/log/fillMarks.ts';
import { textOf, type Message } from '../../../../src/core/log/message.ts';
import { maskedRequest } from '../../../../src/core/session/maskedRequest.ts';
import { findsPasswords } from '../../../support/namedSecrets.ts';

const messages: readonly Message[] = [
  { role: 'user', parts: [{ type: 'text', text: 'pw=heron and pw=quay' }] },
  {
    role: 'assistant',
    parts: [{ type: 'toolCall', callId: 'c', name: 'run', arguments: '{"command":"echo quay"}' }],
  },
  { role: 'tool', callId: 'c', toolName: 'run', parts: [{ type: 'text', text: 'quay' }] },
];
const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('A request without a session', () => {
  it('is sent with marks in place of secrets', async () => {
    const { messages: masked, secrets } = await maskedRequest(messages, { redactor: findsPasswords, logger });
    assert.deepEqual(masked.map(textOf), [
      'pw=[secret: password #1] and pw=[secret: password #2]',
      'run {"command":"echo [secret: password #2]"}',
      '[secret: password #2]',
    ]);
    assert.deepEqual(fillMarks({ text: '[secret: password #1]' }, secrets), {
      isFilled: true,
      value: { text: 'heron' },
    });
  });

  it('is sent without the numbers of recalled marks, so that no secret is filled in for these marks', async () => {
    const recalled: readonly Message[] = [
      { role: 'user', parts: [{ type: 'text', text: 'pw=heron' }] },
      {
        role: 'assistant',
        parts: [{ type: 'toolCall', callId: 'c', name: 'longthread_recall', arguments: '{"address":"m4"}' }],
      },
      {
        ...{ role: 'tool', callId: 'c', toolName: 'longthread_recall' },
        parts: [{ type: 'text', text: 'quay was [secret: password #1]' }],
      },
    ];
    const { messages: masked, secrets } = await maskedRequest(recalled, { redactor: findsPasswords, logger });
    assert.equal(masked.map(textOf)[2], 'quay was [secret: password]');
    assert.equal(fillMarks({ text: '[secret: password]' }, secrets).isFilled, false);
  });

  it('is sent unchanged if the search for secrets fails, and the error is logged', async () => {
    const errors: string[] = [];
    const failing = { find: () => Promise.reject(new Error('no')) };
    const ports = {
      redactor: failing,
      logger: { ...logger, error: (text: string) => void errors.push(text) },
    };
    assert.deepEqual((await maskedRequest(messages, ports)).messages, messages);
    assert.deepEqual(errors, ['looking for secrets failed: no']);
  });
});
