import assert from 'node:assert/strict';
import type { Summary, SummaryRequest } from '../../../../src/core/summary/summary.ts';
import { assistant, numbered, person } from '../../../support/saidMessages.ts';
import { ScriptedModel } from '../../../support/scriptedModel.ts';
import { fixMessages, requestOf, summarizeWith } from '../../../support/summaryRequests.ts';

const written = (text: string, change: Partial<SummaryRequest> = {}): Promise<Summary> =>
  summarizeWith(new ScriptedModel([text]), requestOf(change));

const TRUE_LINE = '- The loop comes from `renew()`.';

describe('what a summary may say', () => {
  it('of a message that stays in the context and was shown', async () => {
    const kept = { ...fixMessages[0]!, id: 'm50', message: person('Rename harbourLamp as well.') };
    const line = '- Open since m50: `harbourLamp`.';
    const struckOf = async (change: Partial<SummaryRequest>): Promise<readonly string[]> =>
      (await written(`${TRUE_LINE}\n${line}`, change)).figures.struck;
    assert.deepEqual(await struckOf({ shown: [...fixMessages, kept] }), []);
    assert.deepEqual(await struckOf({}), [line.slice(2)]);
  });

  it('of a call by the names of what it takes, of what an ellipsis ends, and as a question', async () => {
    const folded = numbered(
      person('Go.'),
      assistant('It is func lightLamp(lamp Lamp, force bool), run by `harbour lamps --all --now`.'),
      assistant('It is written. '.repeat(30)),
    );
    const lines = [
      '- `lightLamp(lamp, force)` and `harbour lamps --all …` were added; cut by `...`.',
      '- Open: which does the person prefer?',
    ];
    const { text, figures } = await written(lines.join('\n'), { folded });
    assert.deepEqual([text, figures.struck], [lines.join('\n'), []]);
    const invented = await written('- It ran.\n- `lightLamp(lamp, colour)` was added.', { folded });
    assert.deepEqual(invented.figures.struck, ['`lightLamp(lamp, colour)` was added.']);
  });

  it('in other words of a request whose message it names, and of an option chosen by its number', async () => {
    const folded = numbered(
      person('OK, the lamps hang in main.go, all other things in a folder. Move them into lamps.go now.'),
      assistant(
        'Option 1: leave `main.go`, sell the boats.\nOption 2: move the lamps into `pkg/lamps.go`, one at a time.',
      ),
      person('option 2'),
      assistant('It is moved. '.repeat(30)),
    );
    const own = '- Current task (m1): move them into `pkg/lamps.go` like the others.';
    const chosen = '- The person picked option 2, the lamps one at a time into `pkg/lamps.go`.';
    const struckOf = async (...lines: readonly string[]): Promise<readonly string[]> =>
      (await written(['## Requests', ...lines].join('\n'), { folded })).figures.struck;
    assert.deepEqual(await struckOf(own, chosen), []);
    for (const invented of [
      'The person asked in m1 to paint the boats green.',
      'Current task (m1): move them now into `pkg/boats.go`.',
      'The person picked to sell the boats.',
    ])
      assert.deepEqual(await struckOf(own, `- ${invented}`), [invented]);
  });

  it('only by whole sentences: a quotation that ends in a mark and an “e.g.” end none', async () => {
    const folded = numbered(
      person('Never move the boats! Paint the pier.'),
      assistant('The pier is painted. '.repeat(30)),
    );
    const { text, figures } = await written(
      '- The pier is painted.\n- "Never sell the boats!" when painting.\n- Lamps (e.g. `harbourLamp`) hang.\n- The pier is painted; 7 lamps hang.',
      { folded },
    );
    assert.ok(text.startsWith('- The pier is painted.\n- The pier is painted.'), text);
    assert.deepEqual(figures.struck, [
      '"Never sell the boats!" when painting.',
      'Lamps (e.g. `harbourLamp`) hang.',
      '7 lamps hang.',
    ]);
  });
});
