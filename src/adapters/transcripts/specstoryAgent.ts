import { kindOfTool } from '../../core/tools/toolKind.ts';
import { shownCall } from './shownCall.ts';
import { specstoryElements, type ToolElement } from './specstoryElements.ts';
import { readSpecstoryTool, summaryOf } from './specstoryTool.ts';
import type { TurnBuilder } from './turnBuilder.ts';

/**
 * Adds the contents below an agent's header: texts, thoughts, and tools with their results. `hasNames` is true if the
 * file contains the names of tools.
 */
export function addSpecstoryAgent(turns: TurnBuilder, text: string, hasNames: boolean): void {
  let last: ToolElement | undefined;
  for (const element of specstoryElements(text, hasNames)) {
    if (element.kind === 'tool') {
      if (!isRepeated(element, last)) addTool(turns, element);
      last = element;
      continue;
    }
    const lines = withoutRules(element.lines);
    if (lines === '') continue;
    last = undefined;
    if (element.kind === 'thought') turns.addAssistant([{ type: 'reasoning', text: thoughtIn(lines) }]);
    else turns.addAssistant([{ type: 'text', text: lines }]);
  }
}

/**
 * Returns whether an element only repeats the last element. If SpecStory's extension for an editor has written a tool,
 * SpecStory's command line writes an empty element for the same tool after it.
 */
function isRepeated(element: ToolElement, last: ToolElement | undefined): boolean {
  if (last === undefined || element.isByEditor || !last.isByEditor || last.name !== element.name)
    return false;
  const { summary, rest } = summaryOf(element);
  return summary === '' && rest.length === 0;
}

/**
 * Removes horizontal rules (`---`) around a text. The rules separate messages or, in the extensions' files, the pieces
 * of a message.
 */
export function withoutRules(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(/^(?:\s*---\s*(?:\n|$))+/u, '')
    .replace(/(?:(?:^|\n)\s*---\s*)+$/u, '')
    .trim();
}

function thoughtIn(text: string): string {
  return text
    .replace(/^<think>\s*(?:<details>)?\s*(?:<summary>[^\n]*?<\/summary>)?/u, '')
    .replace(/(?:<\/details>)?\s*<\/think>\s*$/u, '')
    .trim();
}

function addTool(turns: TurnBuilder, element: ToolElement): void {
  const callId = turns.nextCallId();
  const { name, lines } = element;
  const answer = kindOfTool(name) === 'ask' ? lines.findLastIndex((line) => ANSWER.test(line)) : -1;
  if (answer >= 0) {
    const { summary, rest } = summaryOf({ ...element, lines: lines.slice(0, answer) });
    turns.addAssistant([shownCall(callId, name, [summary, ...rest].join('\n').trim())]);
    turns.addResult(callId, lines.slice(answer).join('\n').replace(ANSWER, ''));
    return;
  }
  const { call, result, isError } = readSpecstoryTool(callId, element);
  turns.addAssistant([call]);
  turns.addResult(callId, result, isError);
}

/** Matches the beginning of the line with the person's answer. This line follows the questions. */
const ANSWER = /^\*\*Answer:\*\* /u;
