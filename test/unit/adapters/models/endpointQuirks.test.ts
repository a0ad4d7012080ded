import assert from 'node:assert/strict';
import { adaptShape, CHAT_SHAPE, type RequestShape } from '../../../../src/adapters/models/endpointQuirks.ts';
import { silenceError, waitLimitMs } from '../../../../src/adapters/models/waitLimits.ts';

const place = { endpoint: { baseUrl: 'https://api.example.com/v1' } };

describe('the format of a request', () => {
  const shape = CHAT_SHAPE;
  const changes = (
    said: string | { readonly text: string; readonly param?: string; readonly code?: string },
    from: RequestShape = shape,
    status = 400,
  ): Partial<RequestShape> | undefined => {
    const adapted = adaptShape(from, { status, ...(typeof said === 'string' ? { text: said } : said) });
    return (
      adapted &&
      Object.fromEntries(
        Object.entries(adapted).filter(([name, value]) => from[name as keyof RequestShape] !== value),
      )
    );
  };

  for (const [text, change] of [
    ['stream_options is unknown', { usageInStream: false }],
    ['include_usage: extra field', { usageInStream: false }],
    [
      "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
      { outputLimit: 'max_completion_tokens' },
    ],
    ['max_tokens is not permitted', { outputLimit: 'none' }],
    ['max_tokens is too large', undefined],
    ['missing reasoning_content', { reasoning: 'always' }],
    ['the reasoning content must be passed back', { reasoning: 'always' }],
    ["property 'reasoning' is unsupported", { reasoning: 'never' }],
    ['reasoning_content: Extra inputs are not permitted', { reasoning: 'never' }],
    ['tiny does not support tools', { tools: false }],
    ["function calls aren't supported", undefined],
    ['`tool calling` is not supported with this model', { tools: false }],
    ['No endpoints found that support tool use. Try disabling "look".', { tools: false }],
    ['Function calling is not enabled for models/gemma-3-27b-it', { tools: false }],
    ['Unrecognized request argument supplied: tools', { tools: false }],
    ["x does not support parameters: ['tools']", { tools: false }],
    ["Invalid schema for function 'edit': 'oneOf' is not supported.", undefined],
    ['Tool names longer than 64 characters are not supported', undefined],
    ["Unsupported parameter: 'parallel_tool_calls' is not supported with this model.", undefined],
    ['strict mode is not supported for tool definitions', undefined],
    ['Assistant message prefill is not supported when tools are used', undefined],
    ['Model does not support tool calling with more than 128 functions', undefined],
    ['tools are not supported in JSON mode', undefined],
    ['parallel tool calls are not supported', undefined],
    ['cache_control is not supported on tool definitions', { cacheHints: false }],
    ['tool result content of type image is not supported', { images: false }],
    ['this model does not support image/webp', undefined],
    ['the image format webp is not supported', undefined],
    ['At most 0 image(s) may be provided in one prompt.', { images: false }],
    ["This model doesn't support tool use in streaming mode.", { withoutStream: true }],
    ['Your organization must be verified to stream this model.', { withoutStream: true }],
    [
      'Function tools with reasoning_effort are not supported for m in /v1/chat/completions. Use /v1/responses instead.',
      { withoutThinking: true },
    ],
    ["'reasoning_effort' does not support 'none' with this model", { effort: false }],
    ["property 'reasoning_content' is unsupported", { reasoning: 'never' }],
    ['tool use is not supported', { tools: false }],
    ['start with --jinja', { tools: false }],
    [
      '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      { tools: false },
    ],
    ['neither stream_options nor max_tokens', { usageInStream: false }],
    ['registry.example/x does not support thinking', { effort: false }],
    ['cache_control: Extra inputs are not permitted', { cacheHints: false }],
    ["tool_choice 'required' is incompatible with thinking enabled", { toolChoice: false }],
    ['Thinking mode does not support this tool_choice', { toolChoice: false }],
    [
      'The tool_choice parameter does not support being set to required or object in thinking mode',
      { toolChoice: false },
    ],
    ['`tool_choice` value required is not supported by this model', { toolChoice: false }],
    ["This model doesn't support the toolConfig.toolChoice.any field.", { toolChoice: false }],
    [
      'Function call is missing a thought_signature in functionCall parts.',
      { signatures: 'placeholderExtra' },
    ],
    [
      'models require OpenRouter reasoning details to be preserved (missing a thought_signature)',
      { signatures: 'placeholderDetails' },
    ],
    ['image input is not supported - hint: you may need the mmproj', { images: false }],
    ['No endpoints found that support image input', { images: false }],
    ['Invalid content type. image_url is only supported by certain models.', { images: false }],
    ['unknown variant `image_url`, expected `text`', { images: false }],
    ['tiny is not a multimodal model', { images: false }],
    ['this model does not support images', { images: false }],
    ['the image is too large', undefined],
    ['Images larger than 20 MB are not supported', undefined],
    ['Image in gif format is not supported', undefined],
    ['Animated images are not supported', undefined],
    ['This model does not support tool results with images', undefined],
    ['This model does not support vision', { images: false }],
    ['Model x does not support multimodal input', { images: false }],
    ["Invalid content type: 'image_url'", { images: false }],
    ["Only 'text' content type is supported.", { images: false }],
    ['this model is missing data required for image input', { images: false }],
    ['this model does not support image input (ref: b8bd630e-4a39)', { images: false }],
    ['this model does not support images (at most 20 MB each)', undefined],
    ["Only 'text' content type is supported (trace_id: 0a1b)", { images: false }],
    ['Only text messages are allowed for this model.', { images: false }],
    ['Invalid content for role user: only text content is supported.', { images: false }],
    ['Only text content is supported at the moment.', { images: false }],
    ['Only text content is supported currently', { images: false }],
    ['only text messages are supported by this API', { images: false }],
    ['Only text content is supported for role: tool', undefined],
    ['Invalid content for role tool: only text content is supported.', undefined],
    ['Only text messages are allowed from role system', undefined],
    ['Only text content is supported in tool results.', undefined],
    ['For the role system, only text content is supported.', undefined],
    ['This model does not support images (max size: 20MB)', undefined],
    ['This model does not support image (webp: animated)', undefined],
    ['model does not support tools (max: 128)', undefined],
    ['tiny does not support tools (request id: 0a1b)', { tools: false }],
    ['tiny does not support tools (X-Request-ID: 0a1b)', { tools: false }],
    ['tiny does not support tools (correlation id: 0a1b)', { tools: false }],
    ['tiny does not support tools (req: 0a1b)', { tools: false }],
    ['tiny does not support tools (request: 3f2a)', { tools: false }],
    ['tiny does not support tools (id: 3f2a)', { tools: false }],
    ['tiny does not support tools (trace: 3f2a)', { tools: false }],
    ['tiny does not support tools (cf-ray: 3f2a)', { tools: false }],
    ["unexpected keyword argument 'tools'", { tools: false }],
    ['tools: Extra inputs are not permitted', { tools: false }],
    ["Property 'tools' is not allowed", { tools: false }],
    ['Function calling is unavailable for this model', { tools: false }],
    ['This model is not capable of tool calling', { tools: false }],
    ['function calling not supported', { tools: false }],
    ["Tools with type 'web_search' are not supported", undefined],
    ['Too many tools. Maximum of 128 tools is supported', undefined],
    ['Model grok-4 does not support parameter reasoningEffort.', { effort: false }],
    ['Thinking level MINIMAL is not supported for this model.', { effort: false }],
    ['The thinking budget (52428) is invalid.', { effort: false }],
    ['Budget 0 is invalid. This model only works in thinking mode.', { effort: false }],
    ['the field streamOptions is unknown', { usageInStream: false }],
    ['stream is not supported', { withoutStream: true }],
    ['Thinking is not supported by this model', { effort: false }],
    ['something else', undefined],
  ] as const) {
    it(`changes only in the part that an error rejects: ${text}`, () => {
      assert.deepEqual(changes(text), change);
    });
  }

  it('keeps the tools if an error rejects only the tool choice, and drops the tools if the error rejects both', () => {
    const free = { ...shape, toolChoice: false };
    assert.equal(changes('this tool_choice is not supported', free), undefined);
    assert.deepEqual(changes('this model does not support tools or tool_choice', free), { tools: false });
    assert.deepEqual(changes('tools and tool_choice are not supported', free), { tools: false });
  });

  for (const [param, text, change] of [
    ['reasoning_effort', 'Function tools are not supported so.', { withoutThinking: true }],
    ['stream', 'Verify first.', { withoutStream: true }],
    ['tools', 'Unknown parameter.', { tools: false }],
    ['tools', 'Expected an array with maximum length 128.', undefined],
    ['tools', "Unknown tool type 'web_search'.", undefined],
    ['tools', "Unsupported value: tools of type 'mcp'.", undefined],
    ['tools[0].function.parameters', 'this model does not support tools', undefined],
    ['tools.0.custom.cache_control', 'Extra inputs are not permitted', { cacheHints: false }],
    ['messages.[1].content.[1].type', 'image_url is only supported by certain models', { images: false }],
    ['tool_choice', 'stream_options, tools: not supported', { toolChoice: false }],
  ] as const)
    it(`changes at most in the parameter that the error names: ${param}, ${text}`, () => {
      assert.deepEqual(changes({ text, param }), change);
    });

  for (const [code, text, change] of [
    ['tools_not_supported', 'Bad request about stream_options', { tools: false }],
    ['streaming_not_supported', 'Bad request', { withoutStream: true }],
    ['unsupported_parameter', 'Unsupported: tool_choice', { toolChoice: false }],
  ] as const)
    it(`changes in the parameter that the error names in its code, or else in its message: ${code}`, () => {
      assert.deepEqual(changes({ text, code }), change);
    });

  it('drops the parameter that the error names if the error’s code is “unsupported_parameter”', () => {
    const code = 'unsupported_parameter';
    assert.deepEqual(changes({ text: 'Bad request', param: 'tools', code }), { tools: false });
    assert.deepEqual(changes({ text: 'Bad request', param: 'max_tokens', code }), { outputLimit: 'none' });
  });

  it('first drops the cache hints, and then the images, if the endpoint requires a string as content', () => {
    const text = 'messages[1].content must be a string';
    assert.deepEqual(changes(text), { cacheHints: false });
    assert.deepEqual(changes(text, { ...shape, cacheHints: false }), { images: false });
  });

  it('keeps the images if the error is about only one image', () => {
    const param = 'messages[1].content[1].image_url';
    for (const text of [
      'You uploaded an unsupported image. Please make sure your image is valid.',
      'The image data you provided does not represent a valid image.',
    ])
      assert.equal(changes({ text, param, code: 'invalid_image_format' }), undefined);
  });

  it('is also learned from an error inside an answer', () => {
    const refusal = { text: 'tiny does not support tools', status: undefined };
    assert.equal(adaptShape(shape, refusal)?.tools, false);
  });

  it('drops the reasoning of earlier answers if the endpoint does not support the field for reasoning', () => {
    const text = "'messages.2': property 'reasoning_content' is unsupported";
    assert.deepEqual(changes(text, { ...shape, reasoning: 'always' }), { reasoning: 'never' });
  });

  it('changes at status 500 only if the error may mean that the server was started without an option such as --jinja', () => {
    const at500 = (text: string) => changes(text, shape, 500);
    assert.deepEqual(at500('tools param requires --jinja flag'), { tools: false });
    assert.deepEqual(at500('image input is not supported - hint: you need the mmproj'), { images: false });
    assert.deepEqual(at500('this model is missing data required for image input'), { images: false });
    assert.equal(at500('this model does not support tools'), undefined);
  });

  it('drops the output limit if the error asks for max_completion_tokens and the request already uses this field', () => {
    const renamed = { ...shape, outputLimit: 'max_completion_tokens' } as const;
    assert.deepEqual(changes("use 'max_completion_tokens'", renamed), { outputLimit: 'none' });
  });

  it('does not change if the request already lacks the rejected part or the error’s status is unrelated', () => {
    const bare: RequestShape = {
      usageInStream: false,
      outputLimit: 'none',
      tools: false,
      reasoning: 'never',
      images: false,
      toolChoice: false,
      signatures: 'placeholderExtra',
      cacheHints: false,
      withoutThinking: true,
      effort: false,
      withoutStream: true,
      summary: false,
      encrypted: false,
    };
    for (const text of [
      'stream_options',
      'max_tokens unsupported',
      'reasoning_content',
      '--jinja',
      'cache_control',
      'tool_choice',
      'thought_signature',
      'image input is not supported',
      'reasoning_effort',
      'verified to stream',
      'reasoning summaries',
      'encrypted content',
      'tiny does not support tools',
    ])
      assert.equal(changes(text, bare), undefined, text);
    const statuses = [400, 401, 403, 404, 405, 422, 423, 429, 500, 501, 502];
    assert.deepEqual(
      statuses.filter((status) => changes('stream_options', shape, status)),
      [400, 404, 422, 501],
    );
  });
});

describe('the time limit for an endpoint’s answer', () => {
  const limits = { headers: 20, firstToken: 30, gap: 10 };
  const local = { baseUrl: 'http://localhost:1/v1' };

  it('depends on the phase, and is at least as long for a local server’s headers as for the first token', () => {
    const ms = (endpoint: { baseUrl: string }, own = limits) =>
      (['headers', 'firstToken', 'gap'] as const).map((wait) => waitLimitMs(wait, endpoint, own));
    assert.deepEqual(ms(place.endpoint), [20_000, 30_000, 10_000]);
    assert.deepEqual(ms(local), [30_000, 30_000, 10_000]);
    assert.deepEqual(ms(local, { ...limits, headers: 40 }), [40_000, 30_000, 10_000]);
  });

  it('causes an error that names the setting, or recommends a compaction if the setting is at its maximum', () => {
    const told = (seconds: number) => silenceError('gap', place.endpoint, { ...limits, gap: seconds });
    assert.match(
      told(298).message,
      /sent nothing more of its answer for 298 s\..*raise longthread\.endpoint\.gapTimeout/,
    );
    assert.match(told(299).message, /compact the session/);
    assert.equal(told(299).isRetryable, false);
    const equal = silenceError('headers', local, { ...limits, headers: 30 });
    assert.match(equal.message, /did not begin to answer for 30 s\. .*headersTimeout/);
    assert.match(
      silenceError('firstToken', local, limits).message,
      /sent no token for 30 s\. .*firstTokenTimeout/,
    );
  });
});
