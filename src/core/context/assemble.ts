import { personTextOf, withoutOpaque, type Message, type Part } from '../log/message.ts';
import type { TokenAccount } from './account.ts';
import type { Context, ContextItem } from './context.ts';

/**
 * Merges adjacent items with the same role, because some endpoints require alternating roles. Never merges tool results
 * or messages with tool calls.
 */
export function mergeAdjacent(context: Context): Context {
  const runs: [ContextItem, ...ContextItem[]][] = [];
  for (const item of context) {
    const run = runs.at(-1);
    if (run !== undefined && canJoin(run[0].message, item.message)) run.push(item);
    else runs.push([item]);
  }
  return runs.map(joined);
}

function canJoin(a: Message, b: Message): boolean {
  if (a.role === 'tool' || a.role !== b.role) return false;
  return ![a, b].some(({ parts }) => parts.some((part: Part) => part.type === 'toolCall'));
}

function joined([first, ...others]: readonly [ContextItem, ...ContextItem[]]): ContextItem {
  if (others.length === 0) return first;
  const items = [first, ...others];
  const parts = items.flatMap((item): readonly Part[] => item.message.parts);
  const { message: head } = first;
  const message = { ...(head.role === 'assistant' ? withoutOpaque(head) : head), parts } as Message;
  return { message, treatment: first.treatment, entries: items.flatMap(({ entries }) => entries) };
}

/** Asks the model to complete an answer that broke off. */
const GO_ON: Message = {
  role: 'user',
  parts: [
    {
      type: 'text',
      text: 'Your answer broke off here. Go on from there.',
      origin: 'client',
      label: 'note',
    },
  ],
};

/**
 * Returns the messages that end a request after its context. If the context ends with an answer that broke off, returns
 * `GO_ON`. Without it, some endpoints refuse the request, since it would end with an answer, and others answer nothing.
 */
export function requestEnd(context: Context): readonly Message[] {
  const newest = context.at(-1)?.message;
  return newest?.role === 'assistant' && newest.finish === 'interrupted' ? [GO_ON] : [];
}

/** A part of a request that a compaction can't make smaller, and the size of this part. */
export interface Untouchable {
  readonly what:
    | 'the system text'
    | 'the pinned messages'
    | 'the newest message'
    | 'the plan and the notes of finished stages'
    | 'the tools';
  readonly tokens: number;
  /** Advice for the person; `wayOutOf` completes the sentence. */
  readonly wayOut: string;
  /** Whether the advice also names a model with a larger window. */
  readonly namesLargerWindow?: true;
}

/** Returns one sentence of advice about a part that is too large for the window or for the person's budget. */
export function wayOutOf(
  { wayOut, namesLargerWindow }: Pick<Untouchable, 'wayOut' | 'namesLargerWindow'>,
  tooSmall: 'window' | 'budget',
): string {
  if (tooSmall === 'budget') return `${wayOut}, or allow more tokens.`;
  return `${wayOut}${namesLargerWindow === true ? ', or choose a model with a larger window' : ''}.`;
}

/**
 * Returns the parts of a request that a compaction can't make smaller, largest first. Each part has advice for the
 * person on how to make it smaller.
 */
export function untouchables(
  context: Context,
  account: TokenAccount,
  toolTokens: number,
): readonly Untouchable[] {
  const sum = (items: readonly ContextItem[]): number => account.ofContext(items);
  const newest = context.findLast(({ message }) => personTextOf(message).trim() !== '');
  const parts: readonly Untouchable[] = [
    {
      what: 'the newest message',
      tokens: newest === undefined ? 0 : sum([newest]),
      wayOut: 'Shorten the newest message, or attach files instead of pasting them',
    },
    {
      what: 'the pinned messages',
      tokens: sum(pinnedGroups(context).filter((item) => item !== newest)),
      wayOut: 'Unpin some messages',
    },
    {
      what: 'the system text',
      tokens: sum(context.filter(({ treatment }) => treatment === 'system')),
      wayOut: 'Shorten the instructions',
      namesLargerWindow: true,
    },
    {
      what: 'the plan and the notes of finished stages',
      tokens: sum(context.filter(({ treatment }) => treatment === 'digest')),
      wayOut: 'Begin a new session',
      namesLargerWindow: true,
    },
    {
      what: 'the tools',
      tokens: toolTokens,
      wayOut: 'Turn some tools off',
      namesLargerWindow: true,
    },
  ];
  return parts.filter(({ tokens }) => tokens > 0).sort((a, b) => b.tokens - a.tokens);
}

/**
 * Returns all messages of the groups with a pinned message, because no compaction separates a call from its results.
 */
function pinnedGroups(context: Context): Context {
  const groups: ContextItem[][] = [];
  for (const item of context) {
    if (item.message.role === 'tool') groups.at(-1)?.push(item);
    else groups.push([item]);
  }
  return groups.filter((group) => group.some(({ treatment }) => treatment === 'pinned')).flat();
}

/**
 * Returns a text about a request that can't be made to fit. The text says what the person can do, and names the largest
 * part that a compaction can't make smaller, if there is one.
 */
export function tooLargeSentence(
  tokens: number,
  usableTokens: number,
  [largest]: readonly Untouchable[],
): string {
  const takes = `This request would take ${String(tokens)} tokens`;
  const room = `but the model has room for ${String(usableTokens)}`;
  if (largest === undefined) return `${takes}, ${room}. Choose a model with a larger window.`;
  return `${takes} (${String(largest.tokens)} in ${largest.what} alone), ${room}. ${wayOutOf(largest, 'window')}`;
}
