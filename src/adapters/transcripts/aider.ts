import type { AssistantPart, TextPart } from '../../core/log/message.ts';
import { CodeFences, fenceAround } from '../../core/text/codeFences.ts';
import { piecesIn, RUN_START, type Speaker } from './aiderPieces.ts';
import { toolCall } from './callParts.ts';
import { clientPart, splitUserText } from './clientText.ts';
import type { Conversations } from './conversations.ts';
import type { Recording } from './recording.ts';
import type { TranscriptHead, TranscriptSource } from './source.ts';
import { withTaggedThoughts } from './taggedThoughts.ts';
import { TurnBuilder } from './turnBuilder.ts';

/**
 * Reads aider's chat history: Markdown with many runs in one file. `####` lines are prompts, `>` lines are aider's own
 * output, and all other lines are the model's. Aider's lines about edits, commits and undoing become tool calls, as in
 * other agents' transcripts. Aider's other lines become client text, since the model saw only some of these lines. This
 * client text and the adjacent prompts are in one user message.
 */
export const aider = { format: 'aider', detect, list, read } as const;

function detect(head: TranscriptHead): boolean {
  return head.lines.some((line) => RUN_START.test(line));
}

/**
 * Returns the runs that contain a message by the person, newest first. A run's id is the run's number in the file, from
 * 1. Lines above the start of the first run count as run 0.
 */
async function list(source: TranscriptSource): Promise<Conversations> {
  const runs: { id: string; title: string; at: number | undefined; prompts: number }[] = [];
  let run = { id: '0', title: '', at: undefined as number | undefined, prompts: 0 };
  let prompts = new Prompts();
  for await (const piece of piecesIn(source)) {
    if (piece.kind === 'run') {
      run = { id: String(Number(run.id) + 1), title: '', at: piece.at, prompts: 0 };
      prompts = new Prompts();
      continue;
    }
    const parts = prompts.take(piece.speaker, piece.text);
    if (!parts.some(({ origin }) => origin === undefined)) continue;
    if (run.prompts === 0) runs.push(run);
    run.title ||= piece.text.split('\n', 1)[0]?.trim() ?? '';
    run.prompts += 1;
  }
  const all = runs.map(({ at, ...each }) => ({ ...each, ...(at !== undefined && { at }) }));
  return { all: all.toReversed(), canBeOne: true };
}

async function read(source: TranscriptSource, recording: Recording, only?: string): Promise<void> {
  const turns = new TurnBuilder(recording);
  let prompts = new Prompts();
  let run = 0;
  let blocks = 0;
  for await (const piece of piecesIn(source, recording)) {
    if (piece.kind === 'block') {
      blocks += 1;
      const parts = prompts.take(piece.speaker, piece.text);
      if (only === undefined || only === String(run)) addBlock(turns, piece, parts);
      continue;
    }
    run += 1;
    prompts = new Prompts();
    turns.begin(piece.at);
    const what = only === undefined ? 'further chat, read as part of the same session' : 'other chat';
    if (blocks > 0) recording.skip(what, piece.where);
  }
}

/**
 * Separates the person's prompts in a run from other texts that aider writes as prompts: commands to aider, prompts by
 * aider itself, and the answer of the architect model, which is the prompt for the editor model.
 */
class Prompts {
  /** The request in the last block, e.g. `why` in `/ask why`. Empty if the last block is not such a command. */
  #request = '';
  /** The model's text since the last prompt. */
  #answer = '';
  /** All text since the last prompt. */
  #shownText = '';

  /** Handles the next block. Returns the parts of a prompt; none for another speaker's block or a repeated request. */
  take(speaker: Speaker, text: string): readonly TextPart[] {
    if (speaker !== 'person') {
      this.#request = '';
      this.#shownText += withoutMarks(text);
      if (speaker === 'model') this.#answer += withoutMarks(text);
      return [];
    }
    const isEcho = text === this.#request;
    const isAnswer = this.#isAnswer(withoutMarks(text));
    const prompt = text.replace(ECHO, '$<command>');
    this.#request = ASKED.exec(prompt)?.groups?.['asked'] ?? '';
    this.#answer = this.#shownText = '';
    if (isEcho) return [];
    if (isAnswer) return [clientPart(text, 'agent-message')];
    if (isCommand(prompt) || isOwn(prompt)) return [clientPart(prompt, 'command')];
    return splitHelp(prompt) ?? [{ type: 'text', text: prompt }];
  }

  #isAnswer(text: string): boolean {
    return text === this.#answer || (text.length >= LEAST_PASSAGE && this.#shownText.includes(text));
  }
}

/** The minimum number of characters of a repeated passage. A passage of this length is not repeated by chance. */
const LEAST_PASSAGE = 80;

/** Removes white space and the marks by which aider distinguishes lines. */
function withoutMarks(text: string): string {
  return text.replace(/[\s>#]/gu, '');
}

/**
 * Matches a command such as `/ask why`, followed by its request (`why`) on a new line. aider sends only the request to
 * the model.
 */
const ECHO = /^(?<command>\/(?:ask|code|architect)\s+(?<asked>.+))\n\k<asked>$/su;
const ASKED = /^\/(?:ask|code|architect)\s+(?<asked>.+)$/su;

/**
 * Returns whether a text is a command to aider itself. Returns false for `/ask`, `/code` and `/architect`, since their
 * text is a request to the model.
 */
function isCommand(text: string): boolean {
  return /^\/(?!(?:ask|code|architect)\s)[a-z-]+/u.test(text);
}

/** Returns whether a text is a prompt by aider itself, or the person's answer to a question by aider. */
function isOwn(text: string): boolean {
  const asked = ASKED.exec(text)?.groups?.['asked'] ?? text;
  return splitUserText(asked).every(({ origin }) => origin === 'client');
}

/**
 * Matches the heading `# Question: ` at the beginning of the text that `/help` sends to the model. The person's
 * question (`asked`) and pages of aider's documentation must follow.
 */
const HELP = /^# Question: (?=(?<asked>[^\n]{1,4000})\n\s{1,10}# Relevant docs:\n)/u;

function splitHelp(text: string): readonly TextPart[] | undefined {
  const help = HELP.exec(text);
  if (help === null) return undefined;
  const [heading] = help;
  const asked = help.groups?.['asked'] ?? '';
  return [
    clientPart(heading, 'instructions'),
    { type: 'text', text: asked },
    clientPart(text.slice(heading.length + asked.length), 'instructions'),
  ];
}

function addBlock(
  turns: TurnBuilder,
  { speaker, text }: { readonly speaker: Speaker; readonly text: string },
  prompt: readonly TextPart[],
): void {
  if (speaker === 'model') turns.addAssistant(answerOf(text));
  else if (speaker === 'console') addPrinted(turns, text);
  else if (prompt.length > 0) turns.addUser(prompt);
}

/** Returns the model's thoughts and text. The name of aider's tag around thoughts contains a hash. */
function answerOf(text: string): readonly AssistantPart[] {
  const parts = withTaggedThoughts(text.replaceAll(/<(\/?)thinking-content-[0-9a-f]{32}>/gu, '<$1think>'));
  return parts.map((part) =>
    part.type === 'text' ? { ...part, text: withMarkdownFences(part.text.trim()) } : part,
  );
}

/** Matches a line such as `<source>ts`, which opens code. Aider uses such tags if the files contain backticks. */
const OPENING_TAG = /^<(source|code|pre|codeblock|sourcecode)>(\w*)\s*$/u;

/** Replaces the tags around code by Markdown fences, since other functions and the views only know fences. */
function withMarkdownFences(text: string): string {
  const fence = fenceAround(text);
  const fences = new CodeFences();
  let closing: string | undefined;
  return text
    .split('\n')
    .map((line) => {
      if (closing !== undefined) {
        if (line.trimEnd() !== closing) return line;
        closing = undefined;
        return fence;
      }
      const [, tag, language = ''] = fences.read(line) === 'text' ? (OPENING_TAG.exec(line) ?? []) : [];
      if (tag === undefined) return line;
      closing = `</${tag}>`;
      return `${fence}${language}`;
    })
    .join('\n');
}

function addPrinted(turns: TurnBuilder, text: string): void {
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
    turns.addAssistant([toolCall(callId, done.name, input)]);
    turns.addResult(callId, line);
  }
  flush();
}

/** Aider's actions that become tool calls, with the line that aider prints for each. */
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
    name: 'undo',
    input: (commit) => ({ commit }),
  },
];
