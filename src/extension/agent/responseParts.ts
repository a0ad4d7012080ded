import * as vscode from 'vscode';
import type { Usage } from '../../core/log/message.ts';

/** The editor's own gauge reads a data part of this type. */
export function usagePart({ inputTokens, outputTokens }: Usage): vscode.LanguageModelDataPart {
  const usage = {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
  return vscode.LanguageModelDataPart.json(usage, 'usage');
}

/** What the editor keeps with an answer and gives back; it drops one without a model's name before the backslash. */
export function markerPart(modelId: string, marker: string): vscode.LanguageModelDataPart {
  const text = `${modelId.replaceAll('\\', '/')}\\${marker}`;
  return new vscode.LanguageModelDataPart(Buffer.from(text), 'stateful_marker');
}

/** The editor shows a failure with its stack: this one has none but its sentence. */
export function sentenceError(sentence: string): Error {
  const error = new Error(sentence);
  error.stack = sentence;
  return error;
}
