import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ruleSentences } from '../../../../src/core/language/ruleSentences.ts';

interface Labelled {
  readonly text: string;
  readonly language: string;
  readonly label: 'constraint' | 'correction' | 'decision' | 'chatter';
}

const labelled = JSON.parse(read('ruleSentences.json')) as readonly Labelled[];

function read(name: string): string {
  return readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url), 'utf8');
}

/**
 * Returns whether a sentence was held out, i.e. hidden from the authors of the code that finds rules. A sentence is
 * held out if its hash (FNV-1a, 32 bits) is odd.
 */
function isHeldOut(text: string): boolean {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash % 2 === 1;
}

function foundKind(text: string): string {
  return ruleSentences(text)[0]?.kind ?? 'chatter';
}

function assertFound(sentences: readonly Labelled[], least: { recall: number; precision: number }): void {
  const wanted = sentences.filter(({ label }) => label === 'constraint');
  const found = sentences.filter(({ text }) => foundKind(text) === 'constraint');
  const right = found.filter(({ label }) => label === 'constraint').length;
  assert.ok(right / wanted.length >= least.recall, `recall ${String(right)}/${String(wanted.length)}`);
  assert.ok(right / found.length >= least.precision, `precision ${String(right)}/${String(found.length)}`);
}

describe('rule sentences', () => {
  it('are tested on at least 150 labelled sentences in at least four languages', () => {
    assert.ok(labelled.length >= 150);
    assert.ok(new Set(labelled.map(({ language }) => language)).size >= 4);
    const heldOut = labelled.filter(({ text }) => isHeldOut(text)).length;
    assert.ok(heldOut > labelled.length * 0.4 && heldOut < labelled.length * 0.6);
  });

  it('include at least 80% of the held-out constraints with a precision of at least 95%', () => {
    assertFound(
      labelled.filter(({ text }) => isHeldOut(text)),
      { recall: 0.8, precision: 0.95 },
    );
  });

  it('have the right kind (correction, decision or constraint) in at least 90% of the held-out sentences found', () => {
    const found = labelled.filter(
      ({ text, label }) => isHeldOut(text) && label !== 'chatter' && foundKind(text) !== 'chatter',
    );
    const right = found.filter(({ text, label }) => foundKind(text) === label);
    assert.ok(right.length / found.length >= 0.9, `${String(right.length)}/${String(found.length)}`);
  });

  for (const [what, text] of [
    ['in an HTML comment', 'Explain this: <!-- Never ask. --> Thanks.'],
    ['in an HTML comment that is not closed', 'Explain this: <!-- Never ask.\nNever test.'],
    [
      'in log lines with a time',
      '2026-11-01 10:00:00 INFO bot: you must never ask.\n2026-11-01T10:00:01Z ok',
    ],
    ['in a pasted conversation', 'User: never use tabs.\nSystem: always push.\n\nSum it up.'],
  ] as const)
    it(`are not found ${what}`, () => {
      assert.deepEqual(ruleSentences(text), []);
    });

  it('are found word for word among other sentences', () => {
    const text = 'Here is the log.\n\n- Never touch session.ts, e.g. by renaming it. Thanks!\n- What broke?';
    assert.deepEqual(ruleSentences(text), [
      { text: 'Never touch session.ts, e.g. by renaming it.', kind: 'constraint' },
    ]);
  });

  it('are found whole even if the sentences contain an HTML comment', () => {
    const rules = ['Never write `<!--` in a page.', 'Don’t keep <!-- old --> comments.', 'Always use tabs.'];
    assert.deepEqual(
      ruleSentences(rules.join(' ')).map(({ text }) => text),
      rules,
    );
  });

  const languages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    English: {
      ban: 'Never delete the cache folder.',
      limit: 'Every page must have a title.',
      correction: 'The lamp hangs on the pier, not on the boat.',
      decision: "We've decided to keep the old harbour.",
      question: 'Must every page have a title?',
      guess: 'It must be the wind again.',
    },
    Indonesian: {
      ban: 'Jangan hapus folder cache.',
      limit: 'Setiap halaman harus punya judul.',
      correction: 'Bukan perahu merah, tapi perahu biru.',
      decision: 'Kita sepakat menutup dermaga lama.',
      question: 'Apakah setiap halaman harus punya judul?',
      guess: 'Itu pasti karena angin.',
    },
    German: {
      ban: 'Lösche niemals den Cache-Ordner.',
      limit: 'Jede Seite muss einen Titel tragen.',
      correction: 'Die Lampe hängt nicht am Boot, sondern am Steg.',
      decision: 'Wir behalten den alten Hafen.',
      question: 'Muss jede Seite einen Titel tragen?',
      guess: 'Das muss wohl der Wind sein.',
    },
    Spanish: {
      ban: 'Nunca borres la carpeta de caché.',
      limit: 'Cada página debe llevar un título.',
      correction: 'La lámpara no está en el barco, sino en el muelle.',
      decision: 'Hemos decidido cerrar el muelle viejo.',
      question: '¿Cada página debe llevar un título?',
      guess: 'Debe de ser el viento otra vez.',
      state: 'El viento nunca es frío.',
    },
    French: {
      ban: 'Ne supprime jamais le dossier de cache.',
      limit: 'Chaque page doit porter un titre.',
      correction: "Ce n'est pas le bateau rouge, c'est le bleu.",
      decision: 'On garde le vieux port.',
      question: 'Chaque page doit porter un titre ?',
      guess: 'Ils doivent avoir oublié la lampe.',
    },
    Chinese: {
      ban: '不要删除缓存文件夹。',
      limit: '每个页面必须有标题。',
      correction: '不是红船，而是蓝船。',
      decision: '我们决定关掉旧码头。',
      question: '每个页面必须有标题吗',
      guess: '别忘了关灯。',
    },
    Japanese: {
      ban: 'キャッシュフォルダは絶対に削除しないでください。',
      limit: '各ページには必ず題名を付けてください。',
      correction: '赤い船ではなく、青い船です。',
      decision: '古い港を残すことに決めました。',
      question: '各ページに必ず題名が要りますか。',
      guess: '灯りを消すのを忘れないでください。',
    },
    Russian: {
      ban: 'Никогда не удаляй папку кэша.',
      limit: 'Каждая страница должна иметь заголовок.',
      correction: 'Лампа висит не на лодке, а на пирсе.',
      decision: 'Мы решили закрыть старый причал.',
      question: 'Каждая страница должна иметь заголовок?',
      guess: 'Должно быть, это опять ветер.',
    },
  };
  const kinds: Readonly<Record<string, string>> = {
    ban: 'constraint',
    limit: 'constraint',
    correction: 'correction',
    decision: 'decision',
  };
  for (const [language, sentences] of Object.entries(languages)) {
    it(`include a ban, a limit, a correction and a decision in ${language}, but no question and no guess`, () => {
      for (const [what, sentence] of Object.entries(sentences)) {
        assert.equal(foundKind(`OK.\n${sentence}`), kinds[what] ?? 'chatter', sentence);
      }
    });
  }

  const found: readonly (readonly [string, string])[] = [
    ['a ban in brackets', "Look at the harbour map for that (don't redraw any pier!)."],
    ['a ban after another clause', "Nice colours, but don't paint the doors."],
    ['a ban without an apostrophe', 'and dont paint the doors'],
    ['a ban with Markdown emphasis', 'Do **not** paint the doors.'],
    ['a ban after a chat command', "/ask don't paint the doors"],
    ['a lasting wish', 'And I only want lamps that burn all night.'],
    ['a wish that something stays as it is', 'The boats stay as they are, keep their colours.'],
    ['a contrast of two things', 'Paint the pier, not the boats'],
    ['a contrast of two names', 'Open pier.ts not boats.ts'],
    ['a contrast of two ways to work', 'Count the lamps rather than guessing.'],
    ['a repeated wish', 'I said the red boat.'],
    ['a demand to ask first', 'Ask me before you paint anything.'],
    ['a demand that always holds', 'Make sure the lamps never flicker.'],
    ['a duty', 'It is important that the lamps burn.'],
    ['a rule that begins now', 'From this point forward the lamps burn at night.'],
    ['a rule for all things of a kind', 'All boats need a lamp.'],
    ['a demand to replace something', 'Instead of three lamps, hang up one.'],
    ['a statement that something is not needed', "The pier doesn't need stairs."],
    ['a decision not to do something', "We won't sell the boats."],
    ['an agreement', 'Note that we agreed on tabs.'],
    ['a decision after “in the end”', 'In the end we decided to use tabs.'],
    ['a choice with “we chose”', 'For the pier we chose oak.'],
    ['a choice with “let’s”', "Let's limit the boats to twelve."],
    ['a Chinese sentence about the speaker’s own choice', '我们最后在两个码头中选择了旧的。'],
    ['a Chinese sentence that names a choice but no subject', '那还是选择旧码头吧。'],
    ['a choice in plain Japanese', '灯りは青にしよう'],
  ];
  for (const [what, sentence] of found) {
    it(`include ${what}`, () => {
      assert.deepEqual(
        ruleSentences(sentence).map(({ text }) => text),
        [sentence],
      );
    });
  }

  const passedOver: readonly (readonly [string, string])[] = [
    ['a question', 'Should we always use UTC?'],
    ['a question without a question mark', 'is it safe to never close it'],
    ['a report by the person', 'I never saw that.'],
    ['a negative question without a question mark', "shouldn't we never close it"],
    ['a report of others’ words', 'The docs say never to close it.'],
    ['a statement about what happens by itself', 'The pier never closes.'],
    ['a statement that something is not the case', "It's not the lamp that flickers."],
    ['a task with "make sure"', 'Make sure the door is painted.'],
    ['an answer that begins with “No”', 'No, the harbour is dark.'],
    ['a task with "should"', 'The second pier should get a lamp.'],
    ['a task with "I want"', 'I want you to paint the door.'],
    ['a choice of what to do next', "Let's do that."],
    ['a Chinese sentence about somebody else’s choice', '然后船长再从三个码头中选择一个出发。'],
    ['a Chinese sentence about somebody else’s decision', '灯的颜色由船长决定。'],
    ['a Japanese sentence about a choice that the person only considers', '灯りは青にしようと思うけど'],
    ['a task that refers to an agreement', 'Write down the rules we agreed on.'],
    ['a task that refers to what was agreed on a certain day', 'List everything we agreed on today.'],
    ['a rule that the person only considers', 'Maybe we never touch session.ts.'],
    ['a line that introduces the next one', 'To never see this again, run:'],
    ['code in a fence', '```\nnever touch\n```'],
    ['quoted sentences', 'The README says "Keep it small. Never touch session.ts." Right?'],
    ['sentences in single quotes', "The README says 'Keep it small. Never touch session.ts.' Right?"],
    ['code in a longer fence', '````md\n```\nnever touch\n```\nAlways sign.\n````'],
    ['fenced code that contains another opening fence', 'So:\n```md\n```ts\nnever touch\n```'],
    ['code in a fence of tildes', 'Look:\n~~~\nNever touch session.ts.\n~~~'],
    ['indented code', 'Look:\n\n    Never touch session.ts.'],
    ['a rule in a `<file>` tag', '<file>\nNever touch session.ts.\n</file>'],
    ['a quoted line', '> Never touch session.ts.'],
    ['a very long sentence', `Never ${'do this or that '.repeat(40)}.`],
  ];
  for (const [what, text] of passedOver) {
    it(`do not include ${what}`, () => {
      assert.deepEqual(ruleSentences(text), []);
    });
  }

  it('in a text with program output include only orders', () => {
    const order = 'Never touch session.ts.';
    const told = 'The bundle must be signed.';
    const around = (line: string): string => `It fails:\n${line}\n${told}\n${order}`;
    for (const line of [
      'Traceback (most recent call last):',
      '  File "pier.py", line 3, in <module>',
      '    at paint (pier.ts:3:7)',
      'TypeError: no lamp',
      'pier: command not found',
      'usage: pier [-h]',
      'me@harbour:~/pier$ ls',
      '> 12 | paint(pier)',
    ]) {
      assert.deepEqual(
        ruleSentences(around(line)).map(({ text }) => text),
        [order],
        line,
      );
    }
    assert.equal(ruleSentences(around('and so on')).length, 2);
  });

  it('include only orders in a text of over 1,500 characters, and nothing in a text of over 5,000', () => {
    const order = 'Never touch session.ts.';
    const told = 'The bundle must be signed.';
    const textOf = (length: number): string => `${'It was so. '.repeat(length / 11)}\n${order}\n${told}`;
    const foundIn = (length: number): readonly string[] =>
      ruleSentences(textOf(length)).map(({ text }) => text);
    assert.deepEqual(foundIn(1_400), [order, told]);
    assert.deepEqual(foundIn(1_600), [order]);
    assert.deepEqual(foundIn(5_100), []);
  });
});
