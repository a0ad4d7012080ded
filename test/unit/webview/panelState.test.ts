import assert from 'node:assert/strict';
import type { CompactionView, PanelSnapshot } from '../../../src/shared/panelView.ts';
import {
  askedContent,
  shownEvent,
  stateFrom,
  withoutAnswered,
} from '../../../src/webview/panel/panelState.ts';

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

const closed = { isOpen: false, isAsked: false };

describe('the state of the panel', () => {
  it('keeps what the person opened when a new snapshot of the same session arrives', () => {
    const selected = { ...panel, selectedEvent: 'e1' };
    const after = (snapshot: PanelSnapshot, before?: PanelSnapshot): PanelSnapshot =>
      stateFrom(snapshot, before, closed);
    assert.equal(after(panel, selected).selectedEvent, 'e1');
    assert.equal(after({ ...panel, selectedEvent: 'r1' }, selected).selectedEvent, 'r1');
    assert.equal(after({ ...panel, sessionId: 'other' }, selected).selectedEvent, undefined);
    assert.equal(after({ ...panel, timeline: [] }, selected).selectedEvent, undefined);
    assert.equal(after(panel), panel);
    const gauge = { usableTokens: 9, question: {} } as NonNullable<PanelSnapshot['gauge']>;
    const open = { ...panel, gauge, shownMessage: 'm1', isAsked: true };
    assert.deepEqual(after({ ...panel, gauge }, open), open);
    assert.equal(after(panel, open).isAsked, false);
    assert.equal(after({ ...panel, shownMessage: 'm2' }, open).shownMessage, 'm2');
    assert.equal(after({ ...panel, sessionId: 'other' }, open).shownMessage, undefined);
  });

  it('restores `isAsked` for an open preview if the question is still unanswered, unless the snapshot sets `isAsked`', () => {
    const gauge = { usableTokens: 9, question: {} } as NonNullable<PanelSnapshot['gauge']>;
    const isAsked = (snapshot: PanelSnapshot, kept = { isOpen: true, isAsked: true }): unknown =>
      stateFrom(snapshot, undefined, kept).isAsked;
    assert.equal(isAsked({ ...panel, gauge }), true);
    assert.equal(isAsked(panel), false);
    assert.equal(isAsked({ ...panel, gauge }, { isOpen: true, isAsked: false }), false);
    assert.equal(isAsked({ ...panel, gauge }, { isOpen: false, isAsked: true }), undefined);
    assert.equal(isAsked({ ...panel, gauge, isAsked: false }), false);
  });

  it('gives an open message priority over a preview, and a preview priority over an event', () => {
    const asked = (...set: readonly string[]): unknown => askedContent((field) => set.includes(field));
    assert.deepEqual(
      [
        asked(),
        asked('selectedEvent'),
        asked('selectedEvent', 'isPreviewing'),
        asked('isPreviewing', 'shownMessage'),
      ],
      [undefined, 'event', 'preview', 'message'],
    );
  });

  it('turns a preview with a question into an ordinary preview when the question is answered', () => {
    const gauge = { usableTokens: 9 } as NonNullable<PanelSnapshot['gauge']>;
    const asked = { ...panel, isAsked: true, gauge: { ...gauge, question: {} } };
    assert.equal(withoutAnswered({ ...asked, gauge }, asked).isAsked, false);
    assert.equal(withoutAnswered(asked, { ...asked, gauge }).isAsked, true);
    assert.equal(withoutAnswered({ ...asked, gauge }, { ...asked, gauge }).isAsked, true);
  });

  it('shows the newest compaction unless another event is selected', () => {
    assert.equal(shownEvent(panel), 'e1');
    const grown = { ...panel, timeline: [...panel.timeline, compaction('e2')] };
    assert.equal(shownEvent(grown), 'e2');
    assert.equal(shownEvent({ ...grown, selectedEvent: 'e1' }), 'e1');
    assert.equal(shownEvent({ ...panel, timeline: [] }), undefined);
  });
});
