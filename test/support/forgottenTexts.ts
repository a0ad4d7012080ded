import assert from 'node:assert/strict';
import type { AgentMessage } from '../../src/core/agent/agentRequest.ts';
import { isForgotten } from '../../src/core/log/forget.ts';
import { textOf, type Message } from '../../src/core/log/message.ts';
import { answer, plainOfHost, type AgentSessions } from './agentSessions.ts';

/** Matches the numbered words in the host's texts. A test recognises a text by these words. */
const WORD = /\b(?:ask|answer|result|task)-\d+\b/gu;

/** Remembers the texts that were forgotten in each session, and asserts that these texts stay forgotten. */
export class ForgottenTexts {
  readonly #words = new Map<string, Set<string>>();

  /** Forgets a message, and remembers its words. */
  forget(sessions: AgentSessions, id: string, target: string): void {
    const words = textOf(messageIn(sessions, id, target)).match(WORD) ?? [];
    sessions.forget(id, target);
    assert.ok(isForgotten(messageIn(sessions, id, target)), `${target} of ${id} still has its text`);
    // Ignores words that another message still contains, because the log may contain a cut answer in two forms.
    const left = wordsIn(sessions, id);
    this.#words.set(
      id,
      new Set([...(this.#words.get(id) ?? []), ...words.filter((word) => !left.has(word))]),
    );
  }

  /**
   * Allows the words of the newest message again if the person wrote this message. Longthread logs such a message even
   * if its text was forgotten before, because the message may be an edit of the forgotten one.
   */
  allowAgain(last: AgentMessage | undefined): void {
    if (last?.role !== 'user') return;
    const allowed = last.parts.flatMap((part) => (part.type === 'text' ? part.text.match(WORD) : null) ?? []);
    for (const words of this.#words.values()) for (const word of allowed) words.delete(word);
  }

  /**
   * Asserts that the session has the host's messages and no forgotten text. The session may have a placeholder in place
   * of a forgotten message, but not in place of the person's newest message.
   */
  assertMatches(
    sessions: AgentSessions,
    id: string,
    { all, newest }: { readonly all: readonly AgentMessage[]; readonly newest: AgentMessage | undefined },
  ): void {
    const expected = plainOfHost(all);
    const plain = sessions.plain(id).map((one, at) => {
      const isNewest =
        newest !== undefined && at === expected.length - 1 && isPlaceholder(one) && one[0] === 'user';
      return isPlaceholder(one) && !isNewest ? withTextOf(one, expected[at]) : one;
    });
    assert.deepEqual(plain, expected);
    const log = wordsIn(sessions, id);
    const back = [...(this.#words.get(id) ?? [])].filter((word) => log.has(word));
    assert.deepEqual(back, [], `a forgotten text of ${id} came back`);
  }
}

function messageIn(sessions: AgentSessions, id: string, target: string): Message {
  const entry = sessions.entriesOf(id).find((one) => one.id === target);
  return entry?.kind === 'message' ? entry.message : assert.fail(`no message ${target} in ${id}`);
}

function wordsIn(sessions: AgentSessions, id: string): ReadonlySet<string> {
  return new Set(JSON.stringify(sessions.entriesOf(id)).replaceAll('\\n', ' ').match(WORD));
}

function isPlaceholder(one: unknown): one is readonly unknown[] {
  return Array.isArray(one) && one.some((part) => typeof part === 'string' && isForgotten(answer(part)));
}

/** Asserts that a forgotten message has the role and call ids of the host's message. Returns the host's message. */
function withTextOf(one: readonly unknown[], hosts: unknown): unknown {
  const idsOf = (item: unknown): unknown => {
    const [role, ...rest] = Array.isArray(item) ? (item as readonly unknown[]) : [];
    if (role === 'tool') return [role, rest[0]];
    return [role, ...rest.filter((part) => Array.isArray(part)).map((part: unknown[]) => part[0])];
  };
  assert.deepEqual(idsOf(one), idsOf(hosts));
  return hosts;
}
