import { ClaudeThread } from './claudeThread.ts';
import { fieldOf, isTrue, stringOf, type JsonObject } from './json.ts';
import { readJsonLines } from './jsonLines.ts';
import { WHOLE_FILE, type Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';

/**
 * Reads Claude Code's sessions: JSON lines that form a tree by their field `parentUuid`. Also reads Claude Code's JSON
 * stream output.
 */
export const claudeCode = { format: 'claude-code', detect, read } as const;

function detect(head: TranscriptHead): boolean {
  return head.objects.some((line) => {
    const type = stringOf(line, 'type') ?? '';
    return MESSAGE_TYPES.has(type)
      ? 'message' in line && ('uuid' in line || 'session_id' in line)
      : CLAUDE_TYPES.has(type) && isOwn(line);
  });
}

function isOwn(line: JsonObject): boolean {
  return 'sessionId' in line || 'leafUuid' in line || 'snapshot' in line;
}

const MESSAGE_TYPES: ReadonlySet<string> = new Set(['user', 'assistant']);
const CLAUDE_TYPES: ReadonlySet<string> = new Set([
  'summary',
  'file-history-snapshot',
  'queue-operation',
  'permission-mode',
  'progress',
]);

/**
 * Reads the main thread. Skips and reports the lines of subagents, since the main thread has the subagents' results.
 * Such a line has `isSidechain`, or `parent_tool_use_id` in a stream. If the main thread has no messages, the file is a
 * subagent's own transcript. In this case, reads the subagent's lines.
 */
async function read(source: TranscriptSource, recording: Recording): Promise<void> {
  const main = new ClaudeThread();
  const side = new ClaudeThread();
  /** The title that the person wrote. It takes precedence over a title that a model wrote. */
  let ownTitle: string | undefined;
  let firstSide = '';
  let sideLines = 0;
  for await (const { object, where } of readJsonLines(source, recording)) {
    ownTitle = titleOf(object, 'custom') ?? ownTitle;
    recording.title = ownTitle ?? titleOf(object, 'ai') ?? recording.title;
    const isSide = isTrue(object, 'isSidechain') || stringOf(object, 'parent_tool_use_id') !== undefined;
    if (isSide) firstSide ||= where;
    if (isSide) sideLines += 1;
    const thread = isSide ? side : main;
    const skipped = thread.add(object);
    if (skipped !== undefined && !isSide) recording.skip(skipped, where);
  }
  const isSubAgents = main.isEmpty;
  if (!isSubAgents && sideLines > 0) recording.skip('line of a subagent', firstSide, sideLines);
  const { messages, dead } = (isSubAgents ? side : main).finish();
  for (const { message, at, kept } of messages) recording.add(message, at, kept);
  if (dead > 0) recording.skip('message of an abandoned branch', WHOLE_FILE, dead);
}

/** Returns the title of the given kind; undefined if the line has no such title. */
function titleOf(line: JsonObject, kind: 'custom' | 'ai'): string | undefined {
  if (fieldOf(line, 'type') !== `${kind}-title`) return undefined;
  return stringOf(line, `${kind}Title`);
}
