import assert from 'node:assert/strict';
import type { AgentMessage, AgentPart, AgentRequest } from '../../src/core/agent/agentRequest.ts';
import { summaryAnswer } from '../../src/core/agent/conversationSummary.ts';
import type { AssistantMessage } from '../../src/core/log/message.ts';
import { foldSession } from '../../src/core/log/session.ts';
import {
  AgentSessions,
  asks,
  call,
  ENVIRONMENT,
  marker,
  plainOf,
  plainOfHost,
  request,
  result,
  SECRET,
  TOOLS,
  unnamed,
  userMessage,
} from './agentSessions.ts';
import { ForgottenTexts } from './forgottenTexts.ts';
import { emptyCompaction } from './sessionBuilder.ts';

type TalkAct = 'say' | 'goOn' | 'retry' | 'edit' | 'reload' | 'subagent';

/** An event in a chat. `chat` is the number of the chat, and `pick` chooses a message or a variant of the event. */
export interface Act {
  readonly kind: TalkAct | 'compact' | 'summarize' | 'forget';
  readonly chat: number;
  readonly pick: number;
  readonly answer: 'text' | 'calls' | 'twoCalls' | 'secretCall' | 'fails' | 'failsMidway' | 'cancelled';
  readonly loses: 'nothing' | 'id' | 'marker' | 'both';
}

interface Chat {
  readonly id: string;
  readonly system: string;
  /** All messages, including those that a summary replaces in requests. */
  all: AgentMessage[];
  /** In requests, the summary replaces all messages before `from`. It was made from all messages before `through`. */
  summary?: { readonly message: AgentMessage; readonly from: number; readonly through: number };
  open: string[];
  sessionId?: string;
  subagent?: Chat;
}

const INTERRUPTED = '[interrupted]';

/**
 * A fake editor whose agent sends requests to `sessions`. Some requests lack the id or the marker. After each request,
 * its histories are compared with our logs. Apart from environments and interrupted results, no messages are the same.
 */
export class AgentHost {
  readonly sessions = new AgentSessions();
  /** The number of chats and subagents that sent at least one request. */
  begun = 0;
  readonly summaries = { ours: 0, others: 0 };
  readonly #chats: readonly Chat[] = ['c1', 'c2'].map((id) => newChat(id, 'You are the agent.'));
  readonly #forgotten = new ForgottenTexts();
  #last = 0;

  do(act: Act): void {
    const chat = this.#chats[act.chat % this.#chats.length];
    if (chat === undefined) return;
    if (act.kind === 'subagent') this.#actSubagent(chat, act);
    else if (act.kind === 'summarize') this.#summarize(chat, act);
    else if (act.kind === 'compact') this.#compact(chat);
    else if (act.kind === 'forget') this.#forget(chat, act);
    else this.#act(chat, act);
  }

  #actSubagent(chat: Chat, act: Act): void {
    if (chat.open.length === 0) return;
    if (chat.subagent === undefined) {
      chat.subagent = newChat(chat.id, 'You are a subagent.');
      chat.subagent.all.push(userMessage(this.#word('task')));
      this.#ask(chat.subagent, act);
    } else this.#act(chat.subagent, { ...act, kind: 'goOn' });
  }

  #act(chat: Chat, act: Act): void {
    const { kind } = act;
    if (kind === 'goOn') this.#bringResults(chat, act.pick);
    else if (kind === 'retry') cutTo(chat, lastAsk(chat) + 1);
    else if (kind === 'edit') {
      cutTo(chat, pickAsk(chat, act.pick));
      this.#say(chat);
    } else if (kind === 'reload') {
      cutTo(chat, lastAnswer(chat));
      this.#say(chat);
    } else this.#say(chat);
    if (chat.all.length > 1) this.#ask(chat, act);
  }

  #say(chat: Chat): void {
    chat.open = [];
    delete chat.subagent;
    chat.all.push(asks(`${this.#word('ask')} ${this.#last % 5 === 0 ? SECRET : ''}`.trim()));
  }

  #bringResults(chat: Chat, pick: number): void {
    for (const [index, callId] of chat.open.entries()) {
      const text =
        (pick + index) % 7 === 0 ? INTERRUPTED : `${this.#word('result')} ${pick % 5 === 0 ? SECRET : ''}`;
      chat.all.push(result(callId, text));
    }
    chat.open = [];
    delete chat.subagent;
  }

  #requestOf(
    chat: Chat,
    { loses }: Act,
    more: Partial<AgentRequest> & { system?: string } = {},
  ): AgentRequest {
    const shown = chat.summary
      ? [ENVIRONMENT, chat.summary.message, ...chat.all.slice(chat.summary.from)]
      : chat.all;
    const isMarked = loses !== 'marker' && loses !== 'both';
    const messages = shown.map((message, at) => withoutSigns(message, isMarked, at === shown.length - 2));
    const all = request(messages, { system: chat.system, conversationId: chat.id, ...more });
    return loses === 'id' || loses === 'both' ? unnamed(all) : all;
  }

  #ask(chat: Chat, act: Act): void {
    const asked = this.#requestOf(chat, act);
    const newest = chat.summary?.from === chat.all.length ? undefined : chat.all.at(-1);
    this.#forgotten.allowAgain(newest);
    const before = this.#stored();
    const { outcome, id } = this.sessions.ask(asked);
    assert.ok(id !== undefined, 'a request with tools belongs to no session');
    // After a summary, if the newest message was forgotten, the log may contain a placeholder for it.
    const expected = chat.summary === undefined ? newest : undefined;
    this.#forgotten.assertMatches(this.sessions, id, { all: chat.all, newest: expected });
    if (outcome.kind === 'new' && outcome.continues === undefined) this.#assertUnknown(asked, id, before);
    else if (outcome.kind === 'new')
      assert.ok(
        isNameless(asked),
        'the new session continues another session, although the request has an id or a marker',
      );
    if (chat.sessionId === undefined) this.begun += 1;
    chat.sessionId = id;
    this.#answer(chat, id, act);
  }

  /** Asserts that a new session was necessary, i.e. that no log contained an assistant message of the request. */
  #assertUnknown(asked: AgentRequest, id: string, before: ReadonlySet<string>): void {
    const texts = asked.messages
      .filter(({ role }) => role === 'assistant')
      .flatMap((one) => plainOfHost([one]));
    const known = texts.filter((one) => before.has(JSON.stringify(one)));
    assert.deepEqual(known, [], `the new session ${id} has messages of a known session`);
  }

  #stored(): ReadonlySet<string> {
    const all = this.sessions.ids.flatMap((id) => plainOf(this.sessions.messages(id)));
    return new Set(all.map((one) => JSON.stringify(one)));
  }

  /** Adds the model's answer to our log, as our provider does, and to the host's history. */
  #answer(chat: Chat, id: string, { answer, pick }: Act): void {
    const text = this.#word('answer');
    if (answer === 'fails') return;
    if (answer === 'failsMidway') {
      this.sessions.answer(id, { ...logged(text), finish: 'interrupted' });
      return;
    }
    if (answer === 'cancelled') {
      this.sessions.answer(id, { ...logged(`${text} and so on`), finish: 'interrupted' });
      chat.all.push(kept(pick % 2 === 0 ? text : `${text} and so on`, id));
      return;
    }
    const count = answer === 'text' ? 0 : answer === 'twoCalls' ? 2 : 1;
    const calls = Array.from({ length: count }, () => this.#word('call'));
    const secret = answer === 'secretCall';
    this.sessions.answer(id, logged(text, calls, secret));
    chat.all.push(kept(text, id, calls, secret));
    chat.open = calls;
  }

  /** Compacts as many messages as possible. The mapping of requests must not depend on compactions. */
  #compact(chat: Chat): void {
    if (chat.sessionId === undefined) return;
    const { messages } = foldSession(this.sessions.entriesOf(chat.sessionId));
    const ids = messages.slice(0, -1).flatMap(({ id, message }) => (message.role === 'system' ? [] : [id]));
    this.sessions.append(chat.sessionId, { ...emptyCompaction, folded: [{ ids, as: 'summary' }] });
  }

  /** Forgets a message of the session. The host's own history keeps the text and sends it again. */
  #forget({ sessionId: id }: Chat, { pick }: Act): void {
    if (id === undefined) return;
    const { messages } = foldSession(this.sessions.entriesOf(id));
    const said = messages.filter(({ message }) => message.role !== 'system');
    const target = said[(said.length - 1 - pick) % said.length] ?? said.at(-1);
    if (target !== undefined) this.#forgotten.forget(this.sessions, id, target.id);
  }

  /**
   * Asks for a summary, as the host does before it sends new messages. The request contains neither the environment nor
   * markers. If Longthread knows the session, its summary replaces the older messages in later requests.
   */
  #summarize(chat: Chat, act: Act): void {
    if (chat.all.length < 3) return;
    if (chat.open.length > 0) this.#bringResults(chat, act.pick);
    else this.#say(chat);
    const task = { system: 'Your task is to create a comprehensive, detailed summary', tools: [] };
    const [system, , ...others] = this.#requestOf(chat, { ...act, loses: 'both' }, task).messages;
    const more = userMessage('Summarize the conversation history so far.');
    const messages = [...(system ? [system] : []), ...others, more];
    const { outcome, id } = this.sessions.ask({ messages, tools: TOOLS });
    this.summaries[id === undefined ? 'others' : 'ours'] += 1;
    assert.equal(outcome.kind, 'summary');
    if (id !== undefined) {
      this.#forgotten.assertMatches(this.sessions, id, { all: chat.all, newest: undefined });
      const { messages } = foldSession(this.sessions.entriesOf(id));
      const notes = summaryAnswer(this.#word('notes'), { sessionId: id, through: messages.at(-1)?.id ?? '' });
      const message = userMessage(`<conversation-summary>\n${notes}\n</conversation-summary>`);
      const left = act.pick % 3 === 0 ? lastAnswer(chat) : chat.all.length;
      chat.summary = { message, from: left, through: chat.all.length };
    }
    this.#ask(chat, act);
  }

  #word(what: string): string {
    return `${what}-${String(++this.#last)}`;
  }
}

function isNameless({ conversationId, messages }: AgentRequest): boolean {
  return (
    conversationId === undefined && !messages.some(({ parts }) => parts.some(({ type }) => type === 'data'))
  );
}

function newChat(id: string, system: string): Chat {
  return { id, system, all: [ENVIRONMENT], open: [] };
}

function isAsk({ role, parts: [part] }: AgentMessage): boolean {
  return role === 'user' && part?.type === 'text';
}

function lastAsk({ all }: Chat): number {
  return all.findLastIndex(isAsk);
}

function pickAsk({ all }: Chat, pick: number): number {
  const asks = all.flatMap((message, at) => (at > 0 && isAsk(message) ? [at] : []));
  return asks[pick % Math.max(1, asks.length)] ?? all.length;
}

/** Returns the index of the newest answer, or the number of messages if there is no answer. */
function lastAnswer({ all }: Chat): number {
  const at = all.findLastIndex(({ role }) => role === 'assistant');
  return at < 0 ? all.length : at;
}

/** Cuts a chat's history. If the cut is before the end of the summarized part, the summary is dropped. */
function cutTo(chat: Chat, length: number): void {
  chat.all = chat.all.slice(0, Math.max(1, length));
  chat.open = [];
  delete chat.subagent;
  if (chat.summary && chat.all.length < chat.summary.through) delete chat.summary;
}

function withoutSigns({ role, parts }: AgentMessage, isMarked: boolean, isNewest: boolean): AgentMessage {
  return {
    role,
    parts: parts.filter(({ type }) => (type === 'data' ? isMarked : type !== 'thinking' || isNewest)),
  };
}

/** Returns an answer in the form of our log: with reasoning, the model's own spacing, and a mark for the secret. */
function logged(text: string, calls: readonly string[] = [], hasSecret = false): AssistantMessage {
  const value = hasSecret ? '[secret: password #1]' : 'x';
  return {
    role: 'assistant',
    parts: [
      { type: 'reasoning', text: 'I think.' },
      { type: 'text', text },
      ...calls.map((callId) => ({
        type: 'toolCall' as const,
        callId,
        name: 'edit_file',
        arguments: `{ "value": "${value}",  "path": "a.ts" }`,
      })),
    ],
  };
}

function kept(text: string, id: string, calls: readonly string[] = [], hasSecret = false): AgentMessage {
  const input = { path: 'a.ts', value: hasSecret ? SECRET : 'x' };
  const parts: readonly AgentPart[] = [
    { type: 'thinking', text: 'I think.' },
    { type: 'text', text: `${text}\n` },
    ...calls.map((callId) => call(callId, input, 'edit_file')),
    marker(id),
  ];
  return { role: 'assistant', parts };
}
