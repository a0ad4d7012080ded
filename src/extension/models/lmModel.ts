import * as vscode from 'vscode';
import { AnswerWords } from '../../adapters/models/answerWords.ts';
import { normaliseArguments, normaliseToolName } from '../../adapters/models/callNames.ts';
import { isContextOverflow, isThrottling } from '../../adapters/models/contextOverflow.ts';
import { wordedFile, wordedImage, wordedText } from '../../adapters/models/partText.ts';
import { resultText } from '../../adapters/models/requestMessages.ts';
import { registryProfile } from '../../adapters/models/profiles.ts';
import {
  DEFAULT_WAIT_LIMITS,
  silenceOf,
  type Wait,
  type WaitLimits,
} from '../../adapters/models/waitLimits.ts';
import { wellFormedJson } from '../../adapters/models/wellFormed.ts';
import { systemTimers, Watchdog, type Timers } from '../../adapters/models/watchdog.ts';
import type { CancelSignal } from '../../core/cancellation.ts';
import {
  ChatError,
  type ChatDelta,
  type ChatErrorReason,
  type ChatModel,
  type ChatRequest,
  type ModelProfile,
} from '../../core/ports.ts';
import { waitAtMost } from '../sleep.ts';
import type { AssistantPart, Message, ResultPart, ToolMessage, UserPart } from '../../core/log/message.ts';

/** The vendor name under which Longthread offers its models to the editor. */
export const OWN_VENDOR = 'longthread';

/** The maximum wait for the editor's models in milliseconds. The editor waits for every extension that offers any. */
const MOST_WAIT_MS = 10_000;

/**
 * Returns the models that the editor offers, except Longthread's own, which would send requests to themselves. If the
 * editor takes too long, throws ChatError `timeout`, and passes the models to `onLate` when they come.
 */
export async function editorModels(
  onLate?: (models: readonly vscode.LanguageModelChat[]) => void,
): Promise<readonly vscode.LanguageModelChat[]> {
  const selecting = Promise.resolve(vscode.lm.selectChatModels()).then((models) =>
    models.filter(({ vendor }) => vendor !== OWN_VENDOR),
  );
  const models = await waitAtMost(MOST_WAIT_MS, selecting);
  if (models !== undefined) return models;
  selecting.then(onLate, () => undefined);
  throw new ChatError('timeout', 'The editor did not list its models in time. Try again.', true);
}

/**
 * A model that the editor offers. The editor's stream has no finish reason and no usage. An answer counts as complete
 * if the editor's stream ends without an error and was not cancelled. The editor asks for consent at the first request,
 * so this request must follow an action of the person.
 */
export class LmModel implements ChatModel {
  readonly profile: ModelProfile;
  readonly #model: vscode.LanguageModelChat;
  readonly #limits: WaitLimits;
  readonly #timers: Timers;

  constructor(
    model: vscode.LanguageModelChat,
    { limits = DEFAULT_WAIT_LIMITS, timers = systemTimers }: LmModelOptions = {},
  ) {
    this.#model = model;
    this.#limits = lmWaitLimits(limits);
    this.#timers = timers;
    const known = registryProfile(model.family, 'https://editor.invalid');
    this.profile = {
      id: model.id,
      window: model.maxInputTokens,
      supportsTools: true,
      encoding: known.encoding,
    };
  }

  async *stream(request: ChatRequest, signal: CancelSignal): AsyncGenerator<ChatDelta, void, undefined> {
    const source = new vscode.CancellationTokenSource();
    const cancel = (): void => source.cancel();
    const watchdog = new Watchdog<Wait>(this.#timers, cancel);
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    try {
      this.#waitFor('firstToken', watchdog);
      yield* this.#answer(request, source.token, watchdog);
    } catch (error) {
      if (signal.aborted) throw new ChatError('cancelled', 'Stopped.', false);
      throw watchdog.missed !== undefined
        ? this.#silence(watchdog.missed)
        : toChatError(error, this.#model.name);
    } finally {
      watchdog.stop();
      signal.removeEventListener('abort', cancel);
      cancel();
      source.dispose();
    }
    if (signal.aborted) throw new ChatError('cancelled', 'Stopped.', false);
    if (watchdog.missed !== undefined) throw this.#silence(watchdog.missed);
  }

  async *#answer(
    request: ChatRequest,
    token: vscode.CancellationToken,
    watchdog: Watchdog<Wait>,
  ): AsyncGenerator<ChatDelta, void, undefined> {
    const response = await this.#model.sendRequest(lmMessages(request.messages), lmOptions(request), token);
    const words = new AnswerWords(request.tools);
    let calls = 0;
    for await (const part of response.stream) {
      const isSpace = part instanceof vscode.LanguageModelTextPart && part.value.trim() === '';
      if (!isSpace) this.#waitFor('gap', watchdog);
      if (part instanceof vscode.LanguageModelTextPart) yield* words.read({ type: 'text', text: part.value });
      if (part instanceof vscode.LanguageModelToolCallPart) yield* words.read(callDelta(part, calls++));
    }
    yield* words.end(!token.isCancellationRequested);
    if (!token.isCancellationRequested)
      yield { type: 'finish', reason: words.hasCalls ? 'toolCalls' : 'stop' };
  }

  #waitFor(wait: Wait, watchdog: Watchdog<Wait>): void {
    watchdog.waitFor(wait, this.#limits[wait] * 1_000);
  }

  #silence(wait: Wait): ChatError {
    return silenceOf(this.#model.name, wait, this.#limits);
  }
}

export interface LmModelOptions {
  readonly limits?: WaitLimits;
  readonly timers?: Timers;
}

/**
 * Returns the wait limits for a model of the editor. The editor passes on a call only when the call is complete, so
 * nothing arrives while the model writes a large file. Therefore, the limit for gaps is at least the limit for the
 * first token, unless the person set another limit for gaps.
 */
function lmWaitLimits(limits: WaitLimits): WaitLimits {
  const isChosen = limits.gap !== DEFAULT_WAIT_LIMITS.gap;
  return isChosen ? limits : { ...limits, gap: Math.max(limits.gap, limits.firstToken) };
}

function callDelta({ callId, name, input }: vscode.LanguageModelToolCallPart, index: number): ChatDelta {
  return { type: 'toolCall', index, callId, name, arguments: JSON.stringify(input) };
}

function lmOptions(request: ChatRequest): vscode.LanguageModelChatRequestOptions {
  const { tools, maxOutputTokens } = request;
  return {
    justification: 'Longthread sends your messages to the model that you chose.',
    ...(maxOutputTokens !== undefined && { modelOptions: { max_tokens: maxOutputTokens } }),
    ...(tools.length > 0 && {
      ...(request.toolChoice === 'required' && { toolMode: vscode.LanguageModelChatToolMode.Required }),
      tools: tools.map(({ name, description, parameters }) => ({
        name,
        description: description.toWellFormed(),
        inputSchema: JSON.parse(wellFormedJson(JSON.stringify(parameters))) as object,
      })),
    }),
  };
}

type LmMessage = vscode.LanguageModelChatMessage;
type LmPart = LmMessage['content'][number];

/**
 * Converts messages for the editor's API. The API has only the roles user and assistant, so system text and tool
 * results become messages of the user. Merges adjacent messages of the same role.
 */
function lmMessages(messages: readonly Message[]): LmMessage[] {
  const merged: LmMessage[] = [];
  for (const message of messages) {
    const content = lmParts(message);
    if (content.length === 0) continue;
    const next = lmMessage(message.role === 'assistant', content);
    const last = merged.at(-1);
    if (last?.role === next.role) last.content = [...last.content, ...content];
    else merged.push(next);
  }
  return merged;
}

function lmMessage(isAssistant: boolean, content: LmPart[]): LmMessage {
  const message = isAssistant
    ? vscode.LanguageModelChatMessage.Assistant('')
    : vscode.LanguageModelChatMessage.User('');
  message.content = content;
  return message;
}

function lmParts(message: Message): LmPart[] {
  switch (message.role) {
    case 'system':
      return message.parts.map((part) => new vscode.LanguageModelTextPart(part.text.toWellFormed()));
    case 'user':
      return message.parts.map(lmUserPart);
    case 'assistant':
      return message.parts.flatMap(lmAssistantPart);
    case 'tool':
      return [new vscode.LanguageModelToolResultPart(message.callId, lmResultParts(message))];
  }
}

/** Converts a result's parts. Replaces a blank result by a short text, since some providers reject empty results. */
function lmResultParts({ parts }: ToolMessage): ReturnType<typeof lmUserPart>[] {
  const isBlank = parts.every((part) => part.type === 'text' && part.text.trim() === '');
  return isBlank ? [new vscode.LanguageModelTextPart(resultText(''))] : parts.map(lmUserPart);
}

function lmUserPart(
  part: UserPart | ResultPart,
): vscode.LanguageModelTextPart | vscode.LanguageModelDataPart {
  switch (part.type) {
    case 'text':
      return new vscode.LanguageModelTextPart(wordedText(part));
    case 'file':
      return new vscode.LanguageModelTextPart(wordedFile(part));
    case 'image':
      return part.data === undefined
        ? new vscode.LanguageModelTextPart(wordedImage(part))
        : vscode.LanguageModelDataPart.image(Buffer.from(part.data, 'base64'), part.mediaType);
  }
}

function lmAssistantPart(part: AssistantPart): readonly LmPart[] {
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? [] : [new vscode.LanguageModelTextPart(part.text.toWellFormed())];
    case 'reasoning':
      return [];
    case 'toolCall': {
      const input = JSON.parse(normaliseArguments(part.arguments)) as object;
      return [new vscode.LanguageModelToolCallPart(part.callId, normaliseToolName(part.name), input)];
    }
  }
}

const REASONS: Readonly<Record<string, readonly [ChatErrorReason, string]>> = {
  NoPermissions: [
    'unauthorized',
    'Longthread may not use %s. Send again and allow it, or choose another model.',
  ],
  Blocked: [
    'rateLimited',
    '%s is blocked for now, usually because of its quota. Wait, or choose another model.',
  ],
  NotFound: ['notFound', '%s is no longer available. Choose another model.'],
};

function toChatError(error: unknown, name: string): ChatError {
  if (error instanceof ChatError) return error;
  const [reason, sentence] = reasonOf(error);
  return new ChatError(reason, sentence.replace('%s', name), RETRYABLE.has(reason));
}

const RETRYABLE: ReadonlySet<ChatErrorReason> = new Set(['rateLimited', 'serverError']);

/**
 * Returns the reason for an error and a sentence about it. The editor has codes for three reasons; all other errors
 * have only the text of the extension that provides the model.
 */
function reasonOf(error: unknown): readonly [ChatErrorReason, string] {
  const known = error instanceof vscode.LanguageModelError ? REASONS[error.code] : undefined;
  if (known !== undefined) return known;
  const text = wordsOf(error);
  if (isContextOverflow({ text }))
    return ['contextOverflow', 'The request is longer than %s accepts. Compact the session.'];
  if (isThrottling({ text })) return ['rateLimited', '%s is limiting requests. Wait a moment and try again.'];
  const said = /[\p{L}\p{N}]/u.test(text) ? ` (${text.slice(0, 300)})` : '';
  return ['serverError', `%s failed${said}. Try again.`];
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
