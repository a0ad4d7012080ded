import type { Refusal } from './contextOverflow.ts';

/** How an endpoint wants to be asked, where "OpenAI-compatible" endpoints differ. Learned from their refusals. */
export interface RequestShape {
  readonly usageInStream: boolean;
  readonly outputLimit: 'max_tokens' | 'max_completion_tokens' | 'none';
  readonly temperature: boolean;
  readonly tools: boolean;
  /** Send the reasoning of earlier answers back: some thinking models insist between tool calls. */
  readonly reasoning: boolean;
  /** Without images, they are told in words. */
  readonly images: boolean;
  readonly toolChoice: boolean;
  /** A stand-in goes beside each call of which the endpoint's own signature is not known. */
  readonly signatures: boolean;
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
  (shape, text) =>
    !shape.reasoning && /reasoning_content|reasoning content/i.test(text)
      ? { ...shape, reasoning: true }
      : undefined,
  (shape, text) => (shape.tools && NO_TOOL_PARSER.test(text) ? { ...shape, tools: false } : undefined),
  (shape, text) => (shape.toolChoice && TOOL_CHOICE.test(text) ? { ...shape, toolChoice: false } : undefined),
  (shape, text) => (shape.tools && NO_TOOLS.test(text) ? { ...shape, tools: false } : undefined),
  (shape, text) =>
    shape.cacheHints && /cache_control/i.test(text) ? { ...shape, cacheHints: false } : undefined,
  (shape, text) =>
    !shape.signatures && /thought_?signature/i.test(text) ? { ...shape, signatures: true } : undefined,
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
