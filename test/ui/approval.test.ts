import assert from 'node:assert/strict';
import { askedCommand } from './harness/approvalData.ts';
import { useViews } from './harness/useViews.ts';

describe('The approval row', () => {
  const view = useViews();
  const row = () => view.page.locator('lt-approval-row');
  const button = (name: string) => row().getByRole('button', { name, exact: true });
  const answered = (count = 1) => view.lastRequest('answerApproval', count);

  for (const width of [300, 700])
    it(`highlights Deny and cuts nothing off at a width of ${width} px if a rule forbids the command`, async () => {
      await view.open('chat', 'askedCommand', { width });
      await row().getByText('Run this command in the workspace’s folder?').waitFor();
      assert.match(await row().locator('.command').innerText(), /^sed -i .* \| tail -50$/);
      assert.equal(await row().locator('li').count(), 2);
      assert.match(
        await row().locator('.forbids').innerText(),
        /Against your rule: .?Never change the tests\..? m1/,
      );
      assert.equal(await button('Always').count(), 0);
      assert.equal(await row().locator('vscode-button:not([secondary])').innerText(), 'Deny');
      const overflow = await row().evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      assert.ok(overflow <= 0, `${overflow} px`);
    });

  it('has a link to the message that contains the rule', async () => {
    await view.open('chat', 'askedCommand', { width: 350 });
    await row().getByRole('button', { name: 'm1' }).click();
    assert.deepEqual(await view.lastRequest('showMessage'), { type: 'showMessage', message: 'm1' });
  });

  for (const [name, answer] of [
    ['Allow once', 'once'],
    ['This session', 'session'],
    ['Always', 'always'],
    ['Deny', 'deny'],
  ] as const)
    it(`sends only one answer if “${name}” is pressed twice`, async () => {
      await view.open('chat', 'askedEdit', { width: 350 });
      await button(name).focus();
      await view.page.keyboard.press('Enter');
      await view.page.keyboard.press('Enter');
      assert.deepEqual(await answered(), { type: 'answerApproval', row: 'approval:2', answer });
      assert.equal(await view.requestCount('answerApproval'), 1);
    });

  it('offers to keep an unmasked copy of a changed file only if the file is meant for secrets', async () => {
    await view.open('chat', 'askedEdit', { width: 300 });
    assert.equal(await button('Allow, and keep a copy').count(), 0);
    for (const [scenario, id] of [
      ['askedSecretFile', 'approval:4'],
      ['askedForbiddenFile', 'approval:5'],
    ] as const) {
      await view.open('chat', scenario, { width: 300 });
      await row().getByText('stores the file as it was before the change, with its secrets').waitFor();
      await button('Allow, and keep a copy').click();
      assert.deepEqual(await answered(), { type: 'answerApproval', row: id, answer: 'copy' });
    }
  });

  it('says what a lasting approval would allow, or why the question is asked each time', async () => {
    await view.open('chat', 'askedEdit', { width: 350 });
    await row()
      .getByText('“This session” and “Always” allow edits of files in “src/tables” and below.', {
        exact: true,
      })
      .waitFor();
    await row()
      .getByText(
        'Longthread still asks if an action goes against your rules. To revoke an approval, run “Show Approvals…”.',
        {
          exact: true,
        },
      )
      .waitFor();
    await view.open('chat', 'askedSecret', { width: 350 });
    await row().getByText('For the reasons above, Longthread asks each time.').waitFor();
    assert.equal(await row().locator('.reason').count(), 2);
    await view.open('chat', 'askedSecretFile', { width: 350 });
    await row().getByText('For the reason above, Longthread asks each time.').waitFor();
  });

  it('shows the removed and the added lines of an edit in different colours', async () => {
    await view.open('chat', 'askedEdit', { width: 300 });
    const colourOf = (sign: string): Promise<string> =>
      row()
        .locator(`.hljs-${sign}`)
        .evaluate((line) => getComputedStyle(line).color);
    assert.notEqual(await colourOf('deletion'), await colourOf('addition'));
  });

  it('denies the tool call on Enter only if a reason was typed, and does not stop the model on Escape', async () => {
    await view.open('chat', 'askedEdit', { width: 350 });
    const field = row().getByRole('textbox');
    await field.press('Enter');
    await field.fill('Not before the tests pass.');
    await field.press('Escape');
    await field.press('Enter');
    const words = 'Not before the tests pass.';
    assert.deepEqual(await answered(), { type: 'answerApproval', row: 'approval:2', answer: 'deny', words });
    assert.equal(await view.requestCount('answerApproval'), 1, 'more than one answer was sent');
    assert.equal(await view.requestCount('stop'), 0);
  });

  it('is announced to screen readers with the command and the rule against the command', async () => {
    await view.open('chat', 'day', { width: 350 });
    await view.append(askedCommand);
    const said = view.page.locator('.for-screen-reader[role="status"]');
    await said
      .getByText(/Waits for your answer.*sed -i.*Against your rule: Never change the tests/)
      .waitFor();
  });

  it('does not hide the composer’s button that shows and changes the approval mode', async () => {
    await view.open('chat', 'askedEdit', { width: 300 });
    const mode = view.page.locator('lt-composer .mode');
    assert.equal((await mode.innerText()).trim(), 'Ask');
    assert.match(
      (await mode.getAttribute('title')) ?? '',
      /^Longthread asks before it edits files, runs commands or uses other extensions’ tools/,
    );
    await mode.click();
    assert.deepEqual(await view.lastRequest('run'), { type: 'run', command: 'chooseApprovalMode' });
  });
});
