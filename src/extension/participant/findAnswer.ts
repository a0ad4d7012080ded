import { personTextOf, type Message } from '../../core/log/message.ts';
import type { SessionMessage } from '../../core/log/session.ts';
import type { Logger, RecallHit } from '../../core/ports.ts';
import { messageOf } from '../../core/text/messageOf.ts';
import { excerptAround } from '../../core/recall/excerptAround.ts';
import { needlesOf, parseQuery } from '../../core/recall/query.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { isRecall, noteLookup } from '../tools/recall.ts';
import { asPlainText, bullets, messageLink, type Answer } from './answer.ts';

const MOST_HITS = 60;
const MOST_SHOWN = 6;
/**
 * If at least this many hits are in texts of the person and the assistant, hits in tool calls and results are not
 * shown.
 */
const ENOUGH_SAID = 3;
const EXCERPT_CHARACTERS = 360;
/** The maximum number of characters of a tool's name that are shown. */
const LONGEST_SPEAKER = 64;

/**
 * Searches the whole log of a session and returns the best hits with links to their messages. If the hits include
 * messages that were compacted, adds the lookup to the session's log.
 */
export async function findAnswer(
  { id, live }: Pick<OpenSession, 'id' | 'live'>,
  query: string,
  logger: Logger,
): Promise<Answer> {
  const hits = (await live.index?.search(query, MOST_HITS)) ?? [];
  const found = hits.flatMap((hit) => foundIn(hit, live.message(hit.id), query));
  const said = found.filter(({ isSaid }) => isSaid);
  const shown = (said.length >= ENOUGH_SAID ? said : [...said, ...found.filter((one) => !one.isSaid)]).slice(
    0,
    MOST_SHOWN,
  );
  const everywhere = { title: 'Find in All Sessions…', command: 'longthread.find', arguments: [query] };
  if (shown.length === 0)
    return { markdown: `Nothing in this session is about “${asPlainText(query)}”.`, buttons: [everywhere] };
  await noteLookup(
    live,
    { by: 'person', query },
    shown.map((one) => one.id),
  ).catch((error: unknown) => logger.warn(`the lookup could not be noted: ${messageOf(error)}`, error));
  const lines = shown.map(
    (one) =>
      `${messageLink(id, one.id)} ${asPlainText(one.speaker, LONGEST_SPEAKER)}: “${asPlainText(one.text, EXCERPT_CHARACTERS)}”`,
  );
  return {
    markdown: [`In this session about “${asPlainText(query)}”:`, bullets(lines)].join('\n\n'),
    buttons: [everywhere],
  };
}

interface Found {
  readonly id: string;
  readonly speaker: string;
  readonly text: string;
  /** Whether the text was written by the person or the assistant, and does not come from a tool call or result. */
  readonly isSaid: boolean;
}

/**
 * Returns a list with the hit as it is shown, or an empty list if the hit is not shown. Hits in tool calls, in tool
 * results, and in words of the person or the assistant are shown, except calls of the tool `recall` and their results.
 * Hits in other text, e.g. in a thought, an attached file or a text that the editor added, are not shown.
 */
function foundIn(
  { id, excerpt }: RecallHit,
  hit: SessionMessage | undefined,
  query: string,
): readonly Found[] {
  if (hit === undefined || isRecall(hit)) return [];
  const { message } = hit;
  if (message.role === 'tool')
    return [{ id, speaker: message.toolName || 'a tool', text: excerpt, isSaid: false }];
  const needles = needlesOf(parseQuery(query));
  // The index and the needles are in composed form (NFC), so the words must be, too.
  const words = wordsIn(message).normalize('NFC');
  const lower = words.toLowerCase();
  if (needles.some((needle) => lower.includes(needle))) {
    const speaker = message.role === 'user' ? 'you' : 'the assistant';
    return [{ id, speaker, text: excerptAround(words, needles, EXCERPT_CHARACTERS), isSaid: true }];
  }
  const called = message.role === 'assistant' && message.parts.some(({ type }) => type === 'toolCall');
  return called ? [{ id, speaker: 'the assistant called', text: excerpt, isSaid: false }] : [];
}

/** Returns the text that the person or the assistant wrote. */
function wordsIn(message: Message): string {
  if (message.role !== 'assistant') return personTextOf(message);
  return message.parts
    .flatMap((part) => (part.type === 'text' && part.origin !== 'client' ? [part.text] : []))
    .join('\n');
}
