import { isSilentOverflow, silentOverflowSentence, windowOf, type Window } from '../context/window.ts';
import { mergeAdjacent, requestEnd, tooLargeSentence, untouchables } from '../context/assemble.ts';
import { figuresOf } from '../context/contextFigures.ts';
import {
  learnedFactor,
  readGauge,
  usageBaseline,
  type UsageBaseline,
  type Gauge,
  shownTokensOf,
  voidsReports,
} from '../context/gauge.ts';
import type { AssistantMessage, ToolMessage, Usage } from '../log/message.ts';
import type { Session } from '../log/session.ts';
import type { ChatModel, ModelProfile, ToolSchema } from '../ports.ts';
import type { PreparedRequest, Refusal } from './agentLoop.ts';
import type { ConversationPorts } from './conversationPorts.ts';
import type { CompactorView } from '../compaction/commit/compactorPorts.ts';

type RequestPorts = Pick<
  ConversationPorts,
  | 'live'
  | 'model'
  | 'settings'
  | 'windowOverride'
  | 'tools'
  | 'asSent'
  | 'hostTokens'
  | 'isHostTranscript'
  | 'answerWishes'
>;

/** The refusal of a message sent before any model is connected. */
export const NO_MODEL: Refusal = {
  kind: 'refused',
  reason: 'noModel',
  sentence:
    'No model is connected yet. Connect one to go on. You can read and compact the session without a model.',
};

/** The next request to the model: its size, the available room, and how the last request was counted. */
export class NextRequest {
  readonly #ports: RequestPorts;
  #countedTokens = 0;
  /** The number of entries in the log when the request was taken. */
  #entriesThen = 0;
  #imageTokens = 0;
  #hasWarnedOfOverflow = false;
  #tools: { readonly of: readonly ToolSchema[]; readonly text: string } = { of: [], text: '[]' };

  constructor(ports: RequestPorts) {
    this.#ports = ports;
  }

  /** Returns how full the context is. `pendingTokens` are the tokens in the composer. */
  gauge(pendingTokens = 0): Gauge {
    const { live } = this.#ports;
    const { baseline } = this;
    return readGauge({
      context: live.context,
      account: live.account,
      window: this.window(),
      toolTokens: this.toolTokens(),
      pendingTokens,
      factor: learnedFactor(live.entries),
      ...(baseline ? { baseline } : {}),
    });
  }

  /**
   * The provider's newest report that is valid for the next request. Undefined if the report is about another model
   * than the one that answers next, since models count differently and do not share a cache. In a host's transcript,
   * the model does not matter.
   */
  get baseline(): UsageBaseline | undefined {
    const { live, isHostTranscript } = this.#ports;
    const baseline = usageBaseline(live.entries, isHostTranscript);
    if (baseline === undefined || isHostTranscript === true || this.model === undefined) return baseline;
    const answer = live.message(baseline.through)?.message;
    return answer?.role === 'assistant' && answer.model === this.model ? baseline : undefined;
  }

  /** The price of the model that answers next, if known. */
  get price(): ModelProfile['price'] {
    return this.#ports.model()?.profile.price;
  }

  /** The id of the model that answers next. */
  get model(): string | undefined {
    return this.#ports.model()?.profile.id;
  }

  window(): Window {
    const { model, settings, windowOverride, live } = this.#ports;
    const profile = model()?.profile;
    return windowOf(withWindow(profile, live.session.model), settings(), windowOverride());
  }

  /** The tool schemas that every request carries. */
  get toolSchemas(): readonly ToolSchema[] {
    return this.#ports.tools().map(({ schema }) => schema);
  }

  toolTokens(): number {
    return this.#ports.live.account.ofText(this.#toolsText()) + (this.#ports.hostTokens?.() ?? 0);
  }

  /** Returns the schemas as text. Rebuilds the text only when the schemas change, since each request needs it often. */
  #toolsText(): string {
    const schemas = this.toolSchemas;
    const { of, text } = this.#tools;
    if (schemas.length === of.length && schemas.every((schema, at) => schema === of[at])) return text;
    this.#tools = { of: schemas, text: JSON.stringify(schemas) };
    return this.#tools.text;
  }

  get fits(): boolean {
    return this.#tokens() <= this.window().usableTokens;
  }

  /**
   * Returns the request as it is sent now, or a refusal that says why it is too large. Keeps its token counts for
   * `withCount` and `overflowWarning`.
   */
  take(model: ChatModel): PreparedRequest {
    const { context, account } = this.#ports.live;
    const { usableTokens } = this.window();
    const tokens = this.#tokens();
    if (tokens > usableTokens) {
      const sentence = this.#tooLargeSentence(tokens, usableTokens);
      return { kind: 'refused', reason: 'tooLarge', sentence };
    }
    this.#countedTokens = tokens;
    this.#entriesThen = this.#ports.live.entries.length;
    this.#imageTokens = figuresOf(context, account).imageTokens;
    const asSent = this.#ports.asSent?.(context) ?? context;
    const messages = [...mergeAdjacent(asSent).map(({ message }) => message), ...requestEnd(context)];
    const request = { messages, tools: this.toolSchemas, ...this.#ports.answerWishes?.() };
    return { kind: 'ready', model, request, windowShare: tokens / usableTokens };
  }

  /**
   * Returns the sentence for a request that is too large. Shows the gauge's figures, but never less than our own count.
   */
  #tooLargeSentence(counted: number, usableTokens: number): string {
    const { context, account } = this.#ports.live;
    const factor = Math.max(1, learnedFactor(this.#ports.live.entries));
    const parts = untouchables(context, account, this.toolTokens());
    const shown = parts.map((part) => ({ ...part, tokens: Math.round(part.tokens * factor) }));
    return tooLargeSentence(Math.max(counted, this.gauge().usedTokens), usableTokens, shown);
  }

  /**
   * Adds our own token count of the request to a message's usage, for the log. Returns a message without usage
   * unchanged. Adds no count if the context has changed since the request, e.g. by a compaction: the gauge uses only
   * reports with a count, and this report is about the context before the change.
   */
  withCount(message: AssistantMessage | ToolMessage): AssistantMessage | ToolMessage {
    if (message.role === 'tool' || message.usage === undefined) return message;
    if (this.#ports.live.entries.slice(this.#entriesThen).some(voidsReports)) return message;
    return { ...message, usage: { ...message.usage, countedTokens: this.#countedTokens } };
  }

  /** After the first truncated request, returns the warning that the endpoint silently truncates requests. */
  overflowWarning({ inputTokens }: Usage): string | undefined {
    const textTokens = this.#countedTokens - this.#imageTokens;
    if (this.#hasWarnedOfOverflow || !isSilentOverflow(inputTokens, textTokens)) return undefined;
    this.#hasWarnedOfOverflow = true;
    return silentOverflowSentence(inputTokens, textTokens);
  }

  #tokens(): number {
    const { context, account } = this.#ports.live;
    const endTokens = requestEnd(context).reduce((sum, message) => sum + account.ofMessage(message), 0);
    return figuresOf(context, account).tokens + this.toolTokens() + endTokens;
  }
}

/**
 * Returns the model's window. While the window is unknown, e.g. while the endpoint is down, uses the logged window,
 * unless the logged window belongs to another model.
 */
function withWindow(
  profile: ModelProfile | undefined,
  logged: Session['model'],
): Pick<ModelProfile, 'window' | 'maxOutputTokens'> {
  const isSame = profile === undefined || profile.id === logged?.model;
  if (profile?.window !== undefined || !isSame || logged?.window === undefined) return profile ?? {};
  return { ...profile, window: logged.window };
}

/** Returns what a compaction needs to know about the conversation at this moment. */
export function compactorViewOf(ports: ConversationPorts, request: NextRequest): CompactorView {
  const { live } = ports;
  return {
    session: live.session,
    account: live.account,
    settings: ports.settings(),
    overheadTokens: request.toolTokens(),
    oftenRecalled: ports.oftenRecalled(),
    strategy: ports.strategy(),
    usableTokens: request.window().usableTokens,
    usedTokens: request.gauge().usedTokens,
    shown: shownTokensOf(live.entries),
    isReadOnly: live.log.isReadOnly,
    canRecall: ports.canRecall(),
  };
}
