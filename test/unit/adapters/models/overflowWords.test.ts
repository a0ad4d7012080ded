import assert from 'node:assert/strict';
import { isContextOverflow } from '../../../../src/adapters/models/contextOverflow.ts';

/** Messages of servers and providers about a request that is too long, and where they were reported. */
const TOO_LONG: readonly (readonly [string, string, string])[] = [
  ['LM Studio with MLX', 'lmstudio-ai/lmstudio-bug-tracker#2339', 'Context size has been exceeded'],
  [
    'LM Studio in the middle of an answer',
    'lmstudio-ai/lmstudio-bug-tracker#1251',
    'Reached context length of 4096 tokens with model (arch: x) that does not currently support mid-generation context overflow.',
  ],
  ['old LM Studio', 'lmstudio-ai/examples#29', 'Input length 6491 exceeds context length 1500'],
  ['Ollama', 'nano-step/nano-brain#208', 'the input length exceeds the context length'],
  ['Ollama’s log', 'ITSpecialist111/ai_automation_suggester#37', 'input exceeds context length'],
  [
    'Cohere',
    'https://docs.cohere.com/reference/errors',
    'too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 4292.',
  ],
  [
    'older Cohere',
    'cohere-ai/sandbox-topically#4',
    'too many tokens: total number of tokens (prompt and prediction) cannot exceed 2048 - received 6354.',
  ],
  [
    'OpenRouter with Poolside',
    'earendil-works/pi#4943',
    'Input length 131393 exceeds the maximum allowed input length of 131040 tokens.',
  ],
  [
    'an OpenAI-compatible server',
    'earendil-works/pi#5677',
    "Input length (265330) exceeds model's maximum context length (262144).",
  ],
  [
    'SGLang',
    'sgl-project/sglang#4048',
    'Input length (160062 tokens) exceeds the maximum allowed length (59862 tokens).',
  ],
  [
    'newer SGLang',
    'anomalyco/opencode#25230',
    "Requested token count exceeds the model's maximum context length of 202752 tokens.",
  ],
  ['Z.ai', 'anomalyco/opencode#35918', 'tokens in request more than max tokens allowed'],
  [
    'vLLM’s scheduler',
    'vllm-project/vllm#10440',
    'Input prompt (35247 tokens) is too long and exceeds limit of 1000',
  ],
  [
    'vLLM with images',
    'vllm-project/vllm#12165',
    'The prompt (total length 25938) is too long to fit into the model (context length 4096).',
  ],
  [
    'vLLM with the output limit in the message',
    'stepfun-ai/Step-Audio-R1#3',
    "'max_tokens' is too large: 4096. This model's maximum context length is 32768 tokens and your request has 29000 input tokens.",
  ],
  [
    'llama.cpp',
    'ggml-org/llama.cpp#15780',
    'the request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it',
  ],
  [
    'llama-cpp-python',
    'abetlen/llama-cpp-python#1084',
    'Requested tokens (5000) exceed context window of 4096',
  ],
  [
    'Anthropic for a request beyond the subscription’s window',
    'anomalyco/opencode#18853',
    'Extra usage is required for long context requests',
  ],
  [
    'SGLang with the model’s context length in the message',
    'QwenLM/Qwen3#1321',
    "The input (61709 tokens) is longer than the model's context length (40960 tokens).",
  ],
  [
    'a server for MLX',
    'jjang-ai/vmlx#253',
    'prompt_too_long: tokenized VLM text prompt has 20767 tokens, max prompt/context tokens is 16384',
  ],
  ['another server for MLX', 'ddalcu/mlx-serve#66', 'Prompt exceeds maximum context length'],
  [
    'GPT4All',
    'nomic-ai/gpt4all#664',
    'ERROR: The prompt size exceeds the context window size and cannot be processed.',
  ],
  [
    'CTransformers',
    'InsightEdge01/MultipleDocumentllama2Bot#2',
    'Number of tokens (768) exceeded maximum context length (512)',
  ],
  [
    'LocalAI',
    'lfnovo/open-notebook#470',
    'rpc error: code = Internal desc = request (20652 tokens) exceeds the available context size (8192 tokens), try increasing it',
  ],
];

/** Other wordings of error messages for a request that is too long. */
const SAID_OTHERWISE = [
  'Provided 4,106 tokens, but the maximum allowed is 4,096.',
  'Your request has 9000 tokens but the model allows at most 8192',
  'The maximum number of tokens for this model is 8192 but 9000 were given',
  'prompt tokens (9000) > context (8192)',
  'n_tokens (9000) > n_ctx (8192)',
  'input_ids size (5000) >= max_length (4096)',
  'The prompt does not fit into the context window',
  'Not enough room in the context for this request',
  'Ran out of context',
  'Context window limit reached',
  'The request exceeded the maximum allowed number of tokens',
  'Exceeds maximum model length 8192',
  'Total sequence length exceeds cache size in model.forward',
  'Please use a shorter prompt',
  'Request too long: 9000 tokens',
  'max_tokens must be at least 1, got -6.',
  'input_length_error',
  'Malformed input request: expected maxLength: 2048000, actual: 3000000',
  'Total tokens of image and text exceed max message tokens',
  'failed to find free space in the KV cache',
  '请求内容过长',
];

const CODES = [
  'CONTEXT_LENGTH_EXCEEDED',
  'ContextWindowExceededError',
  'input_too_long',
  'max_input_tokens_exceeded',
  'prompt_tokens_exceeded',
  'context_overflow',
];

/** Messages about a length or a limit. A shorter request would not avoid these errors. */
const OTHERS: readonly (readonly [string, string])[] = [
  [
    'the id of a call (microsoft/autogen#6377)',
    "litellm.ContextWindowExceededError: Invalid 'messages[3].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 41 instead.",
  ],
  [
    'a limit of output tokens',
    'max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for m',
  ],
  [
    'a limit of completion tokens',
    'max_tokens is too large: 100000. This model supports at most 4096 completion tokens',
  ],
  ['an image', 'messages.0.content.1.image.source.base64: image exceeds 5 MB maximum'],
  ['too many tools', "Invalid 'tools': array too long. Expected an array with maximum length 128"],
  ['the name of a tool', 'Tool name is too long, maximum length is 64'],
  ['the description of a tool', 'function description exceeds maximum length 1024'],
  ['a timeout', 'The request took too long to process'],
  ['a limit of tokens per month', "You've used too many tokens this month; upgrade your plan"],
  ['a limit of tokens per minute', 'You have exceeded your token limit for this minute'],
  ['a limit of the parameter top_k', 'top_k exceeds maximum of 100'],
  ['a limit of tokens per day', 'Daily token limit exceeded'],
  ['an authentication token', 'The authentication token exceeds its maximum age'],
  [
    'a timeout of a Go program',
    'Post "http://127.0.0.1:1/completion": context deadline exceeded (Client.Timeout exceeded while awaiting headers)',
  ],
  ['a timeout of gRPC', 'rpc error: code = DeadlineExceeded desc = context deadline exceeded'],
];

describe('a context-overflow error', () => {
  for (const [who, source, text] of TOO_LONG)
    it(`is recognised in the wording of ${who} (${source})`, () => {
      assert.ok(isContextOverflow({ status: 400, text }));
    });

  for (const text of SAID_OTHERWISE)
    it(`is also recognised with this wording: ${text}`, () => {
      assert.ok(isContextOverflow({ status: 400, text }));
    });

  it('is recognised by its code or type, and not confused with an error whose code or type names another limit', () => {
    const told = (code: string) =>
      [{ code }, { type: code }].map((more) => ({ status: 400, text: 'Bad request', ...more }));
    assert.deepEqual(
      CODES.filter((code) => !told(code).every(isContextOverflow)),
      [],
    );
    assert.deepEqual(
      [
        'rate_limit_exceeded',
        'max_tokens_exceeded',
        'deadline_exceeded',
        'daily_token_limit_exceeded',
      ].filter((code) => told(code).some(isContextOverflow)),
      [],
    );
  });

  for (const [what, text] of OTHERS)
    it(`is not confused with another error: ${what}`, () => {
      assert.ok(!isContextOverflow({ status: 400, text }));
    });

  it('is recognised with the status 500 or without a status, but not with the status 429 or 401', () => {
    const text = 'Context size has been exceeded.';
    assert.deepEqual(
      [500, undefined, 429, 401].map((status) => isContextOverflow({ status, text })),
      [true, true, false, false],
    );
  });
});
