import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { summaryAnswer } from '../../src/core/agent/conversationSummary.ts';
import type { AgentRequest } from '../../src/core/agent/agentRequest.ts';
import type { AgentOutcome } from '../../src/core/agent/agentOutcome.ts';
import type { AssistantMessage } from '../../src/core/log/message.ts';
import { AgentSessions } from '../support/agentSessions.ts';
import { requestOfCommandLine } from '../support/harnessReplay.ts';

/** A call to the shell tool or to another tool, or the text that ends a turn. */
export type ScriptedAnswer =
  | { readonly command: string }
  | { readonly tool: string; readonly input: object }
  | { readonly text: string };

/** Returns the answer to a request. */
export type Script = (request: AgentRequest) => ScriptedAnswer;

export interface Handled {
  readonly outcome: AgentOutcome;
  readonly sessionId: string | undefined;
  readonly request: AgentRequest;
}

/** An OpenAI-compatible endpoint on loopback. Maps its requests to sessions in the same way as the extension. */
export class CopilotEndpoint {
  readonly sessions = new AgentSessions();
  readonly handled: Handled[] = [];
  readonly #server: Server;
  #calls = 0;

  private constructor(script: Script) {
    this.#server = createServer((asked, response) => {
      let body = '';
      asked.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      asked.on('end', () => {
        this.#answer(JSON.parse(body) as object, script, response);
      });
    });
  }

  static async start(script: Script): Promise<CopilotEndpoint> {
    const endpoint = new CopilotEndpoint(script);
    await new Promise<void>((resolve) => endpoint.#server.listen(0, '127.0.0.1', resolve));
    return endpoint;
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}/v1`;
  }

  get steps(): readonly string[] {
    return this.handled.map(({ outcome }) => (outcome.kind === 'known' ? outcome.step : outcome.kind));
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(body: object, script: Script, response: ServerResponse): void {
    const request = requestOfCommandLine({ body });
    const { outcome, id } = this.sessions.ask(request);
    this.handled.push({ outcome, sessionId: id, request });
    const message = outcome.kind === 'summary' ? said(this.#notes(id)) : this.#messageOf(script(request));
    if (id !== undefined && outcome.kind !== 'summary') this.sessions.answer(id, message);
    // Estimates the number of tokens: in English text and code, a token has about four characters.
    write(response, message, Math.ceil(JSON.stringify(body).length / 4));
  }

  #notes(id: string | undefined): string {
    const session = this.sessions.sessions.find((each) => each.id === id);
    const through = session?.session.messages.at(-1)?.id ?? '';
    return summaryAnswer('Notes of what was said.', { sessionId: id ?? '', through });
  }

  #messageOf(answer: ScriptedAnswer): AssistantMessage {
    if ('text' in answer) return said(answer.text);
    const { tool, input } =
      'tool' in answer
        ? answer
        : { tool: 'bash', input: { command: answer.command, description: 'a step of the script' } };
    this.#calls += 1;
    const callId = `call_${String(this.#calls)}`;
    return {
      role: 'assistant',
      parts: [{ type: 'toolCall', callId, name: tool, arguments: JSON.stringify(input) }],
    };
  }
}

function said(text: string): AssistantMessage {
  return { role: 'assistant', parts: [{ type: 'text', text }] };
}

function write(response: ServerResponse, { parts }: AssistantMessage, promptTokens: number): void {
  const delta = {
    role: 'assistant',
    content: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    tool_calls: parts.flatMap((part) =>
      part.type === 'toolCall'
        ? [
            {
              index: 0,
              id: part.callId,
              type: 'function',
              function: { name: part.name, arguments: part.arguments },
            },
          ]
        : [],
    ),
  };
  const isCall = delta.tool_calls.length > 0;
  const usage = { prompt_tokens: promptTokens, completion_tokens: 20, total_tokens: promptTokens + 20 };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const choice of [
    { delta: isCall ? delta : { role: delta.role, content: delta.content }, finish_reason: null },
    { delta: {}, finish_reason: isCall ? 'tool_calls' : 'stop' },
  ]) {
    const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'x' };
    response.write(`data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, ...choice }], usage })}\n\n`);
  }
  response.end('data: [DONE]\n\n');
}
