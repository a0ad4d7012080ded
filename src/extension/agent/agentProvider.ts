import * as vscode from 'vscode';
import { warn } from '../asking/ask.ts';
import { Cancellation } from '../../core/cancellation.ts';
import { imageCountFor } from '../../core/context/imageTokens.ts';
import type { ChatModel } from '../../core/ports.ts';
import { maskedRequest } from '../../core/session/maskedRequest.ts';
import { OWN_VENDOR } from '../models/lmModel.ts';
import type { SetupParts } from '../setup/setupParts.ts';
import { TokenCounts, agentImageTokens, countableTexts } from './tokenCounts.ts';
import type { AgentSessions } from './agentSessions.ts';
import { answerRequest, type AnswerPorts, type Asked, sentenceError } from './answerRequest.ts';
import { ModelFailureNotifier, ownFailureNotifier } from './failureNotifiers.ts';
import { readMessage, readRequest } from './readRequest.ts';
import { versionProblem } from './useInAgent.ts';

type Info = vscode.LanguageModelChatInformation;
type Progress = vscode.Progress<vscode.LanguageModelResponsePart>;

/**
 * The input limit that we report to the editor for each model. The editor summarizes a chat at nine tenths of the
 * limit. No chat becomes that long, so compaction is left to Longthread.
 */
const ADVERTISED_TOKENS = 1_000_000_000;
/** The output limit that we report to the editor if the model's own is not known. */
const ASSUMED_OUTPUT_TOKENS = 16_000;

/** Offers each connected model X to the editor's own agent as “X via Longthread”, and answers the agent's requests. */
export class AgentProvider implements vscode.LanguageModelChatProvider {
  readonly #parts: SetupParts;
  readonly #counts: TokenCounts;
  readonly #ports: AnswerPorts;
  readonly onDidChangeLanguageModelChatInformation: vscode.Event<void>;

  constructor(parts: SetupParts, sessions: AgentSessions) {
    const tell = (sentence: string): void => void warn(sentence);
    this.#parts = parts;
    this.#ports = {
      sessions,
      mask: (messages) => maskedRequest(messages, parts.services),
      onFailure: ownFailureNotifier(parts.services.logger, tell),
      modelFailures: new ModelFailureNotifier(tell),
    };
    this.#counts = new TokenCounts(parts.services.counter);
    this.onDidChangeLanguageModelChatInformation = parts.models.onDidChange;
  }

  provideLanguageModelChatInformation(): Info[] {
    return this.#parts.models.connected.map(infoOf);
  }

  /** Answers a request. If this fails, throws a `sentenceError`. If the answer is stopped, throws nothing. */
  async provideLanguageModelChatResponse(
    { id }: Info,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    options: vscode.ProvideLanguageModelChatResponseOptions,
    ...[progress, token]: [Progress, vscode.CancellationToken]
  ): Promise<void> {
    const cancellation = new Cancellation();
    const listening = token.onCancellationRequested(() => cancellation.cancel());
    try {
      const model = this.#parts.models.connected.find(({ profile }) => profile.id === id);
      if (model === undefined) throw new Error(notConnected(id));
      const report: Asked['report'] = (part) => progress.report(part);
      const request = readRequest(messages, options, reportedOutputTokens(model));
      await answerRequest({ request, model, signal: cancellation.signal, report }, this.#ports);
    } catch (error) {
      throw sentenceError(error instanceof Error ? error.message : String(error));
    } finally {
      listening.dispose();
    }
  }

  async provideTokenCount(
    { id }: Info,
    text: string | vscode.LanguageModelChatRequestMessage,
  ): Promise<number> {
    // If the tokenizer can't be loaded, the request goes on, with upper bounds in place of exact token counts.
    await this.#parts.services.counter.warmUp().catch(() => undefined);
    if (typeof text === 'string') return this.#counts.of(text);
    const message = readMessage(text);
    const counts = countableTexts(message).map((each) => this.#counts.of(each));
    const images = agentImageTokens(message, imageCountFor(id));
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, images);
  }
}

function infoOf({ profile }: ChatModel): Info {
  return {
    id: profile.id,
    name: `${profile.id} via Longthread`,
    // The editor chooses its prompt by the model's family.
    family: profile.id,
    version: '1',
    detail: 'Longthread',
    tooltip:
      'Longthread logs the whole chat, and sends this model a context that fits, compacted if necessary.',
    maxInputTokens: ADVERTISED_TOKENS,
    maxOutputTokens: reportedOutputTokens({ profile }),
    capabilities: { toolCalling: profile.supportsTools, imageInput: true },
  };
}

function reportedOutputTokens({ profile }: Pick<ChatModel, 'profile'>): number {
  return profile.maxOutputTokens ?? ASSUMED_OUTPUT_TOKENS;
}

/** Returns the error message for a chat whose model is no longer connected. */
function notConnected(id: string): string {
  return `${id} is no longer connected to Longthread. Choose another model, or connect this model again with “Longthread: Connect a Model…”.`;
}

/** Registers Longthread's models with the editor. If the editor is too old for this, only logs the reason. */
export function registerAgentProvider(
  parts: SetupParts & { readonly agentSessions: AgentSessions },
): vscode.Disposable {
  const problem = versionProblem(vscode.version);
  if (problem === undefined) {
    const provider = new AgentProvider(parts, parts.agentSessions);
    return vscode.lm.registerLanguageModelChatProvider(OWN_VENDOR, provider);
  }
  parts.services.logger.info(problem);
  return new vscode.Disposable(() => undefined);
}
