import type { EndpointApi } from '../../src/adapters/models/endpointApi.ts';
import type { Usage } from '../../src/core/log/message.ts';
import { chunk, DONE, event, streams, type Fault } from './faultyEndpoint.ts';
import { called, item, said, thought, usage as responseUsage } from './responseEvents.ts';

/** A call of a tool in a provider's own form, as its public documentation shows it, with what else its answer has. */
export interface ProviderExchange {
  readonly provider: string;
  readonly model: string;
  /** Where the form is documented. */
  readonly source: string;
  readonly api?: EndpointApi;
  readonly answer: Fault;
  readonly usage: Usage;
  /** Where thoughts come at all. */
  readonly thoughts?: string;
  /** A field of the answer's message in the next request, with its value; of its first call where `ofCall`. */
  readonly givenBack?: { readonly field: string; readonly value: unknown; readonly ofCall?: true };
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
/** OpenAI sends arguments in pieces. */
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
const signature = { google: { thought_signature: 'c2ln' } };
const details = [
  { type: 'reasoning.text', text: THOUGHTS, format: 'google-gemini-v1', index: 0 },
  { type: 'reasoning.encrypted', data: 'c2ln', id: 'tool_0', format: 'google-gemini-v1', index: 1 },
];

export const EXCHANGES: readonly ProviderExchange[] = [
  {
    ...{ provider: 'OpenAI, chat completions', model: 'gpt-4.1', usage: CACHED },
    source: 'https://platform.openai.com/docs/api-reference/chat-streaming',
    answer: streams(start, text, inPieces('call_1'), end, cached, DONE),
  },
  {
    ...{ provider: 'OpenAI, Responses', model: 'gpt-5.6', api: 'responses', usage: CACHED },
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
    source: 'https://learn.microsoft.com/azure/ai-foundry/openai/concepts/content-streaming',
    answer: streams(
      event({ choices: [], prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }] }),
      ...[start, text, inPieces('call_1'), end, cached, DONE],
    ),
  },
  {
    ...{ provider: 'OpenRouter', model: 'google/gemini-3.1-pro-preview', usage: CACHED },
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
    source: 'https://docs.claude.com/en/api/openai-sdk',
    answer: streams(start, text, inPieces('toolu_1'), end, plain, DONE),
  },
  {
    ...{ provider: 'Ollama', model: 'gpt-oss:20b', usage: USAGE },
    source: 'https://docs.ollama.com/openai',
    thoughts: THOUGHTS,
    givenBack: { field: 'reasoning', value: THOUGHTS },
    answer: streams(thinks('reasoning'), text, calls('call_abc'), end, plain, DONE),
  },
  {
    ...{ provider: 'LM Studio', model: 'openai/gpt-oss-20b', usage: USAGE },
    source: 'https://lmstudio.ai/docs/developer/api-changelog',
    thoughts: THOUGHTS,
    givenBack: { field: 'reasoning', value: THOUGHTS },
    answer: streams(start, thinks('reasoning'), text, inPieces('318230091'), end, plain, DONE),
  },
  {
    ...{ provider: 'llama.cpp', model: 'qwen3-8b', usage: USAGE },
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
    source: 'https://docs.vllm.ai/en/latest/features/reasoning_outputs/',
    thoughts: THOUGHTS,
    givenBack: { field: 'reasoning', value: THOUGHTS },
    answer: streams(start, thinks('reasoning'), text, inPieces('chatcmpl-tool-1'), end, plain, DONE),
  },
  {
    ...{ provider: 'Mistral', model: 'magistral-medium-latest', usage: USAGE },
    source: 'https://docs.mistral.ai/capabilities/reasoning/',
    thoughts: THOUGHTS,
    answer: streams(
      chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: THOUGHTS }] }] }),
      ...[chunk({ content: [{ type: 'text', text: TEXT }] }), calls('D681PevKs'), end, plain, DONE],
    ),
  },
  {
    ...{ provider: 'Groq', model: 'openai/gpt-oss-120b', usage: USAGE },
    source: 'https://console.groq.com/docs/reasoning',
    thoughts: THOUGHTS,
    answer: streams(start, thinks('reasoning'), text, calls('fc_1'), end, plain, DONE),
  },
  {
    ...{ provider: 'Together', model: 'openai/gpt-oss-120b', usage: USAGE },
    source: 'https://docs.together.ai/docs/function-calling',
    answer: streams(start, text, inPieces('call_1'), end, plain, DONE),
  },
];

const NONE = '–';

/** The table of docs/PROVIDERS.md. */
export function providersTable(): string {
  const head = ['Provider', 'Answer', 'Tools', 'Thoughts are shown', 'Given back', 'Usage'];
  const rows = EXCHANGES.map(({ provider, source, thoughts, givenBack, usage }) => [
    `[${provider}](${source})`,
    ...['yes', 'yes', thoughts === undefined ? NONE : 'yes'],
    givenBack === undefined ? NONE : `\`${givenBack.field}\``,
    usage.cachedInputTokens === undefined ? 'yes' : 'yes, with what was cached',
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
