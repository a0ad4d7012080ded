import assert from 'node:assert/strict';
import { PLAN, type Message } from '../../../../src/core/log/message.ts';
import type { SessionMessage } from '../../../../src/core/log/session.ts';
import { writeNotes } from '../../../../src/core/record/notes.ts';
import { assistant, countRoughly, person, sessionOf } from './sessionOf.ts';

const notesOf = (messages: readonly SessionMessage[], mostTokens: number): string =>
  writeNotes({ messages, mostTokens, count: countRoughly }).text;

describe('a plan that the person approved', () => {
  const plan = '# Paint the door\n\nNever touch the socket.\nUse the blue paint of pier4.';
  const handed: Message = {
    role: 'user',
    parts: [
      { type: 'text', text: 'Implement this plan:' },
      { type: 'text', text: plan, origin: 'client', label: PLAN },
    ],
  };
  const between = Array.from({ length: 9 }, (_, at) =>
    assistant(`Now I look at the lamps of quay${String(at)}, which nobody has painted yet.`),
  );

  it('is noted below the person’s words as the words of the model, and contains no rules of the person', () => {
    const messages = sessionOf(handed, ...between, assistant('Done.'), person('Thanks.'));
    const text = notesOf(messages, 400);
    assert.match(
      text,
      /^m1 You: Implement this plan:\nm1: # Paint the door\n {2}Never touch the socket\.$/mu,
    );
    assert.doesNotMatch(text, /Rules/u);
  });

  it('is preferred to the model’s remarks between calls', () => {
    const messages = sessionOf(handed, ...between, assistant('Done.'), person('Thanks.'));
    const text = notesOf(messages, 70);
    assert.match(text, /blue paint of pier4/u);
    assert.ok(!text.includes('quay8'), text);
  });
});
