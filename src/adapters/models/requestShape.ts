import type { Refusal } from './contextOverflow.ts';

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
}

const BAD_REQUEST_STATUSES: ReadonlySet<number | undefined> = new Set([400, 404, 422, 501]);

/**
 * The shape to ask with next after a refusal, or undefined when the refusal is about something else. Every step
 * only takes away or switches once, so asking again ends after a few tries.
 */
export function adaptShape(shape: RequestShape, refusal: Refusal): RequestShape | undefined {
  if (!BAD_REQUEST_STATUSES.has(refusal.status)) return undefined;
  return ADAPTATIONS.map((adapt) => adapt(shape, refusal.text)).find((adapted) => adapted !== undefined);
}

type Adaptation = (shape: RequestShape, text: string) => RequestShape | undefined;

const ADAPTATIONS: readonly Adaptation[] = [
  (shape, text) =>
    shape.usageInStream && /stream_options|include_usage/i.test(text)
      ? { ...shape, usageInStream: false }
      : undefined,
  (shape, text) => adaptOutputLimit(shape, text),
  (shape, text) =>
    shape.temperature && /temperature/i.test(text) ? { ...shape, temperature: false } : undefined,
  (shape, text) => adaptSignatures(shape, text),
  (shape, text) => adaptReasoning(shape, text),
  (shape, text) => (shape.tools && NO_TOOL_PARSER.test(text) ? { ...shape, tools: false } : undefined),
  (shape, text) => (shape.toolChoice && TOOL_CHOICE.test(text) ? { ...shape, toolChoice: false } : undefined),
  (shape, text) => (shape.tools && NO_TOOLS.test(text) ? { ...shape, tools: false } : undefined),
  (shape, text) =>
    shape.cacheHints && /cache_control/i.test(text) ? { ...shape, cacheHints: false } : undefined,
  (shape, text) => (shape.images && NO_IMAGES.test(text) ? { ...shape, images: false } : undefined),
];

/** llama.cpp and vLLM, started without what they read calls with; vLLM speaks of the tool choice then, too. */
const NO_TOOL_PARSER = /--jinja|enable-auto-tool-choice/i;

/** A call that is forced may be refused where tools are fine: by DeepSeek and Qwen while they think, by Bedrock for some models. */
const TOOL_CHOICE = /tool[_ ]?choice/i;

const NO_TOOLS =
  /(not|n't) (currently )?support(ed)? .{0,40}(tool(?![_ ]?choice)|function)|(tool(?![_ ]?choice)|function).{0,60} (not|n't) (currently )?support/i;

/**
 * How endpoints of text models refuse an image: llama.cpp ("image input is not supported"), OpenRouter ("no endpoints found
 * that support image input"), OpenAI ("image_url is only supported by certain models"), DeepSeek ("unknown variant
 * `image_url`"), vLLM ("is not a multimodal model"), Groq ("content must be a string").
 */
const NO_IMAGES =
  /image.{0,40}(?:not|n't|only) (?:currently )?support|(?:not|n't) (?:currently )?support.{0,40}image|no endpoints .{0,40}image|unknown variant .{0,3}image_url|not a multimodal model|content must be a string/i;

/** OpenRouter names its own field before the provider's words. */
function adaptSignatures(shape: RequestShape, text: string): RequestShape | undefined {
  if (shape.signatures !== 'given' || !/thought_?signature|reasoning[_ ]details/i.test(text))
    return undefined;
  const signatures = /reasoning[_ ]details/i.test(text) ? 'standInDetails' : 'standInExtra';
  return { ...shape, signatures };
}

/** DeepSeek and Kimi insist on the thoughts before each call; endpoints with a strict schema refuse the field. */
function adaptReasoning(shape: RequestShape, text: string): RequestShape | undefined {
  if (!/\breasoning(_content| content)?\b/i.test(text)) return undefined;
  const isRefused = /unsupported|not support|unrecognized|unknown|extra|not permitted|unexpected/i.test(text);
  if (isRefused) return shape.reasoning === 'never' ? undefined : { ...shape, reasoning: 'never' };
  return shape.reasoning === 'given' && /reasoning[_ ]content/i.test(text)
    ? { ...shape, reasoning: 'always' }
    : undefined;
}

function adaptOutputLimit(shape: RequestShape, text: string): RequestShape | undefined {
  if (shape.outputLimit === 'none') return undefined;
  const names = /max_completion_tokens|max_tokens/i.exec(text);
  if (
    names === null ||
    !/unsupported|not support|unrecognized|unknown|extra|not permitted|invalid param|use '/i.test(text)
  ) {
    return undefined;
  }
  const isOldRefused = shape.outputLimit === 'max_tokens' && /max_completion_tokens/i.test(text);
  return { ...shape, outputLimit: isOldRefused ? 'max_completion_tokens' : 'none' };
}
