import assert from 'node:assert/strict';
import { until } from '../support/until.ts';
import { sharedWindow, type SharedWindow } from './sharedWindow.ts';

const settings = {
  'longthread.contextWindow': 14_000,
  'longthread.compaction.backgroundThreshold': 0.4,
  'longthread.compaction.target': 0.35,
  'longthread.compaction.backgroundShare': 0.9,
  'longthread.compaction.keepRecentMessages': 4,
  'longthread.stubs.protectedTokens': 500,
};

const questions = [
  'Never change test/harbour.test.ts. Read src/harbour.ts and src/visit.ts.',
  'Where is formatTime used?',
  'Walk through everything in src in detail.',
  'Read src/berths.ts and src/time.ts.',
];

describe('a long session in a real editor', () => {
  let workbench: SharedWindow;
  let gates: SharedWindow['gates'];

  before(async () => {
    workbench = await sharedWindow(settings);
    ({ gates } = workbench);
    await composer().waitFor();
    await workbench.openPanel();
  });

  const composer = () => workbench.chat.locator('lt-composer textarea');
  const isIdle = () => workbench.chat.locator('lt-composer .progress').waitFor({ state: 'detached' });

  /** Asks a question, and waits until the answer has ended. */
  async function ask(text: string): Promise<void> {
    // Holds the answer back, because a long answer would move the question out of the rendered part of the thread.
    gates.answer.close();
    try {
      await workbench.say(text);
      await workbench.chat.locator('lt-user-row', { hasText: text }).last().waitFor();
    } finally {
      gates.answer.open();
    }
    await isIdle();
  }

  const compactions = () => workbench.panel.locator('.timeline .event', { hasText: '→' });

  /** Scrolls up through the thread and returns the ids of all rows except notices, sorted. */
  async function rowsOfThread(): Promise<readonly string[]> {
    const list = workbench.chat.locator('lt-list');
    const seen = new Set<string>();
    await list.evaluate((element) => {
      element.scrollTo(0, element.scrollHeight);
    });
    for (let isAtStart = false; !isAtStart;) {
      const { ids, top } = await list.evaluate(async (element) => {
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const items = [...element.querySelectorAll<HTMLElement>('.item')];
        const place = element.scrollTop;
        element.scrollTo(0, place - element.clientHeight);
        return { ids: items.map((item) => item.dataset['id'] ?? ''), top: place };
      });
      // Leaves out notices about the endpoint, because a reload of the window removes them.
      const kept = ids.filter((id) => !id.startsWith('noticed:'));
      kept.toReversed().forEach((id) => seen.add(id));
      isAtStart = top === 0;
    }
    return [...seen].sort();
  }

  /**
   * Returns the ids of all rows. The view loads earlier rows on request, so the thread is read until two readings are
   * equal.
   */
  async function allRows(): Promise<readonly string[]> {
    let rows = await rowsOfThread();
    await until('all rows are there', async () => {
      const before = rows;
      rows = await rowsOfThread();
      return before.join() === rows.join();
    });
    return rows;
  }

  it('queues a message that is sent before the previous message is answered', async () => {
    const { chat } = workbench;
    gates.answer.close();
    await workbench.say(questions[0] ?? '');
    await chat.locator('lt-user-row', { hasText: 'Never change' }).waitFor();
    await workbench.say(questions[1] ?? '');
    await chat.locator('lt-composer .waiting', { hasText: 'formatTime' }).waitFor();
    assert.equal(await chat.locator('lt-user-row').count(), 1);
    gates.answer.open();
    await chat.locator('lt-user-row', { hasText: 'formatTime' }).waitFor();
    await chat.locator('lt-composer .waiting').waitFor({ state: 'detached' });
    await isIdle();
  });

  it('shows a tool call’s outcome, how full the context is, and the first message as the title', async () => {
    const { chat, statusBar } = workbench;
    await chat.locator('lt-tool-row', { hasText: 'src/harbour.ts' }).getByText('lines').waitFor();
    await chat.locator('lt-header .percent').waitFor();
    await statusBar.getByText(/▰.*%/).waitFor();
    assert.match((await chat.locator('button.session').textContent()) ?? '', /Never change/);
  });

  it('attaches a file that was chosen after typing @', async () => {
    const { chat } = workbench;
    const input = composer();
    await input.pressSequentially('@berths');
    await chat.locator('.completion', { hasText: 'berths.ts' }).waitFor();
    await input.press('Enter');
    await chat.locator('.attachment', { hasText: 'src/berths.ts' }).waitFor();
    await ask('What does this do?');
    await chat.locator('lt-user-row', { hasText: 'src/berths.ts' }).waitFor();
    assert.equal(await chat.locator('.attachment').count(), 0);
  });

  it('shows a shortened result whole on request, and lets the model recall earlier texts', async () => {
    const { chat } = workbench;
    for (const question of questions.slice(2)) await ask(question);
    await compactions().first().waitFor();
    const row = chat.locator('lt-tool-row', { hasText: 'src/harbour.ts' }).first();
    await until('the first call is in view', async () => {
      await chat.locator('lt-list').evaluate((element) => {
        element.scrollTo(0, 0);
      });
      return row.locator('.row.away').isVisible();
    });
    await row.locator('button.fold').click();
    await row.getByText('export class Harbour').waitFor();
    await ask('What did we say earlier about harbour?');
    await chat
      .locator('lt-tool-row', { hasText: 'recall' })
      .last()
      .getByText(/hit|line/)
      .waitFor();
  });

  it('answers a question while a compaction runs in the background', async () => {
    const { panel } = workbench;
    gates.summary.close();
    await ask('Walk through the whole project again.');
    await until('the compaction asks a model for notes', () => gates.summary.isReached);
    await panel.getByText('A model is writing notes').first().waitFor();
    const events = await compactions().count();
    await ask('Thanks.');
    assert.equal(await compactions().count(), events, 'the compaction ended before the model wrote notes');
    gates.summary.open();
    await compactions().nth(events).waitFor();
    await compactions().first().click();
    await panel.locator('lt-event').getByText('Receipt').waitFor();
    await panel.locator('lt-event').getByText('Never change test/harbour.test.ts').first().waitFor();
  });

  it('compacts at the person’s command before a model adds notes, and keeps the compaction after Stop', async () => {
    const { panel } = workbench;
    // Holds back summaries, so that an automatic compaction waits until the person’s compaction ends it.
    gates.summary.close();
    await ask('Walk through the whole project for the last time.');
    const events = await compactions().count();
    await panel.getByRole('button', { name: 'Compact…' }).click();
    await panel.getByText('Seen by the model').waitFor();
    await panel.getByRole('button', { name: 'Apply' }).click();
    await compactions().nth(events).waitFor();
    await panel.getByText('Compacted. A model is adding its notes').first().waitFor();
    await panel.locator('lt-event').getByText('hybrid · by you').waitFor();
    await panel.locator('.panel-head').getByRole('button', { name: 'Stop' }).click();
    await panel.getByText('the compaction stays').first().waitFor();
    gates.summary.open();
    assert.equal(await compactions().count(), events + 1);
  });

  it('shows all rows, the compactions and only one panel after a reload', async () => {
    const { chat, page, panel } = workbench;
    const tabs = page.locator('.tab', { hasText: 'Longthread: Context' });
    await workbench.runCommand('New Untitled Text File');
    await page.locator('.tab', { hasText: 'Untitled-1' }).waitFor();
    const before = await allRows();
    await workbench.reload();
    await chat.locator('lt-assistant-row').last().waitFor({ state: 'attached' });
    assert.deepEqual(await allRows(), before);
    // The editor saves its open tabs only occasionally, so the panel’s tab may be missing after the reload.
    await workbench.openPanel();
    await panel.locator('.timeline .event').first().waitFor();
    await until('one panel is left', async () => (await tabs.count()) === 1);
  });

  it('shows an undo in the panel and in the thread', async () => {
    const { chat, panel } = workbench;
    await workbench.runCommand('Longthread: Undo Last Compaction');
    await panel.locator('.timeline .event', { hasText: 'undone' }).first().waitFor();
    await chat.getByRole('button', { name: 'Newest' }).click();
    await chat.locator('lt-compaction-row .undone').first().waitFor({ state: 'attached' });
  });

  it('finds a message of another session, and shows the message in the thread', async () => {
    const { chat } = workbench;
    await workbench.runCommand('Longthread: New Session');
    await chat.locator('lt-list').waitFor({ state: 'detached' });
    await workbench.findInSessions('What does this do?', 'you,');
    await chat.locator('lt-user-row', { hasText: 'What does this do?' }).first().waitFor();
  });
});
