import type { ToolSchema } from '../../core/ports.ts';
import { JsonObjectEnd } from './jsonObjectEnd.ts';
import { isObject, parseJson } from '../transcripts/json.ts';

/** A tool call that a model wrote as text. `arguments` is a JSON object. */
export interface WrittenCall {
  readonly name: string;
  readonly arguments: string;
}

/** The calls at the beginning of a text, and the text after these calls. Undefined if the text has another format. */
type FormatMatch = { readonly calls: readonly WrittenCall[]; readonly rest: string } | undefined;
type Format = (text: string, tools: readonly ToolSchema[]) => FormatMatch;

/**
 * The formats in which chat templates of open models write calls: Hermes and Qwen, GLM, Qwen3-Coder, MiniMax, Mistral,
 * Llama, Granite and Phi, Kimi, DeepSeek, gpt-oss, and plain JSON. A server's tool parser reads these calls if the
 * right parser is enabled (https://docs.vllm.ai/en/latest/features/tool_calling.html lists the parsers).
 */
const FORMATS: readonly Format[] = [
  (text, tools) =>
    matchBody(
      /^<tool_call>(?!\s*[{[])([\s\S]*?)<\/tool_call>/,
      text,
      (body) =>
        callsIn(body, tools) ?? taggedCall(/^([\w.-]+)\s*(<arg_key>[\s\S]*)?$/, body, tools)?.calls ?? [],
    ),
  (text, tools) => taggedCall(/^<function=([\w.-]+)>([\s\S]*?)<\/function>/, text, tools),
  (text, tools) => taggedCall(/^<invoke name="([\w.-]+)">([\s\S]*?)<\/invoke>/, text, tools),
  (text) =>
    matchFormat(
      /^<\|tool_call_begin\|>\s*(?:functions\.)?([\w.-]+?)(?::\d+)?\s*<\|tool_call_argument_begin\|>([\s\S]*?)<\|tool_call_end\|>/,
      text,
      ([, name = '', body = '']) => writtenCall(name, parseJson(body)),
    ),
  (text) =>
    matchFormat(
      /^<｜tool▁call▁begin｜>(?:function<｜tool▁sep｜>)?([\w.-]+)(?:<｜tool▁sep｜>|\s*```json)([\s\S]*?)(?:```\s*)?<｜tool▁call▁end｜>/,
      text,
      ([, name = '', body = '']) => writtenCall(name, parseJson(body)),
    ),
  (text) =>
    matchFormat(
      /^(?:<\|start\|>assistant)?\s*(?:<\|channel\|>commentary\s+)?to=(?:functions\.)?([\w.-]+)[^{}]{0,80}?<\|message\|>([\s\S]*?)(?:<\|call\|>|$)/,
      text,
      ([, name = '', body = '']) => writtenCall(name, parseJson(body)),
    ),
  (text) => {
    const [head = '', name = ''] =
      /^\[TOOL_CALLS\]\s*([\w.-]+)(?:\[CALL_ID\]\w+)?(?:\[ARGS\])?\s*(?=\{)/.exec(text) ?? [];
    return head === '' ? undefined : matchJson(text.slice(head.length), (value) => writtenCall(name, value));
  },
  (text) => {
    // A model may omit the closing tag. The end of JSON can be found without this tag.
    const [head = ''] =
      /^(?:\[TOOL_CALLS\]|<\|python_tag\|>|<\|tool_call\|>|<tool_call>)\s*/.exec(text) ?? [];
    return matchJson(text.slice(head.length), callsOf);
  },
];

/** Matches tags and separators around calls. */
const FRAME =
  /^(?:<\|tool_calls_section_(?:begin|end)\|>|<｜tool▁calls▁(?:begin|end)｜>|<\/?(?:minimax:tool_call|function_calls|tool_calls)>|<\/tool_call>|<\|\/tool_call\|>|<\|e(?:om|ot)_id\|>|<\|im_end\|>|[\s,;])+/;

/** The maximum number of calls in one answer. */
const MOST_CALLS = 64;

/** Matches the prefix of each tag's name in DeepSeek 3.2 and later. Models write the bars in different ways. */
const DSML = /(?<=<\/?)[|｜‖]{1,2}DSML[|｜‖]{1,2}/g;

/** Returns the calls in a text that contains only calls of known tools, or undefined for any other text. */
export function callsIn(text: string, tools: readonly ToolSchema[]): readonly WrittenCall[] | undefined {
  const calls: WrittenCall[] = [];
  let rest = text.replace(DSML, '').replace(FRAME, '');
  while (rest !== '') {
    const at = rest;
    const found = FORMATS.map((format) => format(at, tools)).find((one) => one !== undefined);
    if (found === undefined || found.calls.length === 0) return undefined;
    calls.push(...found.calls);
    if (calls.length > MOST_CALLS) return undefined;
    rest = found.rest.replace(FRAME, '');
  }
  const isKnown = calls.every(({ name }) => toolNamed(name, tools) !== undefined);
  return calls.length > 0 && isKnown ? calls : undefined;
}

function toolNamed(name: string, tools: readonly ToolSchema[]): ToolSchema | undefined {
  return tools.find((tool) => tool.name === name);
}

function matchFormat(
  pattern: RegExp,
  text: string,
  read: (match: RegExpExecArray) => readonly WrittenCall[],
): FormatMatch {
  const match = pattern.exec(text);
  return match === null ? undefined : { calls: read(match), rest: text.slice(match[0].length) };
}

/** Returns a call whose name is in a tag. The arguments are also in tags, or in JSON. */
function taggedCall(pattern: RegExp, text: string, tools: readonly ToolSchema[]): FormatMatch {
  return matchFormat(pattern, text, ([, name = '', body = '']) =>
    writtenCall(name, parametersIn(body, toolNamed(name, tools)) ?? parseJson(body)),
  );
}

function matchBody(
  pattern: RegExp,
  text: string,
  read: (body: string) => readonly WrittenCall[],
): FormatMatch {
  return matchFormat(pattern, text, ([, body = '']) => read(body.trim()));
}

function matchJson(text: string, read: (value: unknown) => readonly WrittenCall[]): FormatMatch {
  if (!/^[{[]/.test(text)) return undefined;
  const json = new JsonObjectEnd().take(text);
  return { calls: read(parseJson(json)), rest: text.slice(json.length) };
}

/** Returns the calls in a parsed JSON value: one call or an array of calls. Most templates write calls as JSON. */
function callsOf(value: unknown): readonly WrittenCall[] {
  if (Array.isArray(value)) {
    const each = value.map(callsOf);
    return each.every(({ length }) => length > 0) ? each.flat() : [];
  }
  if (!isObject(value)) return [];
  if (isObject(value['function'])) return callsOf(value['function']);
  const { name, arguments: given = value['parameters'] } = value;
  return typeof name === 'string'
    ? writtenCall(name, typeof given === 'string' ? parseJson(given) : given)
    : [];
}

function writtenCall(name: string, given: unknown): readonly WrittenCall[] {
  return isObject(given) ? [{ name, arguments: JSON.stringify(given) }] : [];
}

/** Matches the tags before an argument's value in the formats of Qwen3-Coder, MiniMax, DeepSeek and GLM. */
const OPENING =
  /^\s*<(?:parameter=|parameter name="|(arg_key)>)\s*([\w.-]+)(?:"?(?: string="(true|false)")?>|\s*<\/arg_key>\s*<arg_value>)\n?/;

/**
 * Matches the tags of each element that can contain a value. A value may contain such tags, e.g. those of an XML file.
 */
const TAGS = {
  parameter: /<(\/?)parameter(?:[\s=/](?:"[^"<]*"|'[^'<]*'|[^<>"'])*)?>/g,
  arg_value: /<(\/?)arg_value(?:[\s=/](?:"[^"<]*"|'[^'<]*'|[^<>"'])*)?>/g,
};
type Closing = { readonly start: number; readonly end: number } | undefined;
type FindClosing = (text: string, tags: RegExp) => Closing;

/**
 * Parses parameters. All values are written as text. DeepSeek's tags show by the attribute `string` whether a value is
 * a string. For other tags, the tool's schema shows it. Values that are no strings are parsed as JSON, if possible.
 * Returns undefined if the body contains text outside of the parameters, such as a second closing tag: then the first
 * closing tag may have been a part of the value. A value may contain a tag without its counterpart, as in
 * `vector<parameter> p`. So if parsing with balanced tags fails, the body is parsed again, and each value ends at the
 * first closing tag.
 */
function parametersIn(body: string, tool: ToolSchema | undefined): object | undefined {
  return parametersBy(closingTag, body, tool) ?? parametersBy(firstClosingTag, body, tool);
}

function parametersBy(
  findClosing: FindClosing,
  body: string,
  tool: ToolSchema | undefined,
): object | undefined {
  const properties = isObject(tool?.parameters['properties']) ? tool.parameters['properties'] : {};
  const found: [string, unknown][] = [];
  let rest = body;
  while (rest.trim() !== '') {
    const [opening, key, name = '', isString] = OPENING.exec(rest) ?? [];
    if (opening === undefined) return undefined;
    const inside = rest.slice(opening.length);
    const closing = findClosing(inside, TAGS[key === undefined ? 'parameter' : 'arg_value']);
    if (closing === undefined) return undefined;
    const text = inside.slice(0, closing.start).replace(/\n$/, '');
    const schema = properties[name];
    const isText =
      isString === undefined ? isObject(schema) && schema['type'] === 'string' : isString === 'true';
    found.push([name, isText ? text : (parseJson(text) ?? text)]);
    rest = inside.slice(closing.end);
  }
  return Object.fromEntries(found);
}

/**
 * Returns the position of the closing tag of a value, or undefined if it is missing. Skips balanced tags in the value.
 */
function closingTag(text: string, tags: RegExp): Closing {
  let depth = 0;
  for (const { 0: tag, 1: slash, index } of text.matchAll(tags)) {
    if (slash === '/' && depth === 0) return { start: index, end: index + tag.length };
    if (slash === '/') depth--;
    else if (!tag.endsWith('/>')) depth++;
  }
  return undefined;
}

/**
 * Matches the tag of another argument. If a value contains this tag, the value's own closing tag is probably missing.
 */
const NEXT_ARGUMENT = /<parameter(?:=| name=")[\w.-]+"?[^<>]*>|<arg_key>/;

/** Returns the position of the first closing tag. Returns undefined if another argument begins before this tag. */
function firstClosingTag(text: string, tags: RegExp): Closing {
  const first = [...text.matchAll(tags)].find(([, slash]) => slash === '/');
  if (first === undefined || NEXT_ARGUMENT.test(text.slice(0, first.index))) return undefined;
  return { start: first.index, end: first.index + first[0].length };
}
