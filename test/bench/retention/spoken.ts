import type { Message, Part } from '../../../src/core/log/message.ts';

/**
 * Returns the text of a message as the measurement reads it: texts, tool names, and the values of tool arguments. The
 * values are decoded from JSON, because `\n` and `\"` would stick to the words beside them.
 */
export function textOf(message: Message): string {
  return message.parts.map(textOfPart).filter(Boolean).join('\n');
}

/**
 * Returns the text that the person typed or the assistant wrote, including arguments; empty for tool, system and client
 * text.
 */
export function writtenTextOf(message: Message): string {
  if (message.role === 'tool' || message.role === 'system') return '';
  return (message.parts as readonly Part[]).map(writtenTextOfPart).filter(Boolean).join('\n');
}

/**
 * Returns all strings and numbers in the JSON arguments of a call, one on each line. If the arguments are not JSON,
 * returns them unchanged.
 */
export function argumentText(text: string): string {
  try {
    return [...leavesOf(JSON.parse(text))].join('\n');
  } catch {
    return text;
  }
}

function textOfPart(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text;
    case 'toolCall':
      return `${part.name}\n${argumentText(part.arguments)}`;
    case 'file':
      return `${part.path}\n${part.text}`;
    case 'image':
      return '';
  }
}

function writtenTextOfPart(part: Part): string {
  if (part.type === 'text') return part.origin === 'client' ? '' : part.text;
  if (part.type === 'reasoning') return part.text;
  return part.type === 'toolCall' ? argumentText(part.arguments) : '';
}

function* leavesOf(value: unknown): Generator<string> {
  if (typeof value === 'string' || typeof value === 'number') yield String(value);
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* leavesOf(inner);
}
