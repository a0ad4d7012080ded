import type { CancelSignal } from '../../src/core/cancellation.ts';
import type { ChatDelta, ChatModel, ChatRequest, ModelProfile } from '../../src/core/ports.ts';
import type { FinishReason, Usage } from '../../src/core/log/message.ts';
import { textOf } from '../../src/core/log/message.ts';

export interface ScriptedAnswer {
  readonly text?: string;
  readonly finish?: FinishReason;
  readonly usage?: Usage;
  /** The arguments of each call. All calls are to `tool`, or to `memory_save` if `tool` is not given. */
  readonly calls?: readonly string[];
  readonly tool?: string;
}

/** A reply that never ends, not even when it is aborted. */
export const deaf = { hangs: 'for ever' } as const;
export const hanging = { hangs: 'until stopped' } as const;

/** The model's behaviour: it answers, fails, hangs until it is aborted, or hangs and ignores the abort. */
export type ScriptedReply =
  | string
  | ScriptedAnswer
  | Error
  | { readonly hangs: 'until stopped' | 'for ever' }
  | ((request: ChatRequest) => string | ScriptedAnswer | Error | Promise<string | ScriptedAnswer>);

/** A model that gives the scripted replies in order and then repeats the last reply. It records its requests. */
export class ScriptedModel implements ChatModel {
  readonly requests: ChatRequest[] = [];
  readonly profile: ModelProfile;
  readonly #replies: readonly ScriptedReply[];

  constructor(replies: readonly ScriptedReply[], profile: Partial<ModelProfile> = {}) {
    this.#replies = replies;
    this.profile = { id: 'scripted', supportsTools: false, encoding: 'o200k_base', ...profile };
  }

  /** Returns all text of the request with this index. */
  read(index: number): string {
    return (this.requests[index]?.messages ?? []).map(textOf).join('\n');
  }

  async *stream(request: ChatRequest, signal: CancelSignal): AsyncIterable<ChatDelta> {
    const reply = this.#replies[Math.min(this.requests.length, this.#replies.length - 1)] ?? '';
    this.requests.push(request);
    if (typeof reply === 'object' && 'hangs' in reply) {
      await untilAborted(reply.hangs === 'until stopped' ? signal : undefined);
      return;
    }
    const said = typeof reply === 'function' ? await reply(request) : reply;
    if (said instanceof Error) throw said;
    yield* deltasOf(typeof said === 'string' ? { text: said } : said);
  }
}

function* deltasOf({
  text = '',
  finish = 'stop',
  usage,
  calls = [],
  tool,
}: ScriptedAnswer): Iterable<ChatDelta> {
  if (text !== '') yield { type: 'text', text };
  for (const [index, args] of calls.entries())
    yield {
      type: 'toolCall',
      index,
      callId: `c${String(index)}`,
      name: tool ?? 'memory_save',
      arguments: args,
    };
  yield { type: 'finish', reason: calls.length > 0 ? 'toolCalls' : finish, ...(usage && { usage }) };
}

function untilAborted(signal: CancelSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    signal?.addEventListener('abort', resolve, { once: true });
  });
}
