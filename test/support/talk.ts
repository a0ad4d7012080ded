import { Conversation, type ConversationEvent } from '../../src/core/chat/conversation.ts';
import type { ConversationPorts } from '../../src/core/chat/conversationPorts.ts';
import { DEFAULT_SETTINGS, type CompactionSettings } from '../../src/core/compaction/settings.ts';
import { STRATEGIES } from '../../src/core/compaction/strategies.ts';
import type { Redactor } from '../../src/core/ports.ts';
import { LiveSession } from '../../src/core/session/liveSession.ts';
import { MemoryLog } from './memoryLog.ts';
import { ScriptedModel, type ScriptedReply } from './scriptedModel.ts';
import { toolNamed } from './scriptedTurn.ts';
import { countWords, told } from './sessionBuilder.ts';

const findsNothing: Redactor = { find: (texts) => Promise.resolve(texts.map(() => [])) };
const clock = { now: () => 5, monotonic: () => 0 };

export interface Talk {
  readonly conversation: Conversation;
  readonly live: LiveSession;
  readonly log: MemoryLog;
  readonly model: ScriptedModel;
  readonly events: ConversationEvent[];
  /** The texts of the logged errors. `causes` contains the cause that was logged with each text. */
  readonly errors: string[];
  readonly causes: unknown[];
  readonly ends: () => readonly string[];
  readonly context: () => readonly string[];
}

/** Returns a conversation with a log in memory. The model's window has 1,000 words, of which 800 are usable. */
export async function talkWith(
  replies: readonly ScriptedReply[],
  {
    isConnected = true,
    settings = {},
    ports = {},
    redactor = findsNothing,
  }: {
    isConnected?: boolean;
    settings?: Partial<CompactionSettings>;
    ports?: Partial<ConversationPorts>;
    redactor?: Redactor;
  } = {},
): Promise<Talk> {
  const log = new MemoryLog();
  const live = await LiveSession.open({
    log,
    clock,
    counter: {
      encoding: 'words',
      count: (texts) => Promise.resolve(texts.map(countWords)),
      countSmall: countWords,
    },
    redactor,
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const model = new ScriptedModel(replies, { window: 1_000, supportsTools: true });
  const events: ConversationEvent[] = [];
  const errors: string[] = [];
  const causes: unknown[] = [];
  const conversation = new Conversation({
    live,
    clock,
    logger: {
      info: () => undefined,
      warn: () => undefined,
      error: (text, cause) => {
        errors.push(text);
        causes.push(cause);
      },
    },
    model: () => (isConnected ? model : undefined),
    summarizer: () => undefined,
    tools: () => [toolNamed('look', () => Promise.resolve('seen'))],
    systemText: () => 'Be brief.',
    settings: () => ({ ...DEFAULT_SETTINGS, keepRecentMessages: 2, recordTokens: 200, ...settings }),
    strategy: () => STRATEGIES.hybrid,
    windowOverride: () => undefined,
    maxSteps: () => 5,
    companions: () => Promise.resolve([{ type: 'text', text: 'a note', origin: 'client', label: 'note' }]),
    oftenRecalled: () => new Set(),
    canRecall: () => true,
    saveMemories: () => Promise.resolve(),
    sleep: () => Promise.resolve(),
    newCallId: () => 'c1',
    ...ports,
  });
  conversation.onEvent((event) => events.push(event));
  return {
    ...{ conversation, live, log, model, events, errors, causes },
    ends: () =>
      events.flatMap((event) => {
        if (event.type !== 'ended') return [];
        return ['sentence' in event.end ? `${event.end.kind}: ${event.end.sentence}` : event.end.kind];
      }),
    context: () => told(live.context).filter((text) => !text.startsWith('system')),
  };
}

/** Sends a message and waits until everything is answered. */
export async function say({ conversation }: Talk, text: string): Promise<void> {
  await conversation.send([{ type: 'text', text }]);
  await conversation.settled();
}
