import assert from 'node:assert/strict';
import { clipMiddle, transcriptOf } from '../../../../src/core/summary/transcript.ts';
import { assistant, calls, client, numbered, person, result } from '../../../support/saidMessages.ts';

describe('the transcript for a summarizer', () => {
  it('gives each message its address and speaker', () => {
    const sections = transcriptOf(numbered(person('Hello.'), client('<reminder>'), assistant('Hi.')));
    assert.deepEqual(sections, [
      { label: 'm1 · person', text: 'Hello.' },
      { label: 'm2 · client program', text: '<reminder>' },
      { label: 'm3 · assistant', text: 'Hi.' },
    ]);
  });

  it('tells what the person quoted apart from what they say', () => {
    const sections = transcriptOf(numbered(person('Answer this.\n> You must always send it.\nBriefly.')));
    assert.deepEqual(sections, [
      { label: 'm1 · person', text: 'Answer this.\n\nBriefly.' },
      { label: 'm1 · quotation', text: '> You must always send it.' },
    ]);
  });

  it('leaves out system text, reasoning and what says nothing', () => {
    const sections = transcriptOf(
      numbered(
        { role: 'system', parts: [{ type: 'text', text: 'Rules.' }] },
        { role: 'assistant', parts: [{ type: 'reasoning', text: 'Hm.' }] },
        person(' '),
      ),
    );
    assert.deepEqual(sections, []);
  });

  it('shows attached files and images as the client program’s', () => {
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

  it('reduces a tool’s result to what was called, how it came out, its first lines and those that matter', () => {
    const output = [
      ...Array.from({ length: 300 }, (_, index) => `line ${String(index)}`),
      'Error: no such table',
    ];
    const sections = transcriptOf(
      numbered(
        calls('bash', { command: 'npm run migrate' }, 'a'),
        result(output.join('\n'), 'a', { exitCode: 1 }),
      ),
    );
    assert.equal(sections[0]?.text, 'calls bash npm run migrate');
    assert.match(
      sections[1]?.text ?? '',
      /^bash npm run migrate · exit 1 · 301 lines\nline 0\nline 1\nline 2\n/,
    );
    assert.match(sections[1]?.text ?? '', /Error: no such table$/);
    assert.ok((sections[1]?.text.split('\n').length ?? 0) < 12);
  });

  it('shows a result whose call is lost, and one that failed without a code', () => {
    const [lost] = transcriptOf(numbered(result('gone', 'z', { isError: true })));
    assert.equal(lost?.text, 'tool · failed · 1 lines\ngone');
  });

  it('keeps beginning and end of a text that is too long', () => {
    const clipped = clipMiddle(`begin${'x'.repeat(5_000)}end`, 1_000);
    assert.match(clipped, /^begin[^]*\[… 4008 characters left out …\][^]*end$/);
    const [said] = transcriptOf(numbered(person('y'.repeat(50_000))));
    assert.ok((said?.text.length ?? 0) < 6_100);
  });
});
