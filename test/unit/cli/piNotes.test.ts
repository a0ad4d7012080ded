import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { runCommandLine } from '../../../src/cli/runCommandLine.ts';
import { MADE_UP_TOKEN } from '../../support/namedSecrets.ts';
import { piEntry, piSaid } from '../../support/piEntries.ts';

const RULE = 'Never push to the release branch.';

describe('Notes for pi', () => {
  const run = async (
    input: string,
    ...more: readonly string[]
  ): Promise<{ readonly status: number; readonly out: string; readonly err: string }> => {
    let [out, err] = ['', ''];
    const status = await runCommandLine(['pi-notes', ...more], {
      write: (text) => (out += text),
      writeError: (text) => (err += text),
      now: () => 0,
      input: Readable.from([input]),
      connectModel: () => Promise.reject(new Error('There is no model in this test.')),
    });
    return { status, out, err };
  };
  /** Returns the summary for a session whose entries from index `kept` on stay in the context. */
  const summary = async (
    entries: readonly { readonly id: string }[],
    kept = entries.length,
    change: object = {},
  ): Promise<string> => {
    const asked = { type: 'compaction', id: 'longthread', firstKeptEntryId: entries[kept]?.id, summary: '…' };
    const input = [...entries, { ...asked, ...change }].map((line) => `${JSON.stringify(line)}\n`).join('');
    const { status, out, err } = await run(input);
    assert.deepEqual([status, err], [0, '']);
    return (JSON.parse(out) as { readonly summary: string }).summary;
  };

  it('contain rules and decisions from the messages that leave the context, and nothing from the others', async () => {
    const text = await summary(
      [
        piSaid('user', `${RULE}\nAdd a lock to the store.`),
        piSaid('assistant', 'I decided to use a file lock: it survives a crash.'),
        piSaid('user', 'Now the timetable, please.'),
        piSaid('assistant', 'I decided to sort it by platform.'),
      ],
      2,
    );
    assert.match(text, new RegExp(`^[^>\n]*${RULE}`, 'mu'));
    assert.match(text, /^> .*file lock/mu);
    assert.ok(!text.includes('platform') && !text.includes('timetable'), text);
  });

  it('contain no secrets', async () => {
    const entries = [
      piSaid('user', `Never print the token ${MADE_UP_TOKEN}.`),
      piSaid('assistant', 'Understood.'),
    ];
    const text = await summary(entries);
    assert.ok(text.includes('[secret: ') && !text.includes(MADE_UP_TOKEN), text);
  });

  it('are taken from all earlier messages, and not from an earlier summary', async () => {
    const text = await summary(
      [
        piSaid('user', RULE),
        piSaid('assistant', 'Yes.'),
        piEntry('compaction', { summary: 'I decided that they talked.', firstKeptEntryId: 'none' }),
        piSaid('user', 'Add a lock to the store.'),
        piSaid('assistant', 'I decided to use a file lock.'),
      ],
      4,
    );
    assert.ok(text.includes(RULE) && !text.includes('they talked'), text);
  });

  it('contain the person’s last request word for word if this request leaves the context', async () => {
    const words = `Please renew the buoys. ${'Each buoy has a number and a colour. '.repeat(400)}`;
    const entries = [
      piSaid('user', RULE),
      piSaid('assistant', 'Yes.'),
      piSaid('user', words),
      piSaid('assistant', 'I renewed the first half.'),
      piSaid('assistant', 'I renewed the second half.'),
    ];
    assert.ok((await summary(entries, 4, { windowTokens: 20_000 })).endsWith(words));
    assert.ok(!(await summary(entries, 2)).includes('Each buoy'));
  });

  it('are refused with an error sentence if the person’s last request takes too much of the window', async () => {
    const pasted = `${RULE} Look at this: ${'the buoy at the mole is red, '.repeat(3_000)}`;
    const asked = { type: 'compaction', id: 'z', firstKeptEntryId: 'none', summary: '…' };
    const answer = (windowTokens: number): ReturnType<typeof run> =>
      run(
        [piSaid('user', pasted), { ...asked, windowTokens }].map((line) => JSON.stringify(line)).join('\n'),
      );
    const { status, out, err } = await answer(60_000);
    assert.deepEqual([status, out], [1, '']);
    assert.match(err, /your last request word for word .* take too much of the window\.\n$/);
    assert.ok((await answer(200_000)).out.includes(pasted));
  });

  it('quote pi’s summary of an abandoned branch, but not pi’s summary of a compaction', async () => {
    const left = `They tried:\n${RULE}\nThe token was ${MADE_UP_TOKEN}.`;
    const entries = [
      piSaid('user', 'Fix the berths.'),
      piEntry('branch_summary', { fromId: 'e0', summary: left }),
      piSaid('user', 'Go on.'),
      piEntry('branch_summary', { fromId: 'e1', summary: 'Of what stays.' }),
      piSaid('user', 'Now the masts.'),
    ];
    const text = await summary(entries, 3);
    assert.match(text, /^> They tried:\n> Never push .*\n> The token was \[secret: /mu);
    assert.ok(!text.includes('Of what stays') && !text.includes(MADE_UP_TOKEN), text);
    // pi’s summary of a compaction repeats messages that the notes already cover.
    const compacted = piEntry('compaction', { summary: 'They talked.', firstKeptEntryId: 'none' });
    assert.ok(!(await summary([...entries, compacted], 6)).includes('They talked'));
  });

  it('contain no text that was removed or replaced in pi’s context, but contain the replacement', async () => {
    const [first, second] = [
      piSaid('user', 'Always use the wombat.'),
      piSaid('user', 'Never sail at night.'),
    ];
    const replacement = { content: [{ type: 'text', text: RULE }] };
    const text = await summary([
      ...[first, second],
      piEntry('context_edit', { targetId: first.id, replacement: null }),
      piEntry('context_edit', { targetId: second.id, replacement }),
      piSaid('user', 'Fix the berths.'),
    ]);
    assert.deepEqual(
      [RULE, 'wombat', 'at night'].map((words) => text.includes(words)),
      [true, false, false],
    );
  });

  it('contain no tag that could end the element in which pi puts a summary', async () => {
    const text = await summary([piSaid('user', 'Never write </Summary> or <summary> into a file.')]);
    assert.ok(text.includes('‹/Summary>') && text.includes('‹summary>'), text);
    assert.doesNotMatch(text, /<\/?summary/iu);
  });

  it('contain no text that imitates the marks of Longthread’s own notes', async () => {
    const mark = '<longthread-record>';
    const entries = [
      piSaid('user', `Fix the berths. ${mark} one`),
      piEntry('branch_summary', { fromId: 'e0', summary: `They tried. ${mark} two` }),
      piSaid('user', `Go on. ${mark} three`),
    ];
    const text = await summary(entries);
    assert.ok(!text.includes(mark), text);
    for (const end of ['one', 'two', 'three']) assert.ok(text.includes(`‹longthread-record> ${end}`), text);
  });

  it('show a failure as the current state unless a kept message shows the repair', async () => {
    const ran = (id: string, isError: boolean): readonly { readonly id: string }[] => [
      piEntry('message', {
        message: {
          role: 'assistant',
          content: [{ type: 'toolCall', id, name: 'bash', arguments: { command: 'npm test' } }],
        },
      }),
      piEntry('message', {
        message: {
          ...{ role: 'toolResult', toolCallId: id, toolName: 'bash', isError },
          content: isError ? '1 buoy is missing\n\nCommand exited with code 1' : 'all buoys are there',
        },
      }),
    ];
    const failed = [piSaid('user', 'Run the tests.'), ...ran('c1', true)];
    const state = /^## State.*\n> m3: npm test → failed$/mu;
    assert.match(await summary(failed), state);
    assert.doesNotMatch(await summary([...failed, ...ran('c2', false)], 3), state);
  });

  it('take at most half of a small window, not counting the introduction, and may quote a last request that fills a quarter of the window', async () => {
    const turns = Array.from({ length: 200 }, (_each, at) => [
      piSaid('user', `Please change part ${String(at)} of the module, with its ${'tests '.repeat(20)}.`),
      piSaid('assistant', `I decided to change part ${String(at)} and its callers.`),
    ]).flat();
    const [most, introduction] = [800, 400];
    const small = await summary(turns, 390, { windowTokens: 2_000 });
    assert.ok(small.length / 4 < most + introduction, String(small.length));
    const words = `Please renew the buoys. ${'Each buoy has a number. '.repeat(250)}`;
    assert.ok((await summary([piSaid('user', words)], 1, { windowTokens: 6_000 })).endsWith(words));
  });

  it('may be longer if the model’s window is larger', async () => {
    const turns = Array.from({ length: 400 }, (_each, at) => [
      piSaid('user', `Please change part ${String(at)} of the module, with its ${'tests '.repeat(20)}.`),
      piSaid('assistant', `I decided to change part ${String(at)} and its callers.`),
    ]).flat();
    const [small, large] = [
      await summary(turns, 790, { windowTokens: 32_000 }),
      await summary(turns, 790, { windowTokens: 400_000 }),
    ];
    assert.ok(small.length < 12_000 && large.length > 2 * small.length, String(small.length));
  });

  it('are refused with an error sentence if the input requests no compaction, or if a file is named', async () => {
    for (const input of ['', JSON.stringify(piSaid('user', RULE)), '{"type": "compa']) {
      const { status, out, err } = await run(input);
      assert.deepEqual([status, out], [2, '']);
      assert.match(err, /'pi-notes' reads pi's entries/);
    }
    assert.match((await run('', 'session.jsonl')).err, /'pi-notes' takes no FILE/);
  });
});
