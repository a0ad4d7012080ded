import type { Usage } from '../../core/log/message.ts';
import { clientPart } from './clientText.ts';
import { CodexItems } from './codexItems.ts';
import { fieldOf, numberOf, objectOf, objectsOf, stringOf, timeOf, type JsonObject } from './json.ts';
import { readJsonLines } from './jsonLines.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';

/**
 * Reads Codex CLI's session files (“rollouts”). Each line is an object `{timestamp, type, payload}`. Until September
 * 2025, each line was a bare item, without this envelope.
 */
export const codex = { format: 'codex', detect, read } as const;

function detect(head: TranscriptHead): boolean {
  return head.objects.some((line) => {
    const type = stringOf(line, 'type') ?? '';
    return objectOf(line, 'payload') !== undefined ? ENVELOPE_TYPES.has(type) : isBareItem(line, type);
  });
}

/**
 * Returns whether a line is a state record, a bare call, or the bare output of a call. A bare message does not count,
 * since other formats have messages in the same form.
 */
function isBareItem(line: JsonObject, type: string): boolean {
  if (stringOf(line, 'record_type') === 'state') return true;
  return (type === 'function_call' || type === 'function_call_output') && 'call_id' in line;
}

const ENVELOPE_TYPES: ReadonlySet<string> = new Set([
  'session_meta',
  'turn_context',
  'response_item',
  'event_msg',
  'compacted',
  'world_state',
]);

/**
 * Reads response items, base instructions, models, compactions, rollbacks and token counts. Skips all other lines, such
 * as events (`event_msg`) that repeat the items. The base instructions become a system message.
 */
async function read(source: TranscriptSource, recording: Recording): Promise<void> {
  // Newer models call their tools by scripts in JavaScript. The parser of these scripts is a large package, so it is
  // loaded only when a Codex file is read.
  const { callsInScript } = await import('./codexScripts.ts');
  const items = new CodexItems(recording, callsInScript);
  for await (const { object, where } of readJsonLines(source, recording)) {
    const payload = objectOf(object, 'payload');
    const at = timeOf(fieldOf(object, 'timestamp'));
    const info = payload === undefined ? undefined : tokenInfo(object, payload);
    if (info !== undefined) {
      items.report(usageOf(objectOf(info, 'last_token_usage') ?? {}));
      recording.window = numberOf(info, 'model_context_window') ?? recording.window;
      continue;
    }
    const turns = payload === undefined ? undefined : turnsTakenBack(object, payload);
    if (turns !== undefined) {
      const count = items.rollBack(turns);
      if (count > 0) recording.skip('message of a turn that was taken back', where, count);
      continue;
    }
    const skipped =
      payload === undefined
        ? items.add(object, at)
        : readEnvelope(stringOf(object, 'type'), payload, items, at);
    if (skipped !== undefined) recording.skip(skipped, where);
  }
}

/** Returns the numbers of a token count event; undefined for other lines and for an event without numbers. */
function tokenInfo(line: JsonObject, payload: JsonObject): JsonObject | undefined {
  if (stringOf(line, 'type') !== 'event_msg' || stringOf(payload, 'type') !== 'token_count') return undefined;
  return objectOf(payload, 'info');
}

/**
 * Returns a request's token counts; undefined if the input or output tokens are missing, or if the input tokens are 0.
 * The input tokens include the cached tokens.
 */
function usageOf(usage: JsonObject): Usage | undefined {
  const [inputTokens, outputTokens] = [numberOf(usage, 'input_tokens'), numberOf(usage, 'output_tokens')];
  if (inputTokens === undefined || outputTokens === undefined || inputTokens === 0) return undefined;
  return { inputTokens, outputTokens, cachedInputTokens: numberOf(usage, 'cached_input_tokens') ?? 0 };
}

/** Returns the number of turns that a rollback event takes back; undefined for other lines. */
function turnsTakenBack(line: JsonObject, payload: JsonObject): number | undefined {
  if (stringOf(line, 'type') !== 'event_msg' || stringOf(payload, 'type') !== 'thread_rolled_back')
    return undefined;
  return numberOf(payload, 'num_turns');
}

function readEnvelope(
  type = 'unknown',
  payload: JsonObject,
  items: CodexItems,
  at?: number,
): string | undefined {
  if (type === 'response_item') return items.add(payload, at);
  if (type === 'session_meta') {
    items.addInstructions(stringOf(objectOf(payload, 'base_instructions') ?? {}, 'text') ?? '', at);
    return undefined;
  }
  if (type === 'turn_context') items.answeredBy(stringOf(payload, 'model'));
  if (type !== 'compacted') return `${[type, stringOf(payload, 'type')].filter(Boolean).join('/')} line`;
  const summary = stringOf(payload, 'message') ?? '';
  // An empty summary means that the summary is encrypted, and that only the provider can read it.
  if (summary === '') items.addUser([clientPart('[a summary that is encrypted]', 'encrypted-summary')], at);
  else items.addUser([clientPart(summary, 'foreign-summary')], at);
  items.keep(objectsOf(payload, 'replacement_history'));
  return undefined;
}
