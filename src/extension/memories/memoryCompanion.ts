import { selectMemories } from '../../core/memory/searchMemories.ts';
import type { Memory } from '../../core/ports.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import type { TextPart } from '../../core/log/message.ts';

export const MEMORY_LABEL = 'memory';

/**
 * Returns a text part with the memories that `selectMemories` chooses for a message, up to `mostTokens` tokens. Leaves
 * out memories that are in the context already. Returns undefined if no memory is chosen.
 */
export function memoryCompanion(
  memories: readonly Memory[],
  { text, live, mostTokens }: { text: string; live: LiveSession; mostTokens: number },
): TextPart | undefined {
  const inContext = linesInContext(live);
  const others = memories.filter((memory) => !inContext.has(lineOf(memory)));
  const count = (line: string): number => live.account.ofText(line);
  const lines = selectMemories(others, text, mostTokens, count).map(lineOf);
  if (lines.length === 0) return undefined;
  const heading = 'Remembered from earlier sessions in this workspace:';
  return { type: 'text', origin: 'client', label: MEMORY_LABEL, text: [heading, ...lines].join('\n') };
}

function lineOf({ type, text }: Memory): string {
  return `- ${type}: ${text}`;
}

function linesInContext(live: LiveSession): ReadonlySet<string> {
  const parts = live.context.flatMap(({ message }) => (message.role === 'user' ? message.parts : []));
  return new Set(
    parts.flatMap((part) =>
      part.type === 'text' && part.label === MEMORY_LABEL ? part.text.split('\n') : [],
    ),
  );
}
