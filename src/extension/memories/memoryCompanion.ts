import type { Memory } from '../../core/ports.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import type { TextPart } from '../../core/session/message.ts';
import { memoriesFor } from './rankMemories.ts';

export const MEMORY_LABEL = 'memory';

/**
 * The memories that go with a message, best match first, as many as the budget holds. What stands in the context
 * already is not said again.
 */
export function memoryCompanion(
  memories: readonly Memory[],
  { text, live, budgetTokens }: { text: string; live: LiveSession; budgetTokens: number },
): TextPart | undefined {
  const known = knownLines(live);
  const lines: string[] = [];
  let left = budgetTokens;
  for (const memory of memoriesFor(memories, text)) {
    const line = `- ${memory.type}: ${memory.text}`;
    if (known.has(line)) continue;
    left -= live.account.ofText(line) + 1;
    if (left < 0) break;
    lines.push(line);
  }
  if (lines.length === 0) return undefined;
  const heading = 'Remembered from earlier sessions in this workspace:';
  return { type: 'text', origin: 'client', label: MEMORY_LABEL, text: [heading, ...lines].join('\n') };
}

function knownLines(live: LiveSession): ReadonlySet<string> {
  const parts = live.context.flatMap(({ message }) => (message.role === 'user' ? message.parts : []));
  return new Set(
    parts.flatMap((part) =>
      part.type === 'text' && part.label === MEMORY_LABEL ? part.text.split('\n') : [],
    ),
  );
}
