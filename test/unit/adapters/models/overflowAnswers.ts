import { answers, event, streams, type Fault } from '../../../support/faultyEndpoint.ts';

/** The answers by which providers and servers say that a request is too long. */
export const OVERFLOWS: readonly (readonly [string, Fault])[] = [
  [
    'OpenAI, with its code',
    answers(400, { error: { message: 'Too much.', code: 'context_length_exceeded' } }),
  ],
  [
    'OpenAI, with its newer message',
    answers(400, { error: { message: 'Your input exceeds the context window of this model.' } }),
  ],
  [
    'vLLM before 0.16',
    answers(400, {
      error: {
        message: "This model's maximum context length is 1024 tokens.",
        type: 'BadRequestError',
        code: 400,
      },
    }),
  ],
  [
    'vLLM since 0.16',
    answers(400, {
      error: {
        message: "You passed 2000 input tokens, but the model's context length is only 1024.",
        code: 400,
      },
    }),
  ],
  [
    'llama.cpp',
    answers(400, {
      error: { code: 400, type: 'exceed_context_size_error', message: 'the request is too big', n_ctx: 512 },
    }),
  ],
  [
    'llama.cpp, with status 200 and an error in the stream',
    streams(event({ error: { code: 500, type: 'exceed_context_size_error', message: 'too big' } })),
  ],
  [
    'LM Studio, with a string',
    answers(400, { error: 'Trying to keep the first 9000 tokens when context the overflows.' }),
  ],
  [
    'LM Studio, with a string in the stream',
    streams(
      event({
        error:
          'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 9 >= n_ctx: 8).',
      }),
    ),
  ],
  ['older LM Studio', answers(400, { error: 'Cannot truncate prompt with n_keep (9) >= n_ctx (8)' })],
  [
    'Ollama',
    answers(400, { error: { message: 'prompt too long; exceeded max context length by 4 tokens' } }),
  ],
  ['Anthropic', answers(400, { error: { message: 'prompt is too long: 210000 tokens > 200000 maximum' } })],
  [
    'Anthropic, for the size of the body',
    answers(413, { error: { type: 'request_too_large', message: 'request_too_large' } }),
  ],
  [
    'Gemini',
    answers(400, {
      error: { message: 'The input token count (2000000) exceeds the maximum number of tokens allowed.' },
    }),
  ],
  ['Groq', answers(413, { error: { message: 'Please reduce the length of the messages or completion.' } })],
  [
    'Mistral',
    answers(422, { error: { message: 'Prompt too large for model with 32768 maximum context length' } }),
  ],
  [
    'OpenRouter',
    answers(400, { error: { message: "This endpoint's maximum context length is 8192 tokens.", code: 400 } }),
  ],
  ['Together', answers(422, { error: { message: "Input is longer than the model's context length." } })],
  [
    'vLLM with images',
    answers(400, {
      object: 'error',
      message: 'The decoder prompt (length 8357) is longer than the maximum model length of 8192.',
      type: 'BadRequestError',
      code: 400,
    }),
  ],
  [
    'vLLM, with an error of the engine',
    answers(500, {
      error: { message: 'The decoder prompt (length 9) is longer than the maximum model length of 8.' },
    }),
  ],
  [
    'Text Generation Inference',
    answers(422, {
      error:
        'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 100 `max_new_tokens`',
      error_type: 'validation',
    }),
  ],
  [
    'older Text Generation Inference',
    answers(422, {
      error: 'Input validation error: `inputs` must have less than 1024 tokens. Given: 2000',
      error_type: 'validation',
    }),
  ],
  [
    'GitHub Models',
    answers(413, {
      error: {
        code: 'tokens_limit_reached',
        message: 'Request body too large for gpt-4o model. Max size: 8000 tokens.',
      },
    }),
  ],
  [
    'GitHub Models, with its message',
    answers(400, { error: { message: 'Request body too large for gpt-4o model. Max size: 8000 tokens.' } }),
  ],
  [
    'DashScope',
    answers(400, {
      error: {
        code: 'invalid_parameter_error',
        message: '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 30720]',
      },
    }),
  ],
  [
    'DashScope, in its own format',
    answers(400, { code: 'InvalidParameter', message: 'Range of input length should be [1, 30720]' }),
  ],
  ['Z.ai, with its code', answers(400, { error: { code: '1261', message: 'Prompt 超长' } })],
  ['Z.ai, with its message', answers(400, { error: { message: 'Prompt exceeds max length' } })],
  [
    'Cloudflare',
    answers(400, {
      success: false,
      errors: [
        {
          code: 5021,
          message:
            'AiError: The estimated number of input and maximum output tokens (155740) exceeded this model context window limit (128000).',
        },
      ],
    }),
  ],
  [
    'Cloudflare, with its code',
    answers(400, { success: false, errors: [{ code: 5021, message: 'AiError' }] }),
  ],
  [
    'GitHub Copilot',
    answers(400, {
      error: {
        code: 'model_max_prompt_tokens_exceeded',
        message: 'prompt token count of 391491 exceeds the limit of 128000',
      },
    }),
  ],
  [
    'GitHub Copilot, with its message',
    answers(400, { error: { message: 'prompt token count of 391491 exceeds the limit of 128000' } }),
  ],
  [
    'Anthropic, for the request together with the output limit',
    answers(400, {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message:
          'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again',
      },
    }),
  ],
  [
    'a proxy that limits the size of bodies',
    answers(413, '<html><h1>413 Request Entity Too Large</h1></html>'),
  ],
  ['Cerebras, without a message', answers(413, '')],
  [
    'Cohere',
    answers(400, {
      message:
        "too many tokens: size limit exceeded by 1152 tokens. Try using shorter or fewer inputs, or setting prompt_truncation='AUTO'.",
    }),
  ],
  [
    'Groq, for a rate limit that this request alone exceeds',
    answers(413, {
      error: {
        type: 'tokens',
        code: 'rate_limit_exceeded',
        message:
          'Request too large for model `m` in organization `o` service tier `on_demand` on tokens per minute (TPM): Limit 6000, Requested 15041, please reduce your message size and try again.',
      },
    }),
  ],
  [
    'OpenAI, for a rate limit that this request alone exceeds',
    answers(429, {
      error: {
        code: 'rate_limit_exceeded',
        message:
          'Request too large for m on tokens per min (TPM): Limit 30000, Requested 30001. The input or output tokens must be reduced in order to run successfully.',
      },
    }),
  ],
  [
    'OpenRouter, with the message of the provider',
    answers(400, {
      error: {
        code: 400,
        message: 'Provider returned error',
        metadata: { raw: '{"message":"prompt is too long: 210000 tokens > 200000 maximum"}' },
      },
    }),
  ],
  [
    'Mistral, in its own format',
    answers(400, {
      object: 'error',
      message: 'Prompt contains 40000 tokens, too large for model with 32768 maximum context length',
    }),
  ],
  [
    'SiliconFlow',
    answers(400, {
      code: 20015,
      message: 'length of prompt_tokens (40000) must be less than max_seq_len (32768).',
    }),
  ],
  [
    'TensorRT-LLM',
    answers(400, { error: { message: 'Prompt length (5000) exceeds maximum input length (4096).' } }),
  ],
  [
    'Volcengine',
    answers(400, { error: { message: 'Input length 260000 exceeds the maximum length 229376' } }),
  ],
  ['Bedrock', answers(400, { message: 'Input is too long for requested model.' })],
  [
    'Nova on Bedrock',
    answers(400, { message: 'The number of input tokens exceeds maximum length of 300000.' }),
  ],
  [
    'Vertex AI',
    answers(400, {
      error: {
        message:
          'Unable to submit request because the input token count is 40000 but model only supports up to 32768.',
      },
    }),
  ],
  [
    'watsonx',
    answers(400, {
      errors: [
        {
          code: 'invalid_input_argument',
          message: 'the number of input tokens 5000 cannot exceed the total tokens limit 4096 for this model',
        },
      ],
    }),
  ],
  [
    'a server with FastAPI',
    answers(400, { detail: 'Requested token count exceeds the maximum context length of 4096' }),
  ],
  [
    'xAI',
    answers(400, {
      code: 'Client specified an invalid argument',
      error: "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    }),
  ],
  ['MiniMax', answers(400, { error: { message: 'invalid params, context window exceeds limit (2013)' } })],
  [
    'Moonshot',
    answers(400, { error: { message: 'Your request exceeded model token limit: 262144 (requested: 9)' } }),
  ],
  ['Baidu', answers(400, { error: { code: 'invalid_argument', message: 'prompt tokens too long' } })],
];
