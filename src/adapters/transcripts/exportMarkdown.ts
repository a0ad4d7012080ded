import type { Message, Part, ToolMessage } from '../../core/log/message.ts';
import type { ImportedMessage } from './recording.ts';
import { withSpacesFolded } from '../../core/text/lines.ts';
import { fenceAround } from '../../core/text/codeFences.ts';

/**
 * Returns a session as Markdown for people: one heading per message, tool calls and results in fenced blocks, reasoning
 * and client text in folded sections. No text is cut.
 */
export function toMarkdown(messages: readonly ImportedMessage[], title = 'Session'): string {
  return [`# ${withSpacesFolded(title)}`, ...messages.map(section)].join('\n\n').concat('\n');
}

const HEADINGS = { system: 'System', user: 'You', assistant: 'Assistant', tool: 'Result' } as const;

function section({ message, at }: ImportedMessage): string {
  const time = at === undefined ? '' : ` · ${new Date(at).toISOString().slice(0, 19).replace('T', ' ')}`;
  return [`## ${headingOf(message)}${time}`, ...bodyOf(message)].join('\n\n');
}

function headingOf(message: Message): string {
  if (message.role === 'tool')
    return `${HEADINGS.tool}${message.toolName === '' ? '' : ` of ${withSpacesFolded(message.toolName)}`}`;
  const isClients =
    message.role === 'user' &&
    message.parts.every((part) => part.type === 'text' && part.origin === 'client');
  return isClients ? 'Client' : HEADINGS[message.role];
}

function bodyOf(message: Message): readonly string[] {
  if (message.role !== 'tool') return message.parts.map(partMarkdown);
  const text = message.parts
    .map((part) => (part.type === 'text' ? part.text : partMarkdown(part)))
    .join('\n');
  return [...outcomeOf(message), ...(text === '' ? [] : [fenced(text)])];
}

function outcomeOf({ isError, exitCode }: ToolMessage): readonly string[] {
  const words = [
    ...(isError === true ? ['failed'] : []),
    ...(exitCode === undefined ? [] : [`exit code ${String(exitCode)}`]),
  ];
  return words.length === 0 ? [] : [`*${words.join(', ')}*`];
}

function partMarkdown(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.origin === 'client' ? folded(part.label ?? 'client', part.text) : part.text;
    case 'reasoning':
      return folded('reasoning', part.text);
    case 'toolCall':
      return `**${withSpacesFolded(part.name)}**\n\n${fenced(part.arguments, 'json')}`;
    case 'image':
      return `*image${part.name === undefined ? '' : ` ${withSpacesFolded(part.name)}`}*`;
    case 'file':
      return `**${withSpacesFolded(part.path)}**\n\n${fenced(part.text)}`;
  }
}

function folded(summary: string, text: string): string {
  return `<details><summary>${withSpacesFolded(summary).replace(/[<>&]/gu, '')}</summary>\n\n${fenced(text)}\n\n</details>`;
}

function fenced(text: string, language = ''): string {
  const fence = fenceAround(text);
  return `${fence}${language}\n${text}\n${fence}`;
}
