import type { Notes } from '../../../../src/core/record/notes.ts';
import { textOf, type Message } from '../../../../src/core/log/message.ts';
import { textOfLine, type NotesLine } from '../../../../src/core/log/notesLine.ts';
import type { SessionMessage } from '../../../../src/core/log/session.ts';
import { memoized } from '../../../../src/core/memoized.ts';
import { sanitized } from '../../../../src/core/text/lines.ts';
import { argumentsOf, stringsIn } from '../../../../src/core/tools/callArguments.ts';

/** Matches marks and words that the notes add to the words of messages. */
const OURS =
  /^(?:m\d+(?: You| thought| agent)?: | {2}> | {2}|to m\d+: )|(?: …| → (?:failed|refused|ended|ok|(?:not )?answered)|,? (?:written|edited|deleted|read)(?:, edited)?(?: \d+ times)?(?:, not committed)?(?:, lines \d+-\d+)?)+$|^(?:open|in progress|done): /u;

/** The words between the new name of a file and its former name: `src/tides.ts moved from tides.ts`. */
const MOVED = ' moved from ';

/**
 * Returns the lines that contain text without a source. Apart from the words that the notes add (`OURS`), the text
 * between ellipses must occur word for word in a message that the line names. Ignores white space and the escaping
 * of tags.
 */
export function ungroundedLines({ lines }: Notes, messages: readonly SessionMessage[]): readonly string[] {
  return lines.flatMap((each) => (isUngrounded(each, messages) ? [textOfLine(each)] : []));
}

function isUngrounded(each: NotesLine, messages: readonly SessionMessage[]): boolean {
  const line = textOfLine(each);
  const ids = new Set(each.ids);
  if (ids.size === 0) return !/^(?:## .*)?$/u.test(line);
  const source = messages.flatMap(({ id, message }) => (ids.has(id) ? [wordsOf(message)] : [])).join(' ');
  const [told = '', from] = bare(line).split(MOVED);
  // A call such as `mv src/a.ts lib/` contains the new folder but not the whole new path. So the folder and the base
  // name are looked up separately.
  const parts =
    from === undefined ? told.split(' … ') : [told.replace(/[^/]+$/u, ''), told.replace(/^.*\//u, ''), from];
  return !parts.every((part) => source.includes(folded(part).replace(/\/$/u, '')));
}

function bare(line: string): string {
  let rest = line;
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replace(OURS, '');
  }
  return rest;
}

/** Returns all words of a message, its calls and its tool's name, on one line. */
const wordsOf = memoized((message: Message): string =>
  folded(
    [
      textOf(message),
      ...message.parts.flatMap((part) => (part.type === 'reasoning' ? [part.text] : [])),
      ...(message.role === 'tool' ? [message.toolName] : []),
      ...message.parts.flatMap((part) => (part.type === 'toolCall' ? stringsIn(argumentsOf(part)) : [])),
    ].join('\n'),
  ),
);

function folded(text: string): string {
  return sanitized(text).replaceAll(/\s+/gu, ' ').replaceAll('<', '‹').trim();
}
