import assert from 'node:assert/strict';
import { ChunkReader } from '../../../../src/adapters/models/chunkReader.ts';
import { toRequestMessages } from '../../../../src/adapters/models/requestMessages.ts';
import type { AssistantMessage } from '../../../../src/core/log/message.ts';

const MODEL = 'here m';

/** Reads an answer from deltas. Returns the message in which a later request sends the answer back to its model. */
function sentBack(parts: AssistantMessage['parts'], ...deltas: readonly object[]): unknown {
  const reader = new ChunkReader(() => 'new');
  for (const delta of deltas) reader.read({ choices: [{ delta }] });
  const opaque = reader.opaque.items(MODEL, true);
  const [param] = toRequestMessages([{ role: 'assistant', parts, ...(opaque && { opaque }) }], {
    ...{ tools: true, images: true, callIds: 'openai' },
    ...{ reasoning: 'given', signatures: 'given', modelKey: MODEL },
  });
  return param;
}

const calls = (...fields: readonly object[]): object => ({
  tool_calls: fields.map((each, index) => ({
    ...{ index, id: `c${String(index)}`, function: { name: 'look', arguments: '{}' } },
    ...each,
  })),
});
const called = (callId: string) => ({
  ...{ type: 'toolCall' as const, name: 'look', arguments: '{}' },
  callId,
});

describe('an answer in a later request', () => {
  it('keeps a call’s signature in LiteLLM’s field, and omits this field if a call has no signature', () => {
    const signed = { provider_specific_fields: { thought_signature: 'AbC=' } };
    const empty = { provider_specific_fields: { refusal: null } };
    const sent = JSON.stringify(sentBack([called('c0'), called('c1')], calls(signed, empty)));
    assert.deepEqual(sent.match(/"provider_specific_fields":[^}]*\}/g), [
      '"provider_specific_fields":{"thought_signature":"AbC="}',
    ]);
  });

  it('has GitHub Copilot’s encrypted thought together with the readable thought', () => {
    const parts = [{ type: 'reasoning' as const, text: 'I plan.' }, called('c0')];
    const { reasoning_text, reasoning_opaque } = sentBack(
      parts,
      { reasoning_text: 'I plan.' },
      { reasoning_opaque: 'AbC=' },
      calls({}),
    ) as Readonly<Record<string, unknown>>;
    assert.deepEqual([reasoning_text, reasoning_opaque], ['I plan.', 'AbC=']);
  });

  it('has a long thought of Claude as one block, even if each of its many pieces has an empty signature', () => {
    const block = (thinking: string, signature: string): object => ({
      thinking_blocks: [{ type: 'thinking', thinking, signature }],
    });
    const pieces = Array.from({ length: 1_001 }, () => block('a', ''));
    const sent = sentBack([called('c0')], ...pieces, block('', 'c2ln'), calls({}));
    const { thinking_blocks } = sent as Readonly<Record<string, unknown>>;
    assert.deepEqual(thinking_blocks, [{ type: 'thinking', thinking: 'a'.repeat(1_001), signature: 'c2ln' }]);
  });
});
