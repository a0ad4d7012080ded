import assert from 'node:assert/strict';
import fc from 'fast-check';
import { excerptText } from '../../../../src/core/text/excerpt.ts';
import { shortArguments } from '../../../../src/core/tools/shortArguments.ts';
import { stubText } from '../../../../src/core/tools/shortenedOutput.ts';
import type { ToolCallPart, ToolMessage } from '../../../../src/core/log/message.ts';
import { SessionBuilder } from '../../../support/sessionBuilder.ts';

function call(name: string, args: Readonly<Record<string, unknown>>): ToolCallPart {
  return { type: 'toolCall', callId: 'c', name, arguments: JSON.stringify(args) };
}

function result(lines: readonly string[], more: Partial<ToolMessage> = {}): ToolMessage {
  const parts = [{ type: 'text' as const, text: lines.join('\n') }];
  return { role: 'tool', callId: 'c', toolName: 'read_file', parts, ...more };
}

function linesOf(count: number, name = 'line'): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${name} ${String(index)}`);
}

describe('A stub', () => {
  it('of a file’s content is one line with the tool, the file, the size and the address', () => {
    const text = stubText('m42', result(linesOf(850)), call('read_file', { path: 'src/schema.ts' }));
    assert.equal(text, '[read_file src/schema.ts · 850 lines · recall m42]');
  });

  it('of a command has at most three lines with errors or counts, followed by the last three lines', () => {
    const figures = [1, 2, 3, 4, 5].map((count) => `${String(count)} passed`);
    const output = ['Error: no such berth', ...figures, ...linesOf(30)];
    const lines = stubText('m1', result(output), call('bash', { command: 'make' })).split('\n');
    assert.deepEqual(lines.slice(1, 7), [
      'Error: no such berth',
      '1 passed',
      '2 passed',
      'line 27',
      'line 28',
      'line 29',
    ]);
    assert.ok(!lines.some((line) => line.includes('3 passed')));
  });

  it('of a search counts the hits, and a stub of a listing counts the names', () => {
    const search = stubText('m1', result(['a.ts:1', 'b.ts:2']), call('grep', { pattern: 'TODO' }));
    assert.equal(search, '[grep TODO · 2 hits · recall m1]');
    const list = stubText('m1', result(['a.ts']), call('ls', { path: 'src' }));
    assert.equal(list, '[ls src · 1 name · recall m1]');
  });

  it('of a command keeps the exit code, the errors and the last lines', () => {
    const lines = ['starting', 'error: no such module', ...linesOf(50), 'Done in 3s', ''];
    const text = stubText('m7', result(lines, { exitCode: 1 }), call('bash', { command: 'npm run build' }));
    assert.deepEqual(text.split('\n'), [
      '[bash npm run build · exit 1 · 53 lines · recall m7]',
      'error: no such module',
      'line 48',
      'line 49',
      'Done in 3s',
    ]);
  });

  it('of a test run keeps failures and counts', () => {
    const lines = [
      ...linesOf(30),
      '✖ parses dates',
      'at dates.ts:12',
      ...linesOf(9),
      '41 passing, 1 failing',
    ];
    const text = stubText('m7', result(lines), call('bash', { command: 'npm test' }));
    assert.match(text, /✖ parses dates/u);
    assert.match(text, /\n41 passing, 1 failing\nnames in it: dates\.ts$/u);
  });

  it('of a diff or a web page keeps the most important lines', () => {
    const changes = [
      '+throw new Error("no such berth");',
      '+const berth = 7;',
      '-return undefined;',
      '2 files changed',
      '9 insertions',
    ];
    const diff = stubText('m2', result([...linesOf(20), ...changes, 'end']), call('git_diff', {}));
    assert.deepEqual(diff.split('\n'), [
      '[git_diff · 26 lines · recall m2]',
      '+throw new Error("no such berth");',
      '-return undefined;',
      '2 files changed',
    ]);
    const failed = stubText('m2', result(linesOf(20), { isError: true }), call('git_diff', {}));
    assert.equal(failed, '[git_diff · failed · 20 lines · recall m2]');
    const page = stubText(
      'm2',
      result(['404 not found', 'x']),
      call('web_fetch', { url: 'https://a.example' }),
    );
    assert.equal(page, '[web_fetch https://a.example · 2 lines · recall m2]\n404 not found');
  });

  it('lists each name in the output once', () => {
    const lines = [
      'import { parseDate } from "./dates.ts"; // as in src/schema.ts',
      'export class CacheIndex { size = 4096; parseDate = parseDate; title = "the whole list"; }',
      ...linesOf(20),
    ];
    const text = stubText('m3', result(lines), call('read_file', { path: 'src/schema.ts' }));
    assert.deepEqual(text.split('\n'), [
      '[read_file src/schema.ts · 22 lines · recall m3]',
      'names in it: parseDate, ./dates.ts, CacheIndex',
    ]);
  });

  it('lists at most the first sixty names, in a line that is at most a third as long as the text', () => {
    const names = Array.from({ length: 100 }, (_, at) => `nameOf${String(at)}`);
    const read = call('read_file', { path: 'a.ts' });
    const [, told = ''] = stubText('m3', result([...names, ...linesOf(900)]), read).split('\n');
    assert.equal(told, `names in it: ${names.slice(0, 60).join(', ')}`);
    const [, dense = ''] = stubText('m3', result(names), read).split('\n');
    assert.ok(dense.startsWith('names in it: nameOf0, ') && dense.length < names.join('\n').length / 3);
  });

  it('lists a name that comes after thousands of numbers', () => {
    const table = Array.from({ length: 2_500 }, (_, at) => String(100_000 + at));
    const read = call('read_file', { path: 'totals.csv' });
    assert.match(stubText('m3', result([...table, 'parseDate']), read), /\nnames in it: parseDate$/u);
  });

  it('lists the address of an image', () => {
    const name = 'https://a.example/shots/login.png';
    const image = { type: 'image' as const, mediaType: 'image/png', name };
    const parts = [image, ...result(linesOf(20)).parts];
    const stub = stubText('m3', result([], { parts }), call('read_file', { path: 'a.ts' }));
    assert.ok(stub.endsWith(`\nnames in it: ${name}`), stub);
  });

  it('of a result without a call has the tool and the size', () => {
    assert.match(stubText('m1', result(['a', 'b']), undefined), /^\[read_file · 2 lines · recall m1\]/u);
    assert.match(stubText('m1', result(['a'], { toolName: '' }), undefined), /^\[tool result · 1 line/u);
  });
});

describe('The shortened arguments of a tool call', () => {
  function sessionWith(args: unknown, name = 'write'): SessionBuilder {
    const builder = new SessionBuilder();
    const text = typeof args === 'string' ? args : JSON.stringify(args);
    const parts = [{ type: 'toolCall', callId: 'c', name, arguments: text }] as const;
    builder.message({ role: 'assistant', parts: [{ type: 'text', text: 'So.' }, ...parts] });
    return builder;
  }
  const shorten = (builder: SessionBuilder, terms?: { readonly withNames: boolean }) =>
    shortArguments(builder.session.messages[0] ?? assert.fail('no message'), terms);
  const valuesOf = (short: ReturnType<typeof shorten>): unknown =>
    JSON.parse(short?.arguments?.['c'] ?? '{}');

  it('list each name in the omitted texts once and unescaped, unless `withNames` is false', () => {
    const written = sessionWith({
      path: 'src/tides.ts',
      before: `\tthis.tideTable // see src/tides.ts${' sea'.repeat(100)}`,
      after: `\nthis.tideTable.highWater(this.tideTable)${' sea'.repeat(100)}`,
    });
    assert.deepEqual(valuesOf(shorten(written)), {
      path: 'src/tides.ts',
      before: '[1 line · recall m1] names in it: this.tideTable',
      after: '[2 lines · recall m1] names in it: this.tideTable.highWater',
    });
    assert.deepEqual(valuesOf(shorten(written, { withNames: false })), {
      path: 'src/tides.ts',
      before: '[1 line · recall m1]',
      after: '[2 lines · recall m1]',
    });
  });

  it('keep the first line of a long command', () => {
    const command = `cat > notes.txt <<'END'\n${'a long text\n'.repeat(100)}END`;
    assert.deepEqual(valuesOf(shorten(sessionWith({ command }, 'bash'))), {
      command: "cat > notes.txt <<'END'\n[102 lines · recall m1] names in it: notes.txt",
    });
  });

  it('keep the path and short values, and omit the written text', () => {
    const short = shorten(
      sessionWith({ path: 'a.ts', text: 'line\n'.repeat(500), edits: [{ a: 'x'.repeat(700) }], n: 1 }),
    );
    assert.equal(short?.text, 'So.');
    assert.deepEqual(JSON.parse(short.arguments?.['c'] ?? ''), {
      path: 'a.ts',
      text: '[501 lines · recall m1]',
      edits: '[1 line · recall m1]',
      n: 1,
    });
  });

  it('are a JSON object, even if the original arguments are not valid JSON', () => {
    const short = shorten(sessionWith('x'.repeat(700)));
    assert.deepEqual(JSON.parse(short?.arguments?.['c'] ?? ''), { arguments: '[1 line · recall m1]' });
  });

  it('are undefined if no argument is long', () => {
    assert.equal(shorten(sessionWith({ path: 'a.ts' })), undefined);
    const many = Object.fromEntries(linesOf(200).map((name) => [name, { small: true }]));
    assert.equal(shorten(sessionWith(many)), undefined);
    const builder = new SessionBuilder();
    builder.user('x'.repeat(2_000));
    assert.equal(shorten(builder), undefined);
  });
});

describe('An excerpt', () => {
  const count = (text: string): number => Math.ceil(text.length / 4);

  it('is the whole text if the whole text fits', () => {
    assert.equal(excerptText({ text: 'short', id: 'm1' }, 10, count), 'short');
  });

  it('consists of whole lines from the beginning and the end of the text', () => {
    const excerpt = excerptText({ text: linesOf(1_000).join('\n'), id: 'm42' }, 100, count).split('\n');
    const middle = excerpt.findIndex((line) => line.startsWith('[…'));
    assert.match(excerpt[middle] ?? '', /^\[… \d+ lines left out · recall m42 …\]$/u);
    assert.equal(excerpt[0], 'line 0');
    assert.equal(excerpt.at(-1), 'line 999');
    assert.ok(excerpt.every((line, index) => index === middle || /^line \d+$/u.test(line)));
  });

  it('contains the most important lines of the missing middle', () => {
    const output = [...linesOf(500), 'a.ts:1:2: wrong', ...linesOf(500, 'more')].join('\n');
    const important = ['line 0', 'a.ts:1:2: wrong', 'x'.repeat(140)];
    const excerpt = excerptText({ text: output, id: 'm42', important }, 100, count);
    assert.match(excerpt, /^line 0\n[^…]+\[… \d+ lines left out · recall m42 …\]\na\.ts:1:2: wrong\n…\n/u);
    assert.match(excerpt, /\nmore 499$/u);
    assert.ok(count(excerpt) <= 100 && !excerpt.includes('xxx'));
    const told = excerpt.split('\n').filter((line) => !line.includes('…')).length;
    assert.equal(told + Number(/\d+(?= lines left)/u.exec(excerpt)), 1_001);
  });

  it('is cut between words if lines are long, and stays valid Unicode', () => {
    const words = excerptText({ text: 'word '.repeat(2_000), id: 'm1' }, 60, count);
    assert.match(words, /^(?:word )+word\n\[… 1 line left out · recall m1 …\]\n(?:word ?)+$/u);
    for (const shift of ['', 'x']) {
      assert.ok(excerptText({ text: shift + '😀'.repeat(3_000), id: 'm1' }, 50, count).isWellFormed());
    }
  });

  it('never exceeds the token limit if the limit is at least 30 tokens', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 3_000 }),
        fc.integer({ min: 30, max: 300 }),
        (text, most) => {
          assert.ok(count(excerptText({ text: text, id: 'm1' }, most, count)) <= most);
        },
      ),
    );
  });

  it('says how many lines are missing, for any text and limit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('\n', 'word ', 'x'.repeat(250), '😀'), { minLength: 30, maxLength: 80 }),
        fc.integer({ min: 30, max: 120 }),
        (pieces, most) => {
          const text = pieces.join('');
          const excerpt = excerptText({ text: text, id: 'm1' }, most, count);
          const [, head = '', told, tail = ''] =
            /^([^]*?)\n?\[… (\d+) lines? left out · recall m1 …\]\n?([^]*)$/u.exec(excerpt) ?? [];
          if (told === undefined) return assert.equal(excerpt, text);
          const start = text.indexOf(head) + head.length;
          const missing = text.slice(start, text.length - tail.length);
          // Line breaks at the ends of the missing text need not be counted, so the number may be up to `ends` smaller.
          const ends = (missing.match(/^\s*|\s*$/gu) ?? []).join('').split('\n').length - 1;
          const lines = missing.split('\n').length;
          assert.ok(Number(told) <= lines && Number(told) >= lines - ends, `${told} of ${String(lines)}`);
        },
      ),
    );
  });

  it('of a long text requires only one token count of the whole text', () => {
    const text = `${'x'.repeat(20_000)}😀`;
    const tries: number[] = [];
    const excerpt = excerptText({ text, id: 'm1' }, 1_000, ({ length }) => {
      tries.push(length);
      return length / 2;
    });
    assert.match(excerpt, /^x+\n\[… 1 line left out · recall m1 …\]\nx+😀$/u);
    const [whole, ...excerpts] = tries;
    assert.equal(whole, text.length);
    assert.ok(excerpts.length > 1 && excerpts.every((length) => length < 3_100), tries.join());
  });
});
