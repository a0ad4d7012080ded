import assert from 'node:assert/strict';
import type { SessionSummary } from '../../../../src/adapters/store/sessionStore.ts';
import { sessionViews } from '../../../../src/extension/chat/sessionViews.ts';

function summary(id: string, parent?: string): SessionSummary {
  const base = { id, title: id, messageCount: 1, logBytes: 1, isOpen: false };
  return parent === undefined ? base : { ...base, agent: { conversationId: 'c1', parent } };
}

const NOTHING_OPEN = { currentId: undefined, isInAgent: () => false };

describe('the list of sessions', () => {
  it('shows the sessions of subagents below the parent session', () => {
    const all = [summary('sub2', 'main'), summary('other'), summary('sub1', 'main'), summary('main')];
    const views = sessionViews(all, [], NOTHING_OPEN);
    assert.deepEqual(
      views.map(({ id, isSubagent }) => [id, isSubagent]),
      [
        ['other', false],
        ['main', false],
        ['sub2', true],
        ['sub1', true],
      ],
    );
  });

  it('shows a branch below its original session, or at the top level if this session is not in the list', () => {
    const branch = (id: string, branchOf: string): SessionSummary => ({ ...summary(id), branchOf });
    const all = [branch('second', 'first'), summary('other'), branch('first', 'main'), summary('main')];
    const views = sessionViews([...all, branch('lost', 'gone')], [], NOTHING_OPEN);
    assert.deepEqual(
      views.map(({ id, isBranch }) => [id, isBranch]),
      [
        ['other', false],
        ['main', false],
        ['first', true],
        ['second', true],
        ['lost', false],
      ],
    );
    const circle = [branch('a', 'b'), branch('b', 'a')];
    assert.equal(sessionViews(circle, [], NOTHING_OPEN).length, 2);
  });

  it('shows a subagent’s session at the top level if the parent is not in the list', () => {
    const views = sessionViews([summary('sub', 'gone'), summary('other')], [], NOTHING_OPEN);
    assert.deepEqual(
      views.map(({ id }) => id),
      ['sub', 'other'],
    );
  });
});
