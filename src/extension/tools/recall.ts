import * as v from 'valibot';
import { isRecallTool } from '../../core/agent/waitsForRecall.ts';
import type { Tool } from '../../core/chat/toolContract.ts';
import type { Treatment } from '../../core/context/context.ts';
import { callAnsweredBy } from '../../core/context/groups.ts';
import { namesIn } from '../../core/text/names.ts';
import type { Logger } from '../../core/ports.ts';
import { parseAddress } from '../../core/recall/address.ts';
import { findings } from '../../core/recall/findings.ts';
import { originalText } from '../../core/recall/readBack.ts';
import type { MessageId } from '../../core/log/entry.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import { toolCallsOf } from '../../core/log/message.ts';
import type { SessionMessage } from '../../core/log/session.ts';
import { outputKindOf } from '../../core/tools/outputKind.ts';
import { subjectOf } from '../../core/tools/subject.ts';
import { readOnlyTool } from './toolDefinition.ts';

const NAME = 'recall';
const MOST_HITS = 8;
const MOST_FACTS = 12;

interface RecallArgs {
  readonly address?: string | null | undefined;
  readonly query?: string | null | undefined;
}

/** Returns the tool that reads original messages by their addresses, and searches the whole session for words. */
export function recall(live: LiveSession, logger: Logger): Tool {
  return readOnlyTool<RecallArgs>({
    name: NAME,
    description:
      'Reads original text from this thread. Pass the address that a shortened text names ' +
      '(m42, or lines of it: m42:10-80), or search the thread for words, names and paths.',
    properties: {
      address: { type: 'string', description: 'An address such as m42 or m42:10-80.' },
      query: { type: 'string', description: 'Words to look for, where the address is not known.' },
    },
    required: [],
    schema: v.object({ address: v.nullish(v.string()), query: v.nullish(v.string()) }),
    run: async ({ address, query }) => {
      if (address != null && address.trim() !== '') return readAddress(address, { live, logger });
      if (query != null && query.trim() !== '') return find(query, live);
      throw new Error('Give an address such as m42, or a query.');
    },
  });
}

async function readAddress(
  written: string,
  { live, logger }: { live: LiveSession; logger: Logger },
): Promise<string> {
  const address = parseAddress(written);
  const original = address === undefined ? undefined : live.message(address.id);
  if (address === undefined || original === undefined)
    throw new Error(`Nothing has the address ${written}. Look for it by a query instead.`);
  const call = callAnsweredBy(original, live.session.allMessages);
  const facts = call === undefined ? [] : namesIn(subjectOf(call), MOST_FACTS);
  const treatment = treatmentsIn(live).get(address.id) ?? 'evicted';
  if (isCompacted(treatment)) await noteRecall(live, { by: 'model', target: address.id, facts });
  const kind = call === undefined ? original.message.role : outputKindOf(call);
  logger.info(`recalled ${address.id} (${kind}; treatment: ${treatment})`);
  return originalText(original.message, address, { speaker: speakerOf(original) });
}

async function find(query: string, live: LiveSession): Promise<string> {
  const treatments = treatmentsIn(live);
  const { offered, standing } = await findings({
    search: async (limit) => (await live.index?.search(query, limit)) ?? [],
    most: MOST_HITS,
    isStanding: (id) => !isCompacted(treatments.get(id) ?? 'evicted'),
    isEcho: (id) => isRecall(live.message(id)),
  });
  if (offered.length === 0) {
    return standing.length === 0
      ? `[nothing in this thread matches “${query}”]`
      : `[no compacted message matches “${query}”, but these messages, which are still in the context, match it: ${standing.join(', ')}]`;
  }
  await noteRecall(live, { by: 'model', query, facts: namesIn(query, MOST_FACTS) });
  const texts = offered.map(({ id, excerpt }) => {
    const message = live.message(id);
    return `[${id}${message === undefined ? '' : `, ${speakerOf(message)}`}]\n${excerpt}`;
  });
  return texts.join('\n\n');
}

interface Recalled {
  readonly by: 'model' | 'person';
  readonly target?: string;
  readonly query?: string;
  readonly facts: readonly string[];
}

/**
 * Adds a recall to the log, since the next compaction prefers to keep facts that were looked up. Does nothing if this
 * window may not write to the session.
 */
async function noteRecall(live: LiveSession, recalled: Recalled): Promise<void> {
  if (!live.log.isReadOnly) await live.append({ kind: 'recall', ...recalled });
}

/** Adds a search for words to the log, unless the context contains all found messages word for word. */
export async function noteLookup(
  live: LiveSession,
  { by, query }: { readonly by: Recalled['by']; readonly query: string },
  found: readonly MessageId[],
): Promise<void> {
  const treatments = treatmentsIn(live);
  if (!found.some((id) => isCompacted(treatments.get(id) ?? 'evicted'))) return;
  await noteRecall(live, { by, query, facts: namesIn(query, MOST_FACTS) });
}

/**
 * Returns how each message in the context is treated, by the message's id. One item of the context, e.g. the notes, may
 * stand for several messages, which then all have the item's treatment.
 */
function treatmentsIn({ context }: LiveSession): ReadonlyMap<MessageId, Treatment> {
  return new Map(context.flatMap(({ entries, treatment }) => entries.map((id) => [id, treatment] as const)));
}

/**
 * Returns whether the context lacks the message or a part of it. The treatment `evicted` stands for a message that is
 * in no item of the context.
 */
function isCompacted(treatment: Treatment | 'evicted'): boolean {
  return treatment !== 'verbatim' && treatment !== 'pinned' && treatment !== 'system';
}

/**
 * Returns whether a message consists only of calls of the recall tool, or is the result of such a call. The text of
 * such a message repeats other messages.
 */
export function isRecall(found: SessionMessage | undefined): boolean {
  if (found?.message.role === 'tool') return isRecallName(found.message.toolName);
  if (found?.message.role !== 'assistant') return false;
  const { parts } = found.message;
  const hasText = parts.some((part) => part.type === 'text' && part.text.trim() !== '');
  const calls = toolCallsOf(found.message);
  return !hasText && calls.length > 0 && calls.every(({ name }) => isRecallName(name));
}

/** Returns whether a name is the recall tool's name, in Longthread's chat or in the editor's agent. */
function isRecallName(name: string): boolean {
  return name === NAME || isRecallTool(name);
}

function speakerOf({ message }: SessionMessage): string {
  if (message.role === 'tool') return `result of ${message.toolName === '' ? 'a tool' : message.toolName}`;
  return message.role === 'user' ? 'the person' : message.role;
}
