import type { Refusal } from './contextOverflow.ts';
import { NO_IMAGES, NO_TOOL_PARSER, NO_TOOLS, REFUSED } from './refusedFeatures.ts';

/** How an endpoint wants to be asked, where "OpenAI-compatible" endpoints differ. Learned from their refusals. */
export interface RequestShape {
  readonly usageInStream: boolean;
  readonly outputLimit: 'max_tokens' | 'max_completion_tokens' | 'none';
  readonly temperature: boolean;
  readonly tools: boolean;
  /**
   * Which reasoning of earlier answers goes back: what this endpoint gave between tool calls, with every answer some, if only
   * none, where it insists, or none where it refuses any.
   */
  readonly reasoning: 'given' | 'always' | 'never';
  /** Without images, they are told in words. */
  readonly images: boolean;
  readonly toolChoice: boolean;
  /** Where a stand-in goes for each call of which the endpoint's own signature is not known. */
  readonly signatures: 'given' | 'standInExtra' | 'standInDetails';
  /** Say up to where the request will come again, for models that cache it only then. */
  readonly cacheHints: boolean;
  /** Ask the model not to think, where it takes tools only then. */
  readonly withoutThinking: boolean;
  /** Ask for the effort of thinking that the person chose, where one is chosen. */
  readonly effort: boolean;
  /** Ask for the answer as a whole. */
  readonly withoutStream: boolean;
}

const BAD_REQUEST_STATUSES: ReadonlySet<number | undefined> = new Set([400, 404, 422, 501]);

/**
 * The shape to ask with next after a refusal, or undefined when the refusal is about something else. Changes the one
 * thing that the error names: by its parameter first, by its words where it names none of ours. Every step only takes
 * away or switches once, so asking again ends after a few tries.
 */
export function adaptShape(shape: RequestShape, refusal: Refusal): RequestShape | undefined {
  const { status, param } = refusal;
  const open = FALLBACKS.filter(
    ({ isOfServer = false }) => BAD_REQUEST_STATUSES.has(status) || (isOfServer && status === 500),
  );
  const named = open.filter(({ param: own }) => param != null && own?.test(param) === true);
  // A path into the tools is about one of them, not about whether there are any.
  const isWithinTools = /^(tools|functions)\W/.test(param ?? '');
  const told = named.length > 0 ? named : isWithinTools ? [] : open;
  for (const fallback of told) {
    const isMeant = named.length > 0 || fallback.words.test(refusal.text);
    const adapted = isMeant ? fallback.adapt(shape, refusal) : undefined;
    if (adapted !== undefined) return adapted;
  }
  return undefined;
}

interface Fallback {
  /** The parameter that an error of this kind names in a field of its own. */
  readonly param?: RegExp;
  readonly words: RegExp;
  /** It is a flag that the server was started without: llama.cpp answers 500 then. */
  readonly isOfServer?: boolean;
  adapt(shape: RequestShape, refusal: Refusal): RequestShape | undefined;
}

/** One way to ask otherwise a row, the more special words first. */
const FALLBACKS: readonly Fallback[] = [
  {
    param: /^(stream_options|include_usage)\b/,
    words: /stream_options|include_usage/i,
    adapt: (shape) => (shape.usageInStream ? { ...shape, usageInStream: false } : undefined),
  },
  {
    param: /^max_(completion_)?tokens$/,
    words: /max_completion_tokens|max_tokens/i,
    adapt: adaptOutputLimit,
  },
  {
    param: /^temperature$/,
    words: /temperature/i,
    adapt: (shape) => (shape.temperature ? { ...shape, temperature: false } : undefined),
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
    words:
      /\beffort\b|reasoning_effort|thinking\.(?:type|budget_tokens|adaptive|enabled)|output_config|(?:not|n't) support (?:thinking|reasoning)\b/i,
    adapt: (shape) => (shape.effort ? { ...shape, effort: false } : undefined),
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
    // OpenAI where the organisation is not verified, Bedrock where a model does not stream what it calls.
    words: /verified to stream|(?:not|n't) support.{0,40} streaming|streaming.{0,40} (?:not|n't) support/i,
    adapt: (shape) => (shape.withoutStream ? undefined : { ...shape, withoutStream: true }),
  },
  {
    param: /^tool_choice\b/,
    // A call that is forced may be refused where tools are fine: by DeepSeek and Qwen while they think, by Bedrock for some models.
    words: /tool[_ ]?choice/i,
    adapt: (shape) => (shape.toolChoice ? { ...shape, toolChoice: false } : undefined),
  },
  {
    param: /cache_control/,
    words: /cache_control/i,
    adapt: (shape) => (shape.cacheHints ? { ...shape, cacheHints: false } : undefined),
  },
  {
    param: /image_url/,
    words: NO_IMAGES,
    isOfServer: true,
    adapt: (shape) => (shape.images ? { ...shape, images: false } : undefined),
  },
  {
    param: /^(tools|functions)$/,
    words: NO_TOOLS,
    adapt: (shape, { text, param }) =>
      param == null || REFUSED.test(text) ? withoutTools(shape) : undefined,
  },
];

function withoutTools(shape: RequestShape): RequestShape | undefined {
  return shape.tools ? { ...shape, tools: false } : undefined;
}

/** OpenRouter names its own field before the provider's words. */
function adaptSignatures(shape: RequestShape, { text }: Refusal): RequestShape | undefined {
  if (shape.signatures !== 'given') return undefined;
  const signatures = /reasoning[_ ]details/i.test(text) ? 'standInDetails' : 'standInExtra';
  return { ...shape, signatures };
}

/** DeepSeek and Kimi insist on the thoughts before each call; endpoints with a strict schema refuse the field. */
function adaptReasoning(shape: RequestShape, { text }: Refusal): RequestShape | undefined {
  if (REFUSED.test(text)) return shape.reasoning === 'never' ? undefined : { ...shape, reasoning: 'never' };
  return shape.reasoning === 'given' && /reasoning[_ ]content/i.test(text)
    ? { ...shape, reasoning: 'always' }
    : undefined;
}

function adaptOutputLimit(shape: RequestShape, { text }: Refusal): RequestShape | undefined {
  if (shape.outputLimit === 'none') return undefined;
  if (!REFUSED.test(text) && !/use '/i.test(text)) return undefined;
  const isOldRefused = shape.outputLimit === 'max_tokens' && /max_completion_tokens/i.test(text);
  return { ...shape, outputLimit: isOldRefused ? 'max_completion_tokens' : 'none' };
}
