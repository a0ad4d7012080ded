import assert from 'node:assert/strict';
import { mkdtempSync, rmdirSync, writeFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asLines, sourceOfLines, type Line } from '../../../../src/adapters/transcripts/source.ts';
import { readTranscript, TranscriptError } from '../../../../src/adapters/transcripts/formats.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { jsonLines, readContent, refusalOf, sketch } from '../../../support/transcriptFiles.ts';

const HELLO = { role: 'user', content: 'Hello.' };
const CLAUDE_HELLO = { type: 'user', uuid: 'u1', parentUuid: null, message: HELLO };

async function onlyText(content: string | Uint8Array): Promise<string> {
  const { messages } = await readContent(content);
  assert.equal(messages.length, 1);
  return messages.map(({ message }) => textOf(message)).join('');
}

describe('readTranscript', () => {
  const refused: readonly (readonly [string, string | Uint8Array, string])[] = [
    ['an empty file', '', 'empty'],
    ['a file of blanks', ' \r\n\n', 'empty'],
    ['a list without messages', '[]', 'unrecognised'],
    ['a transcript without messages', jsonLines({ type: 'session', cwd: '/w' }), 'empty'],
    [
      'bytes that are not text',
      Uint8Array.from({ length: 4000 }, (_, at) => (at * 167) % 256),
      'unrecognised',
    ],
    ['a web page', '<!doctype html>\n<title>Sessions</title>\n<p>> none</p>', 'unrecognised'],
    ['prose', '# Notes\n\n> a quote\n', 'unrecognised'],
    ['a JSON object without messages', '{"name":"x","version":"1.0.0"}', 'unrecognised'],
    ['a JSON number', '12', 'unrecognised'],
    ['truncated JSON', '[{"role":"user","content":"Hel', 'unrecognised'],
  ];
  for (const [what, content, reason] of refused) {
    it(`rejects ${what} as ${reason}`, async () => {
      assert.equal(await refusalOf(content), reason);
    });
  }

  it('reports an unreadable file in one line, with the path once at the beginning and without the system call', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'transcript-'));
    for (const path of [folder, join(folder, 'missing')]) {
      await assert.rejects(readTranscript(path), (error: unknown) => {
        assert(error instanceof TranscriptError);
        assert.equal(error.reason, 'unreadable');
        assert.deepEqual(
          [error.message.startsWith(path), error.message.split(path).length, / open /.test(error.message)],
          [true, 2, false],
        );
        return !error.message.includes('\n');
      });
    }
    rmdirSync(folder);
  });

  it('rejects with the error that the caller throws to stop the reading', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lt-stopped-'));
    const path = join(folder, 'session.jsonl');
    writeFileSync(path, jsonLines(CLAUDE_HELLO));
    const signal = AbortSignal.abort();
    const stopped = readTranscript(path, () => {
      signal.throwIfAborted();
    });
    await assert.rejects(stopped, { name: 'AbortError' });
    rmSync(folder, { recursive: true });
  });

  it('distinguishes damaged JSON from files that are not transcripts', async () => {
    const cases: readonly (readonly [content: string, says: RegExp])[] = [
      ['[{"role":"user","content":"Hel', /damaged or cut off/u],
      ['{\n  "history": [\n    {\n      "role": "us', /damaged or cut off/u],
      ['[Notes](notes.md) on the lamp.', /not a transcript/u],
      ['{"name":"x"}', /not a transcript/u],
    ];
    for (const [content, says] of cases) await assert.rejects(readContent(content), says);
  });

  it('recognises a format by the content of the file, not by the name', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'transcript-'));
    const path = join(folder, 'aider.chat.history.md');
    writeFileSync(path, jsonLines(CLAUDE_HELLO));
    assert.equal((await readTranscript(path)).format, 'claude-code');
    rmSync(folder, { recursive: true });
  });

  it('reads CRLF, byte order marks, UTF-16 and a last line without a line end', async () => {
    const text = jsonLines(CLAUDE_HELLO);
    for (const content of [
      text.replaceAll('\n', '\r\n'),
      `\uFEFF${text}`,
      Buffer.from(`\uFEFF${text}`, 'utf16le'),
      Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
      Buffer.from(text, 'utf16le'),
      Buffer.from(text, 'utf16le').swap16(),
      text.trimEnd(),
      `\n\n${text}`,
    ]) {
      assert.equal(await onlyText(content), 'Hello.');
    }
  });

  it('reads a log that was stored as a JSON list or with objects over several lines', async () => {
    for (const content of [
      JSON.stringify([CLAUDE_HELLO, { type: 'result' }]),
      JSON.stringify([CLAUDE_HELLO], undefined, 2),
      [CLAUDE_HELLO, { type: 'result' }].map((line) => JSON.stringify(line, undefined, 2)).join('\n'),
    ])
      assert.equal(await onlyText(content), 'Hello.');
  });

  it('counts list items that are not objects, and a truncated object at the end', async () => {
    const pretty = JSON.stringify(CLAUDE_HELLO, undefined, 2);
    for (const content of [JSON.stringify([5, CLAUDE_HELLO]), `${pretty}\n${pretty.slice(0, -9)}`]) {
      const { messages, skipped } = await readContent(content);
      assert.equal(messages.length, 1);
      assert.deepEqual(
        skipped.map(({ what, count }) => [what, count]),
        [['unreadable line', 1]],
      );
    }
  });

  it('does not read objects over several lines in a file that is too large for one string', async () => {
    const text = ' '.repeat(1 << 20);
    const lines = async function* (): AsyncGenerator<Line> {
      yield { number: 1, text: '{', isTooLong: false };
      for (let number = 2; number < 700; number++)
        yield await Promise.resolve({ number, text, isTooLong: false });
    };
    const source = { ...sourceOfLines(['{']), lines };
    assert.equal(await asLines(source), undefined);
  });

  it('reads the other lines if the last line is truncated', async () => {
    const { messages, skipped } = await readContent(`${jsonLines(HELLO, HELLO)}{"role":"assis`);
    assert.equal(messages.length, 2);
    assert.deepEqual(skipped, [{ where: 'line 3', what: 'unreadable line', count: 1 }]);
  });

  it('reads the other lines if the first line is unreadable', async () => {
    const { format, skipped } = await readContent(`{"type":"user","uu\n${jsonLines(CLAUDE_HELLO)}`);
    assert.equal(format, 'claude-code');
    assert.equal(skipped[0]?.where, 'line 1');
  });

  it('reports identical problems once, with their count', async () => {
    const { skipped } = await readContent(`${jsonLines(HELLO)}${'{broken\n'.repeat(5000)}`);
    assert.deepEqual(skipped, [{ where: 'line 2', what: 'unreadable line', count: 5000 }]);
  });

  it('limits the number of reported problems and the length of their descriptions', async () => {
    const rows = Array.from({ length: 500 }, (_, at) => ({ type: `kind${String(at)}\n${'x'.repeat(500)}` }));
    const { skipped } = await readContent(jsonLines(CLAUDE_HELLO, ...rows));
    assert(skipped.length <= 101);
    assert(skipped.every(({ what }) => what.length <= 80 && !what.includes('\n')));
    assert.equal(
      skipped.reduce((sum, { count }) => sum + count, 0),
      500,
    );
  });

  it('keeps line separators within a text, lone surrogates and NULs', async () => {
    const odd = 'a\u2028b\u0000c\ud800d';
    assert.equal(await onlyText(jsonLines({ role: 'user', content: odd })), odd);
  });

  it('reads a long line', async () => {
    const long = 'word '.repeat(20_000);
    assert.equal(await onlyText(jsonLines({ role: 'user', content: long })), long);
  });

  it('reads a message of many parts', async () => {
    const ids = Array.from({ length: 1_000 }, (_, at) => `c${String(at)}`);
    const calls = ids.map((id) => ({ id, function: { name: 'f', arguments: '' } }));
    const blocks = '<bash-input></bash-input>'.repeat(1_000);
    const rows = [
      { role: 'user', content: blocks },
      { role: 'assistant', content: '', tool_calls: calls },
    ];
    const { messages } = await readContent(jsonLines(...rows));
    assert.deepEqual(
      messages.map(({ message }) => message.parts.length),
      [1_000, 1_000],
    );
  });

  it('reads a call with deeply nested arguments', async () => {
    const depth = 10_000;
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const call = `{"role":"assistant","content":"","tool_calls":[{"id":"c","function":{"name":"f","arguments":${deep}}}]}`;
    const { messages } = await readContent(`${jsonLines(HELLO)}${call}\n`);
    assert(sketch(messages)[1]?.startsWith('assistant: f#c('));
  });

  it('treats “__proto__” and “constructor” as ordinary keys', async () => {
    const { messages } = await readContent(
      '{"role":"user","content":"Hello.","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}\n' +
        '{"__proto__":{"role":"user","content":"not a message"}}\n',
    );
    assert.deepEqual(sketch(messages), ['user: Hello.']);
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  });

  it('reads times given in seconds, in milliseconds or as dates, and ignores invalid times', async () => {
    const at = Date.UTC(2026, 2, 1);
    const times = [at, at / 1000, new Date(at).toISOString(), 'yesterday', -1, null];
    const { messages } = await readContent(jsonLines(...times.map((timestamp) => ({ ...HELLO, timestamp }))));
    assert.deepEqual(
      messages.map((each) => each.at),
      [at, at, at, undefined, undefined, undefined],
    );
  });
});
