import type { CountTokens } from '../../../../../src/core/ports.ts';
import type { ContextCall, ContextItem } from '../../contextItem.ts';
import { tokensOf } from '../../contextItem.ts';
import type { Peer, PeerModules } from './peer.ts';
import { commandIn, inputOf, pathIn, toolKindOf } from './toolWords.ts';

/** Cline aims at 70 % of a trigger that is 90 % of the model's input limit. */
const TARGET_OF_LIMIT = 0.7 * 0.9;
/**
 * Cline counts characters, so the limit for Cline is made smaller until the result fits. This is the maximum number of
 * attempts.
 */
const MAX_ATTEMPTS = 10;
const LESS = 0.85;

type ClineBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: object }
  | { readonly type: 'tool_result'; readonly tool_use_id: string; readonly content: unknown };

export interface ClineMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string | readonly ClineBlock[];
}

export type ClineTurn = (turn: object) => Promise<{ readonly messages: readonly ClineMessage[] } | undefined>;

export interface ClineCore {
  createContextCompactionPrepareTurn(config: object): ClineTurn;
}

/** Cline's compaction without a model, which keeps typed prompts and lists the files and commands of older work. */
export const cline: Peer = {
  row: 'Cline basic',
  folder: 'cline',
  packages: { '@cline/core': '0.0.86' },
  load: async (modules: PeerModules) => {
    const core = (await modules('@cline/core/dist/index.js')) as ClineCore;
    const prepareTurn = core.createContextCompactionPrepareTurn({
      providerId: 'anthropic',
      modelId: 'none',
      providerConfig: { providerId: 'anthropic', modelId: 'none' },
      compaction: { enabled: true, strategy: 'basic' },
    });
    return async (items, { budgetTokens, count }) => {
      const messages = asClineMessages(items);
      let made = items;
      for (let attempt = 0; attempt < MAX_ATTEMPTS && !fits(made, budgetTokens, count); attempt++) {
        const limit = (budgetTokens / TARGET_OF_LIMIT) * LESS ** attempt;
        const result = await prepareTurn(turnOf(messages, Math.ceil(limit)));
        if (result !== undefined) made = result.messages.flatMap(asClineItems);
      }
      return made;
    };
  },
};

function fits(items: readonly ContextItem[], budgetTokens: number, count: CountTokens): boolean {
  return tokensOf(items, count) <= budgetTokens;
}

function turnOf(messages: readonly ClineMessage[], maxInputTokens: number): object {
  return {
    agentId: 'bench',
    conversationId: 'bench',
    parentAgentId: null,
    iteration: 1,
    messages,
    apiMessages: messages,
    abortSignal: new AbortController().signal,
    systemPrompt: '',
    tools: [],
    model: { id: 'none', provider: 'anthropic', info: { id: 'none', maxInputTokens } },
  };
}

/**
 * Converts messages to Cline messages: results are in one user message after their calls, and system text is left out.
 */
export function asClineMessages(items: readonly ContextItem[]): readonly ClineMessage[] {
  const messages: { role: 'user' | 'assistant'; content: ClineBlock[] }[] = [];
  let afterResult = false;
  for (const item of items) {
    if (item.role === 'system') continue;
    const blocks = blocksOf(item);
    const last = messages.at(-1);
    if (item.role === 'tool' && afterResult && last !== undefined) last.content.push(...blocks);
    else messages.push({ role: item.role === 'assistant' ? 'assistant' : 'user', content: blocks });
    afterResult = item.role === 'tool';
  }
  return messages;
}

function blocksOf(item: ContextItem): ClineBlock[] {
  if (item.role === 'tool') {
    return [{ type: 'tool_result', tool_use_id: item.tool_call_id ?? '', content: item.content }];
  }
  const text: readonly ClineBlock[] = item.content === '' ? [] : [{ type: 'text', text: item.content }];
  return [...text, ...(item.tool_calls ?? []).map(asToolUse)];
}

/** Uses the tool names of the package, because the package lists only the work of its own tools. */
function asToolUse({ id, function: call }: ContextCall): ClineBlock {
  const input = inputOf(call.arguments);
  const path = pathIn(input);
  switch (toolKindOf(call.name)) {
    case 'read':
      return { type: 'tool_use', id, name: 'read_files', input: { files: [{ ...input, path }] } };
    case 'edit':
    case 'write':
      return { type: 'tool_use', id, name: 'editor', input: { ...input, path } };
    case 'shell':
      return { type: 'tool_use', id, name: 'run_commands', input: { commands: [commandIn(input) ?? ''] } };
    case 'other':
      return { type: 'tool_use', id, name: call.name, input };
  }
}

export function asClineItems({ role, content }: ClineMessage): readonly ContextItem[] {
  if (typeof content === 'string') return [{ role, content, treatment: 'summary' }];
  const results = content.flatMap((block): ContextItem[] =>
    block.type === 'tool_result'
      ? [
          {
            role: 'tool',
            content: textOf(block.content),
            tool_call_id: block.tool_use_id,
            treatment: 'verbatim',
          },
        ]
      : [],
  );
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  const calls = content.flatMap((block) => (block.type === 'tool_use' ? [asCall(block)] : []));
  if (text === '' && calls.length === 0) return results;
  return [
    ...results,
    { role, content: text, ...(calls.length > 0 && { tool_calls: calls }), treatment: 'verbatim' },
  ];
}

function asCall({
  id,
  name,
  input,
}: {
  readonly id: string;
  readonly name: string;
  readonly input: object;
}): ContextCall {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(input) } };
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}
