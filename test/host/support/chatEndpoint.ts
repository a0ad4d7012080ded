import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { until } from '../../support/until.ts';
import { run } from './longthread.ts';

export type Param = {
  readonly role: string;
  readonly content: string;
  readonly tool_calls?: readonly unknown[];
};
export type Part = vscode.LanguageModelChatMessage['content'][number];

const pause = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 50));
/** The role of system texts, which has no name in the stable API. */
export const SYSTEM = Number('3') as unknown as vscode.LanguageModelChatMessageRole;

/** An answer without an end. The stream sends `pieces`, and then stays open (`hold`) or breaks off (`break`). */
export interface Unended {
  readonly pieces: readonly object[];
  readonly then: 'hold' | 'break';
}

/**
 * Starts an endpoint that records its requests. Answers each request with the next of `answers`, or with a sentence if
 * there is none.
 */
export function listen(
  sent: (readonly Param[])[],
  answers: (object | Unended | undefined)[],
): Promise<Server> {
  const chunk = (choice: object): string =>
    `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/chat/completions') !== true) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: [{ id: 'tiny', context_length: 60_000 }] }));
      return;
    }
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      sent.push((JSON.parse(body) as { messages: readonly Param[] }).messages);
      response.setHeader('content-type', 'text/event-stream');
      const answer = answers.shift();
      if (answer !== undefined && 'then' in answer) {
        response.flushHeaders();
        for (const piece of answer.pieces) response.write(chunk({ delta: piece, finish_reason: null }));
        if (answer.then === 'break') setTimeout(() => response.destroy(), 50);
        return;
      }
      const delta = answer ?? { content: `Answer ${sent.length}.` };
      response.end(
        `${chunk({ delta, finish_reason: null })}${chunk({ delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`,
      );
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Connects a model of the endpoint. Returns the model as the editor's agent gets it. */
export async function connected(server: Server, name: string): Promise<vscode.LanguageModelChat> {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  await run('connect', { url, key: 'sk-demo', model: name });
  let found: readonly vscode.LanguageModelChat[] = [];
  const isThere = async (): Promise<boolean> => {
    found = await vscode.lm.selectChatModels({ vendor: 'longthread', id: name });
    return found.length > 0;
  };
  await until('the model is offered', isThere, { pause });
  return found[0]!;
}

export function said(role: vscode.LanguageModelChatMessageRole, ...parts: (Part | string)[]) {
  const message = vscode.LanguageModelChatMessage.User('');
  message.role = role;
  message.content = parts.map((part) =>
    typeof part === 'string' ? new vscode.LanguageModelTextPart(part) : part,
  );
  return message;
}

/** Sends a history in the same way as the agent. Returns the parts of the answer. */
export async function ask(
  model: vscode.LanguageModelChat,
  messages: vscode.LanguageModelChatMessage[],
  options: { readonly chat?: string; readonly tools?: vscode.LanguageModelChatTool[] } = {},
): Promise<readonly unknown[]> {
  const { chat, tools = [] } = options;
  const modelOptions = chat === undefined ? {} : { _conversationId: chat };
  const response = await model.sendRequest(messages, { modelOptions, tools });
  const parts: unknown[] = [];
  for await (const part of response.stream) parts.push(part);
  return parts;
}

/** Returns an answer as the agent keeps it in its history: without the part that reports the token usage. */
export function kept(parts: readonly unknown[]): vscode.LanguageModelChatMessage {
  const isUsage = (part: unknown): boolean =>
    part instanceof vscode.LanguageModelDataPart && part.mimeType === 'usage';
  return said(
    vscode.LanguageModelChatMessageRole.Assistant,
    ...(parts.filter((part) => !isUsage(part)) as Part[]),
  );
}

export const textOf = (parts: readonly unknown[]): string =>
  parts.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
