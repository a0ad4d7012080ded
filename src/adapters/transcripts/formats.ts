import { aider } from './aider.ts';
import { chatReplay } from './chatReplay.ts';
import { claudeCode } from './claudeCode.ts';
import { claudeConsole } from './claudeConsole.ts';
import { cline } from './cline.ts';
import { clineHistory } from './clineHistory.ts';
import { clineUi } from './clineUi.ts';
import { codex } from './codex.ts';
import { codexStream } from './codexStream.ts';
import { continueSession } from './continueSession.ts';
import { copilotCli } from './copilotCli.ts';
import type { ChooseConversation, Conversations } from './conversations.ts';
import { crush } from './crush.ts';
import { cursor } from './cursor.ts';
import { cursorExport } from './cursorExport.ts';
import { cursorStream } from './cursorStream.ts';
import { geminiCli } from './geminiCli.ts';
import { geminiStream } from './geminiStream.ts';
import { longthread } from './longthread.ts';
import { managedAgents } from './managedAgents.ts';
import { miniSweAgent } from './miniSweAgent.ts';
import { openAi } from './openAi.ts';
import { openCode } from './openCode.ts';
import { openHands } from './openHands.ts';
import { openHandsEvents } from './openHandsEvents.ts';
import { pi } from './pi.ts';
import { qwenCode } from './qwenCode.ts';
import { crushStore, openCodeStore } from './sqliteStores.ts';
import { specstory } from './specstory.ts';
import { sweAgent } from './sweAgent.ts';
import { vscodeChat } from './vscodeChat.ts';
import { Recording, type ImportedMessage, type Skipped } from './recording.ts';
import { UnreadableSourceError } from './sqliteCopy.ts';
import {
  asLines,
  openSource,
  sourceOfLines,
  type OnRead,
  type TranscriptHead,
  type TranscriptSource,
} from './source.ts';

interface TranscriptReader {
  readonly format: string;
  /** Returns whether a file with this beginning has the reader's format. */
  detect(head: TranscriptHead): boolean;
  /** Lists the conversations of a file that may have several. */
  list?(source: TranscriptSource): Promise<Conversations>;
  /** Reads the file; `only` is the id of the conversation to read. */
  read(source: TranscriptSource, recording: Recording, only?: string): Promise<void>;
}

/**
 * The readers of agents' own formats. The first reader that recognises a file reads the file. `openAi` comes last,
 * since it accepts any list of messages.
 */
const OWN_READERS = [
  longthread,
  qwenCode,
  cursorStream,
  claudeCode,
  codex,
  codexStream,
  copilotCli,
  geminiCli,
  geminiStream,
  managedAgents,
  pi,
  cline,
  clineHistory,
  clineUi,
  chatReplay,
  vscodeChat,
  openCode,
  crush,
  crushStore,
  openCodeStore,
  continueSession,
  openHands,
  openHandsEvents,
  cursor,
  sweAgent,
  miniSweAgent,
  specstory,
  cursorExport,
  aider,
  claudeConsole,
] as const satisfies readonly TranscriptReader[];

const READERS = [...OWN_READERS, openAi] as const;

export type TranscriptFormat = (typeof READERS)[number]['format'];

/** The conversation in a transcript file. */
export interface Transcript {
  readonly format: TranscriptFormat;
  readonly title?: string;
  /** The size of the model's context window in tokens, if the file contains it. */
  readonly window?: number;
  /**
   * The messages in the order in which the model saw them. Call ids are unique. A result follows its call and has the
   * id and name of the call. A call may lack a result. A result without a call has an empty name.
   */
  readonly messages: readonly ImportedMessage[];
  readonly skipped: readonly Skipped[];
}

export type TranscriptErrorReason = 'unreadable' | 'unrecognised' | 'empty';

/** Says in one sentence why a file can't be read. */
export class TranscriptError extends Error {
  override readonly name = 'TranscriptError';
  constructor(
    readonly reason: TranscriptErrorReason,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Reads a transcript of any known format. Recognises the format by the file's content. Nothing in the file is executed,
 * fetched or trusted. Files of lines are read as a stream, and only their messages are kept. Calls `onRead` with the
 * progress. `choose` tells which of several conversations in a file to read: it is a function that returns the id, or
 * an object that contains the id (`only`). Without an id, the format's reader decides. Throws a TranscriptError, or the
 * error that `onRead` or `choose` throws.
 */
export async function readTranscript(
  path: string,
  onRead?: OnRead,
  choose?: ChooseConversation | { readonly only: string },
): Promise<Transcript> {
  const source = await open(path, onRead);
  try {
    return await readSource(path, source, choose);
  } finally {
    await source.close();
  }
}

/**
 * Returns the messages in the complete lines of a file's beginning. Returns an empty list if the format is unknown or
 * requires the whole file.
 */
export async function readBeginning(text: string): Promise<readonly ImportedMessage[]> {
  const source = sourceOfLines(text.split('\n').slice(0, -1));
  const reader: TranscriptReader | undefined = READERS.find(({ detect }) => detect(source.head));
  const recording = new Recording();
  await reader?.read(source, recording);
  return recording.finish().messages;
}

async function readSource(
  path: string,
  file: TranscriptSource,
  choose?: ChooseConversation | { readonly only: string },
): Promise<Transcript> {
  const { reader: found, source } = await recognise(path, file);
  const reader: TranscriptReader = found;
  const recording = new Recording();
  await withTranscriptErrors(path, async () => {
    await reader.read(source, recording, await chosenConversation(reader, source, choose));
  });
  const { messages, skipped } = recording.finish();
  if (messages.length === 0) {
    const why = recording.whyEmpty === undefined ? '' : `: ${recording.whyEmpty}`;
    throw new TranscriptError(
      'empty',
      `${path} is a transcript in the format ${reader.format}, but contains no message${why}.`,
    );
  }
  const { title, window } = recording;
  return {
    ...{ format: found.format, messages, skipped },
    ...(title !== undefined && { title }),
    ...(window !== undefined && { window }),
  };
}

type Recognised = { readonly reader: (typeof READERS)[number]; readonly source: TranscriptSource };

/**
 * Returns the reader of a file, and the source in the form that this reader expects. Throws a TranscriptError if no
 * reader recognises the file.
 */
async function recognise(path: string, source: TranscriptSource): Promise<Recognised> {
  const own = OWN_READERS.find(({ detect }) => detect(source.head));
  if (own !== undefined) return { reader: own, source };
  const inLines = await asLines(source);
  const ofLines = inLines && OWN_READERS.find(({ detect }) => detect(inLines.head));
  if (inLines !== undefined && ofLines !== undefined) return { reader: ofLines, source: inLines };
  if (openAi.detect(source.head)) return { reader: openAi, source };
  if (source.head.database === undefined && source.head.lines.every((line) => line.trim() === ''))
    throw new TranscriptError('empty', `${path} is empty.`);
  const what = isDamagedJson(source.head)
    ? 'is JSON that is damaged or cut off'
    : 'is not a transcript in a format that Longthread knows';
  throw new TranscriptError('unrecognised', `${path} ${what}.`);
}

/** Returns the id of the conversation to read; undefined if there is only one conversation, or none is chosen. */
async function chosenConversation(
  reader: TranscriptReader,
  source: TranscriptSource,
  choose: ChooseConversation | { readonly only: string } | undefined,
): Promise<string | undefined> {
  if (choose === undefined) return undefined;
  if ('only' in choose) return choose.only;
  const conversations = await reader.list?.(source);
  return conversations === undefined || conversations.all.length < 2 ? undefined : choose(conversations);
}

/** Returns whether a file begins like JSON, but neither the whole file nor its lines can be parsed. */
function isDamagedJson({ lines, objects, json }: TranscriptHead): boolean {
  const first = lines.find((line) => line.trim() !== '') ?? '';
  return json === undefined && objects.length === 0 && /^\s*(?:\{\s*(?:"|$)|\[\s*(?:[{"]|$))/u.test(first);
}

function open(path: string, onRead?: OnRead): Promise<TranscriptSource> {
  return withTranscriptErrors(path, () => openSource(path, onRead));
}

/** Converts errors of the file system and of the source to a TranscriptError. Rethrows other errors unchanged. */
async function withTranscriptErrors<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnreadableSourceError) && !isSystemError(error)) throw error;
    throw new TranscriptError('unreadable', `${path} can't be read: ${causeOf(error)}.`);
  }
}

/**
 * Returns an error's message without the system call and paths at its end. For `EACCES: permission denied, open '/a'`,
 * returns `EACCES: permission denied`.
 */
function causeOf({ message, syscall }: NodeJS.ErrnoException): string {
  const appended = syscall === undefined ? -1 : message.indexOf(`, ${syscall}`);
  return appended < 0 ? message : message.slice(0, appended);
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
