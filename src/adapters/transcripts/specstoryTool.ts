import type { ToolCallPart } from '../../core/log/message.ts';
import { toolCall } from './callParts.ts';
import { kindOfTool, type ToolKind } from '../../core/tools/toolKind.ts';
import { isObject, jsonText, parseJson, stringOf, fieldOf } from './json.ts';
import { shownCall } from './shownCall.ts';
import { commandOf } from './shownToolCall.ts';
import type { ToolElement } from './specstoryElements.ts';

interface ReadTool {
  readonly call: ToolCallPart;
  readonly result: string;
  readonly isError?: boolean;
}

/** Parses a tool element: its summary, arguments and result, as far as SpecStory's version shows them. */
export function readSpecstoryTool(callId: string, element: ToolElement): ReadTool {
  const { name, isByEditor } = element;
  const todos = name === 'TodoWrite' ? todosIn(element.lines) : [];
  if (todos.length > 0) return { call: toolCall(callId, name, { todos }), result: '' };
  const { summary, rest } = summaryOf(element);
  const body = isByEditor ? rest.map(unescaped) : rest;
  const given = labelledJson(body) ?? listedParameters(body) ?? listedInput(body);
  if (given !== undefined) return { call: toolCall(callId, name, given.input), result: given.result };
  const output = element.labelled === undefined ? outputStart(body) : body.length;
  const before = body.slice(0, output);
  const fence = before.findIndex((line) => line.startsWith('```'));
  const shown = before
    .slice(0, fence < 0 ? before.length : fence)
    .join('\n')
    .trim();
  const content = fence < 0 ? '' : fenced(before.slice(fence));
  const isOutput = output < body.length;
  if (!isByEditor) {
    const call = shownCall(callId, name, oneArgument(`${summary}\n${shown}`.trim()), content);
    const { labelled } = element;
    if (labelled === undefined) return { call, result: fenced(body.slice(output)) };
    // In a labelled result, fences are escaped with a backslash.
    const result = fenced(labelled.lines).replaceAll(/^([\d\s→]*)\\(?=```)/gmu, '$1');
    return { call, result, isError: labelled.isError };
  }
  // The first versions show the argument below the tool's line, later ones in the summary.
  const argument = summary === '' && content === '' ? shown : summary;
  const result = isOutput ? fenced(body.slice(output)) : argument === shown || content !== '' ? '' : shown;
  return { call: callOfSummary(callId, { name, summary: argument, content }), result };
}

/** Parses to-do items such as `- [X] 🔥 Paint it`: `X` is done, `⚡` is in progress, and the emoji is the priority. */
function todosIn(lines: readonly string[]): readonly { readonly content: string; readonly status: string }[] {
  return lines.flatMap((line) => {
    const [, mark, content = ''] =
      /^- \[(X|⚡| )\] (?:\p{Extended_Pictographic}\uFE0F? )?(.+)$/u.exec(line) ?? [];
    if (mark === undefined) return [];
    const status = mark === 'X' ? 'completed' : mark === ' ' ? 'pending' : 'in_progress';
    return [{ content: content.trim(), status }];
  });
}

/** Returns the text of the summary next to the tool's name, and the rest below it. */
export function summaryOf({ lines }: ToolElement): {
  readonly summary: string;
  readonly rest: readonly string[];
} {
  const text = lines
    .join('\n')
    .replace(/^\s*<details>/u, '')
    .replace(/<\/details>\s*$/u, '')
    .trim();
  const found = /^<summary>([\s\S]*?)<\/summary>/u.exec(text);
  const rest = text.slice(found?.[0].length ?? 0).trim();
  const summary = (found?.[1] ?? '').replace(/^(?:Tool use: )?(?:\*\*[^*\n]*\*\*)?(?:\s*•)?/u, '').trim();
  return { summary, rest: rest === '' ? [] : rest.split('\n') };
}

/** Returns the main argument: the only value in backticks, else everything that is shown of the call. */
function oneArgument(shown: string): string {
  const values = [...shown.matchAll(/`([^`\n]+)`/gu)].map((match) => match[1] ?? '');
  return values.length === 1 ? (values[0] ?? '') : shown;
}

/**
 * Returns the call that a summary describes: `Read file: a.ts • 3 lines` has the action, the main argument and the
 * result.
 */
function callOfSummary(
  callId: string,
  { name, summary, content }: { readonly name: string; readonly summary: string; readonly content: string },
): ToolCallPart {
  const [description = ''] = unescaped(summary).split(' • ');
  const shownValue = oneArgument(description);
  const named =
    shownValue === description ? /^[A-Z][a-z]+ [a-z]+: ([\s\S]+)$/u.exec(description)?.[1] : shownValue;
  const argument = named ?? (TAKES_FILES.has(kindOfTool(name)) ? '' : shownValue);
  const call = shownCall(callId, name, argument.trim(), content);
  return call.arguments === '{}' && shownValue !== ''
    ? { ...call, arguments: JSON.stringify({ input: shownValue }) }
    : call;
}

/** Kinds of tools that take files. If their summary names none, it is no argument: it may say how many were read. */
const TAKES_FILES: ReadonlySet<ToolKind> = new Set(['read', 'write', 'edit', 'delete', 'list']);

/** Unescapes a tool's text, which SpecStory's extensions of editors write with HTML entities. */
function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/**
 * Returns where the output begins: a tool's input may be fenced in its own language, while the output's fence has
 * `text` or none.
 */
function outputStart(lines: readonly string[]): number {
  const first = lines.findIndex((line) => line.startsWith('```'));
  if (first < 0) return lines.length;
  if (/^`{3,}(?:text)?\s*$/u.test(lines[first] ?? '')) return first;
  const last = lines.findLastIndex((line) => /^`{3,}text\s*$/u.test(line));
  if (last >= 0) return last;
  const isBare = (line: string): boolean => /^`{3,}\s*$/u.test(line);
  const end = lines.findIndex((line, index) => index > first && isBare(line));
  const second = lines.findIndex((line, index) => index > end && line.startsWith('```'));
  return end >= 0 && second >= 0 && isBare(lines[second] ?? '') ? second : lines.length;
}

function fenced(lines: readonly string[]): string {
  const end = lines.findLastIndex((line) => /^`{3,}\s*$/u.test(line));
  return lines.slice(1, end > 0 ? end : lines.length).join('\n');
}

interface InputAndResult {
  /** The input as JSON. */
  readonly input: string;
  readonly result: string;
}

/** Parses `Parameters:` and `Result:` with JSON in fences. */
function labelledJson(lines: readonly string[]): InputAndResult | undefined {
  const text = lines.join('\n');
  const input = jsonBelow(text, 'Parameters');
  const result = jsonBelow(text, 'Result');
  if (input === undefined && result === undefined) return undefined;
  const command = isObject(input) ? commandOf(input) : undefined;
  return {
    input: command === undefined ? jsonText(input ?? {}) : JSON.stringify({ command }),
    result: resultText(result),
  };
}

function jsonBelow(text: string, label: string): unknown {
  const pattern = new RegExp(
    `(?:^|\\n)${label}:\\s*\\n+\`{3,}json\\n([\\s\\S]*?)\\n\`{3,}\\s*(?=\\n|$)`,
    'u',
  );
  const json = pattern.exec(text)?.[1];
  return json === undefined ? undefined : (parseJson(json) ?? json);
}

/** Returns the text of a result. VS Code has it in one of several fields; if all are empty, it was not stored. */
function resultText(result: unknown): string {
  if (!isObject(result) || !('content' in result)) return jsonText(result);
  const texts = [stringOf(result, 'content'), stringOf(result, 'textEditContent')];
  const rest = fieldOf(result, 'toolCallResult') ?? '';
  return texts.find((text) => text !== undefined && text !== '') ?? jsonText(rest);
}

/** Parses `*Parameters*:` as a list and `*Result*:` with everything after it, for tools of MCP servers. */
function listedParameters(lines: readonly string[]): InputAndResult | undefined {
  const start = lines.findIndex((line) => line.startsWith('*Parameters*:'));
  if (start < 0) return undefined;
  const end = lines.findIndex((line, index) => index > start && line.startsWith('*Result*:'));
  const list = lines.slice(start + 1, end < 0 ? lines.length : end).join('\n');
  const entries = list.split(/^ {2}\* (?=[\w.-]{1,100}: )/mu).flatMap((item) => {
    const [, key, value] = /^([\w.-]{1,100}): ([\s\S]*)$/u.exec(item) ?? [];
    return key === undefined ? [] : [[key, (value ?? '').trim()] as const];
  });
  const result = end < 0 ? [] : [(lines[end] ?? '').slice('*Result*:'.length), ...lines.slice(end + 1)];
  return { input: JSON.stringify(Object.fromEntries(entries)), result: result.join('\n').trim() };
}

/**
 * Parses `**Input:**` as a list of values in backticks or fences, and `**Result:**` in a fence: the form of tools for
 * which SpecStory has no other form.
 */
function listedInput(lines: readonly string[]): InputAndResult | undefined {
  if (!(lines[0] ?? '').startsWith('**Input:**')) return undefined;
  const end = lines.findIndex((line) => line.startsWith('**Result:**'));
  const list = lines.slice(1, end < 0 ? lines.length : end).join('\n');
  const entries = list.split(/^- (?=[\w.-]{1,100}:)/mu).flatMap((item) => {
    const [, key, value = ''] = /^([\w.-]{1,100}):\s*([\s\S]*)$/u.exec(item.trim()) ?? [];
    return key === undefined ? [] : [[key, withoutQuotes(value)] as const];
  });
  const result =
    end < 0
      ? []
      : lines
          .slice(end + 1)
          .join('\n')
          .trim()
          .split('\n');
  return { input: JSON.stringify(Object.fromEntries(entries)), result: fenced(result) };
}

function withoutQuotes(value: string): string {
  if (value.startsWith('```')) return fenced(value.split('\n'));
  return /^`([\s\S]*)`$/u.exec(value)?.[1] ?? value;
}
