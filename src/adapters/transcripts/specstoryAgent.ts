import type { ToolCallPart } from '../../core/log/message.ts';
import { kindOfTool } from '../../core/tools/toolKind.ts';
import { shownCall } from './shownCall.ts';
import type { TurnDraft } from './turnDraft.ts';

/** Stands on a line of its own; a result that quotes such a file has it within a line. */
export const SPECSTORY_TOOL_END = '</details></tool-use>';

const ELEMENT = /^<(?:tool-use(?: [^<>]{0,500})?|think)><details>/mu;

/** Adds what stands below an agent's header: texts, thoughts, and tools with their results. */
export function addSpecstoryAgent(turns: TurnDraft, text: string): void {
  let rest = text;
  for (let opening = ELEMENT.exec(rest); opening !== null; opening = ELEMENT.exec(rest)) {
    addText(turns, rest.slice(0, opening.index));
    const isThought = opening[0].startsWith('<think');
    const closing = isThought ? '</think>' : `\n${SPECSTORY_TOOL_END}`;
    const end = rest.indexOf(closing, opening.index);
    const body = rest.slice(opening.index + opening[0].length, end < 0 ? rest.length : end);
    if (isThought) addThought(turns, body);
    else addTool(turns, opening[0], body);
    rest = end < 0 ? '' : rest.slice(end + closing.length);
  }
  addText(turns, rest);
}

function addThought(turns: TurnDraft, body: string): void {
  const text = body.replace(/^\s*<summary>[^\n]*<\/summary>/u, '').replace(/<\/details>$/u, '');
  turns.addAssistant([{ type: 'reasoning', text: text.trim() }]);
}

function addText(turns: TurnDraft, text: string): void {
  if (text.trim() !== '') turns.addAssistant([{ type: 'text', text: text.trim() }]);
}

/** A tool's element: a summary line, what it was called with, and its output, in the last fence where it had any. */
function addTool(turns: TurnDraft, tag: string, body: string): void {
  const name = /data-tool-name="([^"]{0,200})"/u.exec(tag)?.[1] ?? 'tool';
  const lines = body.trim().split('\n');
  const callId = turns.nextCallId();
  const answer = kindOfTool(name) === 'ask' ? lines.findLastIndex((line) => ANSWER.test(line)) : -1;
  if (answer >= 0) {
    turns.addAssistant([shownCall(callId, name, shownIn(lines.slice(0, answer)))]);
    turns.addResult(callId, lines.slice(answer).join('\n').replace(ANSWER, ''));
    return;
  }
  const output = outputStart(lines);
  turns.addAssistant([callOf(callId, name, lines.slice(0, output))]);
  turns.addResult(callId, fenced(lines.slice(output)));
}

/** What the person answered stands under the questions, in no fence. */
const ANSWER = /^\*\*Answer:\*\* /u;

/** What the tool was given may be fenced in its own language; the output's fence has `text` or none. */
function outputStart(lines: readonly string[]): number {
  const first = lines.findIndex((line) => line.startsWith('```'));
  if (first < 0) return lines.length;
  if (/^`{3,}(?:text)?\s*$/u.test(lines[first] ?? '')) return first;
  const last = lines.findLastIndex((line) => /^`{3,}text\s*$/u.test(line));
  return last < 0 ? lines.length : last;
}

function fenced(lines: readonly string[]): string {
  const end = lines.findLastIndex((line) => /^`{3,}\s*$/u.test(line));
  return lines.slice(1, end > 0 ? end : lines.length).join('\n');
}

/** The main argument is the one value in backticks, else all that is shown of the call; what is fenced is its content. */
function callOf(callId: string, name: string, lines: readonly string[]): ToolCallPart {
  const fence = lines.findIndex((line) => line.startsWith('```'));
  const shown = shownIn(lines.slice(0, fence < 0 ? lines.length : fence));
  const values = [...shown.matchAll(/`([^`\n]+)`/gu)].map((match) => match[1] ?? '');
  const argument = values.length === 1 ? (values[0] ?? '') : shown;
  return shownCall(callId, name, argument, fence < 0 ? '' : fenced(lines.slice(fence)));
}

/** Without the summary's marks and the tool's name. */
function shownIn(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(/^<summary>(?:Tool use: )?(?:\*\*[^*\n]*\*\*)?/u, '')
    .replace('</summary>', '')
    .trim();
}
