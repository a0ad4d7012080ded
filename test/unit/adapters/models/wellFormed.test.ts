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

describe('a request to an endpoint', () => {
  it('contains U+FFFD instead of an unpaired surrogate in every part of the request', async () => {
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
    ['a high surrogate', '"\\ud83d"', '"\ufffd"'],
    ['a low surrogate', '"a\\uDE00b"', '"a\ufffdb"'],
    ['two high surrogates', '"\\ud83d\\ud83d"', '"\ufffd\ufffd"'],
    ['an escaped surrogate pair', '"\\ud83d\\ude00"', '"\\ud83d\\ude00"'],
    ['a high surrogate before a pair', '"\\ud83d\\ud83d\\ude00"', '"\ufffd\\ud83d\\ude00"'],
    ['an escaped backslash before the letters “ud83d”', '"\\\\ud83d"', '"\\\\ud83d"'],
    ['a high surrogate after an escaped backslash', '"\\\\\\ud83d"', '"\\\\\ufffd"'],
    ['a surrogate that is not escaped', `"${HALF}"`, '"\ufffd"'],
    ['a surrogate pair that is not escaped', `"${SMILE}"`, `"${SMILE}"`],
  ] as const)
    it(`contains U+FFFD instead of unpaired surrogates, and all other characters unchanged: ${what}`, () => {
      assert.equal(wellFormedJson(json), sent);
    });

  it('contains U+FFFD instead of an unpaired surrogate in arguments, texts and files', () => {
    assert.equal(normaliseArguments(`{"a":"${HALF}"}`), '{"a":"\ufffd"}');
    assert.equal(normaliseArguments(HALF), '{"unparsed":"\ufffd"}');
    assert.equal(wordedText({ type: 'text', text: HALF }), '\ufffd');
    assert.match(wordedFile({ type: 'file', path: 'a.ts', text: HALF }), /\ufffd/);
  });
});
