import type { ModelProfile } from '../../core/ports.ts';
import { isLocalEndpoint } from './endpoint.ts';
import { MODEL_PRICES } from './modelPrices.generated.ts';

/** Facts from an endpoint or a setting. They override the registry's profile. A setting also overrides an endpoint. */
export type ProfileFacts = Partial<Omit<ModelProfile, 'id'>>;

/**
 * Returns a model's profile. Looks up the name in the table of hosted models, with or without a router's vendor prefix,
 * a date or a tag. The families of open models tell which models support tools. They also give the window of a model
 * that is not in the table. The profile of an unknown model has no window, and the profile of a model on a local server
 * has no price.
 */
export function registryProfile(id: string, baseUrl: string): ModelProfile {
  const hosted = hostedModel(id);
  const family = familyOf(id);
  const window = hosted?.window ?? family?.window;
  const price = isLocalEndpoint(baseUrl) ? undefined : hosted?.price;
  return {
    id,
    supportsTools: family?.supportsTools ?? true,
    encoding: encodingOf(id),
    ...(window !== undefined && { window }),
    ...(hosted !== undefined && { maxOutputTokens: hosted.maxOutputTokens }),
    ...(price !== undefined && { price }),
  };
}

interface HostedModel {
  readonly window: number;
  readonly maxOutputTokens: number;
  readonly price?: NonNullable<ModelProfile['price']>;
}

let table: ReadonlyMap<string, HostedModel> | undefined;

function hostedModel(id: string): HostedModel | undefined {
  table ??= parseTable(MODEL_PRICES);
  const name = plainName(id);
  return table.get(name) ?? table.get(name.replace(/-(\d{4}-\d{2}-\d{2}|\d{8}|latest|preview)$/, ''));
}

/** Returns the plain name. It is the same for `anthropic/Claude-Opus-4.5:beta` and `models/claude-opus-4-5`. */
function plainName(id: string): string {
  return id.toLowerCase().replace(/^.*\//, '').replace(/:.*$/, '').replaceAll('.', '-');
}

function parseTable(text: string): ReadonlyMap<string, HostedModel> {
  const models = new Map<string, HostedModel>();
  for (const line of text.trim().split('\n')) {
    for (const row of line.replace(/^\w+: /, '').split('; ')) {
      const [id = '', ...figures] = row.split(' ');
      const name = plainName(id);
      if (!models.has(name)) models.set(name, hostedModelOf(figures.map(Number)));
    }
  }
  return models;
}

/** Converts a row of the table. An output price of 0 means that no price is published. */
function hostedModelOf([
  window = 0,
  maxOutputTokens = 0,
  input = 0,
  cachedInput = 0,
  output = 0,
]: readonly number[]): HostedModel {
  const price = { input, output, ...(cachedInput > 0 && { cachedInput }) };
  return { window, maxOutputTokens, ...(output > 0 && { price }) };
}

/**
 * Returns a model's encoding. GPT-4 and GPT-3.5 use cl100k. All later models use o200k. The tokens of other vendors'
 * models are also counted with o200k, since their own encodings are not available.
 */
function encodingOf(id: string): ModelProfile['encoding'] {
  return /(^|\/)(gpt-4(?!o|\.|-5|1)|gpt-3\.5|gpt-35)/i.test(id) ? 'cl100k_base' : 'o200k_base';
}

/** The limits of the models of a family. A local server may offer less, so the server's report takes precedence. */
interface ModelFamily {
  readonly window: number;
  readonly supportsTools: boolean;
}

const K = 1024;

/** Families of open models, from the model cards: `[pattern, window, supports tools]`. Specific patterns come first. */
const FAMILIES: readonly (readonly [RegExp, number, boolean])[] = [
  [/gpt-?oss/, 128 * K, true],
  [/qwen-?3-?(coder|next)/, 256 * K, true],
  [/qwen-?3\.\d|qwen-?3-.*2507/, 256 * K, true],
  [/qwen-?3/, 40 * K, true],
  [/qwen-?2\.?5-1m/, 1000 * K, true],
  [/qwen-?2\.?5/, 32 * K, true],
  [/qwq/, 128 * K, true],
  [/llama-?4/, 1024 * K, true],
  [/llama-?3\.[1-9]|llama-?3-[1-9]-/, 128 * K, true],
  [/code-?llama/, 16 * K, false],
  [/llama-?3/, 8 * K, false],
  [/llama-?2/, 4 * K, false],
  [/devstral|mistral-(small|medium|large)|magistral|ministral|pixtral|mistral-nemo/, 128 * K, true],
  [/codestral|mixtral|mistral/, 32 * K, true],
  [/deepseek-?(v3|v4|r1|chat|reasoner)/, 128 * K, true],
  [/deepseek-coder-v2/, 128 * K, false],
  [/deepseek-coder/, 16 * K, false],
  [/gemma-?3n/, 32 * K, false],
  [/gemma-?3(-|:)?1b/, 32 * K, false],
  [/gemma-?4/, 128 * K, true],
  [/gemma-?3/, 128 * K, false],
  [/gemma/, 8 * K, false],
  [/phi-?4-mini/, 128 * K, true],
  [/phi-?4/, 16 * K, false],
  [/phi-?3/, 128 * K, false],
  [/glm-?4\.[56]|glm-?5/, 128 * K, true],
  [/glm-?4/, 128 * K, true],
  [/kimi-?k2/, 256 * K, true],
  [/granite-?[34]/, 128 * K, true],
  [/command-(r|a)/, 128 * K, true],
  [/nemotron/, 128 * K, true],
  [/smollm-?3/, 64 * K, true],
  [/smollm/, 8 * K, false],
  [/starcoder-?2/, 16 * K, false],
];

/** Returns the family of an open model by its name, which may contain a folder, a quantisation and a tag. */
export function familyOf(id: string): ModelFamily | undefined {
  const name = id.toLowerCase();
  const found = FAMILIES.find(([pattern]) => pattern.test(name));
  return found === undefined ? undefined : { window: found[1], supportsTools: found[2] };
}
