import type { CompactionView } from '../../src/core/compaction/compactionView.ts';
import { DEFAULT_SETTINGS } from '../../src/core/compaction/settings.ts';
import { STRATEGIES } from '../../src/core/compaction/strategies.ts';
import { countMessage, TokenAccount } from '../../src/core/context/account.ts';
import { countInPieces } from '../../src/core/context/countInPieces.ts';
import { factsOf } from '../../src/core/context/facts.ts';
import { namesOf } from '../../src/core/tools/namesOf.ts';
import { newestShortForm } from '../../src/core/tools/shortForm.ts';
import { replaceText } from '../../src/core/context/replaceText.ts';
import { prepareWords } from '../../src/core/record/story.ts';
import type { CountTokens } from '../../src/core/ports.ts';
import type { EntryId } from '../../src/core/log/entry.ts';
import { importedEntries } from '../../src/core/log/ids.ts';
import type { Message } from '../../src/core/log/message.ts';
import { foldSession, type Session, type SessionMessage } from '../../src/core/log/session.ts';
import { SampleText } from './sampleText.ts';

/**
 * Returns the view for a compaction of these messages. The session is new, because counts and arguments are cached by
 * message.
 */
export function viewFor(
  messages: readonly Message[],
  { countSmall, hasFacts }: { readonly countSmall: CountTokens; readonly hasFacts: boolean },
): CompactionView {
  const session = sessionOf(messages);
  const known = new Map<EntryId, number>();
  const account = new TokenAccount(countInPieces(countSmall), known);
  const arrived: SessionMessage[] = [];
  for (const { id, at, message } of session.messages) {
    known.set(id, knownTokens(message, countSmall));
    // The work below is what the editor does when a message arrives.
    if (!hasFacts) continue;
    factsOf(message);
    namesOf(message);
    arrived.push({ id, at, message });
    const short = newestShortForm(arrived);
    if (short !== undefined) account.ofMessage(replaceText(message, short));
    prepareWords({ id, at, message }, account.ofLines);
  }
  const strategy = STRATEGIES.hybrid;
  const settings = DEFAULT_SETTINGS;
  return {
    session,
    account,
    strategy,
    settings,
    usableTokens: 160_000,
    usedTokens: 160_000,
  };
}

function sessionOf(messages: readonly Message[]): Session {
  const said = messages.map((message) => ({ message: structuredClone(message) }));
  return foldSession(importedEntries(said, 0));
}

const counted = new Map<string, number>();

function knownTokens(message: Message, countSmall: CountTokens): number {
  return countMessage(message, (text) => {
    const tokens = counted.get(text) ?? countSmall(text);
    counted.set(text, tokens);
    return tokens;
  });
}

/**
 * Returns turns of an agent (a request, a few calls with results of all sizes, an answer) with this number of tokens.
 */
export function sessionMessages(tokens: number, countSmall: CountTokens): readonly Message[] {
  const sample = new SampleText(11);
  const messages: Message[] = [];
  let total = 0;
  const add = (message: Message): void => {
    messages.push(message);
    total += knownTokens(message, countSmall);
  };
  for (let turn = 0; total < tokens; turn++) {
    add({ role: 'user', parts: [{ type: 'text', text: sample.message(300) }] });
    for (let step = 0; step < 6 && total < tokens; step++) {
      const callId = `call${turn}_${step}`;
      const path = `src/${sample.identifier()}.ts`;
      const isEdit = step % 3 === 2;
      const args = JSON.stringify(isEdit ? { path, text: sample.message(900) } : { path });
      const name = isEdit ? 'edit_file' : 'read_file';
      add({ role: 'assistant', parts: [{ type: 'toolCall', callId, name, arguments: args }] });
      const text = sample.message(isEdit ? 60 : 400 + 5_000 * ((step * 7 + turn) % 3));
      add({ role: 'tool', callId, toolName: name, parts: [{ type: 'text', text }] });
    }
    add({ role: 'assistant', parts: [{ type: 'text', text: sample.message(600) }] });
  }
  return messages;
}
