import assert from 'node:assert/strict';
import { factsOf } from '../../../../src/core/context/facts.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import { thoughtsOf, turnsOf } from '../../../../src/core/record/said.ts';

const CAUSE = 'The cause was the retry loop in auth.ts: we decided to cap it.';

function answer(origin?: 'client'): Message {
  return { role: 'assistant', parts: [{ type: 'text', text: CAUSE, ...(origin && { origin }) }] };
}

describe('A chat participant’s answer in the role of the assistant', () => {
  it('is not part of the story', () => {
    const [turn] = turnsOf([
      { id: 'm1', at: 0, message: answer() },
      { id: 'm2', at: 0, message: answer('client') },
    ]);
    assert.deepEqual(
      turn?.said.map(({ id }) => id),
      ['m1'],
    );
  });

  it('contributes no facts, unlike the assistant’s own words', () => {
    assert.ok(factsOf(answer()).conclusions.length > 0);
    assert.deepEqual(factsOf(answer('client')).conclusions, []);
  });
});

it('a thought is ignored if the provider gives only its title', () => {
  const thinking = (...texts: readonly string[]): Message => ({
    role: 'assistant',
    parts: texts.map((text) => ({ type: 'reasoning', text })),
  });
  const thoughts = thoughtsOf([
    { id: 'm1', at: 0, message: thinking('**Inspecting the lamp**') },
    { id: 'm2', at: 0, message: thinking('**Opening the lamp**\n\n**Looking inside**\n') },
    { id: 'm3', at: 0, message: thinking('**Checking the switch**', '**Planning**\n\nThe fuse is blown.') },
    { id: 'm4', at: 0, message: thinking('**The fuse** is blown, so **the switch** is fine.') },
  ]);
  assert.deepEqual(
    thoughts.map(({ text }) => text),
    ['**Planning**\n\nThe fuse is blown.', '**The fuse** is blown, so **the switch** is fine.'],
  );
});
