import assert from 'node:assert/strict';
import { rowsOf } from '../torture/texts.ts';
import { ViewDriver } from './harness/viewDriver.ts';

const COUNT = 10_000;

/**
 * Returns the length of the longest run of combining marks, and of the longest run of Arabic letters, in the texts and
 * attributes of the page. This function runs in the page.
 */
function longestRuns(): readonly [number, number] {
  const texts = [document.body.textContent];
  for (const { attributes } of document.querySelectorAll('body *'))
    texts.push(...Array.from(attributes, ({ value }) => value));
  let [marks, letters] = [0, 0];
  for (const text of texts) {
    for (const [{ length }] of text.matchAll(/\p{M}+/gu)) marks = Math.max(marks, length);
    for (const [{ length }] of text.matchAll(/[\u0600-\u06ff]+/gu)) letters = Math.max(letters, length);
  }
  return [marks, letters];
}

describe('Runs of 10,000 combining marks or joined Arabic letters', () => {
  const view = new ViewDriver();
  before(() => view.start());
  after(() => view.stop());
  afterEach(() => view.close());

  for (const [what, text] of [
    ['in plain text', `a${'\u0301'.repeat(COUNT)} ${'\u0645'.repeat(COUNT)} end`],
    ['in code', `\`\`\`ts\na${'\u0301'.repeat(COUNT)}\n${'\u0645'.repeat(COUNT)}\n\`\`\``],
    [
      'as the language of code',
      `\`\`\`a${'&#769;'.repeat(COUNT)}${'&#1605;'.repeat(COUNT)}\ncode\n\`\`\`\n\nend`,
    ],
    ['as Markdown entities', `a${'&#769;'.repeat(COUNT)} ${'&#1605;'.repeat(COUNT)} end`],
  ] as const)
    it(`are limited to 30 marks or 400 letters in every row if they occur ${what}`, async () => {
      await view.open('chat', 'hostile', { height: 4_000, width: 500 });
      await view.append(...rowsOf(text, 1));
      await view.page.locator('[data-id="a1"]').waitFor();
      const [marks, letters] = await view.page.evaluate(longestRuns);
      assert.ok(marks <= 30 && letters <= 400, `${marks} and ${letters}`);
    });

  it('are limited to 30 marks or 400 letters in the panel', async () => {
    const text = `a${'\u0301'.repeat(COUNT)} ${'\u0645'.repeat(COUNT)} end`;
    await view.open('panel', 'day');
    await view.push(
      { type: 'field', field: 'title', value: text },
      {
        type: 'field',
        field: 'timeline',
        value: [{ type: 'remark', id: 'r1', at: 1, kind: 'failed', text }],
      },
      {
        ...{ type: 'field', field: 'context' },
        value: [
          {
            id: 'm1',
            role: 'user',
            fate: 'stays',
            label: text,
            tokens: 1,
            origins: ['m1'],
            originCount: 1,
          },
        ],
      },
      { type: 'field', field: 'memories', value: [{ id: 'y1', type: 'fact', text, at: 1 }] },
      { type: 'field', field: 'memoryOffers', value: [{ type: 'fact', text }] },
    );
    await view.page.locator('lt-panel').getByText(' end').first().waitFor();
    const [marks, letters] = await view.page.evaluate(longestRuns);
    assert.ok(marks <= 30 && letters <= 400, `${marks} and ${letters}`);
  });
});
