import assert from 'node:assert/strict';
import type { AgentMessage } from '../../src/core/agent/agentRequest.ts';
import { isForgotten } from '../../src/core/log/forget.ts';
import { textOf, type Message } from '../../src/core/log/message.ts';
import { answer, plainOfHost, type AgentSessions } from './agentSessions.ts';

/** Returns a text that the host never uses twice. */
const WORD = /\b(?:ask|answer|result|task)-\d+\b/gu;

/** The texts forgotten in each session, and whether they stay forgotten. */
export class ForgottenTexts {
  readonly #words = new Map<string, Set<string>>();

  take(sessions: AgentSessions, id: string, target: string): void {
    const said = textOf(messageIn(sessions, id, target)).match(WORD) ?? [];
    sessions.forget(id, target);
    assert.ok(isForgotten(messageIn(sessions, id, target)), `${target} of ${id} says what it said`);
    // The log may contain a cut answer a second time, in the model's form.
    const left = wordsIn(sessions, id);
    this.#words.set(id, new Set([...(this.#words.get(id) ?? []), ...said.filter((word) => !left.has(word))]));
  }

  /** The person's newest words are theirs: they can't be told from an edit of the forgotten message. */
  sayAgain(last: AgentMessage | undefined): void {
    if (last?.role !== 'user') return;
    const said = last.parts.flatMap((part) => (part.type === 'text' ? part.text.match(WORD) : null) ?? []);
    for (const words of this.#words.values()) for (const word of said) words.delete(word);
  }

  /**
   * Checks that the session has what the host has, except for messages that were forgotten before they were last
   * sent.
   */
  assertTells(
    sessions: AgentSessions,
    id: string,
    { truth, said }: { readonly truth: readonly AgentMessage[]; readonly said: AgentMessage | undefined },
  ): void {
    const told = plainOfHost(truth);
    const plain = sessions.plain(id).map((one, at) => {
      const isSaidNow =
        said !== undefined && at === told.length - 1 && isPlaceholder(one) && one[0] === 'user';
      return isPlaceholder(one) && !isSaidNow ? withTextOf(one, told[at]) : one;
    });
    assert.deepEqual(plain, told);
    const log = wordsIn(sessions, id);
    const back = [...(this.#words.get(id) ?? [])].filter((word) => log.has(word));
    assert.deepEqual(back, [], `what was forgotten in ${id} is back`);
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

/** Compares role and ids of calls with the host's; forgotten words and arguments can't be compared. */
function withTextOf(one: readonly unknown[], told: unknown): unknown {
  const idsOf = (item: unknown): unknown => {
    const [role, ...rest] = Array.isArray(item) ? (item as readonly unknown[]) : [];
    if (role === 'tool') return [role, rest[0]];
    return [role, ...rest.filter((part) => Array.isArray(part)).map((part: unknown[]) => part[0])];
  };
  assert.deepEqual(idsOf(one), idsOf(told));
  return told;
}
