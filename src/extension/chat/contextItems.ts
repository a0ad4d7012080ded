import { LEAVING_ORDER, CLASS_WORDS } from '../../core/compaction/plan/leavingOrder.ts';
import type { Classified } from '../../core/context/classify.ts';
import type { Context, ContextItem } from '../../core/context/context.ts';
import { fateOf } from '../../core/context/fate.ts';
import { answeredCalls } from '../../core/context/groups.ts';
import { isRecord } from '../../core/context/record.ts';
import { clipLine } from '../../core/text/lines.ts';
import { argumentsOf, pathsIn } from '../../core/tools/callArguments.ts';
import { commonFolder } from '../../core/tools/commonFolder.ts';
import { subjectOf } from '../../core/tools/subject.ts';
import type { MessageId } from '../../core/log/entry.ts';
import {
  personTextOf,
  textOf,
  toolCallsOf,
  type Message,
  type ToolCallPart,
} from '../../core/log/message.ts';
import type { ContextItemView } from '../../shared/panelView.ts';
import type { OriginalText } from '../../shared/protocol.ts';

export interface ContextViewInput {
  readonly context: Context;
  readonly tokensOf: (item: ContextItem) => number;
  readonly classes: ReadonlyMap<MessageId, Classified>;
}

/** The maximum number of message ids that are shown for an item that stands for several messages. */
const MOST_ORIGINS = 6;
const LONGEST_LABEL = 200;

/**
 * Returns the context as the model sees it, item by item. An item that stands for a single message has that message's
 * id.
 */
export function contextViews({ context, tokensOf, classes }: ContextViewInput): readonly ContextItemView[] {
  const folder = commonFolder(
    context.flatMap(({ message }) => toolCallsOf(message)).flatMap((call) => pathsIn(argumentsOf(call))),
  );
  const calls = answeredCalls(context);
  return identified(context).map(({ id, item }) => {
    const [first] = item.entries;
    const reason = item.entries.length === 1 && first !== undefined ? classes.get(first) : undefined;
    const call = calls.get(item.message);
    return viewOf(item, { id, call, folder, tokens: tokensOf(item), reason: reason && reasonOf(reason) });
  });
}

/** The values that an item's view depends on, in addition to the item itself. */
interface Surroundings {
  readonly id: string;
  /** For a tool result: the call that the result answers. */
  readonly call: ToolCallPart | undefined;
  /** The folder that contains all files of the calls in the context. */
  readonly folder: string;
  readonly tokens: number;
  readonly reason: string | undefined;
}

/**
 * The view of each item. An item keeps its view while the item and its surroundings are unchanged, so that a redraw
 * makes only the changed views.
 */
const known = new WeakMap<ContextItem, { readonly around: Surroundings; readonly view: ContextItemView }>();

function viewOf(item: ContextItem, around: Surroundings): ContextItemView {
  const last = known.get(item);
  if (last !== undefined && areSame(last.around, around)) return last.view;
  const { message, treatment, entries } = item;
  const { id, tokens, reason } = around;
  const view = {
    id,
    role: isRecord(message) ? ('notes' as const) : message.role,
    fate: fateOf(treatment),
    label: labelOf(item, around),
    tokens,
    origins: firstAndLastOf(entries),
    originCount: entries.length,
    ...(reason === undefined ? {} : { reason }),
  };
  known.set(item, { around, view });
  return view;
}

function areSame(one: Surroundings, other: Surroundings): boolean {
  return (
    one.id === other.id &&
    one.call === other.call &&
    one.folder === other.folder &&
    one.tokens === other.tokens &&
    one.reason === other.reason
  );
}

/** The id of the item for the tools' descriptions, which each request contains in addition to the context. */
export const TOOLS_ITEM = 'tools';

export function toolsView(count: number, tokens: number): ContextItemView {
  const label = `${count} tool description${count === 1 ? '' : 's'}`;
  return { id: TOOLS_ITEM, role: 'system', fate: 'stays', label, tokens, origins: [], originCount: 0 };
}

export function toolsText(schemas: readonly unknown[]): OriginalText {
  return { title: 'tools', text: JSON.stringify(schemas, undefined, 2), language: 'json' };
}

/** Returns the context item that has this id in the view. */
export function findItem(context: Context, id: string): ContextItem | undefined {
  return identified(context).find((each) => each.id === id)?.item;
}

function reasonOf({ class: name, reason }: Classified): string {
  return `${CLASS_WORDS[name]} (${leavingWords[name]}): ${reason}`;
}

/** Phrases that say when a compaction removes the messages of a class, keyed by class. Made from `LEAVING_ORDER`. */
const leavingWords = Object.fromEntries(
  Object.keys(LEAVING_ORDER).map((name) => [name, wordsOnLeaving(name as Classified['class'])]),
) as Readonly<Record<Classified['class'], string>>;

function wordsOnLeaving(name: Classified['class']): string {
  const { background, emergency } = LEAVING_ORDER[name];
  if (background === undefined)
    return emergency === undefined ? 'stays' : 'leaves the context only if nothing else makes room';
  const orders = Object.values(LEAVING_ORDER).flatMap((each) => each.background ?? []);
  return `place ${String(background)} of ${String(Math.max(...orders))} in the order in which messages leave the context`;
}

/**
 * Returns each item with an id. An item that stands for only one message has the id of this message. If several items
 * would have the same id, for example a call and its placeholder result, the later items get a number.
 */
function identified(context: Context): readonly { readonly id: string; readonly item: ContextItem }[] {
  const seen = new Map<string, number>();
  return context.map((item) => {
    const own = item.entries.length === 1 ? (item.entries[0] ?? '') : idOfMany(item);
    const count = seen.get(own) ?? 0;
    seen.set(own, count + 1);
    return { id: count === 0 ? own : `${own}#${count + 1}`, item };
  });
}

function idOfMany({ message }: ContextItem): string {
  return message.role === 'system' ? 'system' : 'record';
}

function firstAndLastOf(entries: readonly string[]): readonly string[] {
  if (entries.length <= MOST_ORIGINS) return entries;
  return [...entries.slice(0, MOST_ORIGINS / 2), ...entries.slice(-MOST_ORIGINS / 2)];
}

function labelOf(
  { message, treatment }: ContextItem,
  { call, folder }: Pick<Surroundings, 'call' | 'folder'>,
): string {
  const short = (text: string): string => (folder.length > 1 ? text.replaceAll(folder, '') : text);
  const about = (made: ToolCallPart, most: number): string =>
    `${made.name} ${clipLine(short(subjectOf(made, LONGEST_LABEL)), most)}`.trim();
  if (isRecord(message)) return recordLabel(textOf(message));
  if (message.role === 'tool' && treatment !== 'stub') {
    const name = call === undefined ? message.toolName.trim() : about(call, 80);
    return name === '' ? firstLine(textOf(message)) : name;
  }
  const said =
    message.role === 'user'
      ? firstLine(personTextOf(message) || textOf(message))
      : short(firstLine(spoken(message)));
  const called = toolCallsOf(message).map((made) => about(made, 40));
  return [said, ...(called.length === 0 ? [] : [`→ ${called.join(', ')}`])].filter(Boolean).join(' ');
}

function spoken(message: Message): string {
  return message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** Returns the label for the item of the notes. The label lists the headings of the notes. */
function recordLabel(text: string): string {
  const titles = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title ?? '');
  return titles.length === 0 ? 'The notes of what was compacted' : `Notes: ${titles.join(', ')}`;
}

function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length <= LONGEST_LABEL ? line : `${line.slice(0, LONGEST_LABEL - 1)}…`;
}
