import { Cancellation, type CancelSignal } from '../../src/core/cancellation.ts';
import {
  runTurn,
  type PreparedRequest,
  type Refusal,
  type TurnEnd,
  type TurnEvent,
  type TurnPorts,
} from '../../src/core/chat/agentLoop.ts';
import type { Tool } from '../../src/core/chat/toolContract.ts';
import type { ChatDelta, ChatModel } from '../../src/core/ports.ts';
import { textOf, type Message } from '../../src/core/log/message.ts';
import type { SecretValues } from '../../src/core/log/secretNumbers.ts';

/** The secret values of a session without secrets. */
export const noSecrets: SecretValues = { valueOf: () => undefined, hasUnnumbered: () => false };

/** One answer of the fake model: deltas in order. An error in the list is thrown, and a function is called. */
export type Script = readonly (ChatDelta | Error | (() => void))[];

export const stop: ChatDelta = {
  type: 'finish',
  reason: 'stop',
  usage: { inputTokens: 10, outputTokens: 2 },
};
export const callsEnd: ChatDelta = { type: 'finish', reason: 'toolCalls' };
export const text = (words: string): ChatDelta => ({ type: 'text', text: words });
export const call = (index: number, name: string, args = '{}'): ChatDelta => ({
  type: 'toolCall',
  index,
  callId: `c${String(index)}`,
  name,
  arguments: args,
});

export class ScriptedTurn implements TurnPorts {
  readonly log: Message[] = [];
  readonly deltas: ChatDelta[] = [];
  readonly events: string[] = [];
  readonly asked: string[] = [];
  readonly cancellation = new Cancellation();
  tools: readonly Tool[] = [];
  readonly secrets = noSecrets;
  refusal: Refusal | undefined;
  canCompact = true;
  windowShare = 0.5;
  requests = 0;
  sleep: TurnPorts['sleep'] = () => Promise.resolve();
  readonly #scripts: Script[];

  constructor(...scripts: Script[]) {
    this.#scripts = scripts;
  }

  async run(mostSteps = 50): Promise<TurnEnd> {
    for await (const event of runTurn(this, this.cancellation.signal, mostSteps)) {
      if (event.type === 'ended') return event.end;
      await this.#follow(event);
    }
    throw new Error('a turn without an end');
  }

  async #follow(event: Exclude<TurnEvent, { readonly type: 'ended' }>): Promise<void> {
    switch (event.type) {
      case 'asking':
        this.asked.push(event.model);
        return;
      case 'delta':
        this.onDelta(event.delta);
        return;
      case 'retrying':
        this.events.push(`retry ${String(event.delayMs)}: ${event.sentence}`);
        return;
      case 'said':
        return this.append(event.message);
      case 'answered':
        return this.onAnswer(event.usage);
    }
  }

  prepareRequest(): Promise<PreparedRequest> {
    this.events.push('prepare');
    if (this.refusal !== undefined) return Promise.resolve(this.refusal);
    const request = { messages: [], tools: [] };
    return Promise.resolve({
      kind: 'ready',
      model: this.#model(),
      request,
      windowShare: this.windowShare,
    });
  }

  append(message: Message): Promise<void> {
    this.log.push(message);
    this.events.push(message.role);
    return Promise.resolve();
  }

  onDelta(delta: ChatDelta): void {
    this.deltas.push(delta);
  }

  onAnswer(usage: unknown): Promise<void> {
    this.events.push(usage === undefined ? 'answer' : 'answer with usage');
    return Promise.resolve();
  }

  compact(): Promise<boolean> {
    this.events.push('overflow');
    return Promise.resolve(this.canCompact);
  }

  newCallId(): string {
    return 'own';
  }

  compactions(): number {
    return 0;
  }

  appendSteering(): Promise<boolean> {
    return Promise.resolve(false);
  }

  #model(): ChatModel {
    const script = this.#scripts[Math.min(this.requests++, this.#scripts.length - 1)] ?? [];
    return {
      profile: { id: 'fake', supportsTools: true, encoding: 'o200k_base' },
      async *stream() {
        for (const step of script) {
          await Promise.resolve();
          if (step instanceof Error) throw step;
          if (typeof step === 'function') step();
          else yield step;
        }
      },
    };
  }
}

export function toolNamed(
  name: string,
  run: (signal: CancelSignal) => Promise<string>,
  isReadOnly = true,
): Tool {
  return {
    schema: { name, description: '', parameters: {} },
    isReadOnly,
    run: async (_args, signal) => ({ text: await run(signal), isError: false }),
  };
}

export function told(turn: ScriptedTurn): readonly string[] {
  return turn.log.map((message) => `${message.role}: ${textOf(message)}`);
}
