import type { AgentOutcome, AgentSession } from '../../src/core/agent/agentOutcome.ts';
import type { AgentMessage, AgentPart, AgentRequest } from '../../src/core/agent/agentRequest.ts';
import { mapRequest } from '../../src/core/agent/mapRequest.ts';
import { project } from '../../src/core/context/project.ts';
import type { Draft, Entry, EntryId, SecretSpan } from '../../src/core/log/entry.ts';
import { forgottenIn, withoutText } from '../../src/core/log/forget.ts';
import { EntryNumbers } from '../../src/core/log/ids.ts';
import { maskableTexts } from '../../src/core/log/mask.ts';
import type { AssistantMessage, Message, Part } from '../../src/core/log/message.ts';
import { foldSession } from '../../src/core/log/session.ts';

/** The only secret of these tests. It contains a quote and a line break, so that its text differs in JSON. */
export const SECRET = 'not"a\nreal-secret';
const MARK = '[secret: password #1]';

/** The agent's sessions as the extension keeps them: logs to which the drafts of each outcome are appended. */
export class AgentSessions {
  readonly #logs = new Map<string, { entries: Entry[]; readonly numbers: EntryNumbers }>();
  #last = 0;

  get ids(): readonly string[] {
    return [...this.#logs.keys()];
  }

  /** All sessions, with the most recently used session at the end. */
  get sessions(): readonly AgentSession[] {
    return [...this.#logs].map(([id, { entries }]) => ({
      id,
      entries,
      session: foldSession(entries),
      secrets: { valueOf: (number: number) => (number === 1 ? SECRET : undefined) },
    }));
  }

  /** Maps a request, appends the drafts, and returns the outcome and the session's id. */
  ask(request: AgentRequest): { readonly outcome: AgentOutcome; readonly id: string | undefined } {
    const outcome = mapRequest(request, this.sessions);
    if (outcome.kind === 'utility') return { outcome, id: undefined };
    const known = outcome.kind === 'new' ? `s${String(++this.#last)}` : outcome.sessionId;
    if (known === undefined) return { outcome, id: undefined };
    const log = this.#logs.get(known) ?? { entries: [], numbers: new EntryNumbers() };
    this.#logs.delete(known);
    this.#logs.set(known, log);
    for (const draft of outcome.drafts) this.append(known, draft);
    return { outcome, id: known };
  }

  append(id: string, draft: Draft): EntryId {
    const log = this.#logs.get(id);
    if (log === undefined) throw new Error(`no session ${id}`);
    const entry = log.numbers.finish(draft.kind === 'message' ? withSpans(draft) : draft, 0);
    log.entries.push(entry);
    return entry.id;
  }

  answer(id: string, message: AssistantMessage): EntryId {
    return this.append(id, { kind: 'message', message });
  }

  entriesOf(id: string): readonly Entry[] {
    return this.#logs.get(id)?.entries ?? [];
  }

  /** Forgets a message of the session, as the person does. */
  forget(id: string, message: string): void {
    const log = this.#logs.get(id);
    if (log === undefined) throw new Error(`no session ${id}`);
    const forgotten = forgottenIn(log.entries, message);
    log.entries = log.entries.map((entry) => withoutText(entry, forgotten));
  }

  /** Returns the session's live messages in the form of `plainOf`. Compactions are ignored. */
  plain(id: string): readonly unknown[] {
    return plainOf(
      project(this.entriesOf(id).filter(({ kind }) => kind !== 'compaction')).map((item) => item.message),
    );
  }

  messages(id: string): readonly Message[] {
    return this.entriesOf(id).flatMap((entry) => (entry.kind === 'message' ? [entry.message] : []));
  }
}

function withSpans(draft: Draft & { kind: 'message' }): Draft {
  const secrets = maskableTexts(draft.message).flatMap(({ part, text }): readonly SecretSpan[] => {
    const start = text.indexOf(SECRET);
    return start < 0 ? [] : [{ part, start, end: start + SECRET.length, kind: 'password' }];
  });
  return secrets.length === 0 ? draft : { ...draft, secrets };
}

/**
 * Returns the texts, calls and images of messages. The text parts of a message are joined, and masks are replaced by
 * the secret. Reasoning, system text and `[interrupted]` are left out.
 */
export function plainOf(messages: readonly Message[]): readonly unknown[] {
  return messages.flatMap((message): readonly unknown[] => {
    const texts = (message.parts as readonly Part[]).map((part) => (part.type === 'text' ? part.text : ''));
    const text = texts.join('').replaceAll(/\[secret: password(?: #1)?\]/gu, SECRET);
    const images = message.parts.filter((part) => part.type === 'image').map(({ data }) => data);
    switch (message.role) {
      case 'system':
        return [];
      case 'tool':
        return text === '[interrupted]' ? [] : [['tool', message.callId, text, ...images]];
      case 'user':
        return [['user', text, ...images]];
      case 'assistant': {
        const calls = message.parts.flatMap((part) =>
          part.type === 'toolCall' ? [[part.callId, part.name, argumentsOf(part.arguments)]] : [],
        );
        return text.trim() === '' && calls.length === 0 ? [] : [['assistant', text.trim(), ...calls]];
      }
    }
  });
}

function argumentsOf(written: string): unknown {
  return JSON.parse(written.replaceAll(MARK, JSON.stringify(SECRET).slice(1, -1)));
}

/** Returns a host's messages in the form of `plainOf`. Shares no code with `plainOf`, so that each checks the other. */
export function plainOfHost(messages: readonly AgentMessage[]): readonly unknown[] {
  return messages.flatMap(({ role, parts }): readonly unknown[] => {
    const results = parts.flatMap((part) =>
      part.type === 'toolResult' && textOf(part.parts) !== '[interrupted]'
        ? [['tool', part.callId, textOf(part.parts)]]
        : [],
    );
    const text = textOf(parts);
    const calls = parts.flatMap((part) =>
      part.type === 'toolCall' ? [[part.callId, part.name, part.input]] : [],
    );
    const images = parts.flatMap((part) => (part.type === 'image' ? [part.data] : []));
    if (role === 'system' || (text.trim() === '' && calls.length + images.length === 0)) return results;
    return [...results, role === 'user' ? ['user', text, ...images] : ['assistant', text.trim(), ...calls]];
  });
}

function textOf(parts: readonly AgentPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

export const ENVIRONMENT: AgentMessage = userMessage('<environment_info>\nLinux\n</environment_info>');

export function userMessage(text: string): AgentMessage {
  return { role: 'user', parts: [{ type: 'text', text }] };
}

/** Returns a person's words in the form that the host sends. */
export function asks(words: string, context = 'It is Monday.'): AgentMessage {
  return userMessage(`<context>\n${context}\n</context>\n<userRequest>\n${words}\n</userRequest>`);
}

export function says(text: string, ...more: readonly AgentPart[]): AgentMessage {
  return { role: 'assistant', parts: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...more] };
}

export function call(callId: string, input: unknown = {}, name = 'read_file'): AgentPart {
  return { type: 'toolCall', callId, name, input };
}

export function result(callId: string, text: string): AgentMessage {
  return { role: 'user', parts: [{ type: 'toolResult', callId, parts: [{ type: 'text', text }] }] };
}

export function marker(sessionId: string): AgentPart {
  return { type: 'data', mediaType: 'stateful_marker', text: `x-big\\longthread:${sessionId}` };
}

export const TOOLS = [{ name: 'read_file', description: 'Reads a file.', parameters: { type: 'object' } }];

/** Returns a request, by default of the chat `c1`. */
export function request(
  messages: readonly AgentMessage[],
  more: Partial<AgentRequest> & { readonly system?: string } = {},
): AgentRequest {
  const { system = 'You are the agent.', ...rest } = more;
  const first: AgentMessage = { role: 'system', parts: [{ type: 'text', text: system }] };
  return {
    messages: [...(system === '' ? [] : [first]), ...messages],
    tools: TOOLS,
    conversationId: 'c1',
    ...rest,
  };
}

/** Returns the same request without the chat's id. */
export function unnamed({ messages, tools }: AgentRequest): AgentRequest {
  return { messages, tools };
}

/** Returns an answer in the form of our log. */
export function answer(text: string, ...more: AssistantMessage['parts']): AssistantMessage {
  return { role: 'assistant', parts: [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...more] };
}
