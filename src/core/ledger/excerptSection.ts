import { textOfPart, type Message, type Part } from '../session/message.ts';
import type { SessionMessage } from '../session/session.ts';
import { argumentsTextOf } from './callFacts.ts';
import type { Candidate, CandidateSection } from './candidates.ts';
import type { MessageFacts } from './facts.ts';
import { cited, clipAtWord } from './lines.ts';
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
  const calls = { stale: staleCalls(facts), sources: sourcesOf(facts) };
  const lines: Candidate[] = [];
  const seen = new Set<string>();
  for (let at = messages.length - 1; at >= 0 && lines.length < MOST_LINES; at--) {
    const message = messages[at];
    if (message === undefined) continue;
    for (const [index, { source, text: raw }] of linesOf(message.message, calls).entries()) {
      const line = clipAtWord(raw.slice(0, 2 * LONGEST).replace(LINE_NUMBER, ''), LONGEST);
      if (line.length < SHORTEST || seen.has(line)) continue;
      seen.add(line);
      const names = namesIn(line);
      if (names.length === 0) continue;
      const isList = isListOf(names, line);
      const order = at + index / MOST_ORDERED;
      const bonus = LEAST_BONUS * names.length;
      lines.push({
        text: `- ${cited(source, line)}`,
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

interface KnownCalls {
  readonly stale: ReadonlySet<string>;
  /** What each call's result is of: a file, a command, or the tool alone. */
  readonly sources: ReadonlyMap<string, string>;
}

function sourcesOf(facts: readonly MessageFacts[]): ReadonlyMap<string, string> {
  const calls = facts.flatMap((of) => of.calls);
  return new Map(
    calls.map(({ callId, tool, line, touches }) => [callId, touches[0]?.path ?? line?.text ?? tool]),
  );
}

interface SaidLine {
  readonly source: string;
  readonly text: string;
}

/** Requests and constraints have sections of their own. */
function linesOf(message: Message, calls: KnownCalls): readonly SaidLine[] {
  if (message.role === 'system') return [];
  if (message.role === 'tool' && calls.stale.has(message.callId)) return [];
  const parts: readonly Part[] = message.parts;
  return parts.flatMap((part) => {
    const source = sourceOf(message, part, calls);
    if (source === undefined) return [];
    const text = part.type === 'toolCall' ? argumentsTextOf(part) : textOfPart(part);
    return text.split('\n').map((line) => ({ source, text: line }));
  });
}

/** Who says it; undefined for what the person typed, and for calls on what is gone. */
function sourceOf(message: Message, part: Part, { stale, sources }: KnownCalls): string | undefined {
  if (part.type === 'toolCall') return stale.has(part.callId) ? undefined : part.name;
  if (message.role === 'tool') return sources.get(message.callId) ?? message.toolName;
  if (message.role === 'assistant') return 'the assistant';
  if (part.type === 'file') return part.path;
  return part.type === 'text' && part.origin === 'client' ? (part.label ?? 'the client') : undefined;
}
