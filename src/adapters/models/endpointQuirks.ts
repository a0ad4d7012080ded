import type { Refusal } from './contextOverflow.ts';
import { inWords } from './overflowWords.ts';
import { NO_IMAGES, NO_TOOL_PARSER, NO_TOOLS, REFUSED } from './refusedFeatures.ts';

/**
 * The format of requests that an endpoint accepts. It is learned from errors, since OpenAI-compatible endpoints differ.
 */
export interface RequestShape {
  readonly usageInStream: boolean;
  readonly outputLimit: 'max_tokens' | 'max_completion_tokens' | 'max_output_tokens' | 'none';
  readonly tools: boolean;
  /**
   * Which plain-text reasoning of earlier answers is sent back. With `given`, reasoning from the same model and
   * endpoint is sent in turns with tool calls. `always` does the same, and adds an empty reasoning field to each
   * earlier answer whose reasoning is not sent. With `never`, no reasoning is sent.
   */
  readonly reasoning: 'given' | 'always' | 'never';
  /** Whether images are sent. Otherwise a text with the image's name replaces each image. */
  readonly images: boolean;
  readonly toolChoice: boolean;
  /**
   * Which signatures of calls are sent back. With `given`, only signatures from the same model and endpoint are sent.
   * With the other values, a placeholder replaces a missing signature, in Google's field (`placeholderExtra`) or
   * OpenRouter's field (`placeholderDetails`).
   */
  readonly signatures: 'given' | 'placeholderExtra' | 'placeholderDetails';
  /** Whether to send cache hints to models that need them to cache the beginning of a request. */
  readonly cacheHints: boolean;
  /** Whether to ask the model not to think. Some models accept tools only without thinking. */
  readonly withoutThinking: boolean;
  /** Whether to send the reasoning effort that the person chose. */
  readonly effort: boolean;
  /** Whether to ask for the whole answer in one piece instead of a stream. */
  readonly withoutStream: boolean;
  /** Whether to ask for readable thoughts, which the Responses API sends only on request. */
  readonly summary: boolean;
  /** Whether to ask for encrypted thoughts and send these thoughts back. */
  readonly encrypted: boolean;
}

/** The initial format of a chat completion request. */
export const CHAT_SHAPE: RequestShape = {
  usageInStream: true,
  outputLimit: 'max_tokens',
  tools: true,
  reasoning: 'given',
  images: true,
  toolChoice: true,
  signatures: 'given',
  cacheHints: true,
  withoutThinking: false,
  effort: true,
  withoutStream: false,
  summary: false,
  encrypted: false,
};

/**
 * The initial format of a request to the Responses API. The fields for features that this API does not have are set to
 * values that no error changes.
 */
export const RESPONSES_SHAPE: RequestShape = {
  ...CHAT_SHAPE,
  usageInStream: false,
  outputLimit: 'max_output_tokens',
  reasoning: 'never',
  signatures: 'placeholderExtra',
  cacheHints: false,
  withoutThinking: true,
  summary: true,
  encrypted: true,
};

/** The statuses of a rejected request. Usually, an error inside an answer has no status. */
const BAD_REQUEST_STATUSES: ReadonlySet<number | undefined> = new Set([400, 404, 422, 501, undefined]);

/**
 * Returns the format to try next after an error, or undefined if the error is not about the format. Changes only the
 * part that the error names in its parameter, or else in its code, or else in its message. Every step removes a part or
 * switches it once, so retrying ends after a few attempts.
 */
export function adaptShape(shape: RequestShape, refusal: Refusal): RequestShape | undefined {
  const { status, param, code } = refusal;
  const allowed = ADAPTATIONS.filter(
    ({ isOfServer = false }) => BAD_REQUEST_STATUSES.has(status) || (isOfServer && status === 500),
  );
  const byParam = allowed.filter(({ param: own }) => param != null && own?.test(param) === true);
  // A path such as `tools[2].name` is about one tool, not about tools in general.
  const isWithinTools = /^(tools|functions)\W/.test(param ?? '');
  const matching = (said: string): readonly Adaptation[] =>
    isWithinTools
      ? []
      : allowed.filter(({ words }) => [said, inSnakeCase(said)].some((text) => words.test(text)));
  const byCode = matching(inWords(String(code ?? '')));
  const found = [byParam, byCode, matching(refusal.text)].find(({ length }) => length > 0) ?? [];
  for (const adaptation of found) {
    const adapted = adaptation.adapt(shape, refusal);
    if (adapted !== undefined) return adapted;
  }
  return undefined;
}

/** Converts a parameter's name such as `reasoningEffort`, which xAI uses in its messages, to `reasoning_effort`. */
function inSnakeCase(text: string): string {
  return text.replace(
    /([a-z])([A-Z])/g,
    (_, before: string, capital: string) => `${before}_${capital.toLowerCase()}`,
  );
}

interface Adaptation {
  /** Matches the parameter that the error names in its field `param`. */
  readonly param?: RegExp;
  readonly words: RegExp;
  /**
   * Whether the error may mean that the server was started without the option for a feature, such as `--jinja` for
   * tools. llama.cpp sends status 500 for this error.
   */
  readonly isOfServer?: boolean;
  adapt(shape: RequestShape, refusal: Refusal): RequestShape | undefined;
}

/** The changes of the request format, each for one kind of error. More specific patterns come first. */
const ADAPTATIONS: readonly Adaptation[] = [
  {
    param: /^(stream_options|include_usage)\b/,
    words: /stream_options|include_usage/i,
    adapt: (shape) => (shape.usageInStream ? { ...shape, usageInStream: false } : undefined),
  },
  {
    param: /^max_(completion_|output_)?tokens$/,
    words: /max_(completion_|output_)?tokens/i,
    adapt: adaptOutputLimit,
  },
  {
    param: /^reasoning_effort$/,
    words: /reasoning_effort/i,
    adapt: (shape, { text }) =>
      !shape.withoutThinking && /\b(tools?|functions?)\b/i.test(text)
        ? { ...shape, withoutThinking: true }
        : undefined,
  },
  {
    param: /^(reasoning_effort|reasoning(\.effort)?|thinking(\..*)?|output_config(\..*)?)$/,
    // Gemini calls the effort a thinking level or a thinking budget.
    words:
      /\beffort\b|reasoning_effort|thinking[ _](?:level|budget)|only works in thinking mode|thinking\.(?:type|budget_tokens|adaptive|enabled)|output_config|(?:not|n't) support (?:thinking|reasoning)\b|\b(?:thinking|reasoning) is not support/i,
    adapt: (shape) => (shape.effort ? { ...shape, effort: false } : undefined),
  },
  {
    param: /^reasoning(\.summary)?$/,
    // OpenAI sends this error if the organisation is not verified, and for models that don't think.
    words: /reasoning[. ]summar|\breasoning\b.{0,20}(?:unsupported|not supported)|n['o]t support reasoning/i,
    adapt: (shape) => (shape.summary ? { ...shape, summary: false } : undefined),
  },
  {
    param: /^include\b/,
    // An endpoint also sends this error for thoughts that were encrypted for another account.
    words: /encrypted[_ ]content|'include'/i,
    adapt: (shape) => (shape.encrypted ? { ...shape, encrypted: false } : undefined),
  },
  {
    param: /thought_?signature|reasoning_details/i,
    words: /thought_?signature|reasoning[_ ]details/i,
    adapt: adaptSignatures,
  },
  {
    param: /\breasoning(_content)?$/,
    words: /\breasoning(_content| content)?\b/i,
    adapt: adaptReasoning,
  },
  { words: NO_TOOL_PARSER, isOfServer: true, adapt: withoutTools },
  {
    param: /^stream$/,
    // OpenAI sends this error if the organisation is not verified. Bedrock sends it if a model does not stream calls.
    words:
      /verified to stream|'stream'|(?:not|n't) support.{0,40} streaming|\bstream(?:ing)?\b.{0,40} (?:not|n't) support/i,
    adapt: (shape) => (shape.withoutStream ? undefined : { ...shape, withoutStream: true }),
  },
  {
    param: /^tool_choice\b/,
    // Some endpoints accept tools, but reject a required call: DeepSeek and Qwen while the model thinks, and Bedrock
    // for some models.
    words: /tool[_ ]?choice/i,
    adapt: (shape) => (shape.toolChoice ? { ...shape, toolChoice: false } : undefined),
  },
  {
    param: /cache_control/,
    // Content with a cache hint consists of parts. Some endpoints accept only a text as content.
    words: /cache_control|content must be a string|content.{0,20} valid string/i,
    adapt: (shape) => (shape.cacheHints ? { ...shape, cacheHints: false } : undefined),
  },
  {
    // There is no pattern for `param`, since an error that names the path of an image is usually about this image only.
    // So the message decides.
    words: NO_IMAGES,
    isOfServer: true,
    adapt: (shape) => (shape.images ? { ...shape, images: false } : undefined),
  },
  {
    param: /^(tools|functions)$/,
    words: NO_TOOLS,
    adapt: (shape, refusal) =>
      refusal.param == null || isOfWholeParameter(refusal) || NO_TOOLS.test(refusal.text)
        ? withoutTools(shape)
        : undefined,
  },
];

/** Returns whether the error rejects the parameter itself, and not only the parameter's value. */
function isOfWholeParameter({ text, code }: Refusal): boolean {
  return (
    UNSUPPORTED_CODE.test(String(code ?? '')) ||
    /(?:unsupported|unknown|unrecognized|unexpected)(?: request| keyword)? (?:parameter|argument|field|property)|extra (?:inputs|fields?)/i.test(
      text,
    )
  );
}

const UNSUPPORTED_CODE = /unsupported_param|unknown_param|unrecognized_param/i;

function isRefused({ text, code }: Refusal): boolean {
  return REFUSED.test(text) || UNSUPPORTED_CODE.test(String(code ?? ''));
}

function withoutTools(shape: RequestShape): RequestShape | undefined {
  return shape.tools ? { ...shape, tools: false } : undefined;
}

/**
 * Returns a format with placeholders for missing signatures. If the error names OpenRouter's field `reasoning_details`,
 * the placeholders are in this field. OpenRouter's error also names the provider's field, `thought_signature`.
 */
function adaptSignatures(shape: RequestShape, { text }: Refusal): RequestShape | undefined {
  if (shape.signatures !== 'given') return undefined;
  const signatures = /reasoning[_ ]details/i.test(text) ? 'placeholderDetails' : 'placeholderExtra';
  return { ...shape, signatures };
}

/**
 * Changes which reasoning is sent back. DeepSeek and Kimi require the thoughts before each call. Endpoints with a
 * strict schema reject the field.
 */
function adaptReasoning(shape: RequestShape, refusal: Refusal): RequestShape | undefined {
  const { text } = refusal;
  if (isRefused(refusal)) return shape.reasoning === 'never' ? undefined : { ...shape, reasoning: 'never' };
  return shape.reasoning === 'given' && /reasoning[_ ]content/i.test(text)
    ? { ...shape, reasoning: 'always' }
    : undefined;
}

function adaptOutputLimit(shape: RequestShape, refusal: Refusal): RequestShape | undefined {
  const { text } = refusal;
  if (shape.outputLimit === 'none') return undefined;
  if (!isRefused(refusal) && !/use '/i.test(text)) return undefined;
  const isOldName = shape.outputLimit === 'max_tokens' && /max_completion_tokens/i.test(text);
  return { ...shape, outputLimit: isOldName ? 'max_completion_tokens' : 'none' };
}
