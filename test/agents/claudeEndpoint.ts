import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiMessage } from '../../src/plugins/claudeCode/requestFormat.ts';
import { blocksIn } from '../support/claudeRequests.ts';

export interface ClaudeRequest {
  readonly messages: readonly ApiMessage[];
  readonly system: readonly { readonly text: string }[];
  readonly tools: readonly { readonly name: string }[];
  readonly model: string;
  readonly stream?: boolean;
}

export interface ClaudeAnswer {
  readonly text: string;
  readonly call?: { readonly name: string; readonly input: object };
}

/**
 * A fake of Anthropic's API on loopback. Records the requests, and answers them with a script. An answer with a call
 * begins with a thinking block.
 */
export class ClaudeEndpoint {
  readonly requests: ClaudeRequest[] = [];
  /** The requests without tools. Claude Code sends them for titles and summaries. */
  readonly asides: ClaudeRequest[] = [];
  /** The answer to each request without tools. */
  aside = 'Title';
  readonly #server: Server;
  #sent = 0;
  /** The script: returns the answer to a request with tools. A status means that the request is refused as too long. */
  answer: (request: ClaudeRequest) => ClaudeAnswer | { readonly status: number } = () => ({ text: 'Done.' });

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<ClaudeEndpoint> {
    const server = createServer();
    const endpoint = new ClaudeEndpoint(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        endpoint.#take(request.url ?? '', Buffer.concat(chunks).toString(), response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return endpoint;
  }

  get address(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #take(url: string, body: string, response: ServerResponse): void {
    const asked = JSON.parse(body === '' ? '{}' : body) as Partial<ClaudeRequest>;
    const tokens = Math.round(body.length / 4);
    if (url.includes('count_tokens')) json(response, { input_tokens: tokens });
    else if (url.includes('/v1/messages')) this.#say(asked as ClaudeRequest, tokens, response);
    else json(response, {}, 404);
  }

  #say(asked: ClaudeRequest, tokens: number, response: ServerResponse): void {
    const isStep = ((asked.tools as unknown[] | undefined)?.length ?? 0) > 0;
    (isStep ? this.requests : this.asides).push(asked);
    const answer = isStep ? this.answer(asked) : { text: this.aside };
    if ('status' in answer) {
      json(response, TOO_LONG, answer.status);
      return;
    }
    this.#sent += 1;
    const number = String(this.#sent).padStart(6, '0');
    const content = [
      ...(answer.call
        ? [{ type: 'thinking', thinking: `I think of ${number}.`, signature: `c2ln${number}` }]
        : []),
      { type: 'text', text: answer.text },
      ...(answer.call ? [{ type: 'tool_use', id: `toolu_${number}`, ...answer.call }] : []),
    ];
    const message = {
      id: `msg_${number}`,
      ...{ type: 'message', role: 'assistant', model: asked.model },
      stop_reason: answer.call ? 'tool_use' : 'end_turn',
      usage: {
        input_tokens: tokens,
        output_tokens: 30,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
      },
    };
    if (asked.stream === true) stream(response, message, content);
    else json(response, { ...message, content });
  }
}

const TOO_LONG = {
  type: 'error',
  error: { type: 'invalid_request_error', message: 'prompt is too long: 250000 tokens > 200000 maximum' },
};

function json(response: ServerResponse, value: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

type Block = Readonly<Record<string, unknown>>;

/** Streams each block like the API: first an empty block, then its content as deltas. */
function stream(
  response: ServerResponse,
  message: { readonly stop_reason: string },
  content: readonly Block[],
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (type: string, data: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  send('message_start', { message: { ...message, content: [], stop_reason: null } });
  for (const [index, block] of content.entries()) {
    const [empty, deltas] = opened(block);
    send('content_block_start', { index, content_block: empty });
    for (const delta of deltas) send('content_block_delta', { index, delta });
    send('content_block_stop', { index });
  }
  send('message_delta', {
    delta: { stop_reason: message.stop_reason, stop_sequence: null },
    usage: { output_tokens: 30 },
  });
  send('message_stop', {});
  response.end();
}

function opened(block: Block): [Block, readonly Block[]] {
  switch (block['type']) {
    case 'text':
      return [{ ...block, text: '' }, [{ type: 'text_delta', text: block['text'] }]];
    case 'thinking':
      return [
        { ...block, thinking: '', signature: '' },
        [
          { type: 'thinking_delta', thinking: block['thinking'] },
          { type: 'signature_delta', signature: block['signature'] },
        ],
      ];
    default:
      return [
        { ...block, input: {} },
        [{ type: 'input_json_delta', partial_json: JSON.stringify(block['input']) }],
      ];
  }
}

export function textOf(block: Block): string {
  const text = block['text'] ?? block['content'];
  return typeof text === 'string' ? text : JSON.stringify(text ?? '');
}

/**
 * Finds the newest message of the person that has a block beginning with these words. Returns how many answers of the
 * model follow this message.
 */
export function answersSince({ messages }: ClaudeRequest, words: string): number {
  const at = messages.findLastIndex(
    (message) =>
      message.role === 'user' && blocksIn(message).some((block) => textOf(block).startsWith(words)),
  );
  return messages.slice(at + 1).filter(({ role }) => role === 'assistant').length;
}
