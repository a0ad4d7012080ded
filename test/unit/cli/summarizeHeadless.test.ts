import assert from 'node:assert/strict';
import { prepareHeadless, type HeadlessOptions } from '../../../src/cli/compactMessages.ts';
import { withModelSummary } from '../../../src/cli/summarizeHeadless.ts';
import { importedEntries } from '../../../src/core/log/ids.ts';
import type { Message } from '../../../src/core/log/message.ts';
import { foldSession, type Session } from '../../../src/core/log/session.ts';
import { ChatError } from '../../../src/core/ports.ts';
import { ScriptedModel } from '../../support/scriptedModel.ts';

const options: HeadlessOptions = {
  windowTokens: 100_000,
  budgetTokens: 3_000,
  strategy: 'hybrid',
  count: (text) => Math.ceil(text.length / 4),
};

function sessionOf(turns: number): Session {
  const messages = Array.from({ length: 2 * turns }, (_, index): { message: Message } => ({
    message: {
      role: index % 2 === 0 ? 'user' : 'assistant',
      parts: [{ type: 'text', text: `Step ${String(index)}: ${'look at the file '.repeat(40)}` }],
    },
  }));
  return foldSession(importedEntries(messages, 0));
}

describe('A model’s summary without an editor', () => {
  it('is not asked for where no message was folded', async () => {
    const prepared = prepareHeadless(sessionOf(2), options);
    const model = new ScriptedModel(['never']);
    assert.equal(await withModelSummary(prepared, model, options), prepared);
    assert.equal(model.requests.length, 0);
  });

  it('is asked for where messages were, and leaves the mechanical result with the reason when the model fails', async () => {
    const prepared = prepareHeadless(sessionOf(60), options);
    assert.ok(prepared.newlyFolded.length > 0);
    const model = new ScriptedModel([new ChatError('unauthorized', 'The key was refused.', false)]);
    const { draft } = await withModelSummary(prepared, model, options);
    assert.ok(model.requests.length > 0);
    assert.match(draft.event.proseFailed ?? '', /The key was refused/u);
    assert.deepEqual(draft.folded, prepared.draft.folded);
  });
});
