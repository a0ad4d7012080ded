import assert from 'node:assert/strict';
import { familyOf } from '../../../../src/adapters/models/profiles.ts';

/**
 * The names that servers use, the window in units of 1,024 tokens, and whether the model can call tools, from the
 * models' cards.
 */
const KNOWN: readonly (readonly [string, number, boolean])[] = [
  ['gpt-oss:20b', 128, true],
  ['Qwen3-Coder-30B-A3B-Instruct-Q4_K_M.gguf', 256, true],
  ['qwen3-next:80b', 256, true],
  ['qwen3.5:9b', 256, true],
  ['Qwen/Qwen3-4B-Instruct-2507', 256, true],
  ['qwen3:8b', 40, true],
  ['Qwen2.5-1M', 1_000, true],
  ['qwen2.5-coder:14b', 32, true],
  ['qwq:32b', 128, true],
  ['llama4:scout', 1_024, true],
  ['llama3.1:8b', 128, true],
  ['Llama-3-1-8B-Instruct', 128, true],
  ['codellama:13b', 16, false],
  ['llama3:8b', 8, false],
  ['llama2:7b', 4, false],
  ['devstral:24b', 128, true],
  ['mistral-small3.2', 128, true],
  ['magistral:24b', 128, true],
  ['ministral-3:8b', 128, true],
  ['pixtral-12b', 128, true],
  ['mistral-nemo:12b', 128, true],
  ['codestral:22b', 32, true],
  ['mixtral:8x7b', 32, true],
  ['mistral:7b', 32, true],
  ['deepseek-r1:14b', 128, true],
  ['DeepSeek-V3.2', 128, true],
  ['deepseek-coder-v2:16b', 128, false],
  ['deepseek-coder:6.7b', 16, false],
  ['gemma3n:e4b', 32, false],
  ['gemma3:1b', 32, false],
  ['gemma4:31b', 128, true],
  ['gemma3:27b', 128, false],
  ['gemma2:9b', 8, false],
  ['phi4-mini:3.8b', 128, true],
  ['phi4:14b', 16, false],
  ['phi3:mini', 128, false],
  ['GLM-4.6', 128, true],
  ['glm-5', 128, true],
  ['glm-4:9b', 128, true],
  ['kimi-k2:1t-cloud', 256, true],
  ['granite4:micro', 128, true],
  ['granite3.3:8b', 128, true],
  ['command-r:35b', 128, true],
  ['command-a:111b', 128, true],
  ['nemotron-3-nano', 128, true],
  ['SmolLM3-3B', 64, true],
  ['smollm2:1.7b', 8, false],
  ['starcoder2:15b', 16, false],
];

describe('the family of an open model', () => {
  for (const [id, windowK, supportsTools] of KNOWN) {
    it(`has a window of ${String(windowK)} K and ${supportsTools ? 'tools' : 'no tools'}: ${id}`, () => {
      assert.deepEqual(familyOf(id), { window: windowK * 1024, supportsTools });
    });
  }

  it('is unknown for an unknown name', () => {
    for (const id of ['my-own-model', 'gpt-4o', '']) assert.equal(familyOf(id), undefined);
  });
});
