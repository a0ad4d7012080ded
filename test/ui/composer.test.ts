import assert from 'node:assert/strict';
import { useViews } from './harness/useViews.ts';

describe('the composer', () => {
  const view = useViews();
  const composer = () => view.page.getByRole('textbox', { name: 'Message', exact: true });
  /** Waits until the newest `typed` request to the host has this text. */
  const toldTyped = async (text: string): Promise<void> => {
    await view.page.waitForFunction((wanted) => {
      const told = window.fake.requests.findLast(({ type }) => type === 'typed');
      return told?.type === 'typed' && told.text === wanted;
    }, text);
  };

  it('sends the message on Enter, and inserts a line break on Shift+Enter', async () => {
    await view.open('chat', 'day');
    await composer().fill('first');
    await composer().press('Shift+Enter');
    await composer().pressSequentially('second');
    assert.equal(await view.requestCount('send'), 0);
    await composer().press('Enter');
    assert.deepEqual(await view.lastRequest('send'), { type: 'send', text: 'first\nsecond' });
    assert.equal(await composer().inputValue(), '');
  });

  it('does not send while Enter is still held down from pressing another control', async () => {
    await view.open('chat', 'day');
    await composer().fill('not yet');
    await composer().evaluate((field) => {
      const init = { key: 'Enter', repeat: true, bubbles: true, cancelable: true };
      field.dispatchEvent(new KeyboardEvent('keydown', init));
    });
    assert.equal(await view.requestCount('send'), 0);
    assert.equal(await composer().inputValue(), 'not yet');
  });

  it('puts the text back if sending failed', async () => {
    await view.open('chat', 'day');
    await view.fail('send', 'The disk is full.');
    await composer().fill('keep me');
    await composer().press('Enter');
    await view.page.getByRole('alert').getByText('The disk is full.').waitFor();
    assert.equal(await composer().inputValue(), 'keep me');
  });

  it('does not put the text back while the host is still sending it, even after minutes', async () => {
    // With a script, the test has a page of its own, so that no other test gets the fake clock.
    await view.open('chat', 'day', { script: '' });
    await view.page.clock.install();
    await view.page.evaluate(() => {
      const { channel } = window.fake;
      const receive = channel.receive.bind(channel);
      channel.receive = (raw) =>
        JSON.stringify(raw).includes('"type":"send"') ? new Promise(() => undefined) : receive(raw);
    });
    await composer().fill('once');
    await composer().press('Enter');
    await toldTyped('');
    await view.page.clock.fastForward('05:00');
    await view.page.evaluate(() => new Promise(requestAnimationFrame));
    assert.equal(await view.page.getByRole('alert').count(), 0);
    assert.equal(await composer().inputValue(), '');
  });

  it('queues a message for the end of the turn when Alt+Enter is pressed', async () => {
    await view.open('chat', 'streaming');
    await composer().fill('later');
    await composer().press('Alt+Enter');
    assert.deepEqual(await view.lastRequest('send'), { type: 'send', text: 'later', waitsFor: 'turnEnd' });
  });

  it('stops the model on Escape and on a click on the Stop button', async () => {
    await view.open('chat', 'streaming');
    await composer().press('Escape');
    await view.lastRequest('stop');
    await view.page.getByRole('button', { name: 'Stop (Escape)' }).click();
    await view.page.waitForFunction(
      () => window.fake.requests.filter(({ type }) => type === 'stop').length === 2,
    );
  });

  it('lists queued messages, and inserts a taken-back message above the typed text only once', async () => {
    await view.open('chat', 'streaming');
    await composer().fill('next');
    await composer().press('Enter');
    assert.deepEqual(await view.lastRequest('send'), { type: 'send', text: 'next' });
    assert.equal(await composer().inputValue(), '');
    const busy = { attachments: [], isBusy: true } as const;
    const waiting = [
      { id: 7, text: 'next', isSteering: true },
      { id: 8, text: 'then', isSteering: false },
    ];
    await view.push({ type: 'field', field: 'composer', value: { ...busy, waiting } });
    const line = (words: string) => view.page.getByRole('listitem').filter({ hasText: words });
    await line('Will be sent with the next request: next').waitFor();
    await line('Will be sent after this turn: then').waitFor();
    await composer().fill('more');
    await line('next').getByRole('button', { name: 'Take back and edit' }).first().click();
    assert.deepEqual(await view.lastRequest('takeBack'), { type: 'takeBack', waiting: 7 });
    const restored = { ...busy, returned: { id: 1, text: 'next' } };
    await view.push({ type: 'field', field: 'composer', value: restored });
    await view.page.waitForFunction(() => document.querySelector('textarea')?.value === 'next\n\nmore');
    assert.deepEqual(await view.lastRequest('returnedTaken'), { type: 'returnedTaken', returned: 1 });
    await view.push({ type: 'field', field: 'composer', value: { ...restored, activity: 'thinking' } });
    await view.page.getByText('thinking').waitFor();
    assert.equal(await composer().inputValue(), 'next\n\nmore');
    assert.equal(await view.page.getByText('Will be sent after this turn').count(), 0);
    await view.push({
      type: 'field',
      field: 'composer',
      value: { ...busy, activity: 'once more', returned: { id: 2, text: 'next' } },
    });
    await view.page.getByText('once more').waitFor();
    assert.equal(await composer().inputValue(), 'next\n\nmore', 'the text was added again');
  });

  it('attaches a suggestion that is chosen by keyboard after @', async () => {
    await view.open('chat', 'day');
    await composer().pressSequentially('Look at @chart');
    await view.page.getByRole('option', { name: 'chart.ts' }).waitFor();
    await composer().press('Enter');
    assert.deepEqual(await view.lastRequest('attach'), { type: 'attach', completion: 'src/chart.ts' });
    assert.equal(await composer().inputValue(), 'Look at ');
    assert.equal(await view.page.getByRole('option').count(), 0);
  });

  it('attaches the suggestion for the newest text if Enter is pressed before the host has answered', async () => {
    await view.open('chat', 'day');
    await composer().pressSequentially('@');
    await view.page.getByRole('option', { name: 'chart.ts' }).waitFor();
    // All three steps run in one task, so that the host can't answer in between.
    await composer().evaluate((textarea: HTMLTextAreaElement) => {
      textarea.setRangeText('chart', textarea.selectionStart, textarea.selectionEnd, 'end');
      textarea.dispatchEvent(new InputEvent('input', { bubbles: true }));
      textarea.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    });
    assert.deepEqual(await view.lastRequest('attach'), { type: 'attach', completion: 'src/chart.ts' });
    await view.push({
      type: 'field',
      field: 'composer',
      value: { attachments: [], isBusy: true, activity: 'later' },
    });
    await view.page.getByText('later').waitFor();
    assert.equal(await view.page.getByRole('option').count(), 0);
  });

  it('does not treat an @ within a word as a mention', async () => {
    await view.open('chat', 'day');
    await composer().pressSequentially('me@chart');
    assert.equal(await view.requestCount('complete'), 0);
  });

  it('reports the typed text to the host when typing pauses, and an empty text after the message is sent', async () => {
    await view.open('chat', 'day');
    await composer().pressSequentially('And Brest?');
    await toldTyped('And Brest?');
    await composer().press('Enter');
    await toldTyped('');
  });

  it('keeps the draft when the window is reloaded', async () => {
    await view.open('chat', 'day');
    await composer().fill('unsent');
    await view.page.reload();
    await view.page.waitForFunction(() => document.querySelector('textarea')?.value === 'unsent');
  });

  it('keeps the draft of a session even if the reloaded window shows another session', async () => {
    await view.open('chat', 'day');
    await view.page.evaluate(() => {
      window.fake.switchTo('s2');
    });
    await composer().fill('unsent');
    await view.page.reload();
    await composer().waitFor();
    assert.equal(await composer().inputValue(), '');
    await view.page.evaluate(() => {
      window.fake.switchTo('s2');
    });
    await view.page.waitForFunction(() => document.querySelector('textarea')?.value === 'unsent');
  });

  it('is disabled and offers to connect a model while no model is connected', async () => {
    await view.open('chat', 'unconnected');
    assert.equal(await composer().isDisabled(), true);
    await view.page.getByRole('button', { name: 'Connect a Model…' }).click();
    assert.deepEqual(await view.lastRequest('run'), { type: 'run', command: 'connect' });
  });
});
