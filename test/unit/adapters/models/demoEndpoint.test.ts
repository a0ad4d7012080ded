import assert from 'node:assert/strict';
import { endpointFacts } from '../../../../src/adapters/models/endpointProfile.ts';
import { listModels } from '../../../../src/adapters/models/modelList.ts';
import { OpenAiModel } from '../../../../src/adapters/models/openAiModel.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import { runTurn, type TurnPorts } from '../../../../src/core/chat/agentLoop.ts';
import type { Tool } from '../../../../src/core/chat/toolContract.ts';
import { ChatError, type ChatRequest } from '../../../../src/core/ports.ts';
import { textOf, type Message } from '../../../../src/core/log/message.ts';
import { DEMO_MODEL, startDemoEndpoint, type DemoEndpoint } from '../../../support/demoEndpoint.ts';
import { noSecrets } from '../../../support/scriptedTurn.ts';

let demo: DemoEndpoint;

function demoModel(): OpenAiModel {
  const profile = { id: DEMO_MODEL, supportsTools: true, encoding: 'o200k_base' as const };
  return new OpenAiModel({ endpoint: { baseUrl: demo.url }, profile });
}

function asked(text: string): Message {
  return { role: 'user', parts: [{ type: 'text', text }] };
}

function toolThatGives(name: string, text: string): Tool {
  return {
    schema: { name, description: name, parameters: { type: 'object', properties: {} } },
    isReadOnly: true,
    run: (args) => Promise.resolve({ text: text.replace('ARGS', JSON.stringify(args)), isError: false }),
  };
}

const tools = [
  toolThatGives('list_files', 'src/harbour.ts\nsrc/berths.ts\nREADME.md'),
  toolThatGives('read_file', '// ARGS\nexport function freeBerth() {\n  return 1;\n}'),
  toolThatGives('search_text', 'src/berths.ts:3: freeBerth()'),
];

/** Runs a whole turn with the real agent loop and the real client. Returns the log. */
async function converse(log: Message[]): Promise<readonly Message[]> {
  const ports: TurnPorts = {
    tools,
    secrets: noSecrets,
    prepareRequest: () =>
      Promise.resolve({ kind: 'ready', model: demoModel(), request: requestFor(log), windowShare: 0 }),
    compact: () => Promise.resolve(false),
    sleep: () => Promise.resolve(),
    newCallId: () => 'own',
    appendSteering: () => Promise.resolve(false),
    compactions: () => 0,
  };
  for await (const event of runTurn(ports, neverCancelled, 50)) {
    if (event.type === 'said') log.push(event.message);
    if (event.type === 'ended') assert.deepEqual(event.end, { kind: 'answered' });
  }
  return log;
}

function requestFor(messages: readonly Message[]): ChatRequest {
  return { messages: [...messages], tools: tools.map(({ schema }) => schema) };
}

describe('the demo endpoint, used with the real client,', () => {
  beforeEach(async () => {
    demo = await startDemoEndpoint({ pauseMs: 0 });
  });
  afterEach(() => demo.close());

  it('lists its model with the context window', async () => {
    assert.deepEqual(await listModels({ baseUrl: demo.url }), [
      { id: DEMO_MODEL, facts: { window: 16_384 } },
    ]);
    assert.deepEqual(await endpointFacts({ baseUrl: demo.url }, DEMO_MODEL), { window: 16_384 });
  });

  it('calls read-only tools, then says that the model is a demo', async () => {
    const log = await converse([asked('Explain this project')]);
    assert.deepEqual(
      log.map((message) => (message.role === 'tool' ? message.toolName : message.role)),
      ['user', 'assistant', 'list_files', 'assistant', 'read_file', 'read_file', 'assistant'],
    );
    const answer = textOf(log.at(-1) ?? asked(''));
    assert.match(answer, /\(demo model\)/);
    assert.match(answer, /```ts\nexport function freeBerth/);
  });

  it('reports usage that grows with the request', async () => {
    const log = await converse([asked('Find where freeBerth is used')]);
    const usages = log.flatMap((message) =>
      message.role === 'assistant' && message.usage ? [message.usage] : [],
    );
    const inputs = usages.map(({ inputTokens }) => inputTokens);
    assert.ok(usages.length >= 2 && inputs.every((tokens, at) => tokens > (inputs[at - 1] ?? 0)));
    assert.ok(usages.every(({ outputTokens }) => outputTokens > 0));
  });

  it('summarizes the text of the request', async () => {
    const system: Message = {
      role: 'system',
      parts: [{ type: 'text', text: 'You summarize a conversation.' }],
    };
    const story = asked(
      'User: Never touch src/session.ts while fixing this.\nWe decided on a queue because of order.',
    );
    const log = [system, story];
    const deltas = [];
    for await (const delta of demoModel().stream({ messages: log, tools: [] }, neverCancelled))
      deltas.push(delta);
    const text = deltas.map((delta) => (delta.type === 'text' ? delta.text : '')).join('');
    assert.match(text, /## Constraints\n- Never touch src\/session\.ts while fixing this\./);
    assert.match(text, /## Decisions\n- We decided on a queue because of order\./);
    assert.match(text, /## Important files\n- `src\/session\.ts`/);
  });

  it('ends an answer at the output limit', async () => {
    const deltas = [];
    const request = { ...requestFor([asked('Hello')]), maxOutputTokens: 10 };
    for await (const delta of demoModel().stream(request, neverCancelled)) deltas.push(delta);
    const end = deltas.at(-1);
    assert.ok(end?.type === 'finish' && end.reason === 'length' && end.usage?.outputTokens === 10);
  });

  it('returns OpenAI’s error if a request is larger than the context window', async () => {
    const stream = demoModel().stream(requestFor([asked('word '.repeat(20_000))]), neverCancelled);
    await assert.rejects(
      () => stream.next(),
      (error) => error instanceof ChatError && error.reason === 'contextOverflow',
    );
  });
});
