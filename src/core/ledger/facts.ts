import type { MessageId } from '../session/entry.ts';
import type { Message, Role } from '../session/message.ts';
import { personTextOf } from '../session/message.ts';
import type { SessionMessage } from '../session/session.ts';
import type { CallFacts } from './callFacts.ts';
import { callFactsOf } from './callFacts.ts';
import type { StandingSentence } from './standing/standingSentences.ts';
import { codeBlocksOf, eachName } from './codeBlocks.ts';
import { standingSentences } from './standing/standingSentences.ts';
import type { Passage } from './fences.ts';
import { fencedPassages } from './fences.ts';
import { namesIn } from './names.ts';
import type { ResultFacts } from './resultFacts.ts';
import { resultFactsOf } from './resultFacts.ts';
import type { ToldSentence } from './told.ts';
import { toldSentences } from './told.ts';

/** Facts of another version are taken anew. */
export const FACTS_VERSION = 5;

/**
 * What one message says, taken from it alone, so that it can be taken when the message arrives and kept beside it.
 * Plain data; texts are substrings of the message with white space folded.
 */
export interface MessageFacts {
  readonly version: number;
  readonly role: Role;
  /** Characters of the message: how far apart messages stand. */
  readonly length: number;
  /** Names that the person or the assistant wrote, in prose and in arguments; a tool's are in its result's code. */
  readonly names: readonly string[];
  /** The person's constraints, corrections and decisions. */
  readonly standing: readonly StandingSentence[];
  /** What the assistant said that bears on names, decisions or open work. */
  readonly told: readonly ToldSentence[];
  /** Code in the prose, files that were attached, text that the client put there. */
  readonly passages: readonly Passage[];
  readonly calls: readonly CallFacts[];
  readonly result?: ResultFacts;
}

const LONGEST_PROSE = 200_000;
const MOST_NAMES = 1000;

/** The facts of one message. Linear in its length; bounded for texts of any kind. */
export function extractFacts(message: SessionMessage): MessageFacts {
  const { message: said } = message;
  const length = lengthOf(said);
  const empty = {
    version: FACTS_VERSION,
    role: said.role,
    length,
    names: [],
    standing: [],
    told: [],
    passages: [],
    calls: [],
  };
  switch (said.role) {
    case 'system':
      return empty;
    case 'user':
      return { ...empty, ...factsOfPerson(said) };
    case 'assistant':
      return { ...empty, ...factsOfAssistant(said) };
    case 'tool':
      return { ...empty, result: resultFactsOf(said) };
  }
}

function factsOfPerson(message: Message): Pick<MessageFacts, 'names' | 'standing' | 'passages'> {
  const text = personTextOf(message).slice(0, LONGEST_PROSE);
  const passages = message.parts.flatMap((part): readonly Passage[] => {
    if (part.type === 'file') return [{ path: part.path, blocks: codeBlocksOf(part.text) }];
    if (part.type !== 'text') return [];
    return part.origin === 'client' ? [{ blocks: codeBlocksOf(part.text) }] : fencedPassages(part.text);
  });
  return { names: namesIn(text, MOST_NAMES), standing: standingSentences(text), passages };
}

function factsOfAssistant(message: Message): Pick<MessageFacts, 'names' | 'told' | 'calls' | 'passages'> {
  const names = new Set<string>();
  const told: ToldSentence[] = [];
  const calls: CallFacts[] = [];
  const passages: Passage[] = [];
  for (const part of message.parts) {
    if (part.type === 'text' || part.type === 'reasoning') {
      const text = part.text.slice(0, LONGEST_PROSE);
      for (const name of namesIn(text, MOST_NAMES)) names.add(name);
      told.push(...toldSentences(text));
      passages.push(...fencedPassages(text));
    } else if (part.type === 'toolCall') {
      const call = callFactsOf(part);
      for (const name of call.names) names.add(name);
      calls.push(call);
    }
  }
  return { names: [...names], told, calls, passages };
}

function lengthOf(message: Message): number {
  return message.parts.reduce((sum, part) => {
    if (part.type === 'image') return sum;
    return sum + (part.type === 'toolCall' ? part.arguments.length : part.text.length);
  }, 0);
}

/** Visits all names of a message, whoever wrote them; some more than once. */
export function eachNameOfFacts(facts: MessageFacts, visit: (name: string) => void): void {
  for (const name of facts.names) visit(name);
  for (const { blocks } of facts.passages) for (const block of blocks) eachName(block, visit);
  for (const { blocks } of facts.result?.found ?? []) for (const block of blocks) eachName(block, visit);
  for (const block of facts.result?.code ?? []) eachName(block, visit);
}

/** The facts of each message, cached ones where their version is this one's. */
export function factsOfAll(
  messages: readonly SessionMessage[],
  cached?: ReadonlyMap<MessageId, MessageFacts>,
): readonly MessageFacts[] {
  return messages.map((message) => {
    const facts = cached?.get(message.id);
    return facts?.version === FACTS_VERSION ? facts : extractFacts(message);
  });
}
