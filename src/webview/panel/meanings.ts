/** The meaning of each pass of a compaction, by the name under which it is shown. */
export const passMeanings: Readonly<Record<string, string>> = {
  'small talk': 'takes out what you only confirmed with, such as “ok, thanks”',
  'older reads of the same file':
    'puts one line in place of what was read of a file that was read again or changed since',
  'long tool outputs': 'puts one line in place of each long tool output',
  'tool results': 'puts one line in place of each long result of a tool that came before the newest messages',
  'old stages': 'puts short notes in place of each finished stage but the newest three, the oldest first',
  'recent stages': 'puts one line of notes in place of each finished stage that was left',
  'all but the newest': 'takes out all but the newest messages, which can be looked up',
  'whatever else could be shortened':
    'shortens what is large among the newest messages, or takes it out, because nothing else would have made the context fit',
  'the oldest messages': 'puts notes in place of the oldest messages',
  'the oldest of the stage': 'puts notes in place of the oldest messages of the current stage',
  'the oldest turns': 'puts notes in place of the oldest turns',
  'the oldest, left out': 'takes out the oldest messages, which can be looked up',
  'what you chose': 'does what you wanted of single messages, before anything else',
  notes: 'writes the notes that stand for all that left the context',
};
