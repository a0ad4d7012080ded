import assert from 'node:assert/strict';
import { filesOf } from '../../../../src/core/record/files.ts';
import { workOf } from '../../../../src/core/record/work.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import { call, countRoughly, result, sessionOf } from './sessionOf.ts';

const PATH = 'src/lamp.ts';

function toldOf(...changes: readonly Message[]): readonly string[] {
  const messages = changes.flatMap((message, index) => {
    const [part] = message.parts;
    return part?.type === 'toolCall'
      ? [message, result(part.callId, part.name, `done ${String(index)}`)]
      : [];
  });
  const [file] = filesOf(workOf(sessionOf(...messages)), countRoughly);
  return file?.pieces.toSorted((a, b) => a.place - b.place).map(({ text }) => text) ?? [];
}

let calls = 0;
const edit = (before: string, after: string): Message =>
  call(`c${String((calls += 1))}`, 'edit', { path: PATH, old_string: before, new_string: after });
const write = (content: string): Message =>
  call(`c${String((calls += 1))}`, 'write', { path: PATH, content });

describe('what came into a file', () => {
  it('is told as it stands: not what was replaced or taken out since', () => {
    const first = edit('x', 'const LAMPS = 5;\nconst piers = 2;');
    assert.deepEqual(toldOf(first, edit('const LAMPS = 5;', 'const LAMPS = 9;')), [
      `${PATH} edited 2 times`,
      'const LAMPS = 9;',
      'const piers = 2;',
    ]);
    assert.deepEqual(toldOf(first, edit('const LAMPS = 5;\n', '')).slice(1), ['const piers = 2;']);
  });

  it('is told where a later change only stood around it, and once', () => {
    const around = edit('const piers = 2;\nlight();', 'const piers = 2;\ndim();');
    assert.deepEqual(toldOf(edit('x', 'const piers = 2;'), around).slice(1), ['dim();', 'const piers = 2;']);
    assert.deepEqual(toldOf(edit('a', 'dim();'), edit('b', '  dim();')).slice(1), ['  dim();']);
  });

  it('is told where it came back', () => {
    const [one, other] = ['const LAMPS = 5;', 'const LAMPS = 9;'];
    assert.deepEqual(toldOf(edit('x', one), edit(one, other), edit(other, one)).slice(1), [one]);
  });

  it('is what it was written with last, and what was edited since', () => {
    const told = toldOf(
      edit('x', 'old();'),
      write('dim();\nlight();'),
      write('dim();\nshine();'),
      edit('shine();', 'glow();'),
    );
    assert.deepEqual(told, [`${PATH} written, edited 2 times`, 'glow();', 'dim();']);
  });

  it('is nothing where the file was deleted', () => {
    const gone = call('gone', 'bash', { command: `rm ${PATH}` });
    assert.deepEqual(toldOf(write('dim();'), gone), [`${PATH} deleted`]);
  });
});
