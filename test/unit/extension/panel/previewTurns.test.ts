import assert from 'node:assert/strict';
import { previewTurns } from '../../../../src/extension/panel/previewTurns.ts';
import { contextViews } from '../../../../src/extension/chat/contextItems.ts';
import { EngineHarness } from '../../../support/engineHarness.ts';
import { smallSettings } from '../../../support/sessionBuilder.ts';
import type { PreviewTurn } from '../../../../src/shared/previewView.ts';
import { atOnce } from '../../../../src/core/steps.ts';

function turnsOf(engine: EngineHarness): readonly PreviewTurn[] {
  const prepared = atOnce(engine.compactor.preview());
  assert.ok(prepared.run);
  const before = contextViews({
    context: engine.builder.context,
    tokensOf: (item) => engine.account.ofItem(item),
    classes: new Map(),
  });
  return previewTurns({ prepared, wishes: {}, before, items: [], hasModelNotes: false });
}

describe('A turn in a preview', () => {
  it('is named after its first message if the person wrote nothing in the turn', () => {
    const engine = new EngineHarness({ settings: { ...smallSettings, keepRecentMessages: 2 } });
    engine.builder.says('Good morning.');
    engine.builder.turns(4, 60);
    const turns = turnsOf(engine);
    assert.match(turns[0]?.label ?? '', /Good morning/u);
    assert.ok(turns.every(({ label }) => label !== ''));
  });

  it('contains the reason why a message must stay in the context', () => {
    const engine = new EngineHarness({ settings: { ...smallSettings, keepRecentMessages: 2 } });
    const { builder } = engine;
    builder.turns(4, 60);
    builder.user('And now?');
    builder.calls([{ id: 'q1', name: 'ask_user', args: { question: 'Metres or feet?' } }]);
    builder.pin('m1');
    assert.deepEqual(
      turnsOf(engine).flatMap(({ groups }) => groups.flatMap(({ fixed }) => fixed ?? [])),
      ['pinned', 'your newest message', 'waits for your answer'],
    );
  });
});
