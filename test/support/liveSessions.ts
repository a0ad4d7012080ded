import type { CountTokens, Logger, Redactor, SessionLog } from '../../src/core/ports.ts';
import { LiveSession } from '../../src/core/session/liveSession.ts';
import { MemoryLog } from './memoryLog.ts';

export const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

export interface LiveOptions {
  readonly count?: CountTokens;
  readonly redactor?: Redactor;
  /** The time of all events. */
  readonly now?: number;
  readonly logger?: Logger;
}

/** Opens a session of a log. By default, each text counts as one token, and nothing is secret. */
export function liveOver(log: SessionLog = new MemoryLog(), options: LiveOptions = {}): Promise<LiveSession> {
  const { count = () => 1, now = 0, logger = silent } = options;
  const nothing: Redactor = { find: (texts) => Promise.resolve(texts.map(() => [])) };
  return LiveSession.open({
    log,
    counter: {
      encoding: 'none',
      count: (texts) => Promise.resolve(texts.map(count)),
      countSmall: count,
    },
    redactor: options.redactor ?? nothing,
    clock: { now: () => now, monotonic: () => 0 },
    logger,
  });
}
