import assert from 'node:assert/strict';
import { seededRandom } from '../bench/retention/seeded.ts';
import { hostileText } from '../torture/hostileTexts.ts';
import { damageInPage, openWatched, rowsOf, texts } from '../torture/texts.ts';
import { ViewDriver } from './harness/viewDriver.ts';

describe('hostile texts', () => {
  it('run no code, load nothing and add no elements in the thread, in the header and around the composer', async () => {
    const { failures } = await texts.run({ count: 12, seed: 1, progress: () => undefined });
    assert.deepEqual(failures, []);
  });

  it('run no code, load nothing and add no elements in an opened tool call and in the list of sessions', async () => {
    const random = seededRandom(2);
    const view = new ViewDriver();
    const failures: string[] = [];
    await view.start();
    try {
      await openWatched(view, (what) => failures.push(what));
      for (let nth = 0; nth < 8; nth += 1) {
        const text = hostileText(random);
        await view.page.evaluate((given) => Object.assign(window.fake, { text: given }), text);
        await view.push({ type: 'field', field: 'rows', value: [] });
        await view.append(...rowsOf('A call', nth));
        await view.page.locator(`[data-id="t${nth}"] button.fold`).click();
        await view.page.locator(`[data-id="t${nth}"] lt-original`).waitFor();
        await view.page.locator('lt-header .session').click();
        await view.page.locator('lt-sessions button.open').first().waitFor();
        const usual = view.page.locator('lt-original, lt-sessions', {
          hasText: /Result of t|Harbour office/,
        });
        assert.equal(await usual.count(), 0, 'a usual text is shown instead of the hostile text');
        failures.push(
          ...(await view.page.evaluate(damageInPage)).map((what) => `${what}, by ${text.slice(0, 200)}`),
        );
        await view.page.keyboard.press('Escape');
      }
    } finally {
      await view.stop();
    }
    assert.deepEqual(failures, []);
  });
});
