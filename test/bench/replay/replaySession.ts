import { basename } from 'node:path';
import type { ImportedMessage } from '../../../src/adapters/transcripts/recording.ts';
import { readTranscript } from '../../../src/adapters/transcripts/formats.ts';
import { createTokenCounter } from '../../../src/adapters/tokens/inProcessTokenCounter.ts';
import { TokenAccount } from '../../../src/core/context/account.ts';
import { windowOf } from '../../../src/core/context/window.ts';
import { DEFAULT_SETTINGS, type CompactionSettings } from '../../../src/core/compaction/settings.ts';
import type { Strategy } from '../../../src/core/compaction/strategies.ts';
import { replay } from '../../../src/core/replay/replay.ts';
import type { ReplayResult, TallyTerms } from '../../../src/core/replay/tally.ts';
import type { TranscriptFile } from '../retention/files.ts';

/** The prices of a mid-priced hosted model, in US dollars per million tokens. */
export const PRICE = { input: 3, cachedInput: 0.3, output: 15 };

/** A session to replay. The texts of the session are counted only once. */
export interface ReplaySession {
  readonly messages: readonly ImportedMessage[];
  readonly account: TokenAccount;
  readonly tokens: number;
}

/** Returns the sessions of the readable files. Reports a reason for each file that can't be read. */
export async function readSessions(
  files: readonly Pick<TranscriptFile, 'path'>[],
  onProgress: (line: string) => void,
): Promise<readonly ReplaySession[]> {
  const counter = await createTokenCounter('o200k_base');
  const sessions: ReplaySession[] = [];
  for (const { path } of files) {
    try {
      const { messages } = await readTranscript(path);
      const account = new TokenAccount((text) => counter.countSmall(text));
      const tokens = messages.reduce((sum, { message }) => sum + account.ofMessage(message), 0);
      sessions.push({ messages, account, tokens });
    } catch (error) {
      onProgress(`${basename(path)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return sessions;
}

/**
 * Returns the sessions that fill the usable part of the window up to the first threshold. With the default settings,
 * Longthread never compacts smaller sessions.
 */
export function sessionsThatFill(
  windowTokens: number,
  sessions: readonly ReplaySession[],
): readonly ReplaySession[] {
  const { usableTokens } = windowOf({ window: windowTokens }, DEFAULT_SETTINGS);
  return sessions.filter(({ tokens }) => tokens > usableTokens * DEFAULT_SETTINGS.thresholds.background);
}

export function replaySession(
  { messages, account }: ReplaySession,
  windowTokens: number,
  terms: {
    readonly strategy: Strategy;
    readonly settings: CompactionSettings;
  } & Pick<TallyTerms, 'onCompacted'>,
): ReplayResult {
  const { usableTokens } = windowOf({ window: windowTokens }, terms.settings);
  return replay({ messages, account, price: PRICE, usableTokens, ...terms });
}
