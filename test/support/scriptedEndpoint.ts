import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { stepsFor, type Step } from '../agent/probe/script.ts';

export const SCRIPTED_MODEL = 'scripted';

/** A message as an OpenAI-compatible endpoint receives it. */
export interface SentMessage {
  readonly role: string;
  readonly content: string | readonly { readonly text?: string }[] | null;
  readonly tool_calls?: readonly unknown[];
}

type Steps = readonly Step[];

/** An answer of the model, or a function that makes the answer when it is sent. */
export type Answer = Steps | (() => Steps | Promise<Steps>);

/** Returns a function that returns the script's answers one by one, and “Nothing more.” when there are no more. */
export function nextOf(script: Answer[]): () => Promise<Steps> {
  return async () => {
    const answer = script.shift() ?? [{ text: 'Nothing more.' }];
    return typeof answer === 'function' ? answer() : answer;
  };
}

export interface ScriptedEndpoint {
  /** The base address, with `/v1`. */
  readonly url: string;
  /** All requests, oldest first. */
  readonly sent: readonly (readonly SentMessage[])[];
  /** The requests with an agent's tools. Other requests are for summaries, titles, or questions in other modes. */
  readonly sentByAgent: readonly (readonly SentMessage[])[];
  close(): void;
}

/**
 * Starts an endpoint. `next` returns the answers. Without `next`, the person's message contains a script with the
 * answers, so that a test can control a real agent. The model has the given price, in the format of OpenRouter's list.
 */
export async function startScriptedEndpoint(
  windowTokens: number,
  next?: () => Steps | Promise<Steps>,
  pricing?: object,
): Promise<ScriptedEndpoint> {
  const sent: (readonly SentMessage[])[] = [];
  const sentByAgent: (readonly SentMessage[])[] = [];
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/chat/completions') !== true) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: [{ id: SCRIPTED_MODEL, context_length: windowTokens, pricing }] }));
      return;
    }
    const respond = async (body: string): Promise<void> => {
      const { messages, tools } = JSON.parse(body) as {
        readonly messages: readonly SentMessage[];
        readonly tools?: readonly { readonly function: { readonly name: string } }[];
      };
      const number = sent.push(messages);
      if (tools?.some((tool) => tool.function.name === 'read_file')) sentByAgent.push(messages);
      response.setHeader('content-type', 'text/event-stream');
      answer((await next?.()) ?? stepsIn(messages), number, response);
    };
    // Ignores an error while the request is read: an aborted request needs no answer.
    text(request).then(respond, () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    sent,
    sentByAgent,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export function textOfSent({ content }: SentMessage): string {
  return typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('\n');
}

function stepsIn(messages: readonly SentMessage[]): readonly Step[] {
  return stepsFor(
    messages.map((message) => ({
      role: message.role,
      text: textOfSent(message),
      hasCalls: message.tool_calls !== undefined,
    })),
  );
}

function answer(steps: readonly Step[], number: number, response: ServerResponse): void {
  const deltas = steps.map((step, at) => deltaOf(step, at, `call_${number}_${at}`));
  for (const delta of deltas) response.write(eventOf({ index: 0, delta, finish_reason: null }));
  // The answer stays open until the client aborts it.
  if (steps.some((step) => 'wordsUntilStopped' in step)) return;
  response.end(`${eventOf({ index: 0, delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`);
}

function eventOf(choice: object): string {
  return `data: ${JSON.stringify({ choices: [choice] })}\n\n`;
}

function deltaOf(step: Step, index: number, id: string): object {
  if ('text' in step) return { content: step.text };
  if ('wordsUntilStopped' in step) return { content: wordsOf(step.wordsUntilStopped) };
  if (!('tool' in step)) throw new Error('This endpoint sends only texts and calls.');
  const called = { name: step.tool, arguments: JSON.stringify(step.input) };
  return { tool_calls: [{ index, id, type: 'function', function: called }] };
}

function wordsOf(count: number): string {
  return Array.from({ length: count }, (_, at) => `word${at + 1} `).join('');
}
