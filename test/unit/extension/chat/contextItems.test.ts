import assert from 'node:assert/strict';
import { contextViews } from '../../../../src/extension/chat/contextItems.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

describe('the items of the context', () => {
  it('show a tool result under the name of its call, even if a later call has the same id', () => {
    const built = new ViewedSession();
    for (const path of ['src/a.ts', 'test/b.ts']) {
      built.calls('c1', path);
      built.results('c1', 'text');
    }
    const views = contextViews({ context: built.context, tokensOf: () => 1, classes: new Map() });
    assert.deepEqual(
      views.filter(({ role }) => role === 'tool').map(({ label }) => label),
      ['read_file src/a.ts', 'read_file test/b.ts'],
    );
  });
});
