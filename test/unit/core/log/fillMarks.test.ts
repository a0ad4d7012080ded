import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fillCall, fillMarks } from '../../../../src/core/log/fillMarks.ts';
import { markOf } from '../../../../src/core/log/secretMark.ts';
import type { SecretValues } from '../../../../src/core/log/secretNumbers.ts';

function knowing(...values: readonly string[]): SecretValues {
  return { valueOf: (number) => values[number - 1], hasUnnumbered: (kind) => kind === 'old' };
}

const filled = (value: unknown): unknown => ({ isFilled: true, value });

describe('Inserting secret values into a call’s arguments', () => {
  const cases: readonly [string, unknown, unknown][] = [
    ['that is a whole text', { a: '[secret: password #1]' }, { a: 'heron' }],
    ['next to another mark', { a: 'x [secret: password #1]/[secret: key #2]' }, { a: 'x heron/"\\\n$&' }],
    ['that has a known number but a wrong kind', ['[secret: token #1]'], ['heron']],
    [
      'in a key and in a nested array',
      { '[secret: key #1]': [{ b: ['[secret: key #2]'] }] },
      { heron: [{ b: ['"\\\n$&'] }] },
    ],
    ['in a string that contains JSON', { a: '{"p":"[secret: key #1]"}' }, { a: '{"p":"heron"}' }],
  ];
  for (const [where, given, expected] of cases)
    it(`replaces a mark ${where}`, () => {
      assert.deepEqual(fillMarks(given, knowing('heron', '"\\\n$&')), filled(expected));
    });

  for (const text of [
    'nothing',
    '[secret: password]',
    '[secret: #1]',
    '[secret: a\nb #1]',
    'secret: key #1]',
    '',
  ])
    it(`does not change the text ${JSON.stringify(text)}`, () => {
      assert.deepEqual(fillMarks({ text }, knowing('heron')), filled({ text }));
    });

  for (const mark of ['[secret: password #7]', '[secret: old]'])
    it(`fails and reports the mark if the value of ${mark} is unknown`, () => {
      assert.deepEqual(fillMarks({ a: `[secret: key #1] ${mark}` }, knowing('heron')), {
        isFilled: false,
        problem: `Nothing was done: the value of ${mark} is not known here. Read the text that contained the value again, and copy the mark from there.`,
      });
    });

  it('restores any value byte for byte in any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary', minLength: 1 }), (any, value) => {
        const text = JSON.stringify(any);
        const json: unknown = JSON.parse(text);
        const given = {
          a: {
            [`${text}${markOf({ kind: 'password', number: 1 })}`]: json,
            b: [markOf({ kind: 'k', number: 1 })],
          },
        };
        fc.pre(!text.includes('[secret: '));
        assert.deepEqual(
          fillMarks(given, knowing(value)),
          filled({ a: { [`${text}${value}`]: json, b: [value] } }),
        );
      }),
    );
  });

  for (const [tool, text] of [
    ['write_file', 'heron'],
    ['recall', '[secret: password #1]'],
    ['longthread_recall', '[secret: password #1]'],
    ['longthread_memory_search', '[secret: password #1]'],
    ['longthreadRecall', '[secret: password #1]'],
    ['longthreadMemories', '[secret: password #1]'],
    ['memory_search', '[secret: password #1]'],
    ['complete_stage', '[secret: password #1]'],
    ['recall_all', 'heron'],
  ] as const)
    it(`${text === 'heron' ? 'replaces the mark' : 'keeps the mark'} if the tool is ${tool}`, () => {
      const secrets = knowing('heron');
      assert.deepEqual(fillCall(tool, { text: '[secret: password #1]' }, secrets), filled({ text }));
    });

  it('does not replace a mark that is part of a secret value', () => {
    assert.deepEqual(
      fillMarks(['[secret: a #1]'], knowing('[secret: a #2]', 'no')),
      filled(['[secret: a #2]']),
    );
  });
});
