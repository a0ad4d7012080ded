import type { Io } from '../../src/plugins/claudeCode/io.ts';
import type { ApiMessage } from '../../src/plugins/claudeCode/requestFormat.ts';
import type { Environment } from '../../src/plugins/claudeCode/environment.ts';

/** Shortened requests in the format of Claude Code 2.1.331. */

const REMINDER = '<system-reminder>\nInstructions of CLAUDE.md stand here.\n</system-reminder>';
const MARK = { cache_control: { type: 'ephemeral' } };
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==';

/**
 * Returns the first two messages of a conversation: Claude Code's reminder with the person's first words, and the
 * environment as a system message.
 */
export function opening(words: string): readonly ApiMessage[] {
  return [
    {
      role: 'user',
      content: [
        { type: 'text', text: REMINDER },
        { type: 'text', text: words },
      ],
    },
    { role: 'system', content: '# Environment\nA folder.' },
  ];
}

export function said(words: string): ApiMessage {
  return { role: 'user', content: [{ type: 'text', text: words }] };
}

export function answered(words: string): ApiMessage {
  return { role: 'assistant', content: [{ type: 'text', text: words }] };
}

/**
 * Returns an answer with thinking and a tool call, and the tool's result. Every fifth result has an image.
 */
export function step(number: number, size = 6_000): readonly ApiMessage[] {
  const id = `toolu_${String(number).padStart(6, '0')}`;
  const text = `file ${String(number)}: ${'const value = compute(total, rate);\n'.repeat(Math.ceil(size / 36))}`;
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } };
  return [
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: '', signature: `c2ln${String(number)}` },
        { type: 'text', text: `Step ${String(number)}.` },
        { type: 'tool_use', id, name: 'Read', input: { file_path: `/shop/src/file${String(number)}.ts` } },
      ],
    },
    {
      role: 'user',
      content: [
        {
          tool_use_id: id,
          type: 'tool_result',
          content: number % 5 === 0 ? [{ type: 'text', text }, image] : text,
        },
      ],
    },
  ];
}

export function steps(first: number, last: number, size?: number): readonly ApiMessage[] {
  return Array.from({ length: last - first + 1 }, (_, at) => step(first + at, size)).flat();
}

/** Marks the newest message for the cache, as Claude Code does. */
function marked(messages: readonly ApiMessage[]): readonly ApiMessage[] {
  return messages.map((message, at) => {
    if (at < messages.length - 1 || !Array.isArray(message.content)) return message;
    const blocks = message.content as readonly object[];
    return {
      ...message,
      content: blocks.map((block, index) => (index === blocks.length - 1 ? { ...block, ...MARK } : block)),
    };
  });
}

export function bodyOf(messages: readonly ApiMessage[], system = 'You are an agent.'): string {
  return JSON.stringify({
    model: 'claude-opus-5-5',
    messages: marked(messages),
    system: [{ type: 'text', text: system }],
    tools: [{ name: 'Read', input_schema: { type: 'object' } }],
    max_tokens: 128_000,
    stream: true,
  });
}

export function messagesIn(body: string): readonly ApiMessage[] {
  return (JSON.parse(body) as { messages: readonly ApiMessage[] }).messages;
}

export function blocksIn({ content }: ApiMessage): readonly Record<string, unknown>[] {
  return Array.isArray(content) ? (content as Record<string, unknown>[]) : [{ type: 'text', text: content }];
}

export function environment(windowTokens = 100_000): Environment & { pauses: number } {
  return {
    pauses: 0,
    window: { windowTokens },
    now: () => 1,
    async pause() {
      this.pauses += 1;
    },
  };
}

/** A fake of the interface that Claude Code gives to the plugin. */
export class FakeIo implements Io {
  readonly root = '/plugin';
  readonly files = new Map<string, string>();
  readonly told: string[] = [];
  readonly asked: string[] = [];
  readonly statuses: string[] = [];
  readonly debugged: string[] = [];
  answer: string | undefined;
  isOther = false;
  window = 100_000;

  async readText(path: string): Promise<string | undefined> {
    return this.files.get(path);
  }
  async readBytes(path: string, offset: number, length: number): Promise<Uint8Array> {
    return Buffer.from(this.files.get(path) ?? '').subarray(offset, offset + length);
  }
  async write(path: string, text: string): Promise<void> {
    this.files.set(path, text);
  }
  async exists(path: string): Promise<boolean> {
    return this.files.has(path);
  }
  async sizeOf(path: string): Promise<number> {
    return Buffer.byteLength(this.files.get(path) ?? '');
  }
  async isOtherProvider(): Promise<boolean> {
    return this.isOther;
  }
  async now(): Promise<number> {
    return 1;
  }
  async sessionId(): Promise<string> {
    return 'session-1';
  }
  async workspace(): Promise<string> {
    return '/shop';
  }
  async transcript(): Promise<string> {
    return '/projects/session-1.jsonl';
  }
  async usage(): Promise<{ window: number }> {
    return { window: this.window };
  }
  async ask(question: string): Promise<string | undefined> {
    this.asked.push(question);
    return this.answer;
  }
  status(text: string): void {
    this.statuses.push(text);
  }
  tell(text: string): void {
    this.told.push(text);
  }
  debug(text: string): void {
    this.debugged.push(text);
  }
}
