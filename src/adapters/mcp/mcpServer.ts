import { messageOf } from '../../core/text/messageOf.ts';
import { fieldOf, isObject, objectOf, parseJson, stringOf, type JsonObject } from '../transcripts/json.ts';
import { StringDecoder } from 'node:string_decoder';

/** A tool for an agent. If `run` throws, the agent receives the error's message. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
  run(args: JsonObject, signal: AbortSignal): Promise<string>;
}

export interface McpServerOptions {
  readonly version: string;
  /** Instructions for the agent about the server as a whole. */
  readonly instructions: string;
  readonly tools: readonly McpTool[];
  /** Sends one line: an answer, or the list of answers to a batch. `line` does not end with a line break. */
  readonly send: (line: string) => void;
}

/** The supported protocol versions, newest first. A client that requests another version gets the newest version. */
const PROTOCOLS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;

/** The maximum number of messages in a batch. All messages of a batch run at the same time. */
const MOST_IN_BATCH = 100;

type RequestId = string | number;
type Answer = { readonly result: object } | { readonly error: { code: number; message: string } };
type Response = Answer & { readonly jsonrpc: '2.0'; readonly id: RequestId | null };

/**
 * A server for the Model Context Protocol that offers read-only tools. Answers line by line, stores nothing, and sends
 * no requests to its client. The protocol's SDK is not used, since it includes web servers that are not needed here.
 */
export class McpServer {
  readonly #options: McpServerOptions;
  readonly #running = new Map<RequestId, AbortController>();

  constructor(options: McpServerOptions) {
    this.#options = options;
  }

  /**
   * Handles one line, which contains a message or, as in protocol version 2025-03-26, a batch of messages. `line` is
   * null if the line was too long. Resolves when the line is answered.
   */
  async receive(line: string | null): Promise<void> {
    if (line?.trim() === '') return;
    const message = line === null ? undefined : parseJson(line);
    if (!Array.isArray(message) || message.length === 0 || message.length > MOST_IN_BATCH) {
      const response = message === undefined ? unreadable(line) : await this.#respond(message);
      if (response !== undefined) this.#send(response);
      return;
    }
    const responses = await Promise.all(message.map((each) => this.#respond(each)));
    const sent = responses.filter((each) => each !== undefined);
    if (sent.length > 0) this.#send(sent);
  }

  /** Returns the response to a message, or undefined if the message expects no response. */
  async #respond(message: unknown): Promise<Response | undefined> {
    if (!isObject(message))
      return responseTo(
        null,
        errorAnswer(INVALID_REQUEST, 'A line is a JSON object, or a list of at most 100 objects.'),
      );
    const id = fieldOf(message, 'id');
    const method = stringOf(message, 'method');
    if (id === undefined) {
      if (method === 'notifications/cancelled') this.#cancel(objectOf(message, 'params'));
      return undefined;
    }
    // The server sends no requests, so it ignores responses.
    if (method === undefined && ('result' in message || 'error' in message)) return undefined;
    if (method === undefined || !isRequestId(id)) {
      const why = errorAnswer(INVALID_REQUEST, 'A request has a method and an id.');
      return responseTo(isRequestId(id) ? id : null, why);
    }
    return this.#request(id, method, objectOf(message, 'params') ?? {});
  }

  /** Cancels all running calls. */
  close(): void {
    for (const running of this.#running.values()) running.abort();
  }

  async #request(id: RequestId, method: string, params: JsonObject): Promise<Response | undefined> {
    const running = new AbortController();
    this.#running.set(id, running);
    try {
      const answer = await this.#answerTo(method, params, running.signal);
      // A client that cancelled does not wait for the answer.
      return running.signal.aborted ? undefined : responseTo(id, answer);
    } finally {
      this.#running.delete(id);
    }
  }

  async #answerTo(method: string, params: JsonObject, signal: AbortSignal): Promise<Answer> {
    switch (method) {
      case 'initialize':
        return { result: this.#introduction(stringOf(params, 'protocolVersion')) };
      case 'ping':
        return { result: {} };
      case 'tools/list':
        return { result: { tools: this.#options.tools.map(descriptionOf) } };
      case 'tools/call':
        return this.#call(params, signal);
      default:
        return errorAnswer(METHOD_NOT_FOUND, `There is no method ${method}.`);
    }
  }

  #introduction(asked: string | undefined): object {
    const { version, instructions } = this.#options;
    return {
      protocolVersion: PROTOCOLS.find((each) => each === asked) ?? PROTOCOLS[0],
      capabilities: { tools: {} },
      serverInfo: { name: 'longthread', title: 'Longthread', version },
      instructions,
    };
  }

  async #call(params: JsonObject, signal: AbortSignal): Promise<Answer> {
    const name = stringOf(params, 'name') ?? '';
    const tool = this.#options.tools.find((each) => each.name === name);
    if (tool === undefined) return errorAnswer(INVALID_PARAMS, `There is no tool ${name}.`);
    try {
      const text = await tool.run(objectOf(params, 'arguments') ?? {}, signal);
      return { result: { content: [{ type: 'text', text }] } };
    } catch (error) {
      return { result: { content: [{ type: 'text', text: messageOf(error) }], isError: true } };
    }
  }

  #cancel(params: JsonObject | undefined): void {
    const id = params === undefined ? undefined : fieldOf(params, 'requestId');
    if (isRequestId(id)) this.#running.get(id)?.abort();
  }

  #send(response: Response | readonly Response[]): void {
    this.#options.send(JSON.stringify(response));
  }
}

function responseTo(id: RequestId | null, answer: Answer): Response {
  return { jsonrpc: '2.0', id, ...answer };
}

function unreadable(line: string | null): Response {
  return responseTo(
    null,
    errorAnswer(PARSE_ERROR, line === null ? 'This line is too long.' : 'This is not JSON.'),
  );
}

function descriptionOf({ name, title, description, inputSchema }: McpTool): object {
  const annotations = {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  };
  return { name, title, description, inputSchema, annotations };
}

function errorAnswer(code: number, message: string): Answer {
  return { error: { code, message } };
}

function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || typeof value === 'number';
}

/** The maximum number of characters in a line. No valid request to this server is longer. */
const LONGEST_LINE = 4 << 20;

/**
 * Yields the lines of a stream. Splits the stream only at LF, since JSON may contain other line separators. Yields null
 * for a line that is too long.
 */
export async function* inputLines(input: AsyncIterable<Buffer | string>): AsyncGenerator<string | null> {
  const decoder = new StringDecoder('utf8');
  let pieces: string[] = [];
  let length = 0;
  const add = (piece: string): void => {
    length += piece.length;
    if (length > LONGEST_LINE) pieces = [];
    else pieces.push(piece);
  };
  const finish = (): string | null => {
    const line = length > LONGEST_LINE ? null : pieces.join('');
    [pieces, length] = [[], 0];
    return line;
  };
  for await (const chunk of input) {
    const [first = '', ...others] = (typeof chunk === 'string' ? chunk : decoder.write(chunk)).split('\n');
    add(first);
    for (const piece of others) {
      yield finish();
      add(piece);
    }
  }
  if (length > 0) yield finish();
}
