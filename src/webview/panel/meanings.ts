/** The meaning of each pass of a compaction, by the name under which it is shown. */
export const passMeanings: Readonly<Record<string, string>> = {
  'small talk': 'leaves out mere confirmations, such as “ok, thanks”',
  'older reads of the same file':
    'shortens each older read of a file, if the file was read again or changed since',
  'long tool outputs': 'shortens each long tool output, and each long argument of a call',
  'tool results': 'shortens each long tool result before the newest messages',
  'old stages': 'replaces finished stages by short notes, the oldest first, and leaves the newest three',
  'recent stages': 'replaces each finished stage that was left by one line of notes',
  'all but the newest': 'leaves out all but the newest messages; the others can be looked up',
  'anything else that is large':
    'shortens or leaves out large texts among the newest messages, because the context would not fit otherwise',
  'the oldest messages': 'replaces the oldest messages by notes',
  'the oldest of the stage': 'replaces the oldest messages of the current stage by notes',
  'the oldest turns': 'replaces the oldest turns by notes',
  'the oldest, left out': 'leaves out the oldest messages; they can be looked up',
  'your choices': 'follows your choices for single messages, before anything else',
  notes: 'writes notes on all messages that left the context',
};
