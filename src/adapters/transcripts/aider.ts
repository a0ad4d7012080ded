import { clientPart } from './clientText.ts';
import type { Conversations } from './conversations.ts';
import { timeOf } from './json.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';
import { TurnDraft } from './turnDraft.ts';

/**
 * Aider's chat history: markdown, many runs in one file. `####` lines are prompts, `>` lines are what aider itself
 * printed, the rest is the model's. What it printed of edits, commits and their undoing stands for the calls that other
 * agents make for these; all else is client text of the user message it stands in or before, since the model saw only
 * some of it.
 */
export const aider = { format: 'aider', detect, list, read } as const;

const RUN_START = /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/u;

/** What is asked by a command stands again under it, as the model gets it. */
const ECHO = /^(?<command>\/(?:ask|code|architect)\s+(?<asked>.+))\n\k<asked>$/su;

function detect(head: TranscriptHead): boolean {
  return head.lines.some((line) => RUN_START.test(line));
}

type Speaker = 'person' | 'console' | 'model';

/** The runs in which the person said something, the newest first; a run's id is its number in the file. */
async function list(source: TranscriptSource): Promise<Conversations> {
  const runs: { id: string; title: string; at: number | undefined; prompts: number }[] = [];
  let run = { id: '0', title: '', at: undefined as number | undefined, prompts: 0 };
  const promptEnd = promptEndIn(source);
  let isInPrompt = false;
  for await (const { text } of source.lines()) {
    const start = RUN_START.exec(text);
    if (start !== null) run = { id: String(Number(run.id) + 1), title: '', at: startOf(start), prompts: 0 };
    const isSaid = isPrompt(text, promptEnd) && !isClients(textOf(text, 'person'));
    if (isSaid && !isInPrompt) {
      if (run.prompts === 0) runs.push(run);
      run.title ||= textOf(text, 'person').trim();
      run.prompts += 1;
    }
    isInPrompt = isSaid;
  }
  const all = runs.map(({ at, ...each }) => ({ ...each, ...(at !== undefined && { at }) }));
  return { all: all.toReversed(), canBeOne: true };
}

/** Editors and hooks that trim lines take the blanks off all of them. */
function promptEndIn({ head }: TranscriptSource): string {
  return head.lines.some((line) => isPrompt(line, '  ')) ? '  ' : '';
}

function startOf(start: RegExpExecArray): number | undefined {
  return timeOf((start[1] ?? '').replace(' ', 'T'));
}

async function read(source: TranscriptSource, recording: Recording, only?: string): Promise<void> {
  const turns = new TurnDraft(recording);
  let speaker: Speaker = 'model';
  let lines: string[] = [];
  let run = 0;
  let blocks = 0;
  const flush = (next: Speaker) => {
    const text = lines.join('\n').trim().replace(ECHO, '$<command>');
    if (only === undefined || only === String(run)) addBlock(turns, speaker, text);
    blocks += text === '' ? 0 : 1;
    lines = [];
    speaker = next;
  };
  const promptEnd = promptEndIn(source);
  for await (const line of source.lines()) {
    if (line.isTooLong) recording.skip('line too long to be read', `line ${String(line.number)}`);
    const start = RUN_START.exec(line.text);
    const next = speakerOf(line.text, promptEnd);
    if (start !== null || next !== speaker) flush(next);
    if (start === null) {
      lines.push(textOf(line.text, next));
      continue;
    }
    run += 1;
    turns.begin(startOf(start));
    if (blocks > 0)
      recording.skip(
        only === undefined ? 'further chat, read on as one session' : 'other chat',
        `line ${String(line.number)}`,
      );
  }
  flush('model');
}

/** Prompts end with two blanks, which tells them from a model's headings. */
function isPrompt(line: string, promptEnd: string): boolean {
  return line.startsWith('#### ') && line.endsWith(promptEnd);
}

function speakerOf(line: string, promptEnd: string): Speaker {
  if (isPrompt(line, promptEnd)) return 'person';
  return line.startsWith('> ') ? 'console' : 'model';
}

/** Aider ends each of its lines with two blanks, markdown's line break. */
function textOf(line: string, speaker: Speaker): string {
  if (speaker === 'model') return line;
  return line.slice(speaker === 'person' ? 5 : 2).replace(/ {2}$/u, '');
}

function addBlock(turns: TurnDraft, speaker: Speaker, text: string): void {
  if (text === '') return;
  if (speaker === 'model') turns.addAssistant([{ type: 'text', text }]);
  else if (speaker === 'console') addPrinted(turns, text);
  else turns.addUser([isClients(text) ? clientPart(text, 'command') : { type: 'text', text }]);
}

function addPrinted(turns: TurnDraft, text: string): void {
  let printed: string[] = [];
  const flush = (): void => {
    const rest = printed.join('\n').trim();
    if (rest !== '') turns.addUser([clientPart(rest, 'console')]);
    printed = [];
  };
  for (const line of text.split('\n')) {
    const done = DONE.find(({ pattern }) => pattern.test(line));
    if (done === undefined) {
      printed.push(line);
      continue;
    }
    flush();
    const callId = turns.nextCallId();
    const input = JSON.stringify(done.input(line.replace(done.pattern, '$1').trim()));
    turns.addAssistant([{ type: 'toolCall', callId, name: done.name, arguments: input }]);
    turns.addResult(callId, line);
  }
  flush();
}

/** What aider does for the model, by the line that it prints of it. */
const DONE: readonly {
  readonly pattern: RegExp;
  readonly name: string;
  readonly input: (told: string) => Readonly<Record<string, string>>;
}[] = [
  { pattern: /^Applied edit to (.+)$/u, name: 'edit', input: (path) => ({ path }) },
  {
    pattern: /^Commit [0-9a-f]{7,40} (.+)$/u,
    name: 'bash',
    input: (message) => ({ command: `git commit -m ${JSON.stringify(message)}` }),
  },
  {
    pattern: /^Removed: [0-9a-f]{7,40} (.+)$/u,
    name: 'bash',
    input: () => ({ command: 'git reset --hard HEAD~1' }),
  },
];

/** Commands to aider, and the prompts that it writes by itself; `/ask`, `/code` and `/architect` are for the model. */
function isClients(text: string): boolean {
  return (
    /^\/(?!(?:ask|code|architect)\s)[a-z-]+/u.test(text) ||
    text.startsWith('# Fix any errors below, if possible.')
  );
}
