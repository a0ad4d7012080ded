import assert from 'node:assert/strict';
import { compactionRow } from '../../../../src/extension/chat/compactionRow.ts';
import type { RowsInput } from '../../../../src/extension/chat/chatRows.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

describe('the row of a compaction', () => {
  const built = new ViewedSession();
  for (let turn = 0; turn < 20; turn += 1) {
    built.asks(`Please see to berth ${String(turn)} of the harbour.`);
    built.answers(`Berth ${String(turn)} is done, ${'and its moorings, '.repeat(40)}`);
  }
  built.compacts();

  const figures = (price?: RowsInput['price']): string => {
    const { session, entries } = built;
    const tokens = new Map(session.messages.map(({ id }) => [id, 100]));
    const [compaction] = session.compactions;
    assert.ok(compaction);
    return compactionRow(compaction, {
      ...{ entries, session, tokens, isReadOnly: false, isBusy: false, price },
    }).figures.join('\n');
  };

  it('shows no cost if the price is unknown', () => {
    assert.match(figures(), /tokens by hybrid, by you/);
    assert.doesNotMatch(figures(), /\$/);
  });

  it('shows only one line, without duration and receipt, for a compaction that another agent made', () => {
    const { session, entries } = built;
    const [compaction] = session.compactions;
    assert.ok(compaction);
    const { entry } = compaction;
    const event = { ...entry.event, strategy: 'its agent', reason: 'threshold' as const, durationMs: 0 };
    const receipt = { ...entry.receipt, kept: 0, recallable: 0 };
    const foreign = { ...compaction, entry: { ...entry, event, receipt } };
    const row = compactionRow(foreign, {
      ...{ entries, session, tokens: new Map(), isReadOnly: true, isBusy: false, price: undefined },
    });
    assert.equal(row.figures.length, 1);
    assert.match(row.figures[0] ?? '', /^\S+ → \S+ tokens by its agent, automatically$/u);
  });

  it('says after how many requests the compaction pays for itself, or that the compaction cost nothing', () => {
    const price = { input: 3, cachedInput: 0.3, output: 15 };
    assert.match(figures(price), /Pays for itself after \d+ requests?; 0 so far/);
    for (let turn = 0; turn < 40; turn += 1) built.answers('Done.');
    assert.match(figures(price), /Paid for itself after \d+ requests?/);
    assert.match(figures({ input: 3, output: 15 }), /The compaction cost nothing/);
  });
});
