import { hostTexts } from '../../src/core/agent/hostTexts.ts';
import { mapRequest } from '../../src/core/agent/mapRequest.ts';
import type { AgentMessage, AgentRequest } from '../../src/core/agent/agentRequest.ts';
import { Cancellation } from '../../src/core/cancellation.ts';
import { Conversation } from '../../src/core/chat/conversation.ts';
import { modelDrafts } from '../../src/core/chat/recordChanges.ts';
import { DEFAULT_SETTINGS } from '../../src/core/compaction/settings.ts';
import { STRATEGIES } from '../../src/core/compaction/strategies.ts';
import type { ChatModel, Redactor, SessionLog, TokenCounter, ToolSchema } from '../../src/core/ports.ts';
import { LiveSession } from '../../src/core/session/liveSession.ts';
import { answer, asks, call, request, result, says } from '../support/agentSessions.ts';
import { answerOf } from '../support/answerOf.ts';
import type { SampleText } from './sampleText.ts';

export interface DayPorts {
  readonly log: SessionLog;
  readonly counter: TokenCounter;
  readonly redactor: Redactor;
  readonly sample: SampleText;
  /** The length of a tool result in characters. */
  readonly resultCharacters: number;
  readonly window: number;
}

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const clock = { now: () => 0, monotonic: () => performance.now() };

/**
 * A chat of the editor's agent and its session. Requests are answered in the same way as in the extension. Each step is
 * a call and its result.
 */
export class AgentDay {
  readonly live: LiveSession;
  readonly history: AgentMessage[];
  readonly #ports: DayPorts;
  readonly #tools: readonly ToolSchema[];
  readonly #conversation: Conversation;
  readonly #model: ChatModel;
  #step = 0;
  #sentAt = 0;
  sentMessages = 0;

  private constructor(live: LiveSession, ports: DayPorts) {
    this.live = live;
    this.#ports = ports;
    this.history = [asks('Go through all of it.')];
    this.#tools = toolsOf(ports.sample);
    const sent = (count: number): void => {
      this.#sentAt = performance.now();
      this.sentMessages = count;
    };
    this.#model = {
      profile: { id: 'm', supportsTools: true, encoding: 'o200k_base', window: ports.window },
      async *stream({ messages }) {
        sent(messages.length);
        await Promise.resolve();
        yield { type: 'text', text: 'So.' };
        yield { type: 'finish', reason: 'stop' };
      },
    };
    this.#conversation = conversationOf(live, this.#model, this.#tools);
  }

  static async open(ports: DayPorts): Promise<AgentDay> {
    const { log, counter, redactor } = ports;
    return new AgentDay(await LiveSession.open({ log, counter, redactor, clock, logger: SILENT }), ports);
  }

  /** Appends the model's next call to the log, and the call and its result to the host's history. */
  async next(): Promise<void> {
    const { sample, resultCharacters } = this.#ports;
    const callId = `call_${String(++this.#step)}`;
    const input = { path: `src/part${String(this.#step)}.ts` };
    await this.#conversation.keep({
      ...answer('', { type: 'toolCall', callId, name: 'read_file', arguments: JSON.stringify(input) }),
      model: 'm',
    });
    this.history.push(says('', call(callId, input)), result(callId, sample.message(resultCharacters)));
  }

  /** Returns the milliseconds from the host's request to the request that goes to the model. */
  async ask(): Promise<number> {
    // Each request consists of new objects, as a request of the host does.
    return this.#ask(structuredClone(request(this.history, { tools: this.#tools })));
  }

  /** Asks with the objects of the history. Used for requests that are not timed. */
  async askAgain(): Promise<void> {
    await this.#ask(request(this.history, { tools: this.#tools }));
  }

  async #ask(asked: AgentRequest): Promise<number> {
    const start = performance.now();
    const outcome = mapRequest(asked, this.live.entries.length === 0 ? [] : [this.live]);
    if (outcome.kind !== 'new' && outcome.kind !== 'known')
      throw new Error(`The request was mapped as ${outcome.kind}.`);
    const drafts = [...outcome.drafts, ...modelDrafts(this.live.session, this.#model.profile)];
    if (drafts.length > 20) await this.live.appendAll(drafts);
    else for (const draft of drafts) await this.live.append(draft);
    await answerOf(this.#conversation.ask(new Cancellation().signal) as Parameters<typeof answerOf>[0]);
    return this.#sentAt - start;
  }

  async close(): Promise<void> {
    await this.#conversation.close();
    await this.live.close();
  }
}

function conversationOf(live: LiveSession, model: ChatModel, tools: readonly ToolSchema[]): Conversation {
  const run = (): never => {
    throw new Error('The agent runs its tools itself.');
  };
  const own = tools.map((schema) => ({ schema, isReadOnly: false, run }));
  return new Conversation({
    live,
    clock,
    logger: SILENT,
    model: () => model,
    summarizer: () => undefined,
    tools: () => own,
    systemText: () => '',
    settings: () => DEFAULT_SETTINGS,
    strategy: () => STRATEGIES.hybrid,
    windowOverride: () => undefined,
    maxSteps: () => 50,
    companions: () => Promise.resolve([]),
    oftenRecalled: () => new Set(),
    canRecall: () => true,
    asSent: hostTexts,
    saveMemories: () => Promise.resolve(),
    sleep: () => Promise.resolve(),
    newCallId: () => 'c',
  });
}

/** Returns tools with about 17,000 tokens, as the agent sends them with each request. */
function toolsOf(sample: SampleText): readonly ToolSchema[] {
  return Array.from({ length: 60 }, (_, at) => ({
    name: at === 0 ? 'read_file' : `tool_${String(at)}`,
    description: sample.message(900),
    parameters: { type: 'object', properties: { path: { type: 'string' } } },
  }));
}
