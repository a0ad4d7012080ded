import { splitUserText } from './clientText.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';
import { TurnBuilder } from './turnBuilder.ts';

/**
 * Reads the output of Cursor's “Export Chat”: Markdown in which each message begins with a bold name below a horizontal
 * rule. The file contains no tool calls.
 */
export const cursorExport = { format: 'cursor-export', detect, read } as const;

function detect({ lines }: TranscriptHead): boolean {
  return lines.slice(0, 5).some((line) => /^_Exported on .{1,100} from Cursor/u.test(line));
}

async function read(source: TranscriptSource, recording: Recording): Promise<void> {
  const turns = new TurnBuilder(recording);
  let speaker = '';
  let lines: string[] = [];
  const finish = (): void => {
    const text = lines
      .join('\n')
      .replace(/\n+-{3}\s*$/u, '')
      .trim();
    lines = [];
    if (text === '' || speaker === '') return;
    turns.begin();
    if (speaker === 'User') turns.addUser(splitUserText(text));
    else turns.addAssistant([{ type: 'text', text }]);
  };
  for await (const { text, number } of source.lines()) {
    const title = number === 1 ? /^# (.+)$/u.exec(text)?.[1] : undefined;
    if (title !== undefined) recording.title = title;
    const header = /^\*\*(User|Cursor)\*\*\s*$/u.exec(text)?.[1];
    if (header === undefined || !followsRule(lines)) {
      lines.push(text);
      continue;
    }
    finish();
    speaker = header;
  }
  finish();
}

/**
 * Returns whether the last line that is not blank is a horizontal rule. A bold name begins a message only if it follows
 * a horizontal rule.
 */
function followsRule(lines: readonly string[]): boolean {
  return /^-{3}\s*$/u.test(lines.findLast((line) => line.trim() !== '') ?? '');
}
