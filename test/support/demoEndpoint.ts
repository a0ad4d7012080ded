import type { ServerResponse } from 'node:http';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { LLMock, type ChatCompletionRequest, type FixtureResponse } from '@copilotkit/aimock';
import { agentResponse, handsResponse, isAgentRequest } from './demo/demoAgent.ts';
import { demoResponse, isSummaryRequest, type DemoResponse } from './demo/demoModel.ts';
import { estimateTokens, readRequest } from './demo/demoRequest.ts';

export const DEMO_MODEL = 'longthread-demo';
/** The window is so small that a few questions lead to a compaction. */
const DEMO_WINDOW_TOKENS = 16_384;

export interface DemoOptions {
  /** The default is 0, which selects a free port. */
  readonly port?: number;
  readonly windowTokens?: number;
  /** The pause between two pieces of an answer. */
  readonly pauseMs?: number;
  /** An answer or a summary is sent when the returned promise resolves. */
  readonly before?: (what: 'answer' | 'summary') => Promise<void>;
}

export interface DemoEndpoint {
  /** The base address of the OpenAI-compatible API, with `/v1`. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts a real HTTP server that uses OpenAI's chat format. A script answers in place of a model, and the last answer
 * of each turn says so.
 */
export async function startDemoEndpoint(options: DemoOptions = {}): Promise<DemoEndpoint> {
  const { port = 0, windowTokens = DEMO_WINDOW_TOKENS, pauseMs = 25, before } = options;
  const mock = new LLMock({ port, logLevel: 'silent', journalMaxEntries: 50 });
  mock.mount('/v1/models', { handleRequest: (_request, response) => listModels(response, windowTokens) });
  const respond = async (request: ChatCompletionRequest): Promise<FixtureResponse> => {
    await before?.(isSummaryRequest(readRequest(request)) ? 'summary' : 'answer');
    return responseTo(request, windowTokens);
  };
  mock.on({ predicate: () => true }, respond, { latency: pauseMs, chunkSize: 12 });
  await mock.start();
  return { url: `${mock.baseUrl}/v1`, close: () => mock.stop() };
}

function responseTo(request: ChatCompletionRequest, windowTokens: number): FixtureResponse {
  const promptTokens = estimateTokens(JSON.stringify([request.tools, request.messages]));
  if (promptTokens > windowTokens) return overflowError(promptTokens, windowTokens);
  const { response, tokens } = withinLimit(answerTo(request), request.max_tokens);
  return { ...response, usage: { prompt_tokens: promptTokens, completion_tokens: tokens } };
}

function answerTo(request: ChatCompletionRequest): DemoResponse {
  if (isAgentRequest(request)) return agentResponse(request);
  return handsResponse(request) ?? demoResponse(readRequest(request));
}

/** Cuts a text at the request's token limit, as a model does. */
function withinLimit(response: DemoResponse, limit = Number.POSITIVE_INFINITY) {
  const tokens = estimateTokens(
    'toolCalls' in response ? JSON.stringify(response) : (response.content ?? ''),
  );
  if (tokens <= limit || 'toolCalls' in response) return { response, tokens };
  const content = (response.content ?? '').slice(0, limit * 4);
  return { response: { content, finishReason: 'length' }, tokens: limit };
}

function overflowError(promptTokens: number, windowTokens: number): FixtureResponse {
  const message = `This model's maximum context length is ${String(windowTokens)} tokens. However, your messages resulted in ${String(promptTokens)} tokens.`;
  return {
    status: 400,
    error: { message, type: 'invalid_request_error', param: 'messages', code: 'context_length_exceeded' },
  };
}

function listModels(response: ServerResponse, windowTokens: number): Promise<boolean> {
  response.writeHead(200, { 'content-type': 'application/json' });
  const data = [{ id: DEMO_MODEL, object: 'model', owned_by: 'longthread', context_length: windowTokens }];
  response.end(JSON.stringify({ object: 'list', data }));
  return Promise.resolve(true);
}

async function runAlone(): Promise<void> {
  const { values } = parseArgs({ options: { port: { type: 'string' }, window: { type: 'string' } } });
  const endpoint = await startDemoEndpoint({
    port: Number(values.port ?? 0),
    windowTokens: Number(values.window ?? DEMO_WINDOW_TOKENS),
  });
  console.log(`demo endpoint: ${endpoint.url} model ${DEMO_MODEL}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void endpoint.close());
}

// Does not await the promise here: a module with a top-level await can't be loaded with `require`, and the tests'
// loader would then load everything twice.
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) void runAlone();
