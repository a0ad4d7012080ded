/** The limits of a family's models. A local server may offer less, so its own report takes precedence. */
export interface ModelFamily {
  readonly window: number;
  readonly supportsTools: boolean;
}

const K = 1024;

/** Open models by name, the more specific pattern first: `[pattern, window, supports tools]`, from the model cards. */
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

/** Returns the family of an open model by its name, ignoring folder, quantisation and tag. */
export function familyOf(id: string): ModelFamily | undefined {
  const name = id.toLowerCase();
  const found = FAMILIES.find(([pattern]) => pattern.test(name));
  return found === undefined ? undefined : { window: found[1], supportsTools: found[2] };
}
