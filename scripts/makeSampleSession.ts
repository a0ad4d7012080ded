import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { importedEntries } from '../src/core/log/ids.ts';
import { FORMAT_VERSION } from '../src/core/log/formatVersion.ts';
import type { AssistantPart, Message } from '../src/core/log/message.ts';
import { firstHalf } from './sampleSession/firstHalf.ts';
import { secondHalf } from './sampleSession/secondHalf.ts';
import type { Edit, Task } from './sampleSession/task.ts';

/**
 * Writes media/sampleSession.jsonl: a made-up day on the sample project, in the format of a session's log. Edits in the
 * story change only copies of the sample's files in memory. So each read in the story returns the file's text at that
 * point.
 */
const root = path.resolve(import.meta.dirname, '..');
const target = path.join(root, 'media', 'sampleSession.jsonl');
const START = Date.UTC(2026, 2, 12, 8, 5);
const SECONDS_A_MESSAGE = 40;

/** The sample's files at the current point of the story. */
const files = new Map<string, string>();

function textOfFile(file: string): string {
  const known = files.get(file);
  if (known !== undefined) return known;
  const onDisk = path.join(root, 'sample', file);
  if (!existsSync(onDisk)) throw new Error(`the story reads ${file}, which does not exist yet`);
  return readFileSync(onDisk, 'utf8');
}

function apply({ path: file, from, to }: Edit): string {
  if (from === undefined) {
    files.set(file, to);
    return `Wrote ${file}, ${to.split('\n').length - 1} lines.`;
  }
  const text = textOfFile(file);
  if (text.split(from).length !== 2)
    throw new Error(`the story changes a text that is not exactly once in ${file}`);
  files.set(
    file,
    text.replace(from, () => to),
  );
  return `Changed ${file}.`;
}

let lastCall = 0;

/** Returns an assistant's message with calls, followed by their results. */
function calling(
  said: string,
  calls: readonly {
    readonly name: string;
    readonly args: object;
    readonly result: string;
    readonly exitCode?: number;
  }[],
): readonly Message[] {
  const numbered = calls.map((call) => ({ ...call, callId: `call_${++lastCall}` }));
  const text: readonly AssistantPart[] = said === '' ? [] : [{ type: 'text', text: said }];
  const parts = numbered.map(({ callId, name, args }): AssistantPart => ({
    type: 'toolCall',
    callId,
    name,
    arguments: JSON.stringify(args),
  }));
  return [
    { role: 'assistant', parts: [...text, ...parts], finish: 'toolCalls' },
    ...numbered.map(({ callId, name, result, exitCode }): Message => ({
      role: 'tool',
      callId,
      toolName: name,
      parts: [{ type: 'text', text: result }],
      ...(exitCode === undefined ? {} : { exitCode, ...(exitCode === 0 ? {} : { isError: true }) }),
    })),
  ];
}

function reading(said: string, reads: readonly string[]): readonly Message[] {
  const calls = reads.map((file) => ({
    name: 'read_file',
    args: { path: file },
    result: textOfFile(file)
      .replace(/\n$/, '')
      .split('\n')
      .map((line, index) => `${index + 1}\t${line}`)
      .join('\n'),
  }));
  return calls.length === 0 ? [] : calling(said, calls);
}

function searching(query: string): readonly Message[] {
  const paths = [
    'src/berths.ts',
    'src/harbour.ts',
    'src/time.ts',
    'src/visit.ts',
    'test/harbour.test.ts',
    ...files.keys(),
  ];
  const found = [...new Set(paths)].sort().flatMap((file) =>
    textOfFile(file)
      .split('\n')
      .flatMap((line, index) => (line.includes(query) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
  const result = found.length === 0 ? `[no line has ${query}]` : found.join('\n');
  return calling('', [{ name: 'search_text', args: { query }, result }]);
}

function editing(said: string, edit: Edit): readonly Message[] {
  const args =
    edit.from === undefined
      ? { path: edit.path, content: edit.to }
      : { path: edit.path, old: edit.from, new: edit.to };
  const name = edit.from === undefined ? 'write_file' : 'edit_file';
  return calling(said, [{ name, args, result: apply(edit) }]);
}

function testing(output: string, exitCode: number): readonly Message[] {
  return calling('', [
    { name: 'run_command', args: { command: 'npx tsc --noEmit && npm test' }, result: output, exitCode },
  ]);
}

function said(role: 'user' | 'assistant', text: string): Message {
  const parts = [{ type: 'text' as const, text }];
  return role === 'user' ? { role, parts } : { role, parts, finish: 'stop' };
}

function messagesOf(task: Task): readonly Message[] {
  const { ask, plan, reads, search, edits, failure, mend, passing, answer, reply } = task;
  return [
    said('user', ask),
    ...reading(plan, reads),
    ...(search === undefined ? [] : searching(search)),
    ...edits.flatMap((edit) => editing(`I change ${edit.path}.`, edit)),
    ...(failure === undefined ? [] : testing(failure, failure.includes('exit code 2') ? 2 : 1)),
    ...(mend === undefined ? [] : editing(mend.why, mend.edit)),
    ...(passing === undefined ? [] : testing(`${passing} passing\nexit code 0`, 0)),
    said('assistant', answer),
    ...(reply === undefined ? [] : [said('user', reply)]),
  ];
}

const messages = [...firstHalf, ...secondHalf].flatMap(messagesOf);
const timed = messages.map((message, index) => ({ at: START + index * SECONDS_A_MESSAGE * 1000, message }));
const title = {
  v: FORMAT_VERSION,
  id: 'e1',
  at: START,
  kind: 'session',
  title: 'A day on the harbour log (sample)',
};
const lines = [title, ...importedEntries(timed, START)].map((entry) => JSON.stringify(entry));
mkdirSync(path.dirname(target), { recursive: true });
writeFileSync(target, `${lines.join('\n')}\n`);
console.log(`${messages.length} messages, ${Math.round(lines.join('\n').length / 1000)} kB`);
