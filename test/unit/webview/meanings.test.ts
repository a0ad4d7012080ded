import assert from 'node:assert/strict';
import { PASS_LABELS, passLabel } from '../../../src/core/compaction/strategies.ts';
import { PASSES } from '../../../src/core/compaction/plan/plan.ts';
import { passMeanings } from '../../../src/webview/panel/figures.ts';

describe('Explanations of compaction passes', () => {
  it('exist for exactly the passes that the panel names', () => {
    assert.deepEqual(Object.keys(passMeanings).sort(), [...PASS_LABELS.values()].sort());
    for (const name of Object.keys(PASSES)) assert.ok(passMeanings[passLabel(name)], name);
  });
});
