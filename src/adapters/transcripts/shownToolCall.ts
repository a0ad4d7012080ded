import type { ToolCallPart, ToolMessage } from '../../core/log/message.ts';
import { toolCall, toolResult } from './callParts.ts';
import { clientPart } from './clientText.ts';
import {
  fieldOf,
  isObject,
  isTrue,
  jsonText,
  numberOf,
  objectOf,
  objectsOf,
  stringOf,
  type JsonObject,
} from './json.ts';
import { shownCall } from './shownCall.ts';

/**
 * Converts calls in the form in which VS Code's chat shows them to the person (`toolInvocationSerialized`). This form
 * contains less than the model wrote and received.
 */

/**
 * Returns the call with the stored arguments. If no arguments are stored, returns the call with one argument: the
 * stored prompt, the file linked in the line shown to the person, or this line.
 */
export function callOfShown(item: JsonObject, callId: string): ToolCallPart {
  const name = stringOf(item, 'toolId') ?? 'tool';
  const data = objectOf(item, 'toolSpecificData') ?? {};
  const command = commandOf(data);
  if (command !== undefined)
    return { ...shownCall(callId, name, ''), arguments: JSON.stringify({ command }) };
  const given =
    fieldOf(data, 'rawInput') ??
    fieldOf(data, 'todoList') ??
    fieldOf(data, 'input') ??
    fieldOf(objectOf(item, 'resultDetails') ?? {}, 'input');
  if (given !== undefined) return toolCall(callId, name, given);
  const line = markdownOf(fieldOf(item, 'pastTenseMessage') ?? fieldOf(item, 'invocationMessage'));
  const argument = stringOf(data, 'prompt') ?? linkedFile(line);
  if (argument !== undefined) return shownCall(callId, name, argument);
  return toolCall(callId, name, line === '' ? {} : { input: line });
}

/** Returns a command as it was run; undefined if the terminal's data does not contain the command. */
export function commandOf(data: JsonObject): string | undefined {
  const line = objectOf(data, 'commandLine');
  if (line === undefined) return stringOf(data, 'command');
  return stringOf(line, 'userEdited') ?? stringOf(line, 'toolEdited') ?? stringOf(line, 'original');
}

/** Returns the file that a line names in a link without text: `Read [](file:///w/a%20b.ts#1-1)`. */
function linkedFile(line: string): string | undefined {
  const address = /\]\(file:\/\/([^)#]{1,1000})[^)]*\)/u.exec(line)?.[1];
  try {
    return address === undefined ? undefined : decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Returns Markdown that is stored as a text or in the field `value` of an object; the empty text for other values. */
export function markdownOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return isObject(value) ? (stringOf(value, 'value') ?? '') : '';
}

/** Returns the call's result; undefined if the call was neither completed nor refused. */
export function resultOfShown(item: JsonObject, callId: string): ToolMessage | undefined {
  const isRefused = refused(fieldOf(item, 'isConfirmed'));
  if (!isTrue(item, 'isComplete') && !isRefused) return undefined;
  const details = fieldOf(item, 'resultDetails');
  const text = isRefused ? 'The person did not allow it.' : outputOf(item, details);
  const isError = isRefused || (isObject(details) && isTrue(details, 'isError'));
  const part =
    text === '' ? clientPart('[not in the transcript]', 'missing') : { type: 'text' as const, text };
  return toolResult(callId, [part], { isError, ...exitCodeOfShown(item) });
}

/** Returns a command's exit code, if the terminal's data contains it. */
export function exitCodeOfShown(item: JsonObject): { readonly exitCode?: number } {
  const state = objectOf(objectOf(item, 'toolSpecificData') ?? {}, 'terminalCommandState') ?? {};
  const exitCode = numberOf(state, 'exitCode');
  return exitCode === undefined ? {} : { exitCode };
}

/** Returns whether the person refused the call. Type 0 means no, 5 means skipped. Older versions write `false`. */
function refused(confirmed: unknown): boolean {
  if (!isObject(confirmed)) return confirmed === false;
  const type = numberOf(confirmed, 'type');
  return type === 0 || type === 5;
}

function outputOf(item: JsonObject, details: unknown): string {
  const data = objectOf(item, 'toolSpecificData') ?? {};
  const storedOutput =
    stringOf(objectOf(data, 'terminalCommandOutput') ?? {}, 'text') ??
    stringOf(data, 'result') ??
    fieldOf(data, 'output');
  if (storedOutput !== undefined) return jsonText(storedOutput);
  if (isObject(details)) {
    const outputs = objectsOf(details, 'output').map((output) => stringOf(output, 'value') ?? '');
    return stringOf(details, 'output') ?? outputs.filter(Boolean).join('\n');
  }
  // A list in the details contains the files and pages that the tool found. The output consists of their addresses.
  const found = Array.isArray(details) ? details.filter(isObject) : [];
  return found.map((place) => addressOf(place)).join('\n');
}

/** Returns a file's path, or the address of another location. */
export function addressOf(place: JsonObject): string {
  const uri = objectOf(place, 'uri') ?? place;
  const isFile = stringOf(uri, 'scheme') === 'file';
  return (isFile ? stringOf(uri, 'path') : stringOf(uri, 'external')) ?? stringOf(uri, 'path') ?? '';
}
