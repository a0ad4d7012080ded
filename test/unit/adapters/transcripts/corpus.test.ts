import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readTranscript, type Transcript } from '../../../../src/adapters/transcripts/formats.ts';
import { personTextOf, toolCallsOf } from '../../../../src/core/log/message.ts';
import { corpusFolder, testEachTranscript } from '../../../support/corpus.ts';

interface IndexedFile {
  readonly file: string;
  readonly format: string;
  readonly messages: number;
  readonly tool_calls: number;
  readonly unmatched_calls: number;
}

/**
 * Functions that return whether this program's number of messages fits the number in the corpus's index. Formats
 * without a function are not compared. The numbers differ as follows:
 *
 * - Claude Code, Codex: the index counts lines (items). This program counts the API's messages, so all lines of an
 *   answer are one message. A line of the client (attachment) may also be a message.
 * - pi: the index omits summaries and commands that the person ran, and counts empty answers, which this program omits.
 * - SWE-agent: the observation of the submission, which is only in the trajectory, is an additional message.
 * - Cline: the system prompt is an additional message. Copilot's replay: each change of the system prompt is a message.
 * - SpecStory, terminal copies, aider: the counts in the index are heuristic. This program omits blocks of subagents.
 */
const ARE_MESSAGES_COUNTED_ALIKE: Readonly<Record<string, (ours: number, indexed: number) => boolean>> = {
  'claude-code': (ours, indexed) => ours <= indexed,
  'mini-swe-agent': (ours, indexed) => ours === indexed,
  'swe-agent': (ours, indexed) => ours === indexed || ours === indexed + 1,
  'cline-messages': (ours, indexed) => ours === indexed + 1,
};

/**
 * The formats in which calls have an explicit form, so that the numbers of calls are compared. Trimmed samples are not
 * compared, since they have kinds of calls that the index omits.
 */
const CALLS_ARE_EXACT = new Set([
  'claude-code',
  'codex-rollout',
  'pi-session',
  'swe-agent',
  'mini-swe-agent',
  'cline-messages',
  'vscode-chatreplay',
]);

const FORMATS: Readonly<Record<string, string>> = {
  'claude-code': 'claude-code',
  'codex-rollout': 'codex',
  'pi-session': 'pi',
  'cline-messages': 'cline',
  'vscode-chatreplay': 'chatreplay',
};

function checkCalls(transcript: Transcript): { readonly calls: number; readonly open: number } {
  const open = new Set<string>();
  const all = new Set<string>();
  let orphans = 0;
  for (const { message } of transcript.messages) {
    for (const { callId } of toolCallsOf(message)) {
      assert(!all.has(callId), `call id ${callId} is used twice`);
      all.add(callId);
      open.add(callId);
    }
    if (message.role !== 'tool') continue;
    if (message.toolName === '' && !all.has(message.callId)) orphans += 1;
    else assert(open.delete(message.callId), `no open call precedes the result of ${message.callId}`);
  }
  const reported = transcript.skipped.find(({ what }) => what === 'result without a call')?.count ?? 0;
  assert.equal(orphans, reported);
  return { calls: all.size, open: open.size };
}

function checkPerson(transcript: Transcript): void {
  for (const { message } of transcript.messages) {
    const text = personTextOf(message);
    assert(!text.includes('<system-reminder>'));
    assert(!text.startsWith('This session is being continued from a previous conversation'));
    assert(!text.startsWith('<environment_context>'));
  }
}

/** Returns the entries of the corpus's index by file name. */
function indexOf(corpus: string): ReadonlyMap<string, IndexedFile> {
  const index = JSON.parse(readFileSync(join(corpus, 'index.json'), 'utf8')) as {
    readonly files: readonly IndexedFile[];
  };
  return new Map(index.files.map((each) => [each.file, each]));
}

describe('the transcript reader', () => {
  const corpus = corpusFolder();
  const index = corpus === undefined ? undefined : indexOf(corpus);
  testEachTranscript(
    (file) => `reads ${file}`,
    async (path) => {
      const each = index?.get(relative(corpus ?? '', path));
      assert(each, 'index.json of the corpus does not list the file');
      const transcript = await readTranscript(path);
      assert.equal(transcript.format, FORMATS[each.format] ?? each.format);
      const { calls, open } = checkCalls(transcript);
      checkPerson(transcript);
      const isTrimmed = each.file.includes('agent-sessions-small');
      const isAlike = ARE_MESSAGES_COUNTED_ALIKE[each.format];
      if (isAlike !== undefined) assert(isAlike(transcript.messages.length, each.messages));
      if (!CALLS_ARE_EXACT.has(each.format) || isTrimmed) return;
      assert.equal(calls, each.tool_calls);
      // A run of SWE-agent may end with a call without a result. The index does not count this call.
      if (each.format !== 'swe-agent') assert.equal(open, each.unmatched_calls);
    },
  );
});
