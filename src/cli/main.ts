import { registryProfile } from '../adapters/models/profiles.ts';
import { SecretRedactor } from '../adapters/redaction/secretRedactor.ts';
import { createTokenCounter } from '../adapters/tokens/inProcessTokenCounter.ts';
import { readTranscript, TranscriptError, type Transcript } from '../adapters/transcripts/transcript.ts';
import { DEFAULT_SETTINGS } from '../core/compaction/settings.ts';
import { STRATEGIES } from '../core/compaction/strategies.ts';
import type { CountTokens, ModelProfile } from '../core/ports.ts';
import { replay } from '../core/replay/replay.ts';
import { toolCallsOf } from '../core/log/message.ts';
import { countMessage, TokenAccount } from '../core/context/account.ts';
import { windowOf } from '../core/context/window.ts';
import { CannotFitError, finishHeadless, prepareHeadless, type HeadlessOptions } from './compactMessages.ts';
import { environmentModel } from './environmentModel.ts';
import { inspectTranscript } from './inspect.ts';
import { maskedSession } from './maskedSession.ts';
import { packageVersion } from './packageVersion.ts';
import { percent, Progress } from './progress.ts';
import { compactionReport, inspectionReport, replayReport } from './report.ts';
import { withModelSummary } from './summarizeHeadless.ts';
import { readCommand, USAGE, UsageError, type Command, type Encoding } from './usage.ts';

/**
 * Runs a command. Exit codes: 0 done, 1 a budget that can't be met, 2 wrong usage or a file that can't be read. A model
 * that fails leaves the mechanical result, with a warning.
 */
export async function main(args: readonly string[]): Promise<number> {
  try {
    await run(readCommand(args));
    return 0;
  } catch (error) {
    return reportError(error);
  }
}

async function run(command: Command): Promise<void> {
  switch (command.name) {
    case 'help':
      print(USAGE);
      return;
    case 'version':
      print(`${packageVersion()}\n`);
      return;
    case 'inspect':
      return inspect(command);
    case 'compact':
      return compact(command);
    case 'replay':
      return replayFile(command);
  }
}

async function inspect({ file, json, encoding }: Extract<Command, { name: 'inspect' }>): Promise<void> {
  const progress = newProgress();
  const transcript = await read(file, progress);
  const count = await counterOf(encoding, progress);
  const inspection = inspectTranscript(transcript, count);
  print(json ? `${JSON.stringify(inspection)}\n` : inspectionReport(inspection));
}

async function compact(command: Extract<Command, { name: 'compact' }>): Promise<void> {
  const progress = newProgress();
  const transcript = await read(command.file, progress);
  const count = await counterOf(command.encoding, progress);
  const session = await maskedSession(transcript.messages, new SecretRedactor(), (searched, all) => {
    progress.tell(() => `looking for secrets, ${percent(searched, all)}`);
  });
  const options: HeadlessOptions = { ...command, count, now: () => performance.now() };
  const model = command.summarizer === 'model' ? await environmentModel(process.env) : undefined;
  const mechanical = prepareHeadless(session, options);
  const prepared = model === undefined ? mechanical : await withModelSummary(mechanical, model, options);
  const { context, event, receipt } = finishHeadless(prepared, options);
  if (event.proseFailed !== undefined) warn(`There is no summary: ${event.proseFailed}`);
  const source = {
    format: transcript.format,
    messages: transcript.messages.length,
    toolCalls: transcript.messages.reduce((sum, { message }) => sum + toolCallsOf(message).length, 0),
    tokens: transcript.messages.reduce((sum, { message }) => sum + countMessage(message, count), 0),
  };
  const result = { source, event, context, receipt };
  print(command.json ? `${JSON.stringify(result)}\n` : compactionReport(result));
}

function newProgress(): Progress {
  return new Progress({ write: (text) => process.stderr.write(text), now: () => performance.now() });
}

function read(file: string, progress: Progress): Promise<Transcript> {
  return readTranscript(file, (bytes, size) => {
    progress.expect(size);
    progress.tell(() => `reading, ${percent(bytes, size)}`);
  });
}

async function counterOf(encoding: Encoding, progress: Progress): Promise<CountTokens> {
  let counted = 0;
  const counter = await createTokenCounter(encoding, (characters) => {
    counted += characters;
    progress.tell(() => `counting tokens, ${(counted / 1e6).toFixed(1)} million characters so far`);
  });
  return rememberingLong((text) => counter.countSmall(text));
}

/** The source, the plan and the result ask for the same texts; accounts remember the shorter ones. */
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

/** One object for one strategy, a list for several. */
async function replayFile(command: Extract<Command, { name: 'replay' }>): Promise<void> {
  const price = command.model === undefined ? undefined : listPriceOf(command.model);
  const progress = newProgress();
  const { messages } = await read(command.file, progress);
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
  print(
    command.json ? `${JSON.stringify(results.length === 1 ? results[0] : results)}\n` : replayReport(results),
  );
}

function listPriceOf(model: string): NonNullable<ModelProfile['price']> {
  const { price } = registryProfile(model, HOSTED);
  if (price === undefined) throw new UsageError(`No list price is known for the model '${model}'.`);
  return price;
}

/** Any address that is not this machine's: a local server has no list price. */
const HOSTED = 'https://hosted.example/v1';

function reportError(error: unknown): number {
  if (error instanceof UsageError || error instanceof TranscriptError) {
    warn(error.message);
    return 2;
  }
  if (error instanceof CannotFitError) warn(error.message);
  else warn(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 1;
}

function warn(sentence: string): void {
  process.stderr.write(`longthread: ${sentence}\n`);
}

function print(text: string): void {
  process.stdout.write(text);
}

// Whoever reads may have read enough, as `head` has.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await main(process.argv.slice(2));
