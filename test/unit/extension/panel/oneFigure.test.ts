import assert from 'node:assert/strict';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import { shownTokensOf } from '../../../../src/core/context/gauge.ts';
import { chatRows } from '../../../../src/extension/chat/chatRows.ts';
import { largestMessages } from '../../../../src/extension/chat/largestMessages.ts';
import { PendingTokens } from '../../../../src/extension/sessions/pendingTokens.ts';
import { PanelFeed } from '../../../../src/extension/panel/panelFeed.ts';
import { previewHandlers } from '../../../../src/extension/panel/previewHandlers.ts';
import { receiptAnswer } from '../../../../src/extension/participant/receiptAnswer.ts';
import type { OpenSession } from '../../../../src/extension/sessions/openSession.ts';
import { StrategyRegistry } from '../../../../src/extension/strategyRegistry.ts';
import { gaugeOf } from '../../../../src/extension/statusBar/gaugeOf.ts';
import type { ViewParts } from '../../../../src/extension/parts.ts';
import { formatTokens } from '../../../../src/shared/format.ts';
import { say, talkWith, type Talk } from '../../../support/talk.ts';

/** The provider counts three tokens where Longthread counts two. */
const FACTOR = 1.5;

const parts = {
  settings: {
    current: {
      compaction: DEFAULT_SETTINGS,
      recall: true,
      summaryEnabled: false,
      summaryModel: '',
      model: '',
      idle: { compacts: true, cacheMs: 300_000 },
    },
  },
  services: { clock: { now: () => 0 } },
  strategies: new StrategyRegistry(),
  pending: new PendingTokens(),
  agentSessions: { has: () => false },
  memories: { list: () => [], offers: () => [] },
  models: {},
} as unknown as ViewParts;

async function talked(): Promise<{ talk: Talk; session: OpenSession }> {
  const inUse: { talk?: Talk } = {};
  const counted = (): number => {
    const { live, conversation } = inUse.talk ?? assert.fail();
    return live.account.ofContext(live.context) + conversation.request.toolTokens();
  };
  const talk = await talkWith([
    () => ({
      text: 'said '.repeat(40),
      usage: { inputTokens: Math.round(counted() * FACTOR), outputTokens: 60 },
    }),
  ]);
  inUse.talk = talk;
  for (let turn = 0; turn < 6; turn += 1) await say(talk, 'asked '.repeat(8));
  return { talk, session: { id: 's1', live: talk.live, conversation: talk.conversation } };
}

function panelOf(session: OpenSession): ReturnType<PanelFeed['snapshot']> {
  return new PanelFeed({ parts, session, send: () => undefined }).snapshot();
}

const asked = { strategy: 'hybrid', instructions: '' };

/** Compares with a tolerance, since each item is rounded separately. */
function assertNear(actual: number, wanted: number, most: number): void {
  assert.ok(Math.abs(actual - wanted) <= most, `${String(actual)} is not ${String(wanted)}`);
}

describe('with a provider’s own token counts,', () => {
  it('the panel’s context items, the preview and the gauge show the same total of tokens', async () => {
    const { session } = await talked();
    const { usedTokens } = gaugeOf(session, parts);
    const { live } = session;
    assert.ok(
      usedTokens > 1.4 * live.account.ofContext(live.context),
      'the gauge does not show the provider’s figures',
    );
    const { context } = panelOf(session);
    assertNear(
      context.reduce((sum, { tokens }) => sum + tokens, 0),
      usedTokens,
      context.length,
    );
    const preview = await previewHandlers(parts, () => session).preview({ type: 'preview', ...asked });
    assertNear(preview.tokensBefore, usedTokens, 1);
    const groups = preview.turns.flatMap((turn) => turn.groups);
    const all = groups.reduce((sum, { tokensBefore }) => sum + tokensBefore, 0);
    assert.ok(
      all > 0.6 * usedTokens && all <= usedTokens,
      'the turns must have most of the tokens; the rest is system text and tools',
    );
  });

  it('the gauge, panel, chat and receipt show the token counts of the compaction’s preview', async () => {
    const { session } = await talked();
    const { live, conversation } = session;
    const { tokensBefore, tokensAfter } = await previewHandlers(parts, () => session).preview({
      type: 'preview',
      ...asked,
    });
    assert.ok((await conversation.compactor.compactNow({ keepsHalf: true })).done);
    assertNear(gaugeOf(session, parts).usedTokens, tokensAfter, 1);
    const item = panelOf(session).timeline.findLast(({ type }) => type === 'compaction');
    assert.ok(item?.type === 'compaction');
    assert.deepEqual([item.tokensBefore, item.tokensAfter], [tokensBefore, tokensAfter]);
    const rows = chatRows({
      ...{ entries: live.entries, session: live.session, tokens: new Map(), isReadOnly: false },
      ...{ isBusy: false, shown: shownTokensOf(live.entries) },
    });
    const row = rows.find(({ type }) => type === 'compaction');
    assert.ok(row?.type === 'compaction');
    assert.deepEqual([row.tokensBefore, row.tokensAfter], [tokensBefore, tokensAfter]);
    const change = `${formatTokens(tokensBefore)} → ${formatTokens(tokensAfter)} tokens`;
    assert.ok(receiptAnswer(session).markdown.includes(change));
    assert.ok(row.figures.some((figure) => figure.startsWith(change)));
  });

  it('the target of a compaction uses the provider’s count', async () => {
    const { session } = await talked();
    const { preview } = previewHandlers(parts, () => session);
    const fits = await preview({ type: 'preview', ...asked, budgetTokens: 400 });
    assert.ok(fits.tokensAfter <= 400 && fits.tokensAfter > 300, String(fits.tokensAfter));
    const none = await preview({ type: 'preview', ...asked, budgetTokens: 24 });
    assert.match(none.remark ?? '', /the budget is 2[345]\./u);
  });

  it('the list of the largest messages uses the provider’s count', async () => {
    const { live } = (await talked()).session;
    const [largest] = largestMessages(live, shownTokensOf(live.entries));
    assert.equal(largest?.tokens, 44 * FACTOR);
  });
});
