import { isObject, numberOf, objectOf, parseJson, stringOf } from '../transcripts/json.ts';

/**
 * A sign that the plugin runs in a session. The plugin writes a heartbeat for the VS Code extension when the session
 * starts, and with each request of the main conversation.
 */
export interface Heartbeat {
  readonly sessionId: string;
  readonly transcript: string;
  readonly workspace: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The beginning of the person's first message. */
  readonly title?: string;
  readonly messageCount?: number;
  readonly figures?: Figures;
}

/**
 * Token counts for the newest request of the main conversation. The counts of the request are estimates, corrected by
 * the counts that the provider reported for earlier requests.
 */
export interface Figures {
  readonly usedTokens: number;
  /** The maximum number of tokens that the context may have. */
  readonly usableTokens: number;
  /** The token count of the request without any compaction. */
  readonly wholeTokens: number;
}

/** Parses a heartbeat. Returns undefined for any other text. */
export function readHeartbeat(text: string): Heartbeat | undefined {
  const value = parseJson(text);
  if (!isObject(value)) return undefined;
  const [sessionId, transcript, workspace] = [
    stringOf(value, 'sessionId'),
    stringOf(value, 'transcript'),
    stringOf(value, 'workspace'),
  ];
  const at = numberOf(value, 'at');
  if (sessionId === undefined || transcript === undefined || workspace === undefined || at === undefined)
    return undefined;
  const [figures, title] = [readFigures(value), stringOf(value, 'title')];
  const messageCount = numberOf(value, 'messageCount');
  return {
    ...{ sessionId, transcript, workspace, at },
    ...(title !== undefined && { title }),
    ...(messageCount !== undefined && { messageCount }),
    ...(figures && { figures }),
  };
}

function readFigures(value: Parameters<typeof objectOf>[0]): Figures | undefined {
  const found = objectOf(value, 'figures') ?? {};
  const [usedTokens, usableTokens, wholeTokens] = [
    numberOf(found, 'usedTokens'),
    numberOf(found, 'usableTokens'),
    numberOf(found, 'wholeTokens'),
  ];
  if (usedTokens === undefined || usableTokens === undefined || wholeTokens === undefined) return undefined;
  return { usedTokens, usableTokens, wholeTokens };
}

/**
 * Returns the path of the file with the plugin's state for a session. The file is beside the session's transcript.
 * Claude Code ignores the file, since the file's name does not end with `.jsonl`.
 */
export function stateFile(transcript: string): string {
  return `${transcript.replace(/\.jsonl$/, '')}.longthread.json`;
}
