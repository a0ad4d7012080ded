import assert from 'node:assert/strict';
import { previewTurns } from '../../../../src/extension/panel/previewTurns.ts';
import { contextViews } from '../../../../src/extension/chat/contextItems.ts';
import { EngineHarness } from '../../../support/engineHarness.ts';
import { smallSettings } from '../../../support/sessionBuilder.ts';
import { atOnce } from '../../../../src/core/steps.ts';

describe('The turns of a preview', () => {
  it('are named after their first message if the person said nothing', () => {
    const engine = new EngineHarness({ settings: { ...smallSettings, keepRecentMessages: 2 } });
    engine.builder.says('Good morning.');
    engine.builder.turns(4, 60);
    const prepared = atOnce(engine.compactor.preview());
    assert.ok(prepared.run);
    const before = contextViews({
      context: engine.builder.context,
      tokensOf: (item) => engine.account.ofItem(item),
      classes: new Map(),
    });
    const turns = previewTurns({ prepared, wishes: {}, before, items: [], hasModelNotes: false });
    assert.match(turns[0]?.label ?? '', /Good morning/u);
    assert.ok(turns.every(({ label }) => label !== ''));
  });
});
