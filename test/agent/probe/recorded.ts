import type * as vscode from 'vscode';
import type { AgentRequest } from '../../../src/core/agent/agentRequest.ts';
import { readRequest } from '../../../src/extension/agent/readRequest.ts';

/** A request of the editor's agent as plain data. */
export interface RecordedRequest extends AgentRequest {
  readonly model: string;
  readonly modelOptions: readonly string[];
}

export function recorded(
  model: string,
  messages: readonly vscode.LanguageModelChatRequestMessage[],
  options: vscode.ProvideLanguageModelChatResponseOptions,
): RecordedRequest {
  const modelOptions = Object.keys(options.modelOptions ?? {}).sort();
  return { ...readRequest(messages, options), model, modelOptions };
}
