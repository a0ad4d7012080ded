import type { EndpointApi } from '../../src/adapters/models/endpointModel.ts';
import type { Usage } from '../../src/core/log/message.ts';
import { answers, chunk, DONE, event, streams, type Fault } from './faultyEndpoint.ts';
import { called, item, said, thought, usage as responseUsage } from './responseEvents.ts';

/** An answer with a tool call, in the format that a provider's public documentation describes. */
export interface ProviderExchange {
  readonly provider: string;
  readonly model: string;
  /** The page that documents the format. */
  readonly source: string;
  readonly api?: EndpointApi;
  readonly answer: Fault;
  readonly usage: Usage;
  /** The text of the thoughts, if the answer contains thoughts. */
  readonly thoughts?: string;
  /**
   * A field of the answer, and its value. The next request must send the field back in one of its messages or items, or
   * in the first tool call of a message if `ofCall` is set.
   */
  readonly givenBack?: { readonly field: string; readonly value: unknown; readonly ofCall?: true };
  /** The error for a request that is too long, and a page that quotes this error. */
  readonly tooLong: readonly [fault: Fault, seenIn: string];
}

export const TEXT = 'I look.';
export const ARGUMENTS = '{"a":1}';

const start = chunk({ role: 'assistant', content: '' });
const text = chunk({ content: TEXT });
const end = chunk({}, 'tool_calls');
const calls = (id: string, more: object = {}): string =>
  chunk({
    tool_calls: [
      { index: 0, id, type: 'function', ...more, function: { name: 'look', arguments: ARGUMENTS } },
    ],
  });
/** Returns a call whose arguments are in several pieces, as OpenAI sends them. */
const inPieces = (id: string): string =>
  chunk({ tool_calls: [{ index: 0, id, type: 'function', function: { name: 'look', arguments: '' } }] }) +
  chunk({ tool_calls: [{ index: 0, function: { arguments: '{"a"' } }] }) +
  chunk({ tool_calls: [{ index: 0, function: { arguments: ':1}' } }] });
const counted = (usage: object): string => event({ choices: [], usage });
const plain = counted({ prompt_tokens: 900, completion_tokens: 40, total_tokens: 940 });
const cached = counted({
  ...{ prompt_tokens: 900, completion_tokens: 40, total_tokens: 940 },
  prompt_tokens_details: { cached_tokens: 512 },
});
const thinks = (field: string): string => chunk({ [field]: 'Two ' }) + chunk({ [field]: 'files.' });
const USAGE: Usage = { inputTokens: 900, outputTokens: 40 };
const CACHED: Usage = { ...USAGE, cachedInputTokens: 512 };
const THOUGHTS = 'Two files.';
const refuses = (message: string, more: object = {}, status = 400): Fault =>
  answers(status, { error: { message, ...more } });
const INVALID = { type: 'invalid_request_error', param: null, code: 'invalid_request_error' };
const EXCEEDED = { ...INVALID, param: 'messages', code: 'context_length_exceeded' };
const signature = { google: { thought_signature: 'c2ln' } };
const details = [
  { type: 'reasoning.text', text: THOUGHTS, format: 'google-gemini-v1', index: 0 },
  { type: 'reasoning.encrypted', data: 'c2ln', id: 'tool_0', format: 'google-gemini-v1', index: 1 },
];

export const EXCHANGES: readonly ProviderExchange[] = [
  {
    ...{ provider: 'OpenAI, chat completions', model: 'gpt-4.1', usage: CACHED },
    tooLong: [
      refuses(
        "This model's maximum context length is 8192 tokens. However, you requested 8554 tokens (7554 in the messages, 1000 in the completion). Please reduce the length of the messages or completion.",
        EXCEEDED,
      ),
      'https://github.com/mckaywrigley/chatbot-ui/issues/820',
    ],
    source: 'https://platform.openai.com/docs/api-reference/chat-streaming',
    answer: streams(start, text, inPieces('call_1'), end, cached, DONE),
  },
  {
    ...{ provider: 'OpenAI, Responses', model: 'gpt-5.6', api: 'responses', usage: CACHED },
    tooLong: [
      streams(
        event({
          type: 'error',
          sequence_number: 2,
          error: {
            ...EXCEEDED,
            param: 'input',
            message:
              'Your input exceeds the context window of this model. Please adjust your input and try again.',
          },
        }),
      ),
      'https://github.com/dyad-sh/dyad/issues/1672',
    ],
    source: 'https://platform.openai.com/docs/api-reference/responses-streaming',
    thoughts: 'I look.',
    givenBack: { field: 'encrypted_content', value: 'gAAArs_1' },
    answer: streams(
      event({ type: 'response.reasoning_summary_text.delta', output_index: 0, delta: 'I look.' }),
      item(0, thought('rs_1')),
      said(1, TEXT),
      called(2, 'call_1'),
      event({ type: 'response.completed', response: { output: [], usage: responseUsage } }),
    ),
  },
  {
    ...{ provider: 'Azure', model: 'gpt-4.1', usage: CACHED },
    tooLong: [
      refuses(
        'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 509178 tokens. Please reduce the length of the messages.',
      ),
      'https://github.com/BerriAI/litellm/issues/15968',
    ],
    source: 'https://learn.microsoft.com/azure/ai-foundry/openai/concepts/content-streaming',
    answer: streams(
      event({ choices: [], prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }] }),
      ...[start, text, inPieces('call_1'), end, cached, DONE],
    ),
  },
  {
    ...{ provider: 'OpenRouter', model: 'google/gemini-3.1-pro-preview', usage: CACHED },
    tooLong: [
      refuses(
        'This endpoint\'s maximum context length is 32768 tokens. However, you requested about 42832 tokens (42832 of text input). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.',
        { code: 400 },
      ),
      'https://github.com/refly-ai/refly/issues/1177',
    ],
    source: 'https://openrouter.ai/docs/use-cases/reasoning-tokens',
    thoughts: THOUGHTS,
    givenBack: { field: 'reasoning_details', value: details },
    answer: streams(
      ': OPENROUTER PROCESSING\n\n',
      chunk({ role: 'assistant', content: '', reasoning: THOUGHTS, reasoning_details: [details[0]] }),
      ...[text, calls('tool_0'), chunk({ reasoning_details: [details[1]] }), end, cached, DONE],
    ),
  },
  {
    ...{ provider: 'Gemini', model: 'gemini-3-flash', usage: USAGE },
    tooLong: [
      answers(400, [
        {
          error: {
            code: 400,
            message: 'The input token count (134123) exceeds the maximum number of tokens allowed (131072).',
            status: 'INVALID_ARGUMENT',
          },
        },
      ]),
      'https://github.com/google-gemini/gemini-cli/issues/12214',
    ],
    source: 'https://ai.google.dev/gemini-api/docs/thought-signatures',
    givenBack: { field: 'extra_content', value: signature, ofCall: true },
    answer: streams(
      text,
      calls('function-call-1', { extra_content: signature }),
      chunk({}, 'stop'),
      plain,
      DONE,
    ),
  },
  {
    ...{ provider: 'DeepSeek', model: 'deepseek-v4-pro', usage: CACHED },
    tooLong: [
      refuses(
        "This model's maximum context length is 65536 tokens. However, you requested 66343 tokens (62247 in the messages, 4096 in the completion). Please reduce the length of the messages or completion.",
        INVALID,
      ),
      'https://github.com/FoundationAgents/OpenManus/issues/79',
    ],
    source: 'https://api-docs.deepseek.com/guides/thinking_mode',
    thoughts: THOUGHTS,
    givenBack: { field: 'reasoning_content', value: THOUGHTS },
    answer: streams(
      ...[start, thinks('reasoning_content'), text, inPieces('call_00_a'), end],
      counted({ prompt_tokens: 900, completion_tokens: 40, prompt_cache_hit_tokens: 512 }),
      DONE,
    ),
  },
  {
    ...{ provider: 'Anthropic-compatible', model: 'claude-opus-5', usage: USAGE },
    tooLong: [
      refuses('prompt is too long: 202095 tokens > 200000 maximum', { type: 'invalid_request_error' }),
      'https://github.com/stackblitz/bolt.new/issues/2449',
    ],
    source: 'https://docs.claude.com/en/api/openai-sdk',
    answer: streams(start, text, inPieces('toolu_1'), end, plain, DONE),
  },
  {
    ...{ provider: 'Ollama', model: 'gpt-oss:20b', usage: USAGE },
    tooLong: [
      refuses('the input length exceeds the context length'),
      'https://github.com/nano-step/nano-brain/issues/208',
    ],
    source: 'https://docs.ollama.com/openai',
    thoughts: THOUGHTS,
    givenBack: { field: 'reasoning', value: THOUGHTS },
    answer: streams(thinks('reasoning'), text, calls('call_abc'), end, plain, DONE),
  },
  {
    ...{ provider: 'LM Studio', model: 'openai/gpt-oss-20b', usage: USAGE },
    tooLong: [
      answers(400, {
        error:
          'Trying to keep the first 111490 tokens when context the overflows. However, the model is loaded with context length of only 32768 tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input.',
      }),
      'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/546',
    ],
    source: 'https://lmstudio.ai/docs/developer/api-changelog',
    thoughts: THOUGHTS,
    givenBack: { field: 'reasoning', value: THOUGHTS },
    answer: streams(start, thinks('reasoning'), text, inPieces('318230091'), end, plain, DONE),
  },
  {
    ...{ provider: 'llama.cpp', model: 'qwen3-8b', usage: USAGE },
    tooLong: [
      refuses(
        'the request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it',
        { type: 'exceed_context_size_error', code: 400 },
      ),
      'https://github.com/ggml-org/llama.cpp/issues/15780',
    ],
    source: 'https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md',
    thoughts: THOUGHTS,
    givenBack: { field: 'reasoning_content', value: THOUGHTS },
    answer: streams(
      ...[start, thinks('reasoning_content'), text, inPieces('Xy1'), end],
      event({
        choices: [],
        usage: { prompt_tokens: 900, completion_tokens: 40 },
        timings: { prompt_n: 900 },
      }),
      DONE,
    ),
  },
  {
    ...{ provider: 'vLLM', model: 'Qwen/Qwen3-8B', usage: USAGE },
    tooLong: [
      streams(
        event({
          object: 'error',
          message:
            "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens (112946 in the messages, 10000 in the completion). Please reduce the length of the messages or completion.",
          type: 'BadRequestError',
          param: null,
          code: 400,
        }),
        DONE,
      ),
      'https://github.com/vllm-project/vllm/issues/20409',
    ],
    source: 'https://docs.vllm.ai/en/latest/features/reasoning_outputs/',
    thoughts: THOUGHTS,
    givenBack: { field: 'reasoning', value: THOUGHTS },
    answer: streams(start, thinks('reasoning'), text, inPieces('chatcmpl-tool-1'), end, plain, DONE),
  },
  {
    ...{ provider: 'Mistral', model: 'magistral-medium-latest', usage: USAGE },
    tooLong: [
      answers(400, {
        object: 'error',
        message: 'Prompt contains 40000 tokens, too large for model with 32768 maximum context length',
      }),
      'https://github.com/earendil-works/pi/blob/main/packages/ai/src/utils/overflow.ts',
    ],
    source: 'https://docs.mistral.ai/capabilities/reasoning/',
    thoughts: THOUGHTS,
    answer: streams(
      chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: THOUGHTS }] }] }),
      ...[chunk({ content: [{ type: 'text', text: TEXT }] }), calls('D681PevKs'), end, plain, DONE],
    ),
  },
  {
    ...{ provider: 'Groq', model: 'openai/gpt-oss-120b', usage: USAGE },
    tooLong: [
      refuses('Please reduce the length of the messages or completion.', EXCEEDED),
      'https://github.com/OpenHands/OpenHands/issues/1902',
    ],
    source: 'https://console.groq.com/docs/reasoning',
    thoughts: THOUGHTS,
    answer: streams(start, thinks('reasoning'), text, calls('fc_1'), end, plain, DONE),
  },
  {
    ...{ provider: 'Together', model: 'openai/gpt-oss-120b', usage: USAGE },
    tooLong: [
      refuses(
        'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 2048. Given: 2019 `inputs` tokens and 30 `max_new_tokens`',
        {},
        422,
      ),
      'https://github.com/stanford-crfm/helm/pull/2079',
    ],
    source: 'https://docs.together.ai/docs/function-calling',
    answer: streams(start, text, inPieces('call_1'), end, plain, DONE),
  },
];
