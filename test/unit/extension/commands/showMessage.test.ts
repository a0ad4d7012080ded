import assert from 'node:assert/strict';
import { showMessage } from '../../../../src/extension/commands/showMessage.ts';

type MessageViews = Parameters<typeof showMessage>[1];

/**
 * Returns views with three sessions. The chat shows `own`. The agent's sessions are `older` and `agents`, and `agents`
 * is the acting session.
 */
function views(hasRow = true): { readonly shown: MessageViews; readonly happened: string[] } {
  const happened: string[] = [];
  const [own, agents, older] = ['own', 'agents', 'older'].map((id) => ({ id }));
  const shown = {
    parts: {
      sessions: { current: own },
      acting: {
        current: agents,
        choices: [own, older, agents],
        choose: ({ id }: { id: string }) => happened.push(`choose ${id}`),
      },
    },
    chat: {
      showMessage: (id: string) => {
        happened.push(`chat ${id}`);
        return Promise.resolve(hasRow);
      },
    },
    panel: { showMessage: (id: string) => happened.push(`panel ${id}`) },
  };
  return { shown: shown as unknown as MessageViews, happened };
}

async function whatHappens(link: readonly unknown[], hasRow?: boolean): Promise<readonly string[]> {
  const { shown, happened } = views(hasRow);
  await showMessage(link, shown);
  return happened;
}

describe('A link to a message', () => {
  it('opens the chat if the chat shows the message’s session', async () => {
    assert.deepEqual(await whatHappens(['own', 'm3']), ['chat m3']);
  });

  it('opens the panel for a session of the agent', async () => {
    assert.deepEqual(await whatHappens(['agents', 'm3']), ['panel m3']);
    assert.deepEqual(await whatHappens(['older', 'm3']), ['choose older', 'panel m3']);
  });

  it('opens the panel for a message that a rewind removed from the chat', async () => {
    const happened = await whatHappens(['own', 'm3'], false);
    assert.deepEqual(happened, ['chat m3', 'choose own', 'panel m3']);
  });

  it('is refused if the session is not open in this window or the link has no valid message id', async () => {
    await assert.rejects(whatHappens(['gone', 'm3']), /not open in this window/u);
    await assert.rejects(whatHappens(['own', '../etc']));
    await assert.rejects(whatHappens(['own', 'm']));
    await assert.rejects(whatHappens([]));
  });
});
