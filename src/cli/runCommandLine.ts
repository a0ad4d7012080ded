import { registryProfile } from '../adapters/models/profiles.ts';
import { SecretRedactor } from '../adapters/redaction/secretRedactor.ts';
import { createTokenCounter } from '../adapters/tokens/inProcessTokenCounter.ts';
import type { Conversations } from '../adapters/transcripts/conversations.ts';
import { readTranscript, TranscriptError, type Transcript } from '../adapters/transcripts/formats.ts';
import { DEFAULT_SETTINGS } from '../core/compaction/settings.ts';
import { STRATEGIES } from '../core/compaction/strategies.ts';
import type { ChatModel, CountTokens, ModelProfile } from '../core/ports.ts';
import { replay } from '../core/replay/replay.ts';
import { toolCallsOf } from '../core/log/message.ts';
import { counted } from '../core/text/counted.ts';
import { countMessage, TokenAccount } from '../core/context/account.ts';
import { windowOf } from '../core/context/window.ts';
import type { Session } from '../core/log/session.ts';
import { auditReport } from '../adapters/transcripts/auditReport.ts';
import { auditTranscript } from '../adapters/transcripts/auditTranscript.ts';
import { codexNotes } from './codexNotes.ts';
import { withoutSources } from './headlessContext.ts';
import {
  CannotFitError,
  finishHeadless,
  prepareHeadless,
  type HeadlessOptions,
  withModelSummary,
} from './compactMessages.ts';
import { inspectTranscript } from './inspect.ts';
import { maskedSession } from '../adapters/transcripts/maskedSession.ts';
import { packageVersion } from './packageVersion.ts';
import { piNotes } from './piNotes.ts';
import { percent, Progress } from './progress.ts';
import { compactionReport, inspectionReport, replayReport } from './report.ts';
import { serveMcp } from './serveMcp.ts';
import { readCommand, USAGE, UsageError, type Command, type Encoding } from './usage.ts';

/** The inputs and outputs of the process that a command needs. */
export interface CommandLinePorts {
  /** Standard input. */
  readonly input: AsyncIterable<Buffer | string>;
  /** Writes to standard output. */
  readonly write: (text: string) => void;
  /** Writes to standard error. */
  readonly writeError: (text: string) => void;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Connects the model that writes summaries. Throws UsageError if no model is named or its address is invalid. */
  readonly connectModel: () => Promise<ChatModel>;
}

/**
 * Runs the command that the arguments name. Returns the exit code: 0 for success, 1 if the result does not fit the
 * budget or the window or if an unexpected error occurs, 2 for wrong usage or an unreadable file. If a model fails,
 * prints a warning and the result without a summary.
 */
export async function runCommandLine(args: readonly string[], ports: CommandLinePorts): Promise<number> {
  try {
    await run(readCommand(args), ports);
    return 0;
  } catch (error) {
    return reportError(error, ports);
  }
}

async function run(command: Command, ports: CommandLinePorts): Promise<void> {
  switch (command.name) {
    case 'help':
      ports.write(USAGE);
      return;
    case 'version':
      ports.write(`${packageVersion()}\n`);
      return;
    case 'mcp':
      return serveMcp(command, ports);
    case 'codex-notes':
      return codexNotes(ports);
    case 'pi-notes':
      return piNotes(ports);
    case 'inspect':
      return inspect(command, ports);
    case 'compact':
      return compact(command, ports);
    case 'audit':
      return audit(command, ports);
    case 'replay':
      return replayFile(command, ports);
  }
}

async function inspect(
  command: Extract<Command, { name: 'inspect' }>,
  ports: CommandLinePorts,
): Promise<void> {
  const { json, encoding } = command;
  const progress = newProgress(ports);
  const transcript = await read(command, progress);
  const count = await counterOf(encoding, progress);
  const inspection = inspectTranscript(transcript, count);
  ports.write(json ? `${JSON.stringify(inspection)}\n` : inspectionReport(inspection));
}

async function audit(command: Extract<Command, { name: 'audit' }>, ports: CommandLinePorts): Promise<void> {
  const progress = newProgress(ports);
  const transcript = await read(command, progress);
  const result = auditTranscript(transcript, await masked(transcript, progress));
  ports.write(command.json ? `${JSON.stringify(result)}\n` : auditReport(result));
}

function masked({ messages }: Transcript, progress: Progress): Promise<Session> {
  return maskedSession(messages, new SecretRedactor(), (searched, all) =>
    progress.tell(() => `looking for secrets, ${percent(searched, all)}`),
  );
}

async function compact(
  command: Extract<Command, { name: 'compact' }>,
  ports: CommandLinePorts,
): Promise<void> {
  const progress = newProgress(ports);
  const transcript = await read(command, progress);
  const count = await counterOf(command.encoding, progress);
  const session = await masked(transcript, progress);
  const model = command.summarizer === 'model' ? await ports.connectModel() : undefined;
  const options: HeadlessOptions = { ...command, count, now: ports.now, hasModel: model !== undefined };
  const mechanical = prepareHeadless(session, options);
  const prepared = model === undefined ? mechanical : await withModelSummary(mechanical, model, options);
  const { context, event, receipt } = finishHeadless(prepared, options);
  if (event.proseFailed !== undefined) warn(`There is no summary: ${event.proseFailed}`, ports);
  const source = {
    format: transcript.format,
    messages: transcript.messages.length,
    toolCalls: transcript.messages.reduce((sum, { message }) => sum + toolCallsOf(message).length, 0),
    tokens: transcript.messages.reduce((sum, { message }) => sum + countMessage(message, count), 0),
  };
  const result = { source, event, context, receipt };
  const printed = command.withSources ? result : { ...result, context: withoutSources(context) };
  ports.write(command.json ? `${JSON.stringify(printed)}\n` : compactionReport(result));
}

function newProgress({ writeError, now }: CommandLinePorts): Progress {
  return new Progress({ write: writeError, now });
}

async function read(
  { file, chat }: { readonly file: string; readonly chat?: number },
  progress: Progress,
): Promise<Transcript> {
  const onRead = (bytes: number, size: number): void => {
    progress.expect(size);
    progress.tell(() => `reading, ${percent(bytes, size)}`);
  };
  if (chat === undefined) return readTranscript(file, onRead);
  let offered = 0;
  const choose = ({ all }: Conversations): Promise<string> => {
    offered = all.length;
    const chosen = all[chat - 1];
    if (chosen === undefined)
      throw new UsageError(`The file has ${counted(offered, 'chat')}, but no chat ${String(chat)}.`);
    return Promise.resolve(chosen.id);
  };
  const transcript = await readTranscript(file, onRead, choose);
  if (offered === 0 && chat > 1) throw new UsageError('The file has no separate chats. Leave out --chat.');
  return transcript;
}

async function counterOf(encoding: Encoding, progress: Progress): Promise<CountTokens> {
  let done = 0;
  const counter = await createTokenCounter(encoding, (characters) => {
    done += characters;
    progress.tell(() => `counting tokens, ${(done / 1e6).toFixed(1)} million characters so far`);
  });
  return rememberingLong((text) => counter.countSmall(text));
}

/**
 * Returns a counter that caches the counts of long texts, since the source, the plan and the result contain the same
 * texts. Short texts are counted each time, which takes little time.
 */
function rememberingLong(count: CountTokens): CountTokens {
  const counts = new Map<string, number>();
  return (text) => {
    if (text.length < LONG_TEXT) return count(text);
    const tokens = counts.get(text) ?? count(text);
    counts.set(text, tokens);
    return tokens;
  };
}

const LONG_TEXT = 2_000;

/** Replays a file. With `--json`, prints one object for one strategy, or a list for several strategies. */
async function replayFile(
  command: Extract<Command, { name: 'replay' }>,
  ports: CommandLinePorts,
): Promise<void> {
  const price = command.model === undefined ? undefined : listPriceOf(command.model);
  const progress = newProgress(ports);
  const { messages } = await read(command, progress);
  const account = new TokenAccount(await counterOf(command.encoding, progress));
  const { usableTokens } = windowOf({ window: command.windowTokens }, DEFAULT_SETTINGS);
  const results = command.strategies.map((name) =>
    replay({
      messages,
      usableTokens,
      strategy: STRATEGIES[name],
      settings: DEFAULT_SETTINGS,
      account,
      ...(price === undefined ? {} : { price }),
    }),
  );
  ports.write(
    command.json ? `${JSON.stringify(results.length === 1 ? results[0] : results)}\n` : replayReport(results),
  );
}

function listPriceOf(model: string): NonNullable<ModelProfile['price']> {
  const { price } = registryProfile(model, HOSTED);
  if (price === undefined) throw new UsageError(`No list price is known for the model '${model}'.`);
  return price;
}

/** An address that stands for any remote server. List prices do not apply to local servers. */
const HOSTED = 'https://hosted.example/v1';

function reportError(error: unknown, ports: CommandLinePorts): number {
  if (error instanceof UsageError || error instanceof TranscriptError) {
    warn(error.message, ports);
    return 2;
  }
  if (error instanceof CannotFitError) warn(error.message, ports);
  else warn(error instanceof Error ? (error.stack ?? error.message) : String(error), ports);
  return 1;
}

function warn(sentence: string, { writeError }: CommandLinePorts): void {
  writeError(`longthread: ${sentence}\n`);
}
