import type { ImagePart } from '../log/message.ts';
import { imageSize, type ImageSize } from '../text/imageSize.ts';

/** The token count of an average image, for models without a published rule and for images whose size can't be read. */
export const TOKENS_PER_IMAGE = 1_100;

export type CountImage = (image: ImagePart) => number;

/**
 * Returns a function that returns the token count of an image. The count follows the published rule of the model's
 * provider and depends on the size of the image.
 */
export function imageCountFor(model: string | undefined): CountImage {
  const rule = model === undefined ? undefined : ruleFor(model.toLowerCase());
  return ({ data }) => {
    const size = rule === undefined || data === undefined ? undefined : imageSize(data);
    return rule === undefined || size === undefined ? TOKENS_PER_IMAGE : rule(size);
  };
}

type Rule = (size: ImageSize) => number;

function ruleFor(model: string): Rule | undefined {
  return RULES.find(([pattern]) => pattern.test(model))?.[1];
}

/**
 * The rules by model family. The first pattern that matches is used, so narrower patterns come first. Sources:
 * - OpenAI: https://platform.openai.com/docs/guides/images-vision. The published rules for models after GPT-5.1
 *   contradict each other, so an image for these models counts as an average image.
 * - Anthropic: https://platform.claude.com/docs/en/build-with-claude/vision
 * - Google, up to Gemini 2: https://ai.google.dev/gemini-api/docs/image-understanding
 * - Google, from Gemini 3: https://ai.google.dev/gemini-api/docs/media-resolution. A request without a resolution gets
 *   the high resolution.
 */
const RULES: readonly (readonly [RegExp, Rule])[] = [
  [/gpt-4o-mini/, tiles(2_833, 5_667)],
  [/gpt-4\.1-mini|gpt-5-mini/, patches(1.62)],
  [/gpt-4\.1-nano|gpt-5-nano/, patches(2.46)],
  [/(?:^|\/)o4-mini/, patches(1.72)],
  [/gpt-4o|gpt-4\.[15]|gpt-4-turbo/, tiles(85, 170)],
  [/gpt-5(?:\.1)?(?![.\d])/, tiles(70, 140)],
  [/(?:^|\/)o[13](?!-mini)(?!\d)/, tiles(75, 150)],
  [/claude-(?:[a-z]+-)?3|claude-[a-z]+-4(?:[.-][0-6])?(?![.\d]|-\d(?!\d))/, claudeTokens(1_568, 1_568)],
  [/claude/, claudeTokens(2_576, 4_784)],
  [/gemini-[12]/, geminiTiles],
  [/gemini/, () => 1_120],
];

/**
 * Returns a rule that shrinks the image until it fits into 2,048 by 2,048 pixels, and then until its short edge has at
 * most 768 pixels. The rule counts `base` tokens, plus `perTile` tokens for each tile of 512 by 512 pixels.
 */
function tiles(base: number, perTile: number): Rule {
  return (size) => {
    const boxed = scaled(size, 2_048 / Math.max(size.width, size.height));
    const { width, height } = scaled(boxed, 768 / Math.min(boxed.width, boxed.height));
    return base + perTile * Math.ceil(width / 512) * Math.ceil(height / 512);
  };
}

const PATCH = 32;
const MOST_PATCHES = 1_536;

/**
 * Returns a rule that counts patches of 32 by 32 pixels. An image with more than 1,536 patches is first shrunk until it
 * has at most 1,536. The count is multiplied by the model's tokens for each patch.
 */
function patches(each: number): Rule {
  return (size) => {
    const whole = Math.ceil(size.width / PATCH) * Math.ceil(size.height / PATCH);
    if (whole <= MOST_PATCHES) return Math.ceil(whole * each);
    const shrunk = scaled(size, Math.sqrt((MOST_PATCHES * PATCH ** 2) / (size.width * size.height)));
    const [across, down] = [shrunk.width / PATCH, shrunk.height / PATCH];
    // OpenAI's rule then shrinks the image a little more, so that one edge is a whole number of patches.
    const fit = Math.min(Math.floor(across) / across, Math.floor(down) / down);
    return Math.ceil(upTo(across * fit) * upTo(down * fit) * each);
  };
}

/**
 * Returns a rule that shrinks the image until its long edge has at most `edge` pixels. The rule counts one token for
 * each patch of 28 by 28 pixels, but at most `most` tokens.
 */
function claudeTokens(edge: number, most: number): Rule {
  return (size) => {
    const { width, height } = scaled(size, edge / Math.max(size.width, size.height));
    return Math.min(most, upTo(width / 28) * upTo(height / 28));
  };
}

/**
 * Counts one tile for an image of at most 384 by 384 pixels. For a larger image, the edge of a tile is two thirds of
 * the short edge, but at least 256 and at most 768 pixels. Each tile has 258 tokens.
 */
function geminiTiles({ width, height }: ImageSize): number {
  if (width <= 384 && height <= 384) return 258;
  const unit = Math.min(768, Math.max(256, Math.floor(Math.min(width, height) / 1.5)));
  return 258 * Math.ceil(width / unit) * Math.ceil(height / unit);
}

/** Shrinks an image, but never enlarges it. */
function scaled({ width, height }: ImageSize, by: number): ImageSize {
  return by >= 1 ? { width, height } : { width: width * by, height: height * by };
}

/** Rounds up, except if the value is greater than a whole number only because of a rounding error. */
function upTo(value: number): number {
  return Math.ceil(value - 1e-9);
}
