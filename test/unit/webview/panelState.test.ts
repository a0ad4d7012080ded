import assert from 'node:assert/strict';
import type { CompactionView, PanelSnapshot } from '../../../src/shared/panelView.ts';
import { shownEvent, withoutAnswered, withSelection } from '../../../src/webview/panel/panelState.ts';

const compaction = (id: string, state: CompactionView['state'] = 'done'): CompactionView => ({
  type: 'compaction',
  id,
  at: 0,
  state,
  canUndo: true,
  canRedo: false,
  onlyShortens: false,
  begun: 'by you',
  strategy: 'hybrid',
  tokensBefore: 2,
  tokensAfter: 1,
  messagesBefore: 2,
  messagesAfter: 1,
  durationMs: 1,
  passes: [],
});

const panel: PanelSnapshot = {
  sessionId: 's',
  title: 'Old',
  readOnlyReason: 'locked',
  timeline: [compaction('e1'), { type: 'remark', id: 'r1', at: 0, kind: 'skipped', text: '' }],
  context: [],
  memories: [],
  memoryOffers: [],
  stages: [],
  recalls: [],
  strategies: [],
  strategy: 'hybrid',
};

describe('the state of the panel', () => {
  it('keeps what is selected, open and asked, as far as it still exists, in a new snapshot of the same session', () => {
    const selected = { ...panel, selectedEvent: 'e1' };
    assert.equal(withSelection(panel, selected).selectedEvent, 'e1');
    assert.equal(withSelection({ ...panel, selectedEvent: 'r1' }, selected).selectedEvent, 'r1');
    assert.equal(withSelection({ ...panel, sessionId: 'other' }, selected).selectedEvent, undefined);
    assert.equal(withSelection({ ...panel, timeline: [] }, selected).selectedEvent, undefined);
    assert.equal(withSelection(panel, undefined), panel);
    const open = { ...panel, shownMessage: 'm1', isAsked: true };
    assert.deepEqual(withSelection(panel, open), open);
    assert.equal(withSelection({ ...panel, shownMessage: 'm2' }, open).shownMessage, 'm2');
    assert.equal(withSelection({ ...panel, sessionId: 'other' }, open).shownMessage, undefined);
  });

  it('has an ordinary preview once the question that it is about is answered', () => {
    const gauge = { usableTokens: 9 } as NonNullable<PanelSnapshot['gauge']>;
    const asked = { ...panel, isAsked: true, gauge: { ...gauge, question: {} } };
    assert.equal(withoutAnswered({ ...asked, gauge }, asked).isAsked, false);
    assert.equal(withoutAnswered(asked, { ...asked, gauge }).isAsked, true);
    assert.equal(withoutAnswered({ ...asked, gauge }, { ...asked, gauge }).isAsked, true);
  });

  it('shows the newest compaction until another is selected', () => {
    assert.equal(shownEvent(panel), 'e1');
    const grown = { ...panel, timeline: [...panel.timeline, compaction('e2')] };
    assert.equal(shownEvent(grown), 'e2');
    assert.equal(shownEvent({ ...grown, selectedEvent: 'e1' }), 'e1');
    assert.equal(shownEvent({ ...panel, timeline: [] }), undefined);
  });
});
