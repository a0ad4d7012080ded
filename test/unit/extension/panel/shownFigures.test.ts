import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import type { CompactionEntry, CompactionEvent, Draft, RunEntry } from '../../../../src/core/log/entry.ts';
import type { Memory } from '../../../../src/core/ports.ts';
import { eventDetail } from '../../../../src/extension/panel/eventDetail.ts';
import {
  classesOf,
  memoryViews,
  recallViews,
  stageViews,
} from '../../../../src/extension/panel/panelModel.ts';
import { shownPasses, timeline } from '../../../../src/extension/panel/timeline.ts';
import type { TimelineItem } from '../../../../src/shared/panelView.ts';
import { sampleEntries } from '../../../support/sampleEntries.ts';
import { emptyCompaction } from '../../../support/sessionBuilder.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

const sample = sampleEntries.find((entry) => entry.kind === 'compaction');
assert.ok(sample !== undefined);
const compaction: CompactionEntry = sample;

function shown(entry: CompactionEntry, state: 'live' | 'undone' = 'live'): TimelineItem | undefined {
  const session = { compactions: [{ entry, state }], redoable: [] };
  return timeline({ entries: [entry], session, isReadOnly: false, step: undefined })[0];
}

function withEvent(changes: Partial<CompactionEvent>, ...left: (keyof CompactionEvent)[]): CompactionEntry {
  const event = { ...compaction.event, ...changes };
  return {
    ...compaction,
    event: Object.fromEntries(
      Object.entries(event).filter(([name]) => !left.includes(name as keyof CompactionEvent)),
    ) as unknown as CompactionEvent,
  };
}

function remarkOf(draft: Draft): string | undefined {
  const built = new ViewedSession();
  built.add(draft);
  const { entries, session } = built;
  const [item] = timeline({ entries, session, isReadOnly: false, step: undefined });
  return item?.type === 'remark' ? item.text : undefined;
}

/** Returns the leaves of a value, i.e. all nested values that are not objects, at any depth. */
function leavesOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}

function assertReadable(value: unknown): void {
  for (const leaf of leavesOf(value)) {
    assert.notEqual(leaf, undefined, 'a field has the value undefined');
    assert.doesNotMatch(String(leaf), /NaN|undefined|null|\[object|function /);
  }
}

describe('the panel’s view of a compaction', () => {
  it('shows the sum of the compaction’s time and the model’s time as the duration', () => {
    const { at, id } = compaction;
    const { summary, ...event } = compaction.event;
    assert.deepEqual(shown(compaction), {
      ...{
        type: 'compaction',
        id,
        at,
        state: 'prosePending',
        canUndo: true,
        canRedo: false,
        begun: 'automatically',
        onlyShortens: false,
      },
      ...event,
      durationMs: 19.5,
      passes: shownPasses(event.passes),
      modelUse: summary,
    });
  });

  it('says whether the compaction was automatic, urgent or requested by the person', () => {
    const begun = (
      reason: 'manual' | 'threshold' | 'overflow',
      tier: 'manual' | 'aggressive' | 'emergency',
    ) => (shown(withEvent({ reason, tier })) as { readonly begun?: string }).begun;
    assert.deepEqual(
      [begun('manual', 'manual'), begun('threshold', 'aggressive')],
      ['by you', 'automatically'],
    );
    assert.deepEqual([begun('threshold', 'emergency'), begun('overflow', 'emergency')], ['urgent', 'urgent']);
  });

  it('has no figures of a model, and no model’s time in the duration, if no model was asked', () => {
    const item = shown(withEvent({}, 'summary', 'proseFailed', 'instructions'));
    assert.ok(item?.type === 'compaction');
    assert.equal(item.durationMs, 12.5);
    assert.deepEqual(
      ['modelUse', 'proseFailed', 'instructions'].filter((name) => name in item),
      [],
    );
  });

  it('has no cost if the cost is unknown', () => {
    const figures = { model: 'm', calls: 1, inputTokens: 5, outputTokens: 6, durationMs: 7 };
    const item = shown(withEvent({ summary: { ...figures, struck: [], added: [] } }));
    assert.equal(
      item?.type === 'compaction' && item.modelUse !== undefined && 'cost' in item.modelUse,
      false,
    );
  });

  it('leaves out passes that treated no message, and shows an unknown pass under its own name', () => {
    const pass = (name: string, treated: number) => ({ name, treated, tokensBefore: 9, tokensAfter: 8 });
    const views = shownPasses([
      pass('chitchat', 0),
      pass('supersededReads', 1),
      pass('foldOldest', 2),
      pass('constructor', 3),
    ]);
    assert.deepEqual(
      views.map(({ name, treated }) => [name, treated]),
      [
        ['older reads of the same file', 1],
        ['the oldest messages', 2],
        ['constructor', 3],
      ],
    );
  });

  it('has a receipt with the number of texts that have been forgotten so far', () => {
    const forgotten = {
      id: compaction.replaced[0]?.id ?? 'm1',
      at: 0,
      message: {
        role: 'user' as const,
        parts: [{ type: 'text' as const, text: '[forgotten at the person’s request]' }],
      },
    };
    const { receipt } = eventDetail(compaction, { allMessages: [forgotten] as never });
    assert.deepEqual(receipt, { ...compaction.receipt, forgotten: 1 });
  });
});

describe('a remark in the panel', () => {
  const run = (changes: Partial<RunEntry>): Draft => ({
    kind: 'run',
    state: 'skipped',
    reason: 'not_worth_it',
    ...changes,
  });

  for (const [what, draft, text] of [
    ['a model', { kind: 'model', model: 'small' }, 'small'],
    ['a model with its window', { kind: 'model', model: 'small', window: 16_000 }, 'small, window 16k'],
    [
      'an undo of a compaction that is not in the log',
      { kind: 'undo', compactions: ['e9'] },
      'Undone: a compaction',
    ],
    ['a skipped run', run({}), 'Not compacted: almost nothing would have been freed'],
    [
      'a skipped run with the tokens in use',
      run({ usedTokens: 0 }),
      'Not compacted at 0: almost nothing would have been freed',
    ],
    ['a run with an unknown reason', run({ reason: 'some_new_reason' }), 'Not compacted: some new reason'],
    [
      'a run with the unknown reason “constructor”',
      run({ reason: 'constructor' }),
      'Not compacted: constructor',
    ],
    ['a failed run whose entry names no model', run({ state: 'failed', reason: 'No.' }), 'No.'],
    ['a rewind', { kind: 'rewind', before: 'm1' }, 'Went back to an earlier message'],
    ['an entry of the kind “note”', { kind: 'note', source: 'test', text: 'x' }, undefined],
  ] as const) {
    it(`${text === undefined ? 'does not describe' : 'describes'} ${what}`, () => {
      assert.equal(remarkOf(draft), text);
    });
  }

  it('on a running compaction has the time of the start', () => {
    const built = new ViewedSession();
    for (const state of ['started', 'completed', 'started'] as const) built.add(run({ state }));
    const { entries, session } = built;
    const [item] = timeline({ entries, session, isReadOnly: false, step: 'summary' });
    assert.deepEqual([item?.at, item?.id], [entries[2]?.at, `${entries[2]?.id ?? ''}:running`]);
    const [bare] = timeline({ entries: [], session, isReadOnly: false, step: 'summary' });
    assert.deepEqual([bare?.at, bare?.id], [0, 'running']);
  });
});

describe('the panel’s view of any log', () => {
  it('does not contain “NaN” or “undefined”', () => {
    const optional = ['summary', 'proseFailed', 'instructions', 'coveredThrough'] as const;
    fc.assert(
      fc.property(fc.subarray([...optional]), fc.boolean(), (left, isUndone) => {
        const entry = withEvent({}, ...left);
        assertReadable(shown(entry, isUndone ? 'undone' : 'live'));
        assertReadable(eventDetail(entry, { allMessages: [] }));
      }),
    );
    for (const entry of sampleEntries) {
      const session = { compactions: [{ entry: compaction, state: 'live' as const }], redoable: [] };
      assertReadable(timeline({ entries: [entry], session, isReadOnly: true, step: 'summary' }));
    }
  });
});

describe('the panel’s lists of messages, stages, memories and recalls', () => {
  function talked(count: number): ViewedSession {
    const built = new ViewedSession();
    for (let at = 0; at < count; at += 1) {
      built.asks(`Look at part ${at}.`);
      built.answers(`Part ${at} is there.`);
    }
    return built;
  }

  function recentOf(built: ViewedSession, keepRecentMessages: number, usableTokens: number): number {
    const settings = { ...DEFAULT_SETTINGS, keepRecentMessages, recentShare: 0.5 };
    const classes = classesOf(built.session, built.account, { settings, usableTokens });
    return [...classes.values()].filter((one) => one.class === 'recent').length;
  }

  it('limit the recent messages by number and by tokens', () => {
    const built = talked(20);
    assert.equal(recentOf(built, 6, 1_000_000), 6);
    const few = recentOf(built, 30, 120);
    assert.ok(few > 0 && few < 12, String(few));
    assert.ok(recentOf(built, 30, 240) > few);
  });

  it('do not mark a message as recent if the notes replace the message', () => {
    const settings = { ...DEFAULT_SETTINGS, keepRecentMessages: 2 };
    const newest = (change: Partial<typeof emptyCompaction>): readonly string[] => {
      const built = talked(3);
      built.add({ ...emptyCompaction, ...change });
      const classes = classesOf(built.session, built.account, { settings, usableTokens: 1_000_000 });
      return [...classes].flatMap(([id, one]) => (one.class === 'recent' ? [id] : []));
    };
    assert.deepEqual(newest({ replaced: [{ id: 'm5', as: 'excerpt', text: 'Look.' }] }), ['m5', 'm6']);
    assert.deepEqual(newest({ folded: [{ ids: ['m5'], as: 'summary' }] }), ['m4', 'm6']);
  });

  it('contain a stage with all its fields', () => {
    const built = talked(2);
    const stage = { title: 'Read', by: 'person' as const, first: 'm1', last: 'm4', messageCount: 4 };
    built.add({ kind: 'stage', ...stage, detailed: 'All of it.', brief: 'All.' });
    const entry = built.entries.at(-1);
    assert.deepEqual(stageViews(built.session), [
      {
        id: entry?.id,
        at: entry?.at,
        title: 'Read',
        by: 'person',
        messageCount: 4,
        digest: 'All of it.',
        state: 'live',
      },
    ]);
  });

  it('omit the source of a memory if the source message is unknown', () => {
    const memory: Memory = { id: 'y', type: 'fact', text: 'tabs', at: 1, sessionId: 's1' };
    assert.deepEqual(memoryViews([memory], 's1'), [{ id: 'y', type: 'fact', text: 'tabs', at: 1 }]);
  });

  it('contain the five newest different examples of each kind of recall', () => {
    const built = talked(1);
    for (const query of ['a', 'b', 'b', 'c', 'd', 'e', 'f', 'f'])
      built.add({ kind: 'recall', by: 'person', query, facts: [] });
    built.add({ kind: 'recall', by: 'person', facts: [] });
    built.add({ kind: 'recall', by: 'person', target: 'm2', facts: [] });
    assert.deepEqual(recallViews(built.session), [
      { kind: 'words', count: 9, examples: ['b', 'c', 'd', 'e', 'f'] },
      { kind: 'answer', count: 1, examples: ['m2'] },
    ]);
    assertReadable(recallViews(built.session));
  });

  for (const [role, kind] of [
    ['system', 'system text'],
    ['lost', 'tool result'],
  ] as const) {
    it(`contain the recall of a ${kind}`, () => {
      const built = new ViewedSession();
      const parts = [{ type: 'text' as const, text: 'x' }];
      built.add({
        kind: 'message',
        message:
          role === 'system'
            ? { role, slot: 'prompt', parts }
            : { role: 'tool', callId: 'nobody', toolName: '', parts },
      });
      built.add({ kind: 'recall', by: 'model', target: 'm1', facts: [] });
      assert.equal(recallViews(built.session)[0]?.kind, kind);
    });
  }
});
