import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContextItem } from '../../contextItem.ts';
import type { Peer, PeerModules } from './peer.ts';
import { inputOf, toolKindOf } from './toolWords.ts';

/**
 * The package protects the newest 50,000 tokens of tool results. If half of the budget is smaller, this half is
 * protected instead.
 */
const NATIVE_PROTECTED_TOKENS = 50_000;
const PROTECTED_SHARE = 0.5;

export interface GeminiPart {
  readonly text?: string;
  readonly functionCall?: { readonly id: string; readonly name: string; readonly args: object };
  readonly functionResponse?: {
    readonly id: string;
    readonly name: string;
    readonly response: { readonly output: string };
  };
}

export interface GeminiContent {
  readonly role: 'user' | 'model';
  readonly parts: readonly GeminiPart[];
}

export interface GeminiMasking {
  readonly ToolOutputMaskingService: new () => {
    mask(
      history: readonly GeminiContent[],
      config: object,
    ): Promise<{ readonly newHistory: readonly GeminiContent[] }>;
  };
}

/**
 * Gemini CLI's masking, which replaces older tool results by previews with their head and tail, and stores the
 * originals in files.
 */
export const geminiCli: Peer = {
  row: 'Gemini CLI masking',
  folder: 'gemini-cli',
  packages: { '@google/gemini-cli-core': '0.61.0' },
  load: async (modules: PeerModules) => {
    const core = (await modules(
      '@google/gemini-cli-core/dist/src/context/toolOutputMaskingService.js',
    )) as GeminiMasking;
    const service = new core.ToolOutputMaskingService();
    return async (items, { budgetTokens }) => {
      const names = namesByCall(items);
      const folder = await mkdtemp(join(tmpdir(), 'gemini-'));
      try {
        const history = items.map((item) => asContent(item, names));
        const { newHistory } = await service.mask(history, configOf(folder, budgetTokens));
        return items.map((item, index) => withOutput(item, newHistory[index]));
      } finally {
        await rm(folder, { recursive: true });
      }
    };
  },
};

function configOf(folder: string, budgetTokens: number): object {
  return {
    getToolOutputMaskingConfig: () =>
      Promise.resolve({
        protectionThresholdTokens: Math.min(NATIVE_PROTECTED_TOKENS, budgetTokens * PROTECTED_SHARE),
        minPrunableThresholdTokens: 0,
        protectLatestTurn: true,
      }),
    storage: { getProjectTempDir: () => folder },
    getSessionId: () => '',
    getUsageStatisticsEnabled: () => false,
  };
}

export function namesByCall(items: readonly ContextItem[]): ReadonlyMap<string, string> {
  const calls = items.flatMap((item) => item.tool_calls ?? []);
  return new Map(
    calls.map(({ id, function: { name } }) => [
      id,
      toolKindOf(name) === 'shell' ? 'run_shell_command' : name,
    ]),
  );
}

/**
 * Converts a message to one content. The division into contents does not matter, because the masking service goes
 * through the parts of all contents from the newest part to the oldest part.
 */
export function asContent(item: ContextItem, names: ReadonlyMap<string, string>): GeminiContent {
  if (item.role === 'tool') {
    const id = item.tool_call_id ?? '';
    const response = { output: item.content };
    return {
      role: 'user',
      parts: [{ functionResponse: { id, name: names.get(id) ?? 'unknown', response } }],
    };
  }
  const calls = (item.tool_calls ?? []).map(({ id, function: { name, arguments: text } }) => ({
    functionCall: { id, name, args: inputOf(text) },
  }));
  return { role: item.role === 'assistant' ? 'model' : 'user', parts: [{ text: item.content }, ...calls] };
}

function withOutput(item: ContextItem, content: GeminiContent | undefined): ContextItem {
  const output = content?.parts[0]?.functionResponse?.response.output;
  if (item.role !== 'tool' || output === undefined || output === item.content) return item;
  return { ...item, content: output, treatment: 'stub' };
}
