import assert from 'node:assert/strict';
import { ViewDriver } from './harness/viewDriver.ts';

describe('A message with a masked secret', () => {
  const view = new ViewDriver();
  before(() => view.start());
  after(() => view.stop());
  afterEach(() => view.close());

  it('has a button that explains why the secret is masked', async () => {
    await view.open('chat', 'day');
    await view.page.getByRole('button', { name: 'Why is this masked?' }).click();
    const asked = await view.lastRequest('explainMask');
    assert.deepEqual(asked, { type: 'explainMask', row: 'm3', secret: 0 });
    assert.equal(await view.requestCount('reveal'), 0);
  });

  it('asks the host to reveal the secret only after a click on “Send this secret”', async () => {
    await view.open('chat', 'day');
    const send = view.page.getByRole('button', { name: 'Send this secret' });
    await send.waitFor();
    assert.equal(await view.requestCount('reveal'), 0);
    await send.click();
    assert.deepEqual(await view.lastRequest('reveal'), { type: 'reveal', row: 'm3', secret: 0 });
  });
});
