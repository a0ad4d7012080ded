import { toolCall } from './callParts.ts';
import { blocksOf } from './anthropicBlocks.ts';
import { fieldOf, jsonText, numberOf, objectOf, stringOf, type JsonObject } from './json.ts';
import { readJsonLines } from './jsonLines.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';
import { TurnBuilder } from './turnBuilder.ts';

/** Reads the output of `codex exec --json`: one event per line, without the person's prompt. */
export const codexStream = { format: 'codex-stream', detect, read } as const;

function detect({ objects }: TranscriptHead): boolean {
  return objects.some((event) => {
    const type = stringOf(event, 'type') ?? '';
    return type === 'thread.started'
      ? 'thread_id' in event
      : type.startsWith('item.') && kindOf(objectOf(event, 'item') ?? {}) !== undefined;
  });
}

/** Returns an item's kind: the field `type` or, in the output of the first versions, the field `item_type`. */
function kindOf(item: JsonObject): string | undefined {
  return stringOf(item, 'type') ?? stringOf(item, 'item_type');
}

async function read(source: TranscriptSource, recording: Recording): Promise<void> {
  const turns = new TurnBuilder(recording);
  /** The newest state of each item that is not complete yet. */
  const open = new Map<string, JsonObject>();
  for await (const { object, where } of readJsonLines(source, recording)) {
    const type = stringOf(object, 'type') ?? 'unknown';
    const item = objectOf(object, 'item');
    if (item === undefined) {
      if (type === 'turn.started') turns.begin();
      recording.skip(`${type} event`, where);
      continue;
    }
    const id = stringOf(item, 'id') ?? '';
    if (type !== 'item.completed') open.set(id, item);
    else {
      open.delete(id);
      if (!addItem(item, turns)) recording.skip(`${kindOf(item) ?? 'unknown'} item`, where);
    }
  }
  // Adds items that were not complete when the stream ended.
  for (const item of open.values()) addItem(item, turns);
}

/** Adds an item. Returns false if the item is not part of the conversation. */
function addItem(item: JsonObject, turns: TurnBuilder): boolean {
  const text = stringOf(item, 'text') ?? '';
  switch (kindOf(item)) {
    case 'agent_message':
    case 'assistant_message':
      turns.addAssistant([{ type: 'text', text }]);
      return true;
    case 'reasoning':
      turns.addAssistant([{ type: 'reasoning', text }]);
      return true;
    case 'command_execution':
      return addCall(item, turns, { name: 'shell', given: { command: fieldOf(item, 'command') } });
    case 'file_change':
      return addCall(item, turns, { name: 'apply_patch', given: { changes: fieldOf(item, 'changes') } });
    case 'mcp_tool_call':
      return addCall(item, turns, {
        name: stringOf(item, 'tool') ?? 'tool',
        given: fieldOf(item, 'arguments') ?? {},
      });
    case 'web_search':
      return addCall(item, turns, { name: 'web_search', given: { query: fieldOf(item, 'query') } });
    case 'todo_list':
      return addCall(item, turns, { name: 'update_plan', given: { plan: fieldOf(item, 'items') } });
    default:
      return false;
  }
}

function addCall(
  item: JsonObject,
  turns: TurnBuilder,
  { name, given }: { readonly name: string; readonly given: unknown },
): true {
  const callId = stringOf(item, 'id') ?? turns.nextCallId();
  const call = toolCall(callId, name, given);
  turns.addAssistant([call]);
  const status = stringOf(item, 'status') ?? '';
  if (status === 'in_progress') return true;
  const exitCode = numberOf(item, 'exit_code') ?? 0;
  const isError = ['failed', 'declined'].includes(status) || exitCode !== 0;
  turns.addResult(callId, outputOf(item), isError);
  return true;
}

function outputOf(item: JsonObject): string {
  const error = objectOf(item, 'error');
  const content = blocksOf(fieldOf(objectOf(item, 'result') ?? {}, 'content'));
  const contentText = content.map((block) => stringOf(block, 'text') ?? jsonText(block)).join('\n');
  return stringOf(item, 'aggregated_output') ?? (error && stringOf(error, 'message')) ?? contentText;
}
