import assert from 'node:assert/strict';
import { normaliseArguments } from '../../../../src/adapters/models/callNames.ts';
import { OpenAiModel } from '../../../../src/adapters/models/openAiModel.ts';
import { wordedFile, wordedText } from '../../../../src/adapters/models/partText.ts';
import { wellFormedJson } from '../../../../src/adapters/models/wellFormed.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import type { ChatRequest } from '../../../../src/core/ports.ts';
import { chunk, DONE, startFaultyEndpoint, streams } from '../../../support/faultyEndpoint.ts';

const HALF = '\ud83d';
const SMILE = '\u{1F600}';

describe('a request with half a surrogate pair', () => {
  it('is sent without it, wherever it was', async () => {
    const endpoint = await startFaultyEndpoint(streams(chunk({ content: 'Hi.' }, 'stop'), DONE));
    const profile = { id: 'm', supportsTools: true, encoding: 'o200k_base' as const };
    const model = new OpenAiModel({ endpoint: { baseUrl: endpoint.baseUrl }, profile });
    const text = (words: string) => [{ type: 'text' as const, text: words }];
    const call = { type: 'toolCall', callId: 'c', name: 'look', arguments: '{"a":"\\ud83d"}' } as const;
    const request: ChatRequest = {
      messages: [
        { role: 'system', parts: text(`system ${HALF}`) },
        { role: 'user', parts: text(`user ${HALF} ${SMILE}`) },
        { role: 'assistant', parts: [...text(`answer ${HALF}`), call] },
        { role: 'tool', callId: 'c', toolName: 'look', parts: text(`result ${HALF}`) },
      ],
      tools: [{ name: 'look', description: HALF, parameters: { type: 'object', description: HALF } }],
    };
    for await (const delta of model.stream(request, neverCancelled)) assert.ok(delta);
    const sent = JSON.stringify(endpoint.seen[0]?.body);
    assert.doesNotMatch(sent, /\\ud/iu);
    assert.match(sent, /user \ufffd \u{1F600}/u);
    assert.equal(sent.split('\ufffd').length - 1, 7);
    await endpoint.close();
  });

  for (const [what, json, sent] of [
    ['a half', '"\\ud83d"', '"\ufffd"'],
    ['the other half', '"a\\uDE00b"', '"a\ufffdb"'],
    ['two halves of one kind', '"\\ud83d\\ud83d"', '"\ufffd\ufffd"'],
    ['a pair in escapes', '"\\ud83d\\ude00"', '"\\ud83d\\ude00"'],
    ['a half before a pair', '"\\ud83d\\ud83d\\ude00"', '"\ufffd\\ud83d\\ude00"'],
    ['a backslash that is text', '"\\\\ud83d"', '"\\\\ud83d"'],
    ['a half behind a backslash that is text', '"\\\\\\ud83d"', '"\\\\\ufffd"'],
    ['a half that is not escaped', `"${HALF}"`, '"\ufffd"'],
    ['a pair that is not escaped', `"${SMILE}"`, `"${SMILE}"`],
  ] as const)
    it(`is sent with U+FFFD in place of the half, and all else unchanged: ${what}`, () => {
      assert.equal(wellFormedJson(json), sent);
    });

  it('is sent with U+FFFD in place of the half in arguments, texts and files, too', () => {
    assert.equal(normaliseArguments(`{"a":"${HALF}"}`), '{"a":"\ufffd"}');
    assert.equal(normaliseArguments(HALF), '{"unparsed":"\ufffd"}');
    assert.equal(wordedText({ type: 'text', text: HALF }), '\ufffd');
    assert.match(wordedFile({ type: 'file', path: 'a.ts', text: HALF }), /\ufffd/);
  });
});
