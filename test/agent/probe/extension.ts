import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import * as vscode from 'vscode';
import { recorded, type RecordedRequest } from './recorded.ts';
import { HEAVY, stepsFor, type Step } from './script.ts';

/** A call that a test sends over loopback. */
export interface ProbeCall {
  readonly command: string;
  readonly args: readonly unknown[];
  /** False for a command of the editor that never ends. */
  readonly isAwaited: boolean;
}

const MODELS: readonly vscode.LanguageModelChatInformation[] = [
  { id: 'large', maxInputTokens: 1_000_000_000 },
  { id: 'small', maxInputTokens: 8_000 },
].map((model) => ({
  ...model,
  name: `${model.id} probe`,
  family: 'probe',
  version: '1',
  maxOutputTokens: 4_096,
  capabilities: { toolCalling: true, imageInput: true },
}));

/**
 * Runs in the editor during the tests. Records the requests of the editor's agent, answers with the script in the
 * question, and runs commands.
 */
export function activate(context: vscode.ExtensionContext): void {
  const requests: RecordedRequest[] = [];
  let answers = 0;
  const host = randomUUID();
  const provider: vscode.LanguageModelChatProvider = {
    provideLanguageModelChatInformation: () => [...MODELS],
    provideLanguageModelChatResponse: async (model, messages, options, ...[progress, token]) => {
      const answer = ++answers;
      const request = recorded(model.id, messages, options);
      requests.push(request);
      const texts = request.messages.map(({ role, parts }) => ({
        role,
        text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
        hasCalls: parts.some(({ type }) => type === 'toolCall'),
      }));
      const steps = stepsFor(texts);
      for (const [at, step] of steps.entries()) await report(step, `probe-${answer}-${at}`, progress, token);
    },
    provideTokenCount: (_model, text) => {
      const counted = typeof text === 'string' ? text : JSON.stringify(text);
      const weight = counted.includes(HEAVY) ? 2_000_000 : 0;
      return Promise.resolve(weight + Math.ceil(counted.length / 4));
    },
  };
  const commands: Readonly<Record<string, (...args: readonly string[]) => unknown>> = {
    'probe.host': () => host,
    'probe.requests': () => requests.splice(0),
    'probe.isActive': (id = '') => vscode.extensions.getExtension(id)?.isActive,
    'probe.activate': async (id = '') => {
      await vscode.extensions.getExtension(id)?.activate();
    },
    'probe.tools': () => vscode.lm.tools.map(({ name }) => name),
    'probe.models': async () =>
      (await vscode.lm.selectChatModels()).map(({ vendor, id, name, maxInputTokens }) => ({
        ...{ vendor, id, name, maxInputTokens },
      })),
  };
  context.subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider('longthread-probe', provider),
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, run)),
    bridge(Number(process.env['LONGTHREAD_PROBE_PORT'])),
  );
}

async function report(
  step: Step,
  callId: string,
  progress: vscode.Progress<vscode.LanguageModelResponsePart>,
  token: vscode.CancellationToken,
): Promise<void> {
  if ('text' in step) progress.report(new vscode.LanguageModelTextPart(step.text));
  else if ('tool' in step)
    progress.report(new vscode.LanguageModelToolCallPart(callId, step.tool, step.input));
  else if ('data' in step)
    progress.report(new vscode.LanguageModelDataPart(Buffer.from(step.data), step.mimeType));
  else {
    for (let at = 1; at <= step.wordsUntilStopped; at++)
      progress.report(new vscode.LanguageModelTextPart(`word${at} `));
    await new Promise<void>((resolve) => token.onCancellationRequested(() => resolve()));
  }
}

function bridge(port: number): vscode.Disposable {
  const server = createServer((request, response) => {
    // Without this header, the next call may use a connection that is being closed, and fail on a busy machine.
    response.setHeader('connection', 'close');
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      const { command, args, isAwaited } = JSON.parse(body) as ProbeCall;
      const running = Promise.resolve(vscode.commands.executeCommand(command, ...args));
      (isAwaited ? running : Promise.resolve()).then(
        (value) => response.end(JSON.stringify({ value })),
        (error: unknown) => response.end(JSON.stringify({ error: String(error) })),
      );
      // If the caller does not wait for the command, a failure of the command is ignored.
      running.catch(() => undefined);
    });
  });
  // After a reload of the window, the previous extension host may still use the port for a moment.
  server.on('error', () => setTimeout(() => server.listen(port, '127.0.0.1'), 500));
  server.listen(port, '127.0.0.1');
  return new vscode.Disposable(() => server.close());
}
