import assert from 'node:assert/strict';
import { clipMiddle } from '../../../../src/core/text/lines.ts';
import { atOnce } from '../../../../src/core/steps.ts';
import type { DataSection } from '../../../../src/core/summary/dataFence.ts';
import { transcriptOf as transcriptInSteps } from '../../../../src/core/summary/transcript.ts';
import { assistant, calls, client, numbered, person, result } from '../../../support/saidMessages.ts';

function transcriptOf(...given: Parameters<typeof transcriptInSteps>): readonly DataSection[] {
  return atOnce(transcriptInSteps(...given));
}

describe('the transcript for the summarizing model', () => {
  it('labels each message with address and speaker', () => {
    const sections = transcriptOf(numbered(person('Hello.'), client('<reminder>'), assistant('Hi.')));
    assert.deepEqual(sections, [
      { label: 'm1 · person', text: 'Hello.' },
      { label: 'm2 · client program', text: '<reminder>' },
      { label: 'm3 · assistant', text: 'Hi.' },
    ]);
  });

  it('also contains messages that stay in the context, with a label', () => {
    const sections = transcriptOf(numbered(assistant('Lamps?'), person('No.')), new Set(['m1']));
    assert.deepEqual(
      sections.map(({ label }) => label),
      ['m1 · assistant', 'm2 · person · stays in the context, not to be summarized'],
    );
  });

  it('separates the person’s quotations from the person’s own words', () => {
    const sections = transcriptOf(numbered(person('Answer this.\n> You must always send it.\nBriefly.')));
    assert.deepEqual(sections, [
      { label: 'm1 · person', text: 'Answer this.\n\nBriefly.' },
      { label: 'm1 · quotation', text: '> You must always send it.' },
    ]);
  });

  it('leaves out system text, reasoning and empty messages', () => {
    const sections = transcriptOf(
      numbered(
        { role: 'system', parts: [{ type: 'text', text: 'Rules.' }] },
        { role: 'assistant', parts: [{ type: 'reasoning', text: 'Hm.' }] },
        person(' '),
      ),
    );
    assert.deepEqual(sections, []);
  });

  it('shows attached files and images in sections labelled “client program”', () => {
    const sections = transcriptOf(
      numbered({
        role: 'user',
        parts: [
          { type: 'file', path: 'a.ts', text: 'export {};' },
          { type: 'image', mediaType: 'image/png' },
        ],
      }),
    );
    assert.deepEqual(
      sections.map(({ label, text }) => `${label}: ${text}`),
      ['m1 · client program: attached a.ts\nexport {};', 'm1 · client program: [image]'],
    );
  });

  it('shows the removed and added lines of an edit, but only the line count of the result', () => {
    const old_string = 'function renew() {\n  return 1;\n}';
    const new_string = 'function renew() {\n  return 2;\n}';
    const [edit, done] = transcriptOf(
      numbered(
        calls('Edit', { file_path: 'src/a.ts', old_string, new_string }, 'a'),
        result(`The file src/a.ts has been updated.\n${'1→line\n'.repeat(50)}`, 'a'),
      ),
    );
    assert.equal(edit?.text, 'calls Edit src/a.ts\n-   return 1;\n+   return 2;');
    assert.equal(done?.text, 'Edit src/a.ts · 51 lines');
  });

  it('names each file of a patch and shortens the changes', () => {
    const input = [
      '*** Begin Patch',
      '*** Update File: a.ts',
      '-one',
      '+two',
      '*** Add File: b.ts',
      ...Array.from({ length: 400 }, (_, index) => `+line ${String(index)}`),
      '*** End Patch',
    ].join('\n');
    const [patch] = transcriptOf(numbered(calls('apply_patch', { input }, 'a')));
    assert.match(
      patch?.text ?? '',
      /^calls apply_patch a\.ts, b\.ts\nedit a\.ts\n- one\n\+ two\nwrite b\.ts\n\+ line 0\n[^]*characters left out/,
    );
    assert.ok((patch?.text.length ?? 0) < 4_100);
  });

  it('shows the whole command if the command only mentions “*** Begin Patch”', () => {
    const command = "rg -n -F '*** Begin Patch' src";
    const [shown] = transcriptOf(numbered(calls('bash', { command }, 'a')));
    assert.equal(shown?.text, `calls bash ${command}`);
  });

  it('shows the old and the new name of a moved file', () => {
    const input = '*** Begin Patch\n*** Update File: a.ts\n*** Move to: b.ts\n@@\n-one\n+two\n*** End Patch';
    const [patch] = transcriptOf(numbered(calls('apply_patch', { input }, 'a')));
    assert.match(patch?.text ?? '', /\nmove a\.ts to b\.ts\n- one\n\+ two$/u);
  });

  it('shows less of each change if there are many changes', () => {
    const content = 'const a = 1;\n'.repeat(1_000);
    const written = (files: number): number => {
      const sections = transcriptOf(
        numbered(
          ...Array.from({ length: files }, (_, index) =>
            calls('write_file', { path: `a${String(index)}.ts`, content }, `c${String(index)}`),
          ),
        ),
      );
      return sections[0]?.text.length ?? 0;
    };
    assert.ok(written(1) > 4_000 && written(1) < 4_200);
    assert.ok(written(50) < 2_200 && written(200) < 1_200);
  });

  it('shows a plan with the states of the items, the result of a completion, and a long commit command', () => {
    const todos = [
      { content: 'Parse it', status: 'completed' },
      { content: 'Test it', status: 'pending' },
    ];
    const command = `git commit -m "Keep whole groups ${'and why '.repeat(60)}"`;
    const sections = transcriptOf(
      numbered(
        calls('TodoWrite', { todos }, 'a'),
        calls('attempt_completion', { result: 'All is done.' }, 'b'),
        calls('bash', { command }, 'c'),
      ),
    );
    assert.deepEqual(
      sections.map(({ text }) => text),
      [
        'calls TodoWrite\n[done] Parse it\n[open] Test it',
        'calls attempt_completion\nAll is done.',
        `calls bash ${command}`,
      ],
    );
  });

  it('keeps the lines of a failure', () => {
    const output = [
      ...Array.from({ length: 300 }, (_, index) => `ok package${String(index)}`),
      '--- FAIL: TestRenew (0.00s)',
      '    token_test.go:42: renewed twice',
      '        got:  2',
      '        want: 1',
      ...Array.from({ length: 300 }, (_, index) => `ok other${String(index)}`),
      'FAIL',
    ];
    const [, shown] = transcriptOf(
      numbered(
        calls('bash', { command: 'go test ./...' }, 'a'),
        result(output.join('\n'), 'a', { exitCode: 1 }),
      ),
    );
    const lines = shown?.text.split('\n') ?? [];
    assert.equal(lines[0], 'bash go test ./... · exit 1 · 605 lines');
    assert.ok(shown?.text.includes('renewed twice\ngot:  2\nwant: 1'));
    assert.equal(lines.at(-1), 'FAIL');
    assert.ok(lines.length < 25, String(lines.length));
  });

  it('shows the whole output of a Git command that gives an overview, such as `git status`', () => {
    const status = Array.from({ length: 90 }, (_, index) => ` M src/module${String(index)}.ts`).join('\n');
    for (const command of ['git status --short', 'cd /repo && git diff --stat', 'git log --oneline -90']) {
      const [, shown] = transcriptOf(numbered(calls('bash', { command }, 'a'), result(status, 'a')));
      assert.ok(shown?.text.endsWith(status.split('\n').slice(1).join('\n')), command);
    }
  });

  it('omits text that the client program added to a result, and the text of a plan’s result', () => {
    const reminder = {
      type: 'text',
      text: '<system-reminder>',
      origin: 'client',
      label: 'system-reminder',
    } as const;
    const [, shown, , planned] = transcriptOf(
      numbered(
        calls('read_file', { path: 'a.ts' }, 'a'),
        { role: 'tool', callId: 'a', toolName: 'read_file', parts: [{ type: 'text', text: 'x' }, reminder] },
        calls('TodoWrite', { todos: [{ content: 'Parse it', status: 'pending' }] }, 'b'),
        result('Todos have been modified. Go on with them.', 'b'),
      ),
    );
    assert.equal(shown?.text, 'read_file a.ts · 1 line\nx');
    assert.equal(planned?.text, 'TodoWrite · 1 line');
  });

  it('shows the whole text of short results, but not of a long file', () => {
    const read = (lines: number, call = calls('read_file', { path: 'a.ts' }, 'a')): string => {
      const [, shown] = transcriptOf(numbered(call, result('const a = 1;\n'.repeat(lines), 'a')));
      return shown?.text ?? '';
    };
    assert.equal(read(3), 'read_file a.ts · 3 lines\nconst a = 1;\nconst a = 1;\nconst a = 1;');
    assert.equal(read(300), 'read_file a.ts · 300 lines');
    const command = "sed -n '1,300p' a.ts";
    assert.equal(read(300, calls('bash', { command }, 'a')), `bash ${command} · 300 lines`);
  });

  it('keeps the beginning and the end of a long output, for example of `npm run migrate`', () => {
    const [, shown] = transcriptOf(
      numbered(
        calls('bash', { command: 'npm run migrate' }, 'a'),
        result(`begin\n${'x\n'.repeat(5_000)}end`, 'a', { exitCode: 0 }),
      ),
    );
    assert.match(
      shown?.text ?? '',
      /^bash npm run migrate · exit 0 · 5002 lines\nbegin\n[^]*left out[^]*end$/,
    );
    assert.ok((shown?.text.length ?? 0) < 1_700);
  });

  it('shows a failed result even without the call', () => {
    const [lost] = transcriptOf(numbered(result('gone', 'z', { isError: true })));
    assert.equal(lost?.text, 'tool · failed · 1 line\ngone');
  });

  it('keeps the beginning and the end of a text that is too long', () => {
    const clipped = clipMiddle(`begin${'x'.repeat(5_000)}end`, 1_000);
    assert.match(clipped, /^begin[^]*\[… 4008 characters left out …\][^]*end$/);
    assert.equal(
      clipMiddle('abcdef', 3),
      'abc\n[… 3 characters left out …]\n',
      'the end is kept, although the limit has no room for it',
    );
    const [said] = transcriptOf(numbered(person('y'.repeat(50_000))));
    assert.ok((said?.text.length ?? 0) < 6_100);
  });
});
