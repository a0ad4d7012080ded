import assert from 'node:assert/strict';
import {
  normaliseArguments,
  normaliseCallId,
  normaliseToolName,
} from '../../../../src/adapters/models/callNames.ts';
import { headersOf, JSON_HEADERS, parseBaseUrl } from '../../../../src/adapters/models/endpoint.ts';
import { listModels } from '../../../../src/adapters/models/modelList.ts';
import { MODEL_PRICES } from '../../../../src/adapters/models/modelPrices.generated.ts';
import { wordedFile, wordedImage, wordedText } from '../../../../src/adapters/models/partText.ts';
import { registryProfile } from '../../../../src/adapters/models/profiles.ts';
import { toRequestMessages, type MessageDialect } from '../../../../src/adapters/models/requestMessages.ts';
import { answers, startFaultyEndpoint } from '../../../support/faultyEndpoint.ts';

describe('the conversion of a call for an endpoint', () => {
  for (const [id, style, sent] of [
    ['a'.repeat(40), 'openai', /^a{40}$/],
    ['a'.repeat(41), 'openai', /^a{30}_[a-z0-9]{9}$/],
    ['a.b', 'openai', /^a_b_[a-z0-9]{9}$/],
    ['', 'openai', /^_[a-z0-9]{9}$/],
    ['abcDEF123', 'mistral', /^abcDEF123$/],
    ['abcDEF1234', 'mistral', /^[a-z0-9]{9}$/],
    ['abc_EF123', 'mistral', /^[a-z0-9]{9}$/],
  ] as const) {
    it(`turns ${id || 'an empty id'} into an acceptable id in the style ${style}`, () => {
      assert.match(normaliseCallId(id, style), sent);
      assert.equal(normaliseCallId(id, style), normaliseCallId(id, style));
    });
  }

  it('turns different ids into different ids', () => {
    const ids = ['a.b', 'a:b', 'a b', 'a_b', 'b.a', 'a..b', ''];
    for (const style of ['openai', 'mistral'] as const)
      assert.equal(new Set(ids.map((id) => normaliseCallId(id, style))).size, ids.length);
  });

  it('turns the names of tools into acceptable names', () => {
    assert.deepEqual(['a b.c', 'x'.repeat(65), '', 'a-b_C9'].map(normaliseToolName), [
      'a_b_c',
      'x'.repeat(64),
      'unknown',
      'a-b_C9',
    ]);
  });

  it('turns the arguments into a JSON object, even if the model wrote something else', () => {
    assert.deepEqual(['', ' ', ' {} ', '{"a": 1}', '[1]', 'null', '7', 'odd'].map(normaliseArguments), [
      '{}',
      '{}',
      '{}',
      '{"a": 1}',
      '{"unparsed":"[1]"}',
      '{"unparsed":"null"}',
      '{"unparsed":"7"}',
      '{"unparsed":"odd"}',
    ]);
  });
});

describe('the text of a message part', () => {
  it('gets a `client` tag with the attribute `kind` if a client program wrote the text', () => {
    const part = { type: 'text', text: 'a' } as const;
    assert.equal(wordedText(part), 'a');
    assert.equal(wordedText({ ...part, origin: 'client' }), '<client kind="context">\na\n</client>');
    assert.equal(
      wordedText({ ...part, origin: 'client', label: 'a "b" <c>\u200b“d”' }),
      `<client kind="a 'b'  c  'd'">\na\n</client>`,
    );
  });

  it('can’t close the tag that encloses the text', () => {
    const inner = '</file> < / FILE> <\u200b/file > </files> </file-x>';
    assert.equal(
      wordedFile({ type: 'file', path: 'a.ts', text: inner }),
      '<file path="a.ts">\n<\\/file> <\\ / FILE> <\\\u200b/file > </files> </file-x>\n</file>',
    );
  });

  it('is “[image]” or “[image NAME]” if the image is not sent', () => {
    assert.deepEqual(
      [
        wordedImage({ type: 'image', mediaType: 'x' }),
        wordedImage({ type: 'image', mediaType: 'x', name: 'a' }),
      ],
      ['[image]', '[image a]'],
    );
  });
});

describe('several messages of one person', () => {
  const picture = { type: 'image', mediaType: 'image/png', data: 'AA' } as const;
  const said = { type: 'text', text: 'See.' } as const;
  const url = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } };
  for (const [what, first, second, content] of [
    ['words and words', said, said, 'See.\n\nSee.'],
    ['words and an image', said, picture, [said, url]],
    ['an image and words', picture, said, [url, said]],
    ['two images', picture, picture, [url, url]],
  ] as const) {
    it(`are sent as one message: ${what}`, () => {
      const messages = [first, second].map((part) => ({ role: 'user' as const, parts: [part] }));
      const dialect: MessageDialect = {
        ...{ tools: true, images: true, callIds: 'openai' },
        ...{ reasoning: 'given', signatures: 'given', modelKey: '' },
      };
      assert.deepEqual(toRequestMessages(messages, dialect), [{ role: 'user', content }]);
    });
  }
});

describe('an endpoint', () => {
  for (const [typed, address] of [
    ['https://a.example/v1/completions/', 'https://a.example/v1'],
    ['a.example/v1//', 'https://a.example/v1'],
    ['HTTP://a.example', 'http://a.example/v1'],
    ['a.example/chat/completions', 'https://a.example/v1'],
    ['10.0.0.1', 'http://10.0.0.1/v1'],
  ] as const) {
    it(`gets the base address ${address} if the person types ${typed}`, () => {
      assert.equal(parseBaseUrl(typed), address);
    });
  }

  it('receives the key in a header, and headers from the settings replace headers of the same name', () => {
    const at = { baseUrl: 'https://a.example/v1' };
    const sent = (own: object, more = {}) => Object.fromEntries(headersOf({ ...at, ...own }, more));
    assert.deepEqual(sent({}), {});
    assert.deepEqual(sent({ apiKey: 'k', headers: { a: 'b' } }), { authorization: 'Bearer k', a: 'b' });
    for (const name of ['authorization', 'Authorization'])
      assert.deepEqual(sent({ apiKey: 'k', headers: { [name]: 'x' } }), { authorization: 'x' });
    assert.deepEqual(sent({ headers: { 'Content-Type': 'x' } }, JSON_HEADERS), { 'content-type': 'x' });
  });
});

describe('a list of models', () => {
  async function listed(body: object): Promise<readonly unknown[]> {
    const endpoint = await startFaultyEndpoint(answers(200, body));
    try {
      return (await listModels(endpoint)).map(({ id, facts }) => [id, facts.window ?? facts.price]);
    } finally {
      await endpoint.close();
    }
  }

  for (const [what, body, models] of [
    [
      'in the field `data`',
      { data: [{ id: 'b' }, { id: 'a' }] },
      [
        ['a', undefined],
        ['b', undefined],
      ],
    ],
    ['in the field `models`', { models: [{ id: 'a' }] }, [['a', undefined]]],
    ['in the field `data` even if only `models` has items', { data: [], models: [{ id: 'a' }] }, []],
    ['without an object around it', [{ id: 'a', context_window: 5_000 }], [['a', 5_000]]],
    [
      'the window of the loaded model takes precedence',
      {
        data: [
          {
            id: 'a',
            loaded_context_length: 1_000,
            context_length: 2_000,
            max_model_len: 3_000,
            context_window: 4_000,
            max_context_length: 5_000,
          },
        ],
      },
      [['a', 1_000]],
    ],
    [
      'the first known window is used',
      {
        data: [
          { id: 'a', max_model_len: 3_000, context_window: 4_000 },
          { id: 'b', context_window: 4_000, max_context_length: 5_000 },
          { id: 'c', max_context_length: 5_000 },
          { id: 'd', context_length: 2_000, max_model_len: 3_000 },
        ],
      },
      [
        ['a', 3_000],
        ['b', 4_000],
        ['c', 5_000],
        ['d', 2_000],
      ],
    ],
    [
      'impossible values are ignored',
      {
        data: [
          { id: 'a', context_length: 0 },
          { id: 'b', context_length: 1.5 },
          { id: 'b2', context_length: 999 },
          { id: 'b3', context_length: 10_000_001 },
          { id: 'c', pricing: { prompt: '-1', completion: '1' } },
          { id: 'd', pricing: { prompt: '1' } },
          { id: 'e', context_length: 1_000 },
        ],
      },
      [
        ['a', undefined],
        ['b', undefined],
        ['b2', undefined],
        ['b3', undefined],
        ['c', undefined],
        ['d', undefined],
        ['e', 1_000],
      ],
    ],
    [
      'even if the price of cached tokens is missing',
      { data: [{ id: 'a', pricing: { prompt: '0', completion: '0.000001' } }] },
      [['a', { input: 0, output: 1 }]],
    ],
    ['as an empty list if the list is null', { object: 'list', data: null }, []],
    ['as an empty list if the response contains no list', { object: 'list' }, []],
    [
      'rows without an id are ignored',
      { data: [{ id: 'a' }, { name: 'b' }, { id: 5 }, null, 'c', { id: 'd' }] },
      [
        ['a', undefined],
        ['d', undefined],
      ],
    ],
  ] as const) {
    it(`is parsed: ${what}`, async () => {
      assert.deepEqual(await listed(body), models);
    });
  }
});

describe('the error for a wrong endpoint address', () => {
  for (const body of [{ error: 'no' }, { data: 'odd' }, 'odd', 5]) {
    it(`quotes a response without a list of models: ${JSON.stringify(body)}`, async () => {
      const endpoint = await startFaultyEndpoint((response) => response.end(JSON.stringify(body)));
      try {
        await assert.rejects(listModels(endpoint), (error: Error) =>
          error.message.includes(`is not a chat model's API (${JSON.stringify(body)})`),
        );
      } finally {
        await endpoint.close();
      }
    });
  }

  it('quotes only the first 80 characters of the response', async () => {
    const endpoint = await startFaultyEndpoint((response) => {
      response.writeHead(200).end(`${'a'.repeat(80)}b`);
    });
    try {
      await assert.rejects(listModels(endpoint), /\(a{80}\)/);
    } finally {
      await endpoint.close();
    }
  });
});

describe('the name of a model', () => {
  const host = 'https://a.example/v1';
  for (const [id, encoding] of [
    ['gpt-4', 'cl100k_base'],
    ['gpt-35-turbo', 'cl100k_base'],
    ['a/GPT-3.5', 'cl100k_base'],
    ['my-gpt-4', 'o200k_base'],
    ['gpt-4.5', 'o200k_base'],
    ['gpt-45', 'cl100k_base'],
    ['gpt-4-5', 'o200k_base'],
    ['gpt-41', 'o200k_base'],
  ] as const) {
    it(`determines the model’s encoding: ${encoding} for ${id}`, () => {
      assert.equal(registryProfile(id, host).encoding, encoding);
    });
  }

  it('is found in the table of hosted models, unlike a vendor’s name', () => {
    for (const line of MODEL_PRICES.trim().split('\n')) {
      const [vendor = '', rows = ''] = line.split(': ');
      const [id = '', window] = rows.split(' ');
      assert.equal(registryProfile(id, host).window, Number(window), id);
      assert.equal('maxOutputTokens' in registryProfile(vendor, host), false, vendor);
    }
  });

  it('determines only prices that the vendor published', () => {
    const price = (id: string): unknown => registryProfile(id, host).price;
    assert.deepEqual(price('gpt-4'), { input: 30, output: 60 });
    assert.equal(price('glm-5.2-highspeed'), undefined);
  });

  it('determines the output limit only if the name is known, and does not disable tools if it is unknown', () => {
    assert.equal(registryProfile('gpt-4o-2024-08-06', host).maxOutputTokens, 16_384);
    assert.equal(registryProfile('tiny', host).supportsTools, true);
    assert.equal('maxOutputTokens' in registryProfile('tiny', host), false);
  });
});
