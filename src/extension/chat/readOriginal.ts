import { callAnsweredBy } from '../../core/context/groups.ts';
import { namesIn } from '../../core/text/names.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import { subjectOf } from '../../core/tools/subject.ts';
import type { OriginalText } from '../../shared/protocol.ts';
import { ViewError } from '../webviews/describeError.ts';
import { messageIdOf } from './chatRows.ts';
import { rewoundText } from './rewound.ts';
import { callText, originalOf } from './originalText.ts';

const MOST_FACTS = 12;

/**
 * Returns the original text of a row. Logs that the person looked up a compacted message, since messages that are
 * often looked up are kept longer.
 */
export async function readOriginal(
  live: LiveSession,
  { row, isCompacted }: { readonly row: string; readonly isCompacted: boolean },
): Promise<OriginalText> {
  const left = rewoundText(live, row);
  if (left !== undefined) return left;
  const id = messageIdOf(row);
  const original =
    row === id ? originalOf(live.session, id) : callText(live.session, id, Number(row.slice(id.length + 1)));
  if (original === undefined) throw new ViewError('This text is no longer in the session.');
  if (isCompacted && !live.log.isReadOnly)
    await live.append({ kind: 'recall', by: 'person', target: id, facts: factsOf(live, id) });
  return original;
}

/** Returns names from the call that the result answers. */
function factsOf(live: LiveSession, id: string): readonly string[] {
  const found = live.message(id);
  const call = found === undefined ? undefined : callAnsweredBy(found, live.session.allMessages);
  return call === undefined ? [] : namesIn(subjectOf(call), MOST_FACTS);
}
