import type { ResultPart, ToolMessage } from '../../core/log/message.ts';
import { toolResult } from './callParts.ts';
import { imageOf } from './anthropicBlocks.ts';
import { AssistantBuilder } from './assistantBuilder.ts';
import { callOf } from './chatMessage.ts';
import { clientPart, splitResultText } from './clientText.ts';
import {
  fieldOf,
  isObject,
  isTrue,
  jsonText,
  numberOf,
  objectOf,
  objectsOf,
  stringOf,
  timeOf,
  type JsonObject,
} from './json.ts';
import { textOfPromptTree } from './promptTree.ts';
import type { Recording } from './recording.ts';
import { addressOf, callOfShown, exitCodeOfShown, markdownOf, resultOfShown } from './shownToolCall.ts';

interface Place {
  readonly recording: Recording;
  readonly where: string;
}

/**
 * Adds the answer to a request in VS Code's chat. The rounds in `toolCallRounds` contain what the model wrote and
 * received. If there are no rounds, the answer consists of the items shown to the person. If the answer was stopped,
 * its end also consists of shown items, since no round contains the end.
 */
export function addVscodeAnswer(request: JsonObject, { recording, where }: Place): void {
  const metadata = objectOf(objectOf(request, 'result') ?? {}, 'metadata') ?? {};
  const rounds = objectsOf(metadata, 'toolCallRounds');
  const shown = shownItems(fieldOf(request, 'response'));
  const answer = new Answer(request, metadata, recording);
  const hasRounds = rounds.some((round) => stringOf(round, 'response') !== '' || callsOf(round).length > 0);
  for (const round of hasRounds ? rounds : []) answer.addRound(round, shown);
  const rest = hasRounds ? shownAfter(rounds, shown) : shown;
  const wasAdded = rest.map((item) => answer.addShown(item));
  const left = rest.filter((_, index) => wasAdded[index] === false);
  const repeated = shown.slice(0, shown.length - rest.length);
  for (const what of [...left.map(nameOf), ...missingInRounds(rounds, repeated)]) recording.skip(what, where);
  answer.end();
}

function callsOf(round: JsonObject): readonly JsonObject[] {
  return objectsOf(round, 'toolCalls');
}

/**
 * Returns the shown items that no round contains because the answer was stopped. If the last round has the end of the
 * answer, returns an empty list. If more calls were shown than the rounds have, the items begin after the last shown
 * call whose id is in a round. Otherwise, or if there is no such call, the items begin after the last shown call. The
 * ids alone don't suffice, since the ids of shown calls sometimes differ from the ids in the rounds.
 */
function shownAfter(rounds: readonly JsonObject[], shown: readonly JsonObject[]): readonly JsonObject[] {
  const last = rounds.at(-1) ?? {};
  if (stringOf(last, 'response') !== '' && callsOf(last).length === 0) return [];
  const ids = new Set(rounds.flatMap(callsOf).map((call) => ownId(callOf(call).callId)));
  const known = shown.findLastIndex(
    (item) => isShownCall(item) && ids.has(stringOf(item, 'toolCallId') ?? ''),
  );
  const isMore = known >= 0 && extraCalls(rounds, shown).length > 0;
  return shown.slice((isMore ? known : shown.findLastIndex(isShownCall)) + 1);
}

/**
 * Returns the agent's calls that were shown to the person, but are missing in the rounds. Compares only the numbers: if
 * the rounds have n calls, the first n shown calls are assumed to be these calls.
 */
function extraCalls(rounds: readonly JsonObject[], shown: readonly JsonObject[]): readonly JsonObject[] {
  const calls = shown.filter((item) => isShownCall(item) && !isSubAgents(item) && !isEditors(item));
  return calls.slice(Math.min(calls.length, rounds.flatMap(callsOf).length));
}

/**
 * Names the shown items that no round contains: extra calls, calls of subagents, calls of the editor, and items that
 * are neither a call nor a text nor a thought.
 */
function missingInRounds(rounds: readonly JsonObject[], shown: readonly JsonObject[]): readonly string[] {
  const others = shown.filter((item) =>
    isShownCall(item)
      ? isSubAgents(item) || isEditors(item)
      : textOfShown(item) === undefined && kindOf(item) !== 'thinking',
  );
  return [...others, ...extraCalls(rounds, shown)].map(nameOf);
}

/** Returns whether the editor made the call while it carried out a call of the agent. */
function isEditors(item: JsonObject): boolean {
  return stringOf(item, 'toolId')?.endsWith('_internal') === true;
}

function nameOf(item: JsonObject): string {
  return isSubAgents(item) ? 'call of a subagent' : `${kindOf(item)} part`;
}

/** Returns whether a subagent made the call. Such calls are omitted, since the subagent's result reports them. */
function isSubAgents(item: JsonObject): boolean {
  return stringOf(item, 'subAgentInvocationId') !== undefined;
}

/** Returns the shown parts of an answer. In the first versions, an answer is a text or a list of texts. */
function shownItems(response: unknown): readonly JsonObject[] {
  const items: readonly unknown[] = Array.isArray(response) ? response : [response];
  return items.map((item) => (typeof item === 'string' ? { value: item } : item)).filter(isObject);
}

function isShownCall(item: JsonObject): boolean {
  return kindOf(item) === 'toolInvocationSerialized' || kindOf(item) === 'toolInvocation';
}

function kindOf(item: JsonObject): string {
  return stringOf(item, 'kind') ?? 'text';
}

class Answer {
  readonly #recording: Recording;
  readonly #request: JsonObject;
  readonly #metadata: JsonObject;
  #builder: AssistantBuilder | undefined;
  #last: AssistantBuilder | undefined;
  /** The pieces of a text that were read so far. VS Code splits a text wherever the text mentions a file. */
  #text = '';
  #calls = 0;

  constructor(request: JsonObject, metadata: JsonObject, recording: Recording) {
    this.#request = request;
    this.#metadata = metadata;
    this.#recording = recording;
  }

  addRound(round: JsonObject, shown: readonly JsonObject[]): void {
    const at = timeOf(fieldOf(round, 'timestamp')) ?? timeOf(fieldOf(this.#request, 'timestamp'));
    this.#builder = undefined;
    const builder = this.#assistant(at);
    builder.add([{ type: 'reasoning', text: textsIn(fieldOf(objectOf(round, 'thinking') ?? {}, 'text')) }]);
    builder.add([{ type: 'text', text: stringOf(round, 'response') ?? '' }]);
    const calls = callsOf(round).map(callOf);
    builder.add(calls);
    const results = objectOf(this.#metadata, 'toolCallResults') ?? {};
    for (const { callId } of calls) {
      const result = objectOf(results, callId);
      if (result === undefined) continue;
      const own = shown.find((item) => isShownCall(item) && stringOf(item, 'toolCallId') === ownId(callId));
      this.#recording.add(resultOf(callId, result, own), at);
    }
    const summary = this.#summaryAfter(round);
    if (summary !== '')
      this.#recording.add({ role: 'user', parts: [clientPart(summary, 'foreign-summary')] }, at);
    this.#builder = undefined;
  }

  addText(text: string): void {
    if (text.trim() !== '') this.#assistant().add([{ type: 'text', text }]);
  }

  /** Adds a shown part. Returns false if the part is of a kind that does not belong to the conversation. */
  addShown(item: JsonObject): boolean {
    if (isShownCall(item)) return this.#addCall(item);
    const text = textOfShown(item);
    if (text !== undefined) {
      this.#text += text;
      return true;
    }
    if (kindOf(item) !== 'thinking') return false;
    this.#flush();
    this.#assistant().add([{ type: 'reasoning', text: textsIn(fieldOf(item, 'value')) }]);
    return true;
  }

  end(): void {
    this.#flush();
    const isStopped = isTrue(this.#request, 'isCanceled') || stateOf(this.#request) === CANCELLED;
    const failed = objectOf(objectOf(this.#request, 'result') ?? {}, 'errorDetails') !== undefined;
    if (isStopped || failed) this.#last?.end('interrupted', undefined);
  }

  #addCall(item: JsonObject): boolean {
    if (isSubAgents(item) || isEditors(item)) return false;
    this.#flush();
    this.#calls += 1;
    const callId = stringOf(item, 'toolCallId') ?? `shown-${String(this.#calls)}`;
    this.#assistant().add([callOfShown(item, callId)]);
    const result = resultOfShown(item, callId);
    if (result !== undefined) this.#recording.add(result);
    this.#builder = undefined;
    return true;
  }

  #flush(): void {
    this.addText(this.#text);
    this.#text = '';
  }

  #assistant(at = timeOf(fieldOf(this.#request, 'timestamp'))): AssistantBuilder {
    if (this.#builder === undefined) {
      this.#builder = new AssistantBuilder(modelOf(this.#request, this.#metadata));
      this.#recording.add(this.#builder.message, at);
    }
    this.#last = this.#builder;
    return this.#builder;
  }

  /**
   * Returns the summary of the agent's own compaction. The summary is in the round, or outside of the rounds in an
   * object that names the round by its id.
   */
  #summaryAfter(round: JsonObject): string {
    const own = stringOf(round, 'summary');
    if (own !== undefined) return own;
    const beside = [objectOf(this.#metadata, 'summary') ?? {}, ...objectsOf(this.#metadata, 'summaries')];
    const id = stringOf(round, 'id');
    const found = beside.find((each) => id !== undefined && stringOf(each, 'toolCallRoundId') === id);
    return stringOf(found ?? {}, 'text') ?? '';
  }
}

const CANCELLED = 2;

function stateOf(request: JsonObject): number | undefined {
  return numberOf(objectOf(request, 'modelState') ?? {}, 'value');
}

/** Returns the model that answered. If unknown, returns the requested model without `copilot/`. */
function modelOf(request: JsonObject, metadata: JsonObject): string | undefined {
  return stringOf(metadata, 'resolvedModel') ?? stringOf(request, 'modelId')?.replace(/^copilot\//u, '');
}

/** Returns a call's id without the number that the agent appends, since a model may use an id repeatedly. */
function ownId(callId: string): string {
  return callId.replace(/__vscode-\d+$/u, '');
}

function textsIn(value: unknown): string {
  return Array.isArray(value) ? value.map(jsonText).join('\n') : typeof value === 'string' ? value : '';
}

/**
 * Returns the text of a text part. For an inline reference, returns its name or else the end of its address, e.g. the
 * name of a file. Returns undefined for other parts.
 */
function textOfShown(item: JsonObject): string | undefined {
  switch (kindOf(item)) {
    case 'text':
    case 'markdownVuln':
    case 'markdownContent': {
      const text = stringOf(item, 'value') ?? markdownOf(fieldOf(item, 'content'));
      // An empty fence marks the place of file edits, which are not part of the text.
      return /^\s*`{3,}\s*$/u.test(text) ? '' : text;
    }
    case 'inlineReference': {
      const place = objectOf(item, 'inlineReference') ?? {};
      return stringOf(item, 'name') ?? stringOf(place, 'name') ?? addressOf(place).replace(/^.*\//u, '');
    }
    default:
      return undefined;
  }
}

function resultOf(callId: string, result: JsonObject, own: JsonObject | undefined): ToolMessage {
  const parts = objectsOf(result, 'content').flatMap((piece): readonly ResultPart[] => {
    const value = fieldOf(piece, 'value');
    const mediaType = stringOf(piece, 'mimeType');
    if (mediaType?.startsWith('image/') === true)
      return [imageOf({ media_type: mediaType, data: fieldOf(piece, 'data') })];
    const text = isObject(value) ? (textOfPromptTree(value) ?? jsonText(value)) : jsonText(value);
    return text === '' ? [] : splitResultText(text);
  });
  return toolResult(callId, parts, own === undefined ? {} : exitCodeOfShown(own));
}
