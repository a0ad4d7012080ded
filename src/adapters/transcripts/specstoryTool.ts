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

/**
 * Parses a tool element: its summary, arguments and result. Not all versions of SpecStory write all of these. For
 * example, an extension's element `read_file` has the lines `<summary>Tool use: **read_file** • Read file:
 * a.ts</summary>`, "```", `x = 1` and "```". It becomes the call `read_file({"path":"a.ts"})` with the result `x = 1`.
 */
export function readSpecstoryTool(callId: string, element: ToolElement): ReadTool {
  const { name, isByEditor, labelled } = element;
  const todos = name === 'TodoWrite' ? todosIn(element.lines) : [];
  if (todos.length > 0) return { call: toolCall(callId, name, { todos }), result: '' };
  const { summary, rest } = summaryOf(element);
  const body = isByEditor ? rest.map(unescaped) : rest;
  const given = labelledJson(body) ?? listedParameters(body) ?? listedInput(body);
  if (given !== undefined) return { call: toolCall(callId, name, given.input), result: given.result };
  const start = labelled === undefined ? outputStart(body) : body.length;
  const shown = { summary, ...partsOf(body.slice(0, start)), output: body.slice(start) };
  return isByEditor ? readEditorTool(callId, name, shown) : readCommandLineTool(callId, element, shown);
}

/** A tool whose arguments have no labels. */
interface ShownTool {
  readonly summary: string;
  /** The text between the summary and the first fence. */
  readonly text: string;
  /** The text in the fences before the output: a command, a diff, a written file. */
  readonly content: string;
  /** The lines of the output, with its fence. */
  readonly output: readonly string[];
}

/** Parses a tool that SpecStory's command line wrote. The result may be below a label. */
function readCommandLineTool(
  callId: string,
  { name, labelled }: ToolElement,
  { summary, text, content, output }: ShownTool,
): ReadTool {
  const call = shownCall(callId, name, oneArgument(`${summary}\n${text}`.trim()), content);
  if (labelled === undefined) return { call, result: fenced(output) };
  // In a labelled result, fences are escaped with a backslash: "\```ts", or "  7→\```" with a line number.
  const result = fenced(labelled.lines).replaceAll(/^([\d\t →]*)\\(?=```)/gmu, '$1');
  return { call, result, isError: labelled.isError };
}

/** Parses a tool that SpecStory's extension for an editor wrote. */
function readEditorTool(
  callId: string,
  name: string,
  { summary, text, content, output }: ShownTool,
): ReadTool {
  // The extension's first versions show the argument below the tool's line, and its later versions in the summary.
  const argument = summary === '' && content === '' ? text : unescaped(summary);
  const isTextResult = output.length === 0 && content === '' && argument !== text;
  const call = callOfSummary(callId, { name, summary: argument, content });
  return { call, result: isTextResult ? text : fenced(output) };
}

/** Splits the lines between a summary and the output into the text and the fenced content. */
function partsOf(lines: readonly string[]): Pick<ShownTool, 'text' | 'content'> {
  const fence = lines.findIndex(isFence);
  const end = fence < 0 ? lines.length : fence;
  return { text: lines.slice(0, end).join('\n').trim(), content: fenced(lines.slice(end)) };
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

/**
 * Returns the summary's text after the tool's name, and the lines below the summary. For `<summary>Tool use: **read** •
 * a.ts</summary>`, the summary is `a.ts`.
 */
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

/**
 * Returns the main argument. If the shown text has exactly one value in backticks, returns this value; else the whole
 * text.
 */
function oneArgument(shown: string): string {
  const [value, ...others] = [...shown.matchAll(/`([^`\n]+)`/gu)].map((match) => match[1]);
  return value === undefined || others.length > 0 ? shown : value;
}

/**
 * Returns the call that a summary describes. The main argument is the text in backticks, as in ``Ran `make` • ok``, or
 * the text after an action, as in `Read file: a.ts • 3 lines`. Otherwise, the whole description is the argument, as in
 * `Searched the code`. The text after ` • ` describes the result.
 */
function callOfSummary(
  callId: string,
  { name, summary, content }: { readonly name: string; readonly summary: string; readonly content: string },
): ToolCallPart {
  const [description = ''] = summary.split(' • ');
  const inTicks = oneArgument(description);
  const named = inTicks === description ? /^[A-Z][a-z]+ [a-z]+: ([\s\S]+)$/u.exec(description)?.[1] : inTicks;
  const argument = named ?? (TAKES_FILES.has(kindOfTool(name)) ? '' : description);
  const call = shownCall(callId, name, argument.trim(), content);
  return call.arguments === '{}' && inTicks !== ''
    ? { ...call, arguments: JSON.stringify({ input: inTicks }) }
    : call;
}

/**
 * The kinds of tools that take files. If the summary of such a tool names no file, the summary is not used as the path,
 * since it may say how many files were read.
 */
const TAKES_FILES: ReadonlySet<ToolKind> = new Set(['read', 'write', 'edit', 'delete', 'list']);

/** Replaces the HTML entities in a tool's text. SpecStory's extensions for editors write such entities. */
function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** Matches a fence without a language: "```". */
const BARE_FENCE = /^`{3,}\s*$/u;
/** Matches a fence that can only be the beginning of an output: "```text". */
const TEXT_FENCE = /^`{3,}text\s*$/u;

function isFence(line: string): boolean {
  return line.startsWith('```');
}

/**
 * Returns the index of the line where the output begins; the number of lines if there is no output. The fence of a
 * tool's input may name a language. The fence of the output names `text` or no language. For example, in the lines
 * "```ts", "x", "```", "```", "made", "```", the output begins at the fourth line.
 */
function outputStart(lines: readonly string[]): number {
  const first = lines.findIndex(isFence);
  const opening = lines[first];
  if (opening === undefined) return lines.length;
  if (BARE_FENCE.test(opening) || TEXT_FENCE.test(opening)) return first;
  const last = lines.findLastIndex((line) => TEXT_FENCE.test(line));
  if (last >= 0) return last;
  const inputEnd = lines.findIndex((line, index) => index > first && BARE_FENCE.test(line));
  const second = lines.findIndex((line, index) => index > inputEnd && isFence(line));
  return inputEnd >= 0 && second >= 0 && BARE_FENCE.test(lines[second] ?? '') ? second : lines.length;
}

/**
 * Returns the text in fences: the lines between the first line, which is the opening fence, and the last bare fence.
 */
function fenced(lines: readonly string[]): string {
  const end = lines.findLastIndex((line) => BARE_FENCE.test(line));
  return lines.slice(1, end > 0 ? end : lines.length).join('\n');
}

interface InputAndResult {
  /** The input as JSON. */
  readonly input: string;
  readonly result: string;
}

/** Parses the JSON in the fences below the lines `Parameters:` and `Result:`. */
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

/** Returns the JSON in the fence below a label: "Result:", "", "```json", `{ "ok": true }`, "```". */
function jsonBelow(text: string, label: string): unknown {
  const pattern = new RegExp(
    `(?:^|\\n)${label}:\\s*\\n+\`{3,}json\\n([\\s\\S]*?)\\n\`{3,}\\s*(?=\\n|$)`,
    'u',
  );
  const json = pattern.exec(text)?.[1];
  return json === undefined ? undefined : (parseJson(json) ?? json);
}

/**
 * Returns the text of a result. If a result is an object with the field `content`, VS Code wrote the object, and the
 * text is in one of three fields or missing. Returns any other object as JSON.
 */
function resultText(result: unknown): string {
  if (!isObject(result) || !('content' in result)) return jsonText(result);
  const texts = [stringOf(result, 'content'), stringOf(result, 'textEditContent')];
  const rest = fieldOf(result, 'toolCallResult') ?? '';
  return texts.find((text) => text !== undefined && text !== '') ?? jsonText(rest);
}

/**
 * Parses the form that SpecStory uses for tools of MCP servers: `*Parameters*:` above a list such as `  * path: a.ts`,
 * and `*Result*:` before the result. The result reaches to the end of the element.
 */
function listedParameters(lines: readonly string[]): InputAndResult | undefined {
  const start = lines.findIndex((line) => line.startsWith('*Parameters*:'));
  if (start < 0) return undefined;
  const end = lineWith('*Result*:', lines, start + 1);
  const items = lines
    .slice(start + 1, end)
    .join('\n')
    .split(/^ {2}\* (?=[\w.-]{1,100}: )/mu);
  const [label = '', ...below] = lines.slice(end);
  return {
    input: inputOf(items, /^([\w.-]{1,100}): ([\s\S]*)$/u, (value) => value.trim()),
    result: [label.slice('*Result*:'.length), ...below].join('\n').trim(),
  };
}

/**
 * Parses the form of tools for which SpecStory has no special form: `**Input:**` above a list, and `**Result:**` above
 * a fence. An item of the list is a line such as ``- path: `a.ts` ``, or `- text:` with a fence below.
 */
function listedInput(lines: readonly string[]): InputAndResult | undefined {
  if (lines[0]?.startsWith('**Input:**') !== true) return undefined;
  const end = lineWith('**Result:**', lines);
  const items = lines
    .slice(1, end)
    .join('\n')
    .split(/^- (?=[\w.-]{1,100}:)/mu)
    .map((item) => item.trim());
  const result = lines.slice(end + 1).join('\n');
  return {
    input: inputOf(items, /^([\w.-]{1,100}):\s*([\s\S]*)$/u, withoutQuotes),
    result: fenced(result.trim().split('\n')),
  };
}

/** Returns the index of the first line from `from` on that begins with a label; the number of lines if none does. */
function lineWith(label: string, lines: readonly string[], from = 0): number {
  const found = lines.findIndex((line, index) => index >= from && line.startsWith(label));
  return found < 0 ? lines.length : found;
}

/** Returns the JSON of list items such as `path: a.ts`; `pattern` captures the name and the value. */
function inputOf(items: readonly string[], pattern: RegExp, valueOf: (value: string) => string): string {
  const entries = items.flatMap((item) => {
    const [, name, value = ''] = pattern.exec(item) ?? [];
    return name === undefined ? [] : [[name, valueOf(value)] as const];
  });
  return JSON.stringify(Object.fromEntries(entries));
}

/** Returns a value without the backticks or the fence around it. */
function withoutQuotes(value: string): string {
  if (isFence(value)) return fenced(value.split('\n'));
  return /^`([\s\S]*)`$/u.exec(value)?.[1] ?? value;
}
