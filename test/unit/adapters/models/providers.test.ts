import assert from 'node:assert/strict';
import path from 'node:path';
import { readFileSync } from 'node:fs';
import { type EndpointApi, EndpointModel } from '../../../../src/adapters/models/endpointModel.ts';
import type { AssistantMessage, Message } from '../../../../src/core/log/message.ts';
import { answerOnce, loggedAnswer } from '../../../support/askedOnce.ts';
import { startFaultyEndpoint, type FaultyEndpoint } from '../../../support/faultyEndpoint.ts';
import { ARGUMENTS, EXCHANGES, TEXT, type ProviderExchange } from '../../../support/providerExchanges.ts';
import { imageForm, providersTable } from '../../../support/providersTable.ts';

const user: Message = { role: 'user', parts: [{ type: 'text', text: 'Go.' }] };
const tools = [{ name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } }];

const CHAT: EndpointApi = 'chat';
let endpoint: FaultyEndpoint;

function modelOf({ model: id, api = CHAT }: ProviderExchange, { baseUrl } = endpoint): EndpointModel {
  return new EndpointModel({
    ...{ endpoint: { baseUrl }, api },
    profile: { id, supportsTools: true, encoding: 'o200k_base' },
  });
}

const textsOf = ({ parts }: AssistantMessage, type: 'text' | 'reasoning'): string =>
  parts.flatMap((part) => (part.type === type ? [part.text] : [])).join('');

for (const exchange of EXCHANGES) {
  const { provider, usage, thoughts = '', givenBack } = exchange;

  describe(`The client for the provider “${provider}”`, () => {
    let message: AssistantMessage;

    before(async () => {
      endpoint = await startFaultyEndpoint(exchange.answer);
      message = await loggedAnswer(modelOf(exchange), { messages: [user], tools });
    });

    after(() => endpoint.close());

    it('returns the answer', () => {
      assert.deepEqual([textsOf(message, 'text'), message.finish !== 'length'], [TEXT, true]);
    });

    it('returns the tool call with its arguments', () => {
      const calls = message.parts.filter((part) => part.type === 'toolCall');
      assert.deepEqual(
        calls.map(({ name, arguments: given }) => [name, given]),
        [['look', ARGUMENTS]],
      );
    });

    it(thoughts === '' ? 'returns no thoughts' : 'returns the thoughts separately from the text', () => {
      assert.equal(textsOf(message, 'reasoning'), thoughts);
    });

    it('sends an image as an image', async () => {
      const picture = { type: 'image', mediaType: 'image/png', data: 'AA' } as const;
      const shown: Message = { role: 'user', parts: [{ type: 'text', text: 'See.' }, picture] };
      await loggedAnswer(modelOf(exchange), { messages: [shown], tools });
      const { messages, input = messages } = (endpoint.seen.at(-1)?.body ?? {}) as Record<string, Sent[]>;
      const parts = (input?.at(-1)?.['content'] ?? []) as readonly Sent[];
      assert.deepEqual(parts.map(({ type }) => type).at(-1), imageForm(exchange.api));
      assert.match(JSON.stringify(parts.at(-1)), /data:image\/png;base64,AA/u);
    });

    it('recognises the error for a request that is too long', async () => {
      const refusing = await startFaultyEndpoint(exchange.tooLong[0]);
      const { error } = await answerOnce(modelOf(exchange, refusing), { messages: [user], tools });
      await refusing.close();
      assert.equal(error?.reason, 'contextOverflow');
    });

    it('reports the usage', () => {
      assert.deepEqual(message.usage, usage);
    });

    if (givenBack !== undefined)
      it(`sends ${givenBack.field} back with the tool call`, async () => {
        const [call] = message.parts.filter((part) => part.type === 'toolCall');
        assert.ok(call);
        const { callId, name: toolName } = call;
        const result: Message = { role: 'tool', callId, toolName, parts: [{ type: 'text', text: 'seen' }] };
        await loggedAnswer(modelOf(exchange), { messages: [user, message, result], tools });
        const { messages, input = messages } = (endpoint.seen.at(-1)?.body ?? {}) as Record<string, Sent[]>;
        const holder = (input ?? []).find((sent) => fieldOf(sent, givenBack) !== undefined);
        assert.deepEqual(holder && fieldOf(holder, givenBack), givenBack.value);
      });
  });
}

type Sent = Readonly<Record<string, unknown>> & { readonly tool_calls?: readonly Record<string, unknown>[] };

function fieldOf(sent: Sent, { field, ofCall }: NonNullable<ProviderExchange['givenBack']>): unknown {
  return ofCall === true ? sent.tool_calls?.[0]?.[field] : sent[field];
}

describe('docs/PROVIDERS.md', () => {
  it('describes each provider exactly as the exchanges in the tests show', () => {
    const docs = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/PROVIDERS.md'), 'utf8');
    const rows = (text: string): readonly string[] =>
      text
        .split('\n')
        .filter((line) => line.startsWith('| ['))
        .map((line) => line.replace(/\s+\|/gu, ' |'));
    assert.deepEqual(rows(docs), rows(providersTable()));
  });
});
