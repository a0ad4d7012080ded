import type { CompactionView, Goal, Wishes } from '../../../../src/core/compaction/compactionView.ts';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compact, type Compaction } from '../../../../src/core/compaction/plan/compact.ts';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import { STRATEGIES, STRATEGY_NAMES, type Strategy } from '../../../../src/core/compaction/strategies.ts';
import { shortenAlone } from '../../../../src/core/compaction/plan/wishes.ts';
import type { ChosenFate } from '../../../../src/core/context/fate.ts';
import { groupMessages, idsOf } from '../../../../src/core/context/groups.ts';
import type { EntryId, MessageId } from '../../../../src/core/log/entry.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { viewOf } from '../../../support/compactionView.ts';
import { planned } from '../../../support/planned.ts';
import { sessionOf } from '../../../support/sessionArbitrary.ts';
import { SessionBuilder, smallSettings, told, wordsOf } from '../../../support/sessionBuilder.ts';
import { assertReversible, assertSound } from '../../../support/validContext.ts';
import { VOLUME } from '../../../support/volume.ts';

function wished(...pairs: readonly (readonly [MessageId, ChosenFate])[]): Wishes {
  return { byMessage: new Map(pairs) };
}

function asked(builder: SessionBuilder, wishes: Wishes, more: Partial<CompactionView> = {}): Compaction {
  return planned(compact(viewOf(builder, more), { by: 'person', wishes }));
}

/** Returns the text of a message after a compaction; undefined if the message has left the context. */
function textIn({ context }: Pick<Compaction, 'context'>, id: MessageId): string | undefined {
  const found = context.find(({ entries }) => entries.length === 1 && entries[0] === id);
  return found && textOf(found.message);
}

/** Returns a session of short turns with one long read in the middle. */
function day(): { builder: SessionBuilder; call: MessageId; result: MessageId } {
  const builder = new SessionBuilder();
  builder.turns(6, 40);
  const [call, result] = builder.tool('read_file', { path: 'src/a.ts' }, wordsOf(600, 'line\n'));
  builder.turns(6, 40);
  builder.user('and now?');
  return { builder, call, result };
}

describe('a compaction with the person’s choices', () => {
  it('keeps a chosen message word for word', () => {
    const { builder } = day();
    const kept = asked(builder, wished(['m1', 'stays'], ['m2', 'notes']));
    assert.equal(textIn(kept, 'm1'), textOf(builder.session.messages[0]?.message ?? assert.fail()));
    assert.equal(textIn(kept, 'm2'), undefined);
  });

  it('puts a call and its result into the notes if the person chose the notes for one of the two', () => {
    const { builder, call, result } = day();
    for (const id of [call, result]) {
      const { context, draft } = asked(builder, wished([id, 'notes']));
      assert.ok(
        context.every(({ entries }) => !(entries.length === 1 && [call, result].includes(entries[0] ?? ''))),
      );
      assert.deepEqual(
        draft.folded.filter(({ ids }) => ids.includes(call)).map(({ as }) => as),
        ['summary'],
      );
    }
  });

  it('shortens a long result but keeps the call', () => {
    const { builder, call, result } = day();
    const short = asked(builder, { ...wished([result, 'shortened']), range: { first: 'm1', last: 'm2' } });
    assert.match(textIn(short, result) ?? '', /^\[read_file src\/a\.ts · 600 lines · recall /u);
    assert.notEqual(textIn(short, call), undefined);
  });

  it('shortens only the chosen message, or reports that the message can’t be shortened further', () => {
    const { builder, result } = day();
    const before = builder.context;
    const done = asked(builder, shortenAlone(result));
    assert.match(textIn(done, result) ?? '', /^\[/);
    const others = ({ context }: Pick<Compaction, 'context'>) =>
      context.filter(({ entries }) => entries[0] !== result);
    assert.deepEqual(others(done), others({ context: before }));
    const short = compact(viewOf(builder), { by: 'person', wishes: shortenAlone('m1') });
    assert.ok(!short.run);
    assert.match(short.considered?.plan.refused[0]?.sentence ?? '', /can’t be shortened further/);
  });

  it('never mentions a message that the person left out', () => {
    const builder = new SessionBuilder();
    builder.user('Never touch src/secretPlan.ts.');
    builder.turns(8, 40);
    const left = asked(builder, wished(['m1', 'leftOut']));
    assert.doesNotMatch(told(left.context).join('\n'), /secretPlan/u);
    assert.match(told(asked(builder, wished(['m1', 'notes'])).context).join('\n'), /secretPlan/u);
    builder.append(left.draft);
    builder.turns(8, 40);
    assert.doesNotMatch(told(asked(builder, {}).context).join('\n'), /secretPlan/u);
  });

  it('compacts exactly the chosen part', () => {
    const { builder, call, result } = day();
    const { draft } = asked(builder, { range: { first: 'm5', last: result } });
    const gone = draft.folded.flatMap(({ ids }) => ids);
    assert.deepEqual(gone, ['m5', 'm6', 'm7', 'm8', 'm9', 'm10', 'm11', 'm12', call, result]);
    assert.deepEqual(draft.replaced, []);
  });

  it('prefers the choice for a message to the choice for the part that contains the message', () => {
    const { builder } = day();
    const { draft } = asked(builder, { ...wished(['m3', 'stays']), range: { first: 'm6', last: 'm1' } });
    assert.deepEqual(draft.folded, [{ ids: ['m1', 'm2', 'm4', 'm5', 'm6'], as: 'summary' }]);
  });

  it('leaves out the chosen part if the strategy writes no notes', () => {
    const { builder } = day();
    const strategy = STRATEGIES.truncate;
    const found = asked(builder, { range: { first: 'm1', last: 'm2' } }, { strategy });
    assert.deepEqual(found.draft.folded, [{ ids: ['m1', 'm2'], as: 'evicted' }]);
  });

  it('reports why a choice is impossible', () => {
    const builder = new SessionBuilder();
    const system = builder.system('You help.');
    builder.turns(8, 40);
    const gone = builder.user('an aside');
    builder.exclude(gone);
    builder.pin('m4');
    builder.append(asked(builder, { range: { first: 'm2', last: 'm5' } }).draft);
    const newest = builder.user('and now?');
    const ids = [system, 'm2', gone, 'm4', newest, 'm99', 'm6'];
    const byMessage = new Map(ids.map((id) => [id, id === 'm6' ? 'notes' : 'leftOut'] as const));
    const found = compact(viewOf(builder, { strategy: STRATEGIES.truncate }), {
      by: 'person',
      wishes: { byMessage: byMessage.set('m8', 'leftOut') },
    });
    const { plan, draft } = planned(found);
    assert.deepEqual(draft.leftOut, ['m8']);
    const why = new Map(plan.refused.map(({ id, sentence }) => [id, sentence]));
    assert.match(why.get(system) ?? '', /always stays/u);
    assert.match(why.get(gone) ?? '', /Bring it back first/u);
    assert.match(why.get('m4') ?? '', /pinned/u);
    assert.match(why.get(newest) ?? '', /newest message/u);
    assert.match(why.get('m99') ?? '', /no longer in the session/u);
    assert.match(why.get('m2') ?? '', /earlier compaction/u);
    assert.match(why.get('m6') ?? '', /no notes/u);
  });

  it('reports that a short message can’t be shortened further', () => {
    const { builder } = day();
    const { plan } = asked(builder, wished(['m1', 'shortened'], ['m2', 'notes']));
    assert.deepEqual(plan.refused, [
      { id: 'm1', wish: 'shortened', sentence: 'This message can’t be shortened further.' },
    ]);
  });

  it('reports kept messages that do not fit', () => {
    const { builder, result } = day();
    const wishes = wished([result, 'stays']);
    const found = compact(viewOf(builder), { by: 'person', budgetTokens: 300, wishes });
    assert.ok(!found.run && found.reason === 'cannot_fit');
    assert.match(found.sentence, /6\d\d tokens of the messages that you keep.*Keep fewer messages/u);
  });

  it('reports that there is nothing to compact if the person keeps every message that could be compacted', () => {
    const { builder } = day();
    const byMessage = new Map(builder.session.messages.map(({ id }) => [id, 'stays'] as const));
    const found = compact(viewOf(builder), { by: 'person', wishes: { byMessage } });
    assert.ok(!found.run);
    assert.equal(found.sentence, 'You chose to keep every message that could be compacted.');
  });

  it('does exactly what the preview showed, for any session and choices', () => {
    const choice = fc.constantFrom<ChosenFate>('stays', 'shortened', 'notes', 'leftOut');
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const chosen = fc.array(fc.tuple(share, choice), { maxLength: 6 });
    const range = fc.option(fc.tuple(share, share), { nil: undefined });
    const strategy = fc.constantFrom(...STRATEGY_NAMES).map((name) => STRATEGIES[name]);
    const settings = fc.constantFrom(smallSettings, DEFAULT_SETTINGS);
    const budget = fc.option(fc.integer({ min: 200, max: 20_000 }), { nil: undefined });
    const cases = fc.record({ builder: sessionOf(25), chosen, range, strategy, settings, budget });
    fc.assert(fc.property(cases, assertExact), { numRuns: 100 * VOLUME });
  });
});

/** Asserts that every group with exactly one wish was treated accordingly, unless the wish was refused. */
function assertHonoured(
  { session }: SessionBuilder,
  { plan, draft }: Compaction,
  byMessage: ReadonlyMap<MessageId, ChosenFate>,
): void {
  const refused = new Set(plan.refused.map(({ id }) => id));
  const folded = new Map(draft.folded.flatMap(({ ids, as }) => ids.map((id) => [id, as] as const)));
  const replaced = new Set(draft.replaced.map(({ id }) => id));
  const conversation = session.messages.filter(({ message }) => message.role !== 'system');
  for (const group of groupMessages(conversation)) {
    const ids = idsOf(group);
    const named = ids.filter((id) => byMessage.has(id));
    const wish = byMessage.get(named[0] ?? '');
    if (named.length !== 1 || wish === undefined || ids.some((id) => refused.has(id))) continue;
    const isOut = ids.every((id) => folded.has(id));
    if (wish === 'stays') assert.ok(ids.every((id) => !folded.has(id) && !replaced.has(id)));
    if (wish === 'shortened') assert.ok(ids.some((id) => replaced.has(id)) && !isOut);
    if (wish === 'notes') assert.ok(isOut && ids.every((id) => folded.get(id) === 'summary'));
    if (wish === 'leftOut') assert.ok(isOut && ids.every((id) => draft.leftOut?.includes(id)));
  }
}

interface Case {
  readonly builder: SessionBuilder;
  /** The wishes. Each number is the position of the chosen message, as a share of the session. */
  readonly chosen: readonly (readonly [number, ChosenFate])[];
  readonly range: readonly [number, number] | undefined;
  readonly strategy: Strategy;
  readonly settings: CompactionView['settings'];
  readonly budget: number | undefined;
}

function assertExact({ builder, chosen, range, strategy, settings, budget }: Case): void {
  const { messages } = builder.session;
  if (messages.length === 0) return;
  const idAt = (at: number): MessageId => messages[Math.floor(at * (messages.length - 1))]?.id ?? 'm0';
  const byMessage = new Map(chosen.map(([at, wish]) => [idAt(at), wish] as const));
  const wishes = { byMessage, ...(range && { range: { first: idAt(range[0]), last: idAt(range[1]) } }) };
  const view = viewOf(builder, { strategy, settings, usableTokens: 20_000 });
  const goal: Goal = { by: 'person', wishes, ...(budget === undefined ? {} : { budgetTokens: budget }) };
  const found = compact(view, goal);
  assert.deepEqual(compact(view, goal), found);
  if (!found.run) return;
  if (budget !== undefined) assert.ok(found.tokensAfter <= budget);
  assertHonoured(builder, found, byMessage);
  const id = builder.append(found.draft);
  assertSound(builder.session);
  const real = (entry: EntryId): EntryId => (entry === 'e0' ? id : entry);
  assert.deepEqual(
    builder.context,
    found.context.map((item) => ({ ...item, entries: item.entries.map(real) })),
  );
  assertReversible(builder.entries);
}
