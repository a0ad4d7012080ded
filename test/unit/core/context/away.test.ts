import assert from 'node:assert/strict';
import fc from 'fast-check';
import { awayIds, fateIfChanged, bringBack, unpin } from '../../../../src/core/context/away.ts';
import type { Context } from '../../../../src/core/context/context.ts';
import { groupMessages, idsOf, type Group } from '../../../../src/core/context/groups.ts';
import { project, treatmentsOf } from '../../../../src/core/context/project.ts';
import type { FoldedMessages, MessageId, ReplacedMessage } from '../../../../src/core/log/entry.ts';
import { sessionOf } from '../../../support/sessionArbitrary.ts';
import { SessionBuilder, told } from '../../../support/sessionBuilder.ts';

function groupOf({ session }: SessionBuilder, id: MessageId): Group {
  const found = groupMessages(session.messages).find((group) => idsOf(group).includes(id));
  assert.ok(found);
  return found;
}

function away(builder: SessionBuilder, id: MessageId): ReturnType<typeof fateIfChanged> {
  const { session } = builder;
  return fateIfChanged(id, groupOf(builder, id), session, treatmentsOf(session));
}

/** Returns a session with a question, a file read and an answer: the messages m1 to m4. */
function readOnce(): SessionBuilder {
  const builder = new SessionBuilder();
  builder.user('What is in it?');
  builder.tool('read_file', { path: 'a.ts' }, 'a long text');
  builder.says('This.');
  return builder;
}

const STUB: ReplacedMessage = { id: 'm3', as: 'stub', text: '[stub]' };

describe('A shortened or absent message', () => {
  it('has one of four states: shortened, in the notes, left out or excluded', () => {
    const builder = readOnce();
    builder.compaction({
      replaced: [STUB],
      folded: [
        { ids: ['m1'], as: 'summary' },
        { ids: ['m4'], as: 'evicted' },
      ],
    });
    assert.deepEqual(
      ['m1', 'm2', 'm3', 'm4'].map((id) => away(builder, id)),
      ['notes', undefined, 'shortened', 'leftOut'],
    );
    builder.append({ kind: 'exclude', target: 'm2', on: true });
    assert.deepEqual(
      ['m2', 'm3'].map((id) => away(builder, id)),
      ['excluded', 'excluded'],
    );
  });

  it('is listed by `awayIds` with its whole tool group, unless a pin already restores the message', () => {
    const builder = readOnce();
    assert.deepEqual([...awayIds(builder.session)], []);
    builder.compaction({ replaced: [STUB], folded: [{ ids: ['m1'], as: 'summary' }] });
    builder.append({ kind: 'pin', target: 'm1', on: true });
    builder.append({ kind: 'exclude', target: 'm4', on: true });
    assert.deepEqual([...awayIds(builder.session)], ['m2', 'm3', 'm4']);
    for (const { id } of builder.session.messages)
      assert.equal(awayIds(builder.session).has(id), bringBack(builder.session, id).length > 0, id);
  });

  it('is restored but not pinned if the message is a tool result excluded without its call', () => {
    const builder = readOnce();
    builder.append({ kind: 'exclude', target: 'm3', on: true });
    assert.deepEqual([away(builder, 'm2'), away(builder, 'm3')], [undefined, 'excluded']);
    for (const draft of bringBack(builder.session, 'm3')) builder.append(draft);
    assert.deepEqual([away(builder, 'm3'), builder.session.pinnedIds.size], [undefined, 0]);
  });

  it('is restored in full, and stays unchanged in later compactions', () => {
    const builder = readOnce();
    builder.compaction({ folded: [{ ids: ['m1', 'm2', 'm3', 'm4'], as: 'summary' }] });
    for (const draft of bringBack(builder.session, 'm3')) builder.append(draft);
    builder.compaction({ replaced: [STUB] });
    assert.ok(told(builder.context).some((line) => line.endsWith('a long text')));
    assert.deepEqual(
      ['m1', 'm2', 'm3', 'm4'].map((id) => away(builder, id)),
      ['notes', undefined, undefined, 'notes'],
    );
  });

  it('is restored by new log entries; an unchanged or unknown message needs none', () => {
    const builder = readOnce();
    assert.deepEqual(
      ['m1', 'm3', 'm99'].map((id) => bringBack(builder.session, id).length),
      [0, 0, 0],
    );
    assert.deepEqual(unpin(builder.session, 'm99'), []);
  });

  it('is restored to its state before the compaction until it is unpinned, and no other message changes', () => {
    const treatment = fc.constantFrom('stays', 'stub', 'summary', 'evicted', 'digest');
    const session = sessionOf(25).filter(({ session: { messages } }) => messages.length > 0);
    const treated = fc.array(treatment, { minLength: 25, maxLength: 25 });
    fc.assert(
      fc.property(session, treated, fc.double({ min: 0, max: 1, noNaN: true }), (builder, kinds, at) => {
        const groups = groupMessages(builder.session.messages).filter(
          ({ head }) => head.message.role !== 'system',
        );
        const group = groups[Math.floor(at * (groups.length - 1))];
        if (group === undefined || idsOf(group).some((id) => isMarked(builder, id))) return;
        const uncompacted = builder.context;
        builder.compaction(compactionOf(groups, kinds));
        const before = builder.context;
        const [id = ''] = idsOf(group);
        for (const draft of bringBack(builder.session, id)) builder.append(draft);
        assert.deepEqual(itemsOf(builder.context, group), itemsOf(uncompacted, group));
        assert.deepEqual(itemsBeside(builder.context, group), itemsBeside(before, group));
        for (const draft of unpin(builder.session, id)) builder.append(draft);
        assert.deepEqual(project(builder.entries), before);
      }),
    );
  });
});

function isMarked({ session }: SessionBuilder, id: MessageId): boolean {
  return session.pinnedIds.has(id) || session.excludedIds.has(id);
}

function compactionOf(
  groups: readonly Group[],
  kinds: readonly string[],
): { replaced: ReplacedMessage[]; folded: FoldedMessages[]; blocks: [] } {
  const replaced: ReplacedMessage[] = [];
  const folded: FoldedMessages[] = [];
  groups.forEach((group, index) => {
    const kind = kinds[index % kinds.length];
    const ids = idsOf(group);
    if (kind === 'stub') for (const id of ids) replaced.push({ id, as: 'stub', text: '[short]' });
    else if (kind === 'summary' || kind === 'evicted' || kind === 'digest') folded.push({ ids, as: kind });
  });
  return { replaced, folded, blocks: [] };
}

function itemsOf(context: Context, group: Group): readonly unknown[] {
  const ids = new Set(idsOf(group));
  const own = context.filter((item) => !isRecord(item) && item.entries.some((id) => ids.has(id)));
  return own.map(({ message }) => message);
}

function itemsBeside(context: Context, group: Group): readonly unknown[] {
  const ids = new Set(idsOf(group));
  return context.filter((item) => !isRecord(item) && !item.entries.some((id) => ids.has(id)));
}

/** Returns whether the item is the record, which changes when messages leave or come back. */
function isRecord({ message }: Context[number]): boolean {
  const [part] = message.parts;
  return part?.type === 'text' && 'label' in part && part.label === 'record';
}
