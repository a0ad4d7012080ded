import type { ImagePart, ToolCallPart } from '../../core/log/message.ts';
import { toolCall, toolResult } from './callParts.ts';
import { imageOf } from './anthropicBlocks.ts';
import type { AssistantBuilder } from './assistantBuilder.ts';
import { clientPart, splitUserText } from './clientText.ts';
import {
  fieldOf,
  isObject,
  isTrue,
  jsonText,
  onlyObjects,
  parseJson,
  stringOf,
  timeOf,
  type JsonObject,
} from './json.ts';
import { objectsIn } from './jsonLines.ts';
import type { Recording } from './recording.ts';
import { shownCall } from './shownCall.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';

/**
 * Reads the messages that Cline showed on its screen (`ui_messages.json`). Only results of commands, of MCP tools, of
 * searches and of lists are in this file; results of other tools are missing.
 */
export const clineUi = { format: 'cline-ui', detect, read } as const;

function detect({ json }: TranscriptHead): boolean {
  return onlyObjects(json).some((row) => kindOf(row) !== undefined && 'ts' in row);
}

function kindOf(row: JsonObject): string | undefined {
  const type = stringOf(row, 'type');
  return type === 'say' || type === 'ask' ? stringOf(row, type) : undefined;
}

function read({ head }: TranscriptSource, recording: Recording): Promise<void> {
  const screen = new Screen(recording);
  const rows = objectsIn(head.json, recording);
  for (const [index, row] of rows.entries()) {
    const kind = kindOf(row) ?? 'unknown';
    const isTaken = !isRepeatedInFull(row, rows[index + 1]) && screen.add(kind, row);
    if (!isTaken) recording.skip(`${kind} row`, `row ${String(index + 1)}`);
  }
  screen.close();
  return Promise.resolve();
}

/** Returns whether a row is incomplete, and the next row has the same kind and begins with the row's text. */
function isRepeatedInFull(row: JsonObject, next: JsonObject | undefined): boolean {
  if (!isTrue(row, 'partial') || next === undefined || kindOf(row) !== kindOf(next)) return false;
  return (stringOf(next, 'text') ?? '').startsWith(stringOf(row, 'text') ?? '');
}

/** Records the messages from the rows of the screen. */
class Screen {
  readonly #recording: Recording;
  #isBegun = false;
  #call: ToolCallPart | undefined;
  /** The result in the row of the open call. */
  #found = '';
  /** The output in rows after the open call. */
  #output: string[] = [];
  #callCount = 0;

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** Records a row. Returns false if the row has an unknown kind, or is an output without an open call. */
  add(kind: string, row: JsonObject): boolean {
    const text = stringOf(row, 'text') ?? '';
    const at = timeOf(fieldOf(row, 'ts'));
    const isFirst = !this.#isBegun;
    this.#isBegun = true;
    // The first row is the task. Newer versions record the task with the kind `text`, like the assistant's texts.
    switch (isFirst && kind === 'text' ? 'task' : kind) {
      case 'task':
      case 'user_feedback':
        this.close();
        this.#recording.add({ role: 'user', parts: [...splitUserText(text), ...imagesOf(row)] }, at);
        return true;
      case 'completion_result':
        this.#assistant(at).add([{ type: 'text', text: text.replace(CHANGES_MARK, '') }]);
        return true;
      case 'text':
      case 'followup':
      case 'plan_mode_respond':
        this.#assistant(at).add([{ type: 'text', text: questionOf(text) }]);
        return true;
      case 'reasoning':
        this.#assistant(at).add([{ type: 'reasoning', text }]);
        return true;
      case 'tool':
      case 'command':
      case 'use_mcp_server':
        this.#addCall(kind, text, at);
        return true;
      case 'command_output':
      case 'mcp_server_response':
        if (this.#call === undefined) return false;
        this.#output.push(text);
        return true;
      default:
        return false;
    }
  }

  /** Ends the open call with the shown output, or with a note that the transcript does not contain the output. */
  close(): void {
    if (this.#call === undefined) return;
    const shown = [this.#found, ...this.#output].filter((text) => text !== '').join('\n');
    const part =
      shown === ''
        ? clientPart('[not in the transcript]', 'missing')
        : { type: 'text' as const, text: shown };
    this.#recording.add(toolResult(this.#call.callId, [part]));
    this.#call = undefined;
    this.#found = '';
    this.#output = [];
  }

  #assistant(at: number | undefined): AssistantBuilder {
    this.close();
    return this.#recording.answer(at);
  }

  /**
   * Adds a call. Cline may write two rows with the same text for one call: one to ask for approval, and one to report
   * the call. So a row that repeats the open call is ignored. But if the open call already has output or a different
   * result, the row is a new call.
   */
  #addCall(kind: string, text: string, at: number | undefined): void {
    const tool = kind === 'command' ? undefined : parseJson(text);
    const id = `row-${String(this.#callCount + 1)}`;
    const { call, found } = isObject(tool) ? callOf(id, tool, text) : commandOf(id, text);
    const hasOtherResult = this.#output.length > 0 || !['', found].includes(this.#found);
    const isRepeated = !hasOtherResult && this.#call?.arguments === call.arguments;
    if (!isRepeated) {
      this.#assistant(at).add([call]);
      this.#callCount += 1;
      this.#call = call;
    }
    if (found !== '') this.#found = found;
  }
}

/** A call, and the result in the same row; the result is empty if the row has none. */
interface ShownCall {
  readonly call: ToolCallPart;
  readonly found: string;
}

/** Matches the mark that Cline writes after a command to ask for approval. Cline does not show or run the mark. */
const APPROVAL_MARK = /REQ_APP$/u;

function commandOf(callId: string, text: string): ShownCall {
  return { call: shownCall(callId, 'execute_command', text.replace(APPROVAL_MARK, '')), found: '' };
}

/** Cline's names of the tools whose field `content` is the result. For other tools, this field is an argument. */
const FINDS: ReadonlySet<string> = new Set([
  ...['listFilesTopLevel', 'listFilesRecursive', 'listCodeDefinitionNames', 'searchFiles'],
]);

/**
 * Returns the call of a tool. For Cline's own tools, the arguments are in fields beside the name. For tools of an MCP
 * server, the arguments are in the field `arguments`.
 */
function callOf(callId: string, tool: JsonObject, text: string): ShownCall {
  const name = stringOf(tool, 'tool') ?? stringOf(tool, 'toolName') ?? 'tool';
  if (!FINDS.has(name))
    return { call: toolCall(callId, name, stringOf(tool, 'arguments') ?? text), found: '' };
  const { content, ...input } = tool;
  return { call: toolCall(callId, name, input), found: jsonText(content) };
}

/** Matches a flag at the end of a completion result. For this flag, Cline shows a button to view the changes. */
const CHANGES_MARK = /HAS_CHANGES$/u;

/** Returns a row's text. If the text is JSON, returns the question or the answer in the JSON. */
function questionOf(text: string): string {
  const asked = text.startsWith('{') ? parseJson(text) : undefined;
  return (isObject(asked) ? (stringOf(asked, 'question') ?? stringOf(asked, 'response')) : undefined) ?? text;
}

function imagesOf(row: JsonObject): readonly ImagePart[] {
  const images = fieldOf(row, 'images');
  return Array.isArray(images) ? images.map((address: unknown) => imageOf({ image_url: address })) : [];
}
