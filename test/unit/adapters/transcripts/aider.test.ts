import { assertReadAs, type MarkdownCase } from '../../../support/transcriptFiles.ts';

/** Aider writes the time of its machine's clock. */
const FIRST = new Date('2031-05-06T07:08:09').toISOString();
const SECOND = new Date('2031-05-06T08:00:00').toISOString();

const cases: readonly MarkdownCase[] = [
  {
    what: 'prompts, aider’s own output, and answers',
    lines: [
      '# aider chat started at 2031-05-06 07:08:09',
      '> Aider v1  ',
      '> Model m  ',
      '#### Go.  ',
      '#### On.  ',
      'I go.',
      '#### My heading',
      '',
      '> Applied a.ts  ',
      '#### /add a.ts  ',
      '#### /ask why?  ',
      '# aider chat started at 2031-05-06 08:00:00',
      '#### /run ls  ',
      '> ok  ',
      '#### # Fix any errors below, if possible.  ',
      'Fixed.',
    ],
    messages: [
      `user: <console: Aider v1\nModel m> | Go.\nOn. ${FIRST}`,
      `assistant: I go.\n#### My heading ${FIRST}`,
      `user: <console: Applied a.ts> | <command: /add a.ts\n/ask why?> ${FIRST}`,
      `user: <command: /run ls> | <console: ok> | <command: # Fix any errors below, if possible.> ${SECOND}`,
      `assistant: Fixed. ${SECOND}`,
    ],
    skipped: ['1 further chat, read as part of the same session'],
  },
  {
    what: 'an undone commit as a call of aider’s own undo',
    lines: ['# aider chat started at 2031-05-06 07:08:09', '> Removed: abc1234 feat: brighter lamp  '],
    messages: [
      `assistant: undo#shown-1({"commit":"feat: brighter lamp"}) ${FIRST}`,
      `tool: Removed: abc1234 feat: brighter lamp callId="shown-1" toolName="undo" ${FIRST}`,
    ],
  },
  {
    what: 'code in the tags of aider as code in fences, which no backticks in it close',
    lines: [
      '# aider chat started at 2031-05-06 07:08:09',
      ...['<source>ts', '````', 'a', '</code>', '````', '</source>', 'See the `<code>` below:', '```html'],
      ...['<code>', '</code>', '```', '<codeblock>', 'cut off'],
    ],
    messages: [
      `assistant: ${[
        ...['`````ts', '````', 'a', '</code>', '````', '`````', 'See the `<code>` below:', '```html'],
        ...['<code>', '</code>', '```', '`````', 'cut off'],
      ].join('\n')} ${FIRST}`,
    ],
  },
  {
    what: 'prompts without the blanks at their ends',
    lines: [
      '# aider chat started at 2031-05-06 07:08:09',
      '#### Go.',
      'I go.',
      '>quoted',
      '#### /code it',
      '#### /codeit',
      'I code.',
      '#### /ask why so?',
      '#### why so?',
    ],
    messages: [
      `user: Go. ${FIRST}`,
      `assistant: I go.\n>quoted ${FIRST}`,
      `user: /code it\n/codeit ${FIRST}`,
      `assistant: I code. ${FIRST}`,
      `user: /ask why so? ${FIRST}`,
    ],
  },
  {
    what: 'the architect model’s answer as the editor model’s prompt, and prompts by aider itself',
    lines: [
      '# aider chat started at 2031-05-06 07:08:09',
      '#### Make the lamp brighter.  ',
      'Change lamp.py so that its power is two, and tell whoever reads it what it does at night.',
      '> as I said',
      '',
      '#### Never touch the socket.',
      '> Edit the files? (Y)es/(N)o [Yes]: y  ',
      '',
      '#### Change lamp.py so that its power is two, and tell whoever reads it what it does at night.  ',
      '#### > as I said  ',
      '####   ',
      '#### Never touch the socket.  ',
      'power = 2',
      '#### lamp.py? (Y)es/(N)o/(A)ll [Yes]: all  ',
      'Done.',
      '#### Find the "AI" comments below (marked with █) in the code files I\'ve shared with you.  ',
      '#### Always paint it.  ',
      'Painted.',
      '#### Painted.  ',
      'Sorry?',
      '#### /ask why?  ',
      '',
      '#### why?  ',
      'So.',
    ],
    messages: [
      `user: Make the lamp brighter. ${FIRST}`,
      `assistant: Change lamp.py so that its power is two, and tell whoever reads it what it does at night. ${FIRST}`,
      `user: <console: as I said> ${FIRST}`,
      `assistant: #### Never touch the socket. ${FIRST}`,
      `user: <console: Edit the files? (Y)es/(N)o [Yes]: y> | <agent-message: Change lamp.py so that its power is two, and tell whoever reads it what it does at night.\n> as I said\n\nNever touch the socket.> ${FIRST}`,
      `assistant: power = 2 ${FIRST}`,
      `user: <command: lamp.py? (Y)es/(N)o/(A)ll [Yes]: all> ${FIRST}`,
      `assistant: Done. ${FIRST}`,
      `user: <command: Find the "AI" comments below (marked with █) in the code files I've shared with you.\nAlways paint it.> ${FIRST}`,
      `assistant: Painted. ${FIRST}`,
      `user: <agent-message: Painted.> ${FIRST}`,
      `assistant: Sorry? ${FIRST}`,
      `user: /ask why? ${FIRST}`,
      `assistant: So. ${FIRST}`,
    ],
  },
];

describe('Aider’s history', () => {
  for (const each of cases) it(`is read: ${each.what}`, () => assertReadAs(each));
});
