import { textOfPart, type Message, type Part } from '../session/message.ts';
import type { SessionMessage } from '../session/session.ts';
import { argumentsTextOf } from './callFacts.ts';
import type { Candidate, CandidateSection } from './candidates.ts';
import type { MessageFacts } from './facts.ts';
import { clipAtWord, quotedLine } from './lines.ts';
import { isListOf, namesIn } from './names.ts';
import type { NameTable } from './nameTable.ts';

const SHORTEST = 12;
const LONGEST = 240;
const MOST_LINES = 4000;
/** Lines of a message that keep their order. */
const MOST_ORDERED = 1e6;
const LINE_NUMBER = /^ *\d{1,6}\s?[→|:\t]/;

/** A line that tells no name of worth still stands for what was there. */
const LEAST_BONUS = 0.02;

/**
 * Lines of the messages as they stand, newest first and up to a bounded number: for a ledger whose budget all else
 * leaves unfilled. Reads the messages anew.
 */
export function excerptSection(
  messages: readonly SessionMessage[],
  facts: readonly MessageFacts[],
  table: NameTable,
): CandidateSection {
  const stale = staleCalls(facts);
  const lines: Candidate[] = [];
  const seen = new Set<string>();
  for (let at = messages.length - 1; at >= 0 && lines.length < MOST_LINES; at--) {
    const message = messages[at];
    if (message === undefined) continue;
    for (const [index, raw] of linesOf(message.message, stale).entries()) {
      const line = clipAtWord(raw.slice(0, 2 * LONGEST).replace(LINE_NUMBER, ''), LONGEST);
      if (line.length < SHORTEST || seen.has(line)) continue;
      seen.add(line);
      const names = namesIn(line);
      if (names.length === 0) continue;
      const isList = isListOf(names, line);
      const order = at + index / MOST_ORDERED;
      const bonus = LEAST_BONUS * names.length;
      lines.push({
        text: `- ${quotedLine(line)}`,
        names: names.map(table.of),
        ids: [message.id],
        order,
        bonus,
        isList,
        pools: [],
      });
    }
  }
  return { title: 'Lines as they stand', share: 1, lines };
}

/** Calls on files that were deleted since. */
function staleCalls(facts: readonly MessageFacts[]): ReadonlySet<string> {
  const calls = facts.flatMap((of) => of.calls);
  const touches = calls.flatMap((call) => call.touches.map((touch) => ({ ...touch, callId: call.callId })));
  const deleted = new Map<string, boolean>();
  for (const { path, operation } of touches) {
    if (operation === 'deleted') deleted.set(path, true);
    else if (operation !== 'read') deleted.set(path, false);
  }
  return new Set(touches.filter(({ path }) => deleted.get(path) === true).map(({ callId }) => callId));
}

/** Requests and constraints have sections of their own. */
function linesOf(message: Message, stale: ReadonlySet<string>): readonly string[] {
  if (message.role === 'system' || (message.role === 'tool' && stale.has(message.callId))) return [];
  const parts: readonly Part[] = message.parts;
  return parts.flatMap((part) => {
    if (part.type === 'toolCall') return stale.has(part.callId) ? [] : argumentsTextOf(part).split('\n');
    const isPersons = message.role === 'user' && part.type === 'text' && part.origin !== 'client';
    return isPersons ? [] : textOfPart(part).split('\n');
  });
}
