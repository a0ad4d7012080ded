import type { ImportedMessage } from '../../../src/adapters/transcripts/recording.ts';
import { personTextOf, type Message } from '../../../src/core/log/message.ts';
import { tokensOf, type ContextItem } from '../retention/contextItem.ts';
import { groupsOf, itemsOf, newestWithin } from '../retention/rows/groups.ts';
import type { Row, Task } from '../retention/rows/row.ts';

/** The share of the room that the newest messages may take. */
const NEWEST_SHARE = 0.3;
/** Longer tool results are shortened to their beginning and end. */
const LONGEST_RESULT = 900;
const LONGEST_CODE = 400;
const SHORT_CODE = 160;
/**
 * Shorter messages of the assistant have no useful content and are left out. The last message of a turn is never left
 * out.
 */
const LEAST_CHARACTERS = 40;

/**
 * A control of the exam: the beginnings of what the person and the assistant wrote. The assistant's last message in a
 * turn gets the most characters, the person's message gets fewer, and the assistant's other messages get the fewest.
 * Newer turns get more characters than older turns. A binary search finds the largest lengths with which all of it
 * fits.
 */
export const whatWasSaid: Row = {
  name: 'what was said',
  kind: 'baseline',
  compact: (task) => [storyOf(task.past, task.budgetTokens, task)],
};

/** The same control for older messages, followed by the newest messages with shortened tool results. */
export const whatWasSaidAndNewest: Row = {
  name: 'what was said, newest whole',
  kind: 'baseline',
  compact: (task) => {
    const { past, budgetTokens, count } = task;
    const groups = groupsOf(itemsOf(past.map(({ message }) => message)).map(withShortResult));
    const newest = newestWithin(groups, Math.floor(budgetTokens * NEWEST_SHARE), count);
    const told = groups.slice(0, groups.length - newest.length).flat().length;
    const room = budgetTokens - tokensOf(newest.flat(), count);
    return [storyOf(past.slice(0, told), room, task), ...newest.flat()];
  },
};

interface Turn {
  readonly person: string;
  readonly said: readonly string[];
}

function storyOf(past: readonly ImportedMessage[], room: number, { count }: Task): ContextItem {
  const turns = turnsOf(past.map(({ message }) => message));
  const item = (length: number): ContextItem => ({
    role: 'user',
    content: turns.map((turn, index) => toldTurn(turn, length * weightOf(index, turns.length))).join('\n\n'),
    treatment: 'notes',
  });
  let least = 0;
  let most = 100_000;
  while (most - least > 1) {
    const length = Math.floor((least + most) / 2);
    if (tokensOf([item(length)], count) <= room) least = length;
    else most = length;
  }
  return item(least);
}

/** Returns the weight of a turn: from 1 for the oldest turn up to 2 for the newest turn. */
function weightOf(index: number, turns: number): number {
  return 1 + index / Math.max(1, turns - 1);
}

function toldTurn({ person, said }: Turn, length: number): string {
  const between = said.slice(0, -1).filter((text) => text.length >= LEAST_CHARACTERS);
  return [
    cut(person, 1.2 * length),
    ...between.map((text) => cut(text, 0.35 * length)),
    cut(said.at(-1) ?? '', 2 * length),
  ]
    .filter(Boolean)
    .join('\n');
}

function turnsOf(messages: readonly Message[]): readonly Turn[] {
  const turns: { person: string; said: string[] }[] = [];
  for (const message of messages) {
    const text = saidIn(message);
    if (text === '') continue;
    if (message.role === 'user') turns.push({ person: text, said: [] });
    else if (message.role === 'assistant')
      (turns.at(-1) ?? turns[turns.push({ person: '', said: [] }) - 1])?.said.push(text);
  }
  return turns;
}

function saidIn(message: Message): string {
  const text =
    message.role === 'assistant'
      ? message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
      : personTextOf(message);
  return text
    .replace(/<system-reminder>[\s\S]*?<\/system-reminder>/gu, '')
    .replace(/```[\s\S]*?```/gu, (code) =>
      code.length > LONGEST_CODE ? `${code.slice(0, SHORT_CODE)}…` : code,
    )
    .trim();
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, Math.floor(length))}…`;
}

function withShortResult(item: ContextItem): ContextItem {
  if (item.role !== 'tool' || item.content.length <= LONGEST_RESULT) return item;
  const half = LONGEST_RESULT / 2;
  return { ...item, content: `${item.content.slice(0, half)}\n…\n${item.content.slice(-half)}` };
}
