import assert from 'node:assert/strict';
import fc from 'fast-check';
import { project } from '../../../../src/core/context/project.ts';
import type { Draft, Entry } from '../../../../src/core/log/entry.ts';
import { maskedTexts } from '../../../../src/core/session/markSecrets.ts';
import { textOf, type Message, type Part } from '../../../../src/core/log/message.ts';
import { MemoryLog } from '../../../support/memoryLog.ts';
import { findsPasswords } from '../../../support/namedSecrets.ts';
import {
  asked,
  called,
  message,
  open,
  result,
  said,
  sessionOf,
  textsOf,
} from '../../../support/secretSessions.ts';

describe('A secret’s number', () => {
  it('is the same for equal values and different for different values', async () => {
    const { live } = await sessionOf(said('pw=heron then pw=quay'), said('again pw=heron'), said('pw=tern'));
    assert.deepEqual(textsOf(live), [
      'pw=[secret: password #1] then pw=[secret: password #2]',
      'again pw=[secret: password #1]',
      'pw=[secret: password #3]',
    ]);
    assert.deepEqual(
      [1, 2, 3, 4].map((number) => live.secrets.valueOf(number)),
      ['heron', 'quay', 'tern', undefined],
    );
  });

  it('is the same for a value in plain text and for the value escaped in JSON', async () => {
    const { live } = await sessionOf(said('pw=a\\b'), called({ text: 'pw=a\\b', other: 'pw=tern\nnext' }));
    assert.equal(live.secrets.valueOf(1), 'a\\b');
    assert.equal(
      textsOf(live)[1],
      `run ${JSON.stringify({ text: 'pw=[secret: password #1]', other: 'pw=[secret: password #2]\nnext' })}`,
    );
  });

  it('is used again if a later call contains the value without “pw=”', async () => {
    const drafts = [result('pw=heronwing', 'read'), called({ old: 'heronwing', text: 'quay' })];
    const { log, live } = await sessionOf(...drafts);
    const again = await open(new MemoryLog(log.entries));
    const imported = await open(new MemoryLog());
    await imported.appendAll(drafts);
    for (const session of [live, again, imported]) {
      await session.append(result('replaced heronwing'));
      assert.deepEqual(textsOf(session), [
        'pw=[secret: password #1]',
        `run ${JSON.stringify({ old: '[secret: password #1]', text: 'quay' })}`,
        'replaced [secret: password #1]',
      ]);
    }
  });

  it('stands for the raw characters of the value if a call’s arguments are not valid JSON', async () => {
    const broken = { type: 'toolCall', callId: 'c', name: 'run', arguments: 'pw=a\\q' } as const;
    const { live } = await sessionOf(message({ role: 'assistant', parts: [broken] }));
    assert.equal(live.secrets.valueOf(1), 'a\\q');
  });

  it('appears with the value’s first kind, even if the value is later found as another kind', async () => {
    const log = new MemoryLog();
    const kinds = ['password', 'token'];
    const live = await open(log, {
      find: (texts) => Promise.resolve(texts.map(() => [{ start: 0, end: 5, kind: kinds.shift() ?? '' }])),
    });
    await live.append(said('heron'));
    await live.append(said('heron'));
    assert.deepEqual(textsOf(live), ['[secret: password #1]', '[secret: password #1]']);
  });

  it('is given once to overlapping spans', async () => {
    const log = new MemoryLog();
    const live = await open(log, {
      find: () =>
        Promise.resolve([
          [
            { start: 0, end: 4, kind: 'key' },
            { start: 2, end: 6, kind: 'token' },
          ],
        ]),
    });
    await live.append(said('abcdef.'));
    assert.deepEqual(textsOf(live), ['[secret: key #1].']);
    assert.equal(live.secrets.valueOf(1), 'abcdef');
  });

  it('stays the same after a reload, an import and a rewind', async () => {
    const { log, live } = await sessionOf(said('pw=heron'), said('pw=quay'), said('pw=tern'));
    await live.append({ kind: 'rewind', before: 'm2' });
    const before = textsOf(live);
    const again = await open(new MemoryLog(log.entries));
    assert.deepEqual(textsOf(again), before);
    await again.append(said('pw=quay'));
    await again.appendAll([said('pw=gull'), said('pw=tern'), said('pw=gull')]);
    assert.deepEqual(textsOf(again).slice(3), [
      'pw=[secret: password #2]',
      'pw=[secret: password #4]',
      'pw=[secret: password #3]',
      'pw=[secret: password #4]',
    ]);
  });

  it('is also read from entries that another window wrote', async () => {
    const { log, live } = await sessionOf(said('pw=heron'));
    const other = await open(new MemoryLog(log.entries));
    const entry = await other.append(said('pw=quay'));
    log.writtenElsewhere(entry);
    await live.refresh();
    await live.append(said('pw=tern pw=quay'));
    assert.equal(textsOf(live)[2], 'pw=[secret: password #3] pw=[secret: password #2]');
  });

  it('stands for no value, and is never reused, after the message with the value was forgotten', async () => {
    const { log, live } = await sessionOf(said('pw=heron'), said('pw=quay'));
    await live.forget('m2');
    assert.equal(JSON.stringify(log.entries).includes('quay'), false);
    assert.equal(live.secrets.valueOf(2), undefined);
    for (const session of [live, await open(new MemoryLog(log.entries))]) {
      assert.equal(session.secrets.valueOf(2), undefined);
      const { message: shown } = session.message('m2') ?? assert.fail();
      assert.equal(textOf(shown), '[forgotten at the person’s request]');
    }
    await live.append(said('pw=tern'));
    assert.equal(textsOf(live)[2], 'pw=[secret: password #3]');
  });

  it('still stands for the value if only one of two messages is forgotten', async () => {
    const { live } = await sessionOf(said('pw=heron'), said('so pw=heron'));
    await live.forget('m1');
    assert.equal(live.secrets.valueOf(1), 'heron');
    assert.equal(textsOf(live)[1], 'so pw=[secret: password #1]');
  });

  it('still stands for the value after a reveal in one message', async () => {
    const { live } = await sessionOf(said('pw=heron'), said('and pw=heron'));
    const entry = live.entry('m1');
    const [span] = entry?.kind === 'message' ? (entry.secrets ?? []) : [];
    await live.append({ kind: 'reveal', target: 'm1', span: span ?? assert.fail() });
    assert.deepEqual(textsOf(live), ['pw=heron', 'and pw=[secret: password #1]']);
    assert.equal(live.secrets.valueOf(1), 'heron');
  });

  it('differs from the numbers in the marks of earlier texts', async () => {
    const { live } = await sessionOf(
      said('see [secret: password #1] and [secret: key #3]'),
      said('pw=a1 pw=b2'),
    );
    assert.equal(textsOf(live)[1], 'pw=[secret: password #2] pw=[secret: password #4]');
    assert.equal(live.secrets.valueOf(1), undefined);
  });

  it('is omitted from texts that are stored outside the session', async () => {
    assert.deepEqual(await maskedTexts(['pw=heron', 'as [secret: password #2]'], findsPasswords), [
      'pw=[secret: password]',
      'as [secret: password]',
    ]);
  });

  it('is the same for equal values in any order of messages and after any reload', async () => {
    const words = fc.array(fc.constantFrom('heron', 'quay', 'tern', 'gull', 'a\\b', 'x'), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(words, fc.nat(12), async (values, at) => {
        const log = new MemoryLog();
        let live = await open(log);
        for (const [index, value] of values.entries()) {
          if (index === at) live = await open(log);
          await live.append(index % 2 === 0 ? said(`pw=${value}`) : called({ text: `pw=${value}` }));
        }
        const numbers = textsOf(live).map((text) => Number(/#(\d+)\]/u.exec(text)?.[1]));
        assert.deepEqual(
          numbers.map((number) => live.secrets.valueOf(number)),
          values,
        );
        assert.equal(new Set(numbers).size, new Set(values).size);
      }),
    );
  });
});

describe('A secret value from an earlier call', () => {
  const mark = '[secret: password #1]';
  const use = called({ command: `echo ${mark}` });

  it('is masked wherever a later text repeats the value', async () => {
    const { live } = await sessionOf(
      said('pw=heron-77'),
      use,
      result('heron-77\nxheron-77x'),
      said('heron-77?'),
    );
    assert.deepEqual(textsOf(live).slice(2), [`${mark}\nx${mark}x`, `${mark}?`]);
  });

  it('is also masked when escaped as JSON', async () => {
    const { live } = await sessionOf(said('pw=heron\\77'), use, result('{"out":"heron\\\\77"}'));
    assert.doesNotMatch(textsOf(live)[2] ?? '', /heron/u);
  });

  it('is masked only as a whole word if the value is short', async () => {
    const { live } = await sessionOf(said('pw=tern'), use, result('tern, lantern, terns, "tern"'));
    assert.equal(textsOf(live)[2], `${mark}, lantern, terns, "${mark}"`);
  });

  it('is masked after a reload, even if the search for secrets fails', async () => {
    const { log } = await sessionOf(said('pw=heron-77'), use);
    const live = await open(log, { find: () => Promise.reject(new Error('no')) });
    await live.append(result('it is heron-77'));
    assert.equal(textsOf(live)[2], `it is ${mark}`);
  });
});

describe('Mark-like text', () => {
  const parts = (one: Part): Draft => message({ role: 'user', parts: [one] } as Message);

  for (const [where, draft] of [
    ['a result', result('has [secret: password #1]')],
    ['a file', parts({ type: 'file', path: 'a.md', text: 'has [secret: password #1]' })],
  ] as const) {
    it(`is masked in ${where} by a mark with a new number, which stands for the literal text`, async () => {
      const { live } = await sessionOf(said('pw=heron'), draft);
      assert.match(textsOf(live)[1] ?? '', /has \[secret: mark #2\]$/u);
      assert.equal(live.secrets.valueOf(2), '[secret: password #1]');
      assert.equal(live.secrets.valueOf(1), 'heron');
    });
  }

  it('stays unchanged in the result of a failed call', async () => {
    const failed = { role: 'tool', callId: 'c', toolName: 'run', isError: true } as const;
    const text = 'no [secret: password #1]';
    const { live } = await sessionOf(
      said('pw=heron'),
      message({ ...failed, parts: [{ type: 'text', text }] }),
    );
    assert.equal(textsOf(live)[1], text);
  });

  for (const name of ['recall', 'longthread_recall', 'longthreadRecall'])
    it(`is treated as a real mark of this session in a result of ${name}`, async () => {
      const { live } = await sessionOf(
        said('pw=heron'),
        asked(name),
        result('has [secret: password #1]', name),
      );
      assert.equal(textsOf(live)[2], 'has [secret: password #1]');
    });
});

describe('A log of 0.1.0', () => {
  const old: Entry = {
    ...{ v: 1, id: 'm1', at: 0, kind: 'message' },
    message: { role: 'user', parts: [{ type: 'text', text: 'pw=heron' }] },
    secrets: [{ part: 0, start: 3, end: 8, kind: 'password' }],
  };

  it('keeps marks without numbers, while new secrets get numbers', async () => {
    const before = project([old]);
    const live = await open(new MemoryLog([old]));
    assert.deepEqual(live.context, before);
    assert.equal(textsOf(live)[0], 'pw=[secret: password]');
    await live.append(said('pw=heron'));
    assert.deepEqual(textsOf(live), ['pw=[secret: password]', 'pw=[secret: password #1]']);
    assert.equal(live.secrets.hasUnnumbered('password'), true);
    assert.equal(live.secrets.hasUnnumbered('token'), false);
  });
});
