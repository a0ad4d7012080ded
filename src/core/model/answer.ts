import type { CancelSignal } from '../cancellation.ts';
import { ChatError, type ChatDelta, type ChatModel, type ChatRequest, type ModelProfile } from '../ports.ts';
import type { AssistantMessage, FinishReason } from '../log/message.ts';
import { StreamAssembler } from './streamAssembler.ts';
import { messageOf } from '../text/messageOf.ts';

/** The outcome of one request: the part of the message that arrived, and the error that ended the request. */
export interface Answer {
  /** Absent if neither text nor a tool call arrived. */
  readonly message?: AssistantMessage;
  readonly error?: ChatError;
  /** The stream's finish reason. Absent if the stream is incomplete. */
  readonly finish?: FinishReason;
}

export interface DeltaEvent {
  readonly type: 'delta';
  readonly delta: ChatDelta;
}

export interface ModelRequest {
  readonly model: ChatModel;
  readonly request: ChatRequest;
  /** Returns a new id for a call whose id is missing or was already used. */
  readonly newCallId: () => string;
}

/** The maximum number of characters of an answer: twice the largest output of any model. A longer stream is stopped. */
const MOST_CHARACTERS = 4_000_000;

/**
 * Asks the model once. Yields each delta and returns the answer. Never throws for an error of the model or the network.
 * If the stream breaks off, keeps the part that arrived before.
 */
export async function* askModel(
  { model, request, newCallId }: ModelRequest,
  signal: CancelSignal,
): AsyncGenerator<DeltaEvent, Answer> {
  const assembler = new StreamAssembler({ model: model.profile.id, newCallId });
  let error: ChatError | undefined;
  let characters = 0;
  try {
    for await (const delta of model.stream(request, signal)) {
      assembler.add(delta);
      yield { type: 'delta', delta };
      characters += charactersIn(delta);
      if (signal.aborted || characters > MOST_CHARACTERS) break;
    }
    error = characters > MOST_CHARACTERS ? endless(model) : errorOf(assembler, model.profile, signal);
  } catch (thrown) {
    error = chatErrorOf(thrown, signal);
  }
  return {
    ...(error === undefined || assembler.hasAnswer ? { message: assembler.message() } : {}),
    ...(error && { error }),
    ...(assembler.finish && { finish: assembler.finish }),
  };
}

function charactersIn(delta: ChatDelta): number {
  if (delta.type === 'text' || delta.type === 'reasoning') return delta.text.length;
  if (delta.type !== 'toolCall') return 0;
  return [delta.callId, delta.name, delta.arguments].join('').length;
}

/** Returns the error of a stream that did not finish, or that contained neither text nor a tool call. */
function errorOf(
  assembler: StreamAssembler,
  profile: ModelProfile,
  signal: CancelSignal,
): ChatError | undefined {
  if (assembler.finish === undefined)
    return signal.aborted ? cancelled() : interrupted('The answer broke off. Try again.');
  if (assembler.hasAnswer) return undefined;
  switch (assembler.finish) {
    case 'length':
      return isWindowFull(assembler.message(), profile) ? overflow() : onlyThought(profile);
    case 'filtered':
      return refused();
    default:
      return interrupted('The model answered with nothing. Try again.');
  }
}

/** Above this share, the window counts as full, since the reported tokens and the known window may be inexact. */
const NEARLY_FULL = 0.9;

/**
 * Returns whether an answer without text and tool calls ended because the window was full. If so, a shorter request
 * helps. Otherwise, the answer reached the output limit while the model was thinking.
 */
function isWindowFull({ parts, usage }: AssistantMessage, { window }: ModelProfile): boolean {
  const hasThought = parts.some(({ type }) => type === 'reasoning') || (usage?.outputTokens ?? 0) > 0;
  if (!hasThought || usage === undefined || window === undefined) return !hasThought;
  return usage.inputTokens + usage.outputTokens > window * NEARLY_FULL;
}

/**
 * Converts any error into a ChatError. An error of another type is a bug in Longthread or an adapter, and is not
 * retried.
 */
function chatErrorOf(thrown: unknown, signal: CancelSignal): ChatError {
  if (signal.aborted) return cancelled();
  if (thrown instanceof ChatError) return thrown;
  const why = messageOf(thrown);
  return new ChatError('interrupted', `The answer broke off (${why}). Try again.`, false);
}

function cancelled(): ChatError {
  return new ChatError('cancelled', 'Stopped.', false);
}

function endless({ profile }: ChatModel): ChatError {
  const sentence = `${profile.id} did not end its answer within four million characters, so Longthread stopped the answer. The part that arrived is kept. Ask for less in one message.`;
  return new ChatError('tooLarge', sentence, false);
}

function interrupted(sentence: string): ChatError {
  return new ChatError('interrupted', sentence, true);
}

function refused(): ChatError {
  return new ChatError('refused', 'The provider filtered the answer. Word the request differently.', false);
}

function onlyThought({ id }: ModelProfile): ChatError {
  const sentence = `${id} reached its output limit while it was still thinking, so there is no answer. Lower its thinking effort in the settings, or ask for less in one message.`;
  return new ChatError('interrupted', sentence, false);
}

function overflow(): ChatError {
  const sentence =
    "The request filled the model's window and left no room for an answer. Compact the session.";
  return new ChatError('contextOverflow', sentence, false);
}
