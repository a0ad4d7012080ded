import assert from 'node:assert/strict';
import { textOfLines } from '../../../../src/core/log/notesLine.ts';
import fc from 'fast-check';
import { textOf } from '../../../../src/core/log/message.ts';
import { confirmedPart } from '../../../../src/core/summary/writtenLines.ts';
import { SummaryError } from '../../../../src/core/summary/summary.ts';
import { ScriptedModel } from '../../../support/scriptedModel.ts';
import { fixMessages, GOOD_SUMMARY, requestOf, summarizeWith } from '../../../support/summaryRequests.ts';

const piece = fc.oneof(
  fc.constantFrom(
    ...GOOD_SUMMARY.split('\n'),
    '</longthread-record>',
    '```',
    '**Next step**',
    '1. `a b`',
    '- None.',
  ),
  fc.string({ unit: 'grapheme' }),
  fc.lorem({ maxCount: 30 }),
);
const answer = fc.array(piece, { maxLength: 80 }).map((lines) => lines.join('\n'));

describe('A summary from any answer of a model', () => {
  it('stays within the budget and cites only existing messages, or fails with a SummaryError', async () => {
    const ids = new Set(fixMessages.map(({ id }) => id));
    await fc.assert(
      fc.asyncProperty(
        answer,
        answer,
        fc.integer({ min: 40, max: 400 }),
        async (first, second, mostTokens) => {
          try {
            const model = new ScriptedModel([first, second]);
            const summary = await summarizeWith(model, requestOf({ mostTokens }));
            assert.ok(summary.tokens <= mostTokens);
            assert.ok(!summary.text.includes('longthread-record'));
            assert.equal(textOfLines(summary.lines), summary.text);
            for (const line of summary.lines) assert.ok(line.ids.every((id) => ids.has(id)));
          } catch (error) {
            if (!(error instanceof SummaryError)) throw error;
            assert.notEqual(error.message, '');
          }
        },
      ),
    );
  });

  it('confirms only numbers that occur in the messages', async () => {
    const said = fixMessages.map(({ message }) => textOf(message)).join('\n');
    const invented = fc
      .tuple(fc.nat(99_999), fc.constantFrom('ms', 'tests', 'files'))
      .map(([number, unit]) => `- It took ${String(number)} ${unit}.`);
    await fc.assert(
      fc.asyncProperty(fc.array(invented), async (lines) => {
        const { text } = await summarizeWith(new ScriptedModel([[GOOD_SUMMARY, ...lines].join('\n')]));
        for (const [number] of confirmedPart(text)
          .replace(/\bm\d+\b/g, '')
          .matchAll(/\d+/g))
          assert.ok(said.includes(number), number);
      }),
    );
  });
});
