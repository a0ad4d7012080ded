import assert from 'node:assert/strict';
import path from 'node:path';
import type { ApiMessage } from '../../src/plugins/claudeCode/requestFormat.ts';
import { blocksIn } from '../support/claudeRequests.ts';
import type { ClaudeCode } from './claudeCode.ts';
import { answersSince, textOf, type ClaudeAnswer, type ClaudeRequest } from './claudeEndpoint.ts';

export const FIRST = 'Work through all files, please, and never touch docs/.';
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==',
  'base64',
);

function idsIn(messages: readonly ApiMessage[], type: 'tool_use' | 'tool_result'): readonly string[] {
  const key = type === 'tool_use' ? 'id' : 'tool_use_id';
  return messages.flatMap((message) =>
    blocksIn(message).flatMap((block) => (block['type'] === type ? [String(block[key])] : [])),
  );
}

/** Returns the messages as texts without cache marks, since the marks are at another place in each request. */
export function unmarked(messages: readonly ApiMessage[]): readonly string[] {
  return messages.map((message) => {
    const blocks = blocksIn(message).map((block) => ({ ...block, cache_control: undefined }));
    return JSON.stringify({ role: message.role, blocks });
  });
}

export function assertValid({ messages }: ClaudeRequest): void {
  const [calls, results] = [idsIn(messages, 'tool_use'), idsIn(messages, 'tool_result')];
  assert.deepEqual([...results].sort(), [...calls].sort(), 'a call has no result, or a result has no call');
  assert.equal(new Set(calls).size, calls.length, 'two calls have the same id');
  assert.equal(messages[0]?.role, 'user');
}

/**
 * Returns a script that answers this prompt with a call to write a file in `docs/`, which the person's rule forbids.
 */
export function writer(claude: ClaudeCode, prompt: string): (request: ClaudeRequest) => ClaudeAnswer {
  const input = { file_path: path.join(claude.project, 'docs/a.md'), content: 'x' };
  return (request) =>
    answersSince(request, prompt) === 0
      ? { text: 'I write.', call: { name: 'Write', input } }
      : { text: 'Stopped.' };
}

export function hasNotes({ messages }: ClaudeRequest): boolean {
  return messages.some((message) =>
    blocksIn(message).some((block) => textOf(block).startsWith('<longthread-record>')),
  );
}

/** Returns a script that reads as many files as the prompt says, one after another. Every tenth file is an image. */
export function reader(claude: ClaudeCode): (request: ClaudeRequest) => ClaudeAnswer {
  return (request) => read(claude, request);
}

/** Returns a script like `reader` that counts its own reads, because a compaction removes answers from the requests. */
export function countingReader(claude: ClaudeCode): (request: ClaudeRequest) => ClaudeAnswer {
  let done = 0;
  return (request) => {
    const answer = read(claude, request, done);
    if (answer.call !== undefined) done++;
    return answer;
  };
}

function read(claude: ClaudeCode, request: ClaudeRequest, counted?: number): ClaudeAnswer {
  const words = [...promptsIn(request)].at(-1) ?? '';
  const most = Number(/\d+/.exec(words)?.[0] ?? 0);
  const done = counted ?? answersSince(request, words);
  if (done >= most) return { text: `All ${String(most)} are read.` };
  const name = done % 10 === 9 ? 'src/picture.png' : `src/file${String(done)}.ts`;
  return {
    text: `I read ${name}.`,
    call: { name: 'Read', input: { file_path: path.join(claude.project, name) } },
  };
}

export function promptsIn({ messages }: ClaudeRequest): readonly string[] {
  return messages.flatMap((message) =>
    message.role === 'user'
      ? blocksIn(message)
          .map(textOf)
          .filter((text) => /^(?:Work|Read) /.test(text))
      : [],
  );
}

export function writeProject(claude: ClaudeCode, files: number, size = 8_000): void {
  claude.file('src/picture.png', PIXEL);
  for (let at = 0; at < files; at += 1)
    claude.file(
      `src/file${String(at)}.ts`,
      `export const file${String(at)} = ${String(at)};\n`.repeat(Math.ceil(size / 28)),
    );
}
