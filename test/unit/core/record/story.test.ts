import assert from 'node:assert/strict';
import { editKey } from '../../../../src/core/log/notesEdit.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import type { SessionMessage } from '../../../../src/core/log/session.ts';
import { bodyOf } from '../../../support/editedNotes.ts';
import { writeNotes, type Notes } from '../../../../src/core/record/notes.ts';
import { storyOf } from '../../../../src/core/record/story.ts';
import { atOnce } from '../../../../src/core/steps.ts';
import { ungroundedLines } from './grounded.ts';
import { assistant, countRoughly, person, sessionOf, thinking } from './sessionOf.ts';

const notesOf = (messages: readonly SessionMessage[], mostTokens: number): Notes =>
  writeNotes({ messages, mostTokens, count: countRoughly });

describe('an option chosen by its number', () => {
  it('takes precedence over the other options in the notes', () => {
    const options = Array.from(
      { length: 20 },
      (_, at) =>
        `${String(at + 1)}. **Way ${String(at + 1)}**: convert the lamps of pier${String(at)} to another voltage`,
    );
    const asked = assistant(
      ['The lamps can be converted in many ways.', ...options, 'Which one?'].join('\n'),
    );
    const textAfter = (answer: string): string =>
      notesOf(sessionOf(person('Convert the lamps.'), asked, person(answer)), 90).text;
    assert.match(textAfter('14'), /^ {2}14\. \*\*Way 14/mu);
    for (const answer of ['You choose.', 'не 14', '不要14'])
      assert.doesNotMatch(textAfter(answer), /Way 14/u, answer);
  });
});

describe('a short answer in the notes', () => {
  const filling = Array.from(
    { length: 30 },
    (_, at) => `Pier${String(at)} has lamps of another make${String(at)}.`,
  ).join('\n');
  const textWith = (offer: string, answer: string, room = 70): string => {
    const messages = sessionOf(
      person('Convert the lamps.'),
      assistant(`${filling}\n\n${offer}\n\n${filling.replaceAll('Pier', 'Quay')}`),
      person(answer),
      assistant('Done.'),
    );
    const notes = notesOf(messages, room);
    assert.deepEqual(ungroundedLines(notes, messages), []);
    return notes.text;
  };

  it('is noted with the question', () => {
    const texts = Array.from({ length: 70 }, (_, at) =>
      textWith(`Shall I buy new ones${' and more'.repeat(20)}?`, 'we don’t want that', 30 + at),
    ).filter((text) => text.includes('m3 You'));
    assert.ok(texts.length > 10);
    for (const text of texts) assert.ok(text.includes('Shall I buy new ones and more'), text);
    assert.ok(
      texts.some((text) => /^m3 You: .*\n {2}to m2: Shall I buy new ones and more.* …$/mu.test(text)),
    );
  });

  it('is noted with the question even if the question consists mostly of code or paths', () => {
    for (const question of [
      'Which key — `p`, `\\`, or `f`?',
      'Shall **I** write it to `docs/plans/2026-02-03-lamps.md`?',
      'Delete ~/.lamps/2026/piers.json or ~/.lamps/2025/piers.json?',
    ]) {
      const messages = sessionOf(
        person('Convert the lamps.'),
        assistant(`All lamps are dark.\n\n${question}`),
        person('yes, the first one'),
      );
      const { typed } = atOnce(storyOf(messages, countRoughly));
      assert.equal(typed.at(-1)?.answers?.text, question);
    }
  });

  it('is noted with the chosen option', () => {
    for (const room of [60, 70, 90, 400]) {
      const text = textWith(
        'Options:\n1. Rewire them all\n2. Change the fuses\n\nWhich one?',
        'option 2',
        room,
      );
      assert.match(text, /^m3 You: option 2$/mu);
      assert.match(text, /2\. Change the fuses$/mu, String(room));
    }
  });

  it('does not repeat the question if the notes already contain the question', () => {
    const text = textWith('Shall I buy new ones?', 'we don’t want that', 2_000);
    assert.equal(text.split('Shall I buy new ones?').length, 2, text);
  });

  it('is noted with the last sentence before the answer if the assistant asked nothing', () => {
    const messages = sessionOf(
      person('Convert the lamps.'),
      assistant('<plan>\nFirst the old lamps go, then the new ones come.\n</plan>'),
      person('Do it.'),
    );
    const { typed } = atOnce(storyOf(messages, countRoughly));
    assert.equal(typed.at(-1)?.answers?.text, 'First the old lamps go, then the new ones come.');
  });

  it('is noted alone if the assistant asked nothing and the answer has more than a few words', () => {
    const text = textWith('The lamps are rewired.', 'Now paint them all in red', 80);
    assert.match(text, /^m3 You: Now paint/mu);
    assert.doesNotMatch(text, /to m2/u);
  });
});

describe('the assistant’s text between calls', () => {
  it('is shortened to the findings if there is little room', () => {
    const announced = [
      'Pausing here rather than guessing at whatever may come next.',
      'Turning around slowly so that nothing important gets overlooked.',
    ];
    const found = [
      'The lamps of pier 7 burn with 24 volts since the storm of March.',
      'A fuse in wiring.ts was set to `tripped` before the tide came.',
    ];
    const between = [announced[0], found[0], announced[1], found[1]].map((text = '') => assistant(text));
    const messages = sessionOf(person('Wire the lamp.'), ...between, assistant('Done.'));
    const { text } = notesOf(messages, 75);
    for (const finding of found) assert.ok(text.includes(finding), text);
    for (const words of announced) assert.ok(!text.includes(words), text);
  });
});

describe('the person’s newest three messages in the notes', () => {
  it('are whole, even if older messages must be shortened', () => {
    const lines = (turn: number): readonly string[] =>
      ['lamp', 'fuse', 'wire', 'switch'].map((part) => `The ${part} of pier${String(turn)} needs a look.`);
    const turns = Array.from({ length: 10 }, (_, turn) => person(lines(turn).join('\n')));
    const { text } = notesOf(sessionOf(...turns), 250);
    const missingFrom = (turn: number): readonly string[] =>
      lines(turn).filter((line) => !text.includes(line));
    assert.deepEqual([7, 8, 9].flatMap(missingFrom), []);
    assert.ok(
      [0, 1, 2, 3, 4, 5, 6].every((turn) => missingFrom(turn).length > 0),
      text,
    );
  });
});

describe('a first line shared by several answers', () => {
  const answers = ['The fuse blew.', 'The wire is too thin.', 'The lamp is wired.'].map((finding) =>
    assistant(`DISCUSSION\n${finding} It took the whole of the afternoon to see it.`),
  );
  const textOfNotes = (...said: readonly Message[]): string =>
    notesOf(sessionOf(person('Wire the lamp.'), ...said), 500).text;

  it('is omitted from the notes if three answers share the line', () => {
    const text = textOfNotes(...answers);
    assert.doesNotMatch(text, /DISCUSSION/u);
    assert.match(text, /^m2: The fuse blew\./mu);
  });

  it('stays in the notes if only two answers share the line, or if the line is a whole answer', () => {
    assert.match(textOfNotes(...answers.slice(1)), /DISCUSSION/u);
    assert.match(
      textOfNotes(assistant('It is done.'), assistant('It is done.'), assistant('It is done.')),
      /It is done\./u,
    );
  });
});

describe('the newest text in the notes', () => {
  const turn = (pier: string, lines = 12): readonly Message[] => [
    person(`Go on with ${pier}.`),
    assistant(
      Array.from(
        { length: lines },
        (_, at) => `- Lamp number ${String(at)} of the pier ${pier}${String(at)} was wired to its own fuse`,
      ).join('\n'),
    ),
  ];
  const countIn = (text: string, pier: string): number =>
    text.match(new RegExp(`${pier}\\d+ was wired`, 'gu'))?.length ?? 0;

  it('gets more room than earlier text', () => {
    const messages = sessionOf(
      ...['north', 'south', 'east', 'west'].flatMap((pier) => turn(pier)),
      person('And now?'),
    );
    const { text } = notesOf(messages, 450);
    assert.ok(countIn(text, 'north') > 0, text);
    assert.ok(countIn(text, 'west') > countIn(text, 'north'), text);
  });

  it('leaves room for earlier text', () => {
    const older = ['north', 'south', 'east'].flatMap((pier) => turn(pier));
    const messages = sessionOf(...older, ...turn('west', 200), person('And now?'));
    const { text } = notesOf(messages, 900);
    const before = ['north', 'south', 'east'].reduce((sum, pier) => sum + countIn(text, pier), 0);
    assert.ok(before >= 12, String(before));
    assert.ok(countIn(text, 'west') > before / 3, text);
  });
});

describe('the recognition of pasted text', () => {
  const isTyped = (row: (at: number) => string): boolean => {
    const pasted = Array.from({ length: 20 }, (_, at) => row(at)).join('\n');
    const asked = sessionOf(person(`What do you make of this?\n${pasted}`));
    return atOnce(storyOf(asked, countRoughly)).typed.length > 0;
  };

  it('treats even a short message with a table of numbers as pasted, but not a message of sentences', () => {
    assert.ok(isTyped((at) => `Then lamp ${String(at)} was lit on the pier by hand`));
    assert.ok(!isTyped((at) => `│ ${String(at)}.${String(at)} │ 0x${String(at)}${'0'.repeat(30)} │`));
  });
});

describe('the model’s thoughts in the notes', () => {
  it('are included and marked as thoughts if the assistant’s text leaves room', () => {
    const thoughts = Array.from({ length: 30 }, (_, at) =>
      thinking(`The guard number${String(at)} renews twice because lock${String(at)} is taken late.`),
    );
    const messages = sessionOf(person('Fix the refresh loop.'), ...thoughts);
    const whole = notesOf(messages, 2_000);
    assert.equal(whole.text.match(/^m\d+ thought: The guard number\d+ renews/gmu)?.length, 30);
    assert.deepEqual(ungroundedLines(whole, messages), []);
    const some = notesOf(messages, 300).text;
    assert.match(some, / thought: /u);
    const said = thoughts.map((_, at) =>
      assistant(`I renew guard number${String(at)} at the place where the loop begins.`),
    );
    assert.doesNotMatch(notesOf(sessionOf(...thoughts, ...said), 200).text, / thought: /u);
  });

  it('are noted together with the text of the same message', () => {
    const both: Message = {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'The lock is taken late, so the guard renews twice.' },
        { type: 'text', text: 'I take the lock before the loop begins to refresh.' },
      ],
    };
    const lines = notesOf(sessionOf(person('Fix the loop.'), both), 1_000).text.split('\n');
    const linesWith = (words: string): readonly string[] => lines.filter((line) => line.includes(words));
    assert.deepEqual(linesWith('renews twice'), [
      'm2 thought: The lock is taken late, so the guard renews twice.',
    ]);
    assert.deepEqual(linesWith('before the loop'), [
      'm2: I take the lock before the loop begins to refresh.',
    ]);
  });

  it('are omitted if the person struck the thoughts', () => {
    const messages = sessionOf(person('Fix it.'), thinking('The lock is taken late, so it renews twice.'));
    const [line = ''] = / *m2 thought: .*/u.exec(notesOf(messages, 1_000).text) ?? [];
    const edit = { kind: 'notesEdited', v: 1, line: bodyOf(line), on: true, id: 'e1', at: 0 } as const;
    const edits = { byKey: new Map([[editKey(edit), edit]]), retired: new Set<string>() };
    assert.doesNotMatch(
      writeNotes({ messages, mostTokens: 1_000, count: countRoughly, edits }).text,
      /taken late/u,
    );
  });
});

describe('a long request in the notes', () => {
  it('begins with what the person asks for', () => {
    const details = Array.from({ length: 60 }, (_, at) => `- lamp ${String(at)} gets a wire of its own`);
    const request = (what: string): ReturnType<typeof person> =>
      person(['We begin the next stage:', what, '- never change the harbour', ...details].join('\n'));
    const report = Array.from({ length: 200 }, (_, at) => `Pier ${String(at)} has ${String(at * 7)} posts.`);
    const { text } = writeNotes({
      messages: sessionOf(
        ...[person('Hello.'), request('LAMP STAGE'), assistant(report.join(' '))],
        ...[request('WIRE STAGE'), assistant(report.join(' ')), person('Go on.')],
      ),
      mostTokens: 600,
      count: countRoughly,
    });
    assert.match(text, /m2 You: We begin the next stage:\n {2}LAMP STAGE/u);
    assert.match(text, /m4 You: We begin the next stage:\n {2}WIRE STAGE/u);
    assert.equal(text.split('never change the harbour').length, 2, text);
  });

  it('is preferred to older requests if there is no room for all requests', () => {
    const details = Array.from({ length: 60 }, (_, at) => `- lamp ${String(at)} gets a wire of its own`);
    const requests = Array.from({ length: 30 }, (_, at) =>
      person([`Wire the pier with the number ${String(at)} as the plan below says.`, ...details].join('\n')),
    );
    const messages = sessionOf(person('Hello.'), ...requests, person('Go on.'));
    const { text } = writeNotes({ messages, mostTokens: 400, count: countRoughly });
    const noted = [...text.matchAll(/the number (\d+)/gu)].map(([, number]) => Number(number));
    assert.ok(noted.length > 3 && noted.length < 30, text);
    assert.ok(noted.includes(29) && noted.includes(28) && !noted.includes(15), noted.join(' '));
  });
});
