import * as v from 'valibot';
import type { Tool } from '../../core/chat/toolContract.ts';
import type { WorkspaceMemories } from '../memories/workspaceMemories.ts';
import { readOnlyTool } from './toolDefinition.ts';

const MOST_MEMORIES = 20;

export function memorySearch(memories: WorkspaceMemories): Tool {
  return readOnlyTool({
    name: 'memory_search',
    description: 'Finds facts, preferences and decisions remembered from earlier sessions in this workspace.',
    properties: { query: { type: 'string', description: 'Words to look for in the memories.' } },
    required: ['query'],
    schema: v.object({ query: v.pipe(v.string(), v.minLength(1)) }),
    run: ({ query }) => {
      const found = memories.search(query, MOST_MEMORIES);
      const lines = found.map(({ type, text, at }) => `- ${type} (${dayOf(at)}): ${text}`);
      return Promise.resolve(lines.length === 0 ? `[no memory is about ${query}]` : lines.join('\n'));
    },
  });
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
