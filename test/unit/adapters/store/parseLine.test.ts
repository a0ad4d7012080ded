import assert from 'node:assert/strict';
import { lineProblems } from '../../../../src/adapters/store/lineProblems.ts';
import { parseLine } from '../../../../src/adapters/store/parseLine.ts';
import { project } from '../../../../src/core/context/project.ts';
import type { BlockKind } from '../../../../src/core/log/entry.ts';
import { toolCallsOf } from '../../../../src/core/log/message.ts';
import { asWritten, WRITTEN_KINDS } from '../../../../src/core/log/notesLine.ts';
import { sampleEntries } from '../../../support/sampleEntries.ts';
import { SessionBuilder } from '../../../support/sessionBuilder.ts';

const compactionSample = sampleEntries.find((entry) => entry.kind === 'compaction') ?? assert.fail();

const otherMessages = [
  { role: 'system', parts: [{ type: 'text', text: 's' }], slot: 'rules' },
  {
    role: 'user',
    parts: [
      { type: 'image', mediaType: 'image/png', data: 'aGk=', name: 'a.png' },
      { type: 'file', path: 'a.ts', text: 'x' },
    ],
  },
  {
    role: 'tool',
    callId: 'c',
    toolName: 't',
    parts: [{ type: 'text', text: 'out' }],
    isError: true,
    exitCode: 2,
  },
];

describe('parseLine', () => {
  for (const entry of sampleEntries) {
    it(`parses a stored ${entry.kind} entry`, () => {
      assert.deepEqual(parseLine(JSON.stringify(asWritten(entry))), { type: 'entry', entry });
    });
  }

  it('parses each kind of block, although a log stores the kinds under older names', () => {
    const block = { lines: [], text: '', mode: 'replace', tokens: 0 } as const;
    const blocks = (Object.keys(WRITTEN_KINDS) as BlockKind[]).map((kind) => ({ kind, ...block }));
    const written = JSON.stringify(asWritten({ ...compactionSample, blocks }));
    assert.match(written, /"kind":"ledger".*"summary".*"kind":"notes".*"eviction"/u);
    const read = parseLine(written);
    assert.ok(read.type === 'entry' && read.entry.kind === 'compaction');
    assert.deepEqual(read.entry.blocks, blocks);
  });

  for (const callId of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '']) {
    it(`parses a compaction that shortens the arguments of a tool call with the id ${JSON.stringify(callId)}`, () => {
      const builder = new SessionBuilder();
      const [kept, cut] = ['kept', 'cut'].map((text) => {
        const call = builder.calls([{ id: callId, args: { text } }]);
        builder.result(callId, 'done');
        return call;
      });
      const shorter = JSON.parse(`{${JSON.stringify(callId)}:"{}"}`) as Record<string, string>;
      builder.compaction({
        replaced: [
          { id: kept ?? '', as: 'excerpt', text: '', arguments: {} },
          { id: cut ?? '', as: 'excerpt', text: '', arguments: shorter },
        ],
      });
      const read = builder.entries.map((entry) => {
        const parsed = parseLine(JSON.stringify(asWritten(entry)));
        return parsed.type === 'entry' ? parsed.entry : assert.fail(parsed.why);
      });
      assert.deepEqual(project(read), builder.context);
      const calls = builder.context.flatMap(({ message }) => toolCallsOf(message));
      assert.deepEqual(
        calls.map((call) => call.arguments),
        ['{"text":"kept"}', '{}'],
      );
    });
  }

  it('rejects a compaction if `arguments` of a replaced message is not an object of strings', () => {
    const replaced = { id: 'm1', as: 'stub', text: '' };
    for (const shorter of [['a'], { a: 1 }, null, 'a']) {
      const entry = { ...compactionSample, replaced: [{ ...replaced, arguments: shorter }] };
      assert.equal(parseLine(JSON.stringify(entry)).type, 'unreadable');
    }
  });

  for (const message of otherMessages) {
    it(`parses a stored message with the role ${message.role}`, () => {
      const entry = { v: 1, id: 'm1', at: 1, kind: 'message', message };
      assert.deepEqual(parseLine(JSON.stringify(entry)), { type: 'entry', entry });
    });
  }

  it('reports a later version or an unknown kind as newer, not as unreadable', () => {
    assert.deepEqual(parseLine('{"v":2,"kind":"message"}'), { type: 'newer', why: 'version 2' });
    assert.deepEqual(parseLine('{"v":1,"kind":"dream","id":"e1"}'), { type: 'newer', why: 'kind dream' });
  });

  const garbage = ['', '{', 'null', '[]', '{"v":0,"kind":"message"}', '{"kind":"pin"}', '"text"'];
  for (const line of garbage) {
    it(`rejects ${JSON.stringify(line)}`, () => {
      assert.equal(parseLine(line).type, 'unreadable');
    });
  }

  it('names the path of a wrong value, but not the value', () => {
    const parsed = parseLine('{"v":1,"id":"e1","at":1,"kind":"pin","target":["my password"],"on":true}');
    assert.deepEqual(parsed, { type: 'unreadable', why: 'wrong at target' });
  });
});

describe('skipped lines of a log', () => {
  const line = (type: 'newer' | 'unreadable', number: number) => ({ number, type, why: 'why' });

  it('are reported one by one up to the twentieth, and further lines are counted', () => {
    assert.deepEqual(lineProblems([line('newer', 2), line('unreadable', 4)]), [
      'Line 2 of the log comes from a newer version (why). The line stays in the file but is ignored.',
      'Line 4 of the log can’t be read (why). The line stays in the file but is ignored.',
    ]);
    const many = (count: number) => lineProblems(Array.from({ length: count }, (_, at) => line('newer', at)));
    assert.equal(many(20).length, 20);
    assert.deepEqual(
      [many(21).length, many(21).at(-1)],
      [21, '1 more line of the log is skipped. Skipped lines stay in the file.'],
    );
  });
});
