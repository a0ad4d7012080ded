import assert from 'node:assert/strict';
import type { CompactionEntry, Draft } from '../../../../src/core/log/entry.ts';
import { withLines } from '../../../../src/core/log/notesLine.ts';
import { forgottenIn, withoutText } from '../../../../src/core/log/forget.ts';
import { emptyCompaction, SessionBuilder, type DraftOfAny } from '../../../support/sessionBuilder.ts';

const FORGOTTEN = '[forgotten at the person’s request]';

/** Makes a log of two messages and an entry. Forgets the first message, about a heron, and returns the entry. */
function afterForgetting<K extends Draft['kind']>(
  draft: Draft & { kind: K },
  other = 'The cluster is blue.',
): Draft & { kind: K } {
  const builder = new SessionBuilder();
  const id = builder.user('The pass phrase is heron-quay-77.');
  builder.user(other);
  builder.append(draft);
  const entry = withoutText(builder.entries.at(-1) ?? assert.fail(), forgottenIn(builder.entries, id));
  const head = new Set(['v', 'id', 'at']);
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !head.has(name))) as typeof draft;
}

type Compaction = Draft<CompactionEntry>;

function compactionAfterForgetting(changes: Partial<DraftOfAny>): Compaction {
  return afterForgetting(withLines({ ...emptyCompaction, blocks: [], ...changes }));
}

const block = (kind: 'ledger' | 'summary', ...lines: readonly string[]) =>
  ({ kind, text: lines.join('\n'), mode: 'replace', tokens: 1 }) as const;

describe('Forgetting a message', () => {
  it('keeps an assistant message’s calls, but removes the text, the reasoning and the arguments', () => {
    const builder = new SessionBuilder();
    const call = { type: 'toolCall', callId: 'c', name: 'bash', arguments: '{"command":"heron"}' } as const;
    const id = builder.message({
      role: 'assistant',
      parts: [{ type: 'reasoning', text: 'heron?' }, { type: 'text', text: 'The heron.' }, call],
    });
    const entry = withoutText(builder.entries[0] ?? assert.fail(), forgottenIn(builder.entries, id));
    assert.ok(entry.kind === 'message');
    assert.deepEqual(entry.message.parts, [
      { type: 'text', text: FORGOTTEN },
      { ...call, arguments: '{}' },
    ]);
  });
});

describe('Forgetting a message’s words after a lookup', () => {
  const recalls: readonly (readonly [what: string, query: string, facts: readonly string[]])[] = [
    ['removes only the lookup’s query if only the query contains the words', 'heron', ['cluster']],
    ['removes only the lookup’s facts if only the facts contain the words', 'cluster', ['heron', 'blue']],
    ['removes the lookup’s query and facts if both contain the words', 'heron', ['quay']],
    ['does not change a lookup that contains none of the words', 'cluster', ['blue']],
  ];
  for (const [what, query, facts] of recalls) {
    it(what, () => {
      const isOther = (text: string): boolean => text === 'cluster' || text === 'blue';
      assert.deepEqual(afterForgetting({ kind: 'recall', by: 'person', query, facts }), {
        ...{ kind: 'recall', by: 'person', facts: facts.filter(isOther) },
        ...(isOther(query) ? { query } : {}),
      });
    });
  }
});

describe('A memory', () => {
  const memory = { kind: 'memory', op: 'save', memoryId: 'k', type: 'fact' } as const;

  it('is forgotten with a message only if the memory came from the message or contains the message’s words', () => {
    assert.equal(afterForgetting({ ...memory, text: 'Use blue.', source: 'm1' }).text, FORGOTTEN);
    assert.equal(afterForgetting({ ...memory, text: 'It is heron.', source: 'm2' }).text, FORGOTTEN);
    assert.equal(afterForgetting({ ...memory, text: 'It is blue.', source: 'm2' }).text, 'It is blue.');
  });
});

describe('Forgetting a compacted message', () => {
  const receipt = { ...emptyCompaction.receipt, sampleRecallable: ['heron-quay-77', 'blue'] };

  it('removes the message’s shortened text and arguments, and the receipt’s sample names', () => {
    const stub = (id: string) => ({ id, as: 'stub', text: `[${id}]`, arguments: { c: '{}' } }) as const;
    const { replaced, receipt: emptied } = compactionAfterForgetting({
      replaced: [stub('m2'), stub('m1')],
      receipt,
    });
    assert.deepEqual(replaced, [stub('m2'), { id: 'm1', as: 'stub', text: FORGOTTEN }]);
    assert.deepEqual(emptied.sampleRecallable, []);
  });

  it('clears the receipt’s sample names if the message is a source of a line in the notes', () => {
    const changes = {
      blocks: [block('ledger', '- blue', '- both')],
      provenance: [
        { block: 'ledger', line: 0, ids: ['m2'] },
        { block: 'ledger', line: 1, ids: ['m2', 'm1'] },
      ] as const,
    };
    assert.deepEqual(
      compactionAfterForgetting({ madeFrom: ['m2'], ...changes, receipt }).receipt.sampleRecallable,
      [],
    );
  });

  it('keeps a receipt’s sample names if no single name contains the message’s words, even if the names joined into one text do', () => {
    const sampleRecallable = ['pass', 'phrase', 'is'];
    const changes = { madeFrom: ['m2'], receipt: { ...receipt, sampleRecallable } };
    assert.deepEqual(
      afterForgetting(
        withLines({ ...emptyCompaction, blocks: [], ...changes }),
        'The pass is open. Use another phrase.',
      ).receipt.sampleRecallable,
      sampleRecallable,
    );
  });

  it('does not change a compaction of other messages', () => {
    const changes = {
      ...{ madeFrom: ['m2'], replaced: [{ id: 'm2', as: 'stub', text: '[two]' }] as const },
      receipt: { ...receipt, sampleRecallable: ['blue'] },
      blocks: [block('ledger', '- blue')],
      provenance: [{ block: 'ledger', line: 0, ids: ['m2'] }] as const,
    };
    assert.deepEqual(compactionAfterForgetting(changes), withLines({ ...emptyCompaction, ...changes }));
  });

  it('removes lines that come from the message or contain its words, except lines that code made from other messages', () => {
    const { blocks } = compactionAfterForgetting({
      blocks: [
        block(
          'ledger',
          '## Requests',
          '- stands on it',
          '- heron, said by another',
          '- heron, said by nobody',
          '- blue',
        ),
        block('summary', '- blue', '- blue as the quay', '- heron, said by another', '- blue again'),
      ],
      provenance: [
        { block: 'ledger', line: 1, ids: ['m2', 'm1'] },
        { block: 'ledger', line: 2, ids: ['m2'] },
        { block: 'summary', line: 2, ids: ['m2'] },
        { block: 'summary', line: 3, ids: ['m2'] },
      ],
    });
    assert.deepEqual(
      blocks.map(({ text }) => text.split('\n')),
      [
        ['## Requests', FORGOTTEN, '- heron, said by another', FORGOTTEN, '- blue'],
        ['- blue', FORGOTTEN, FORGOTTEN, '- blue again'],
      ],
    );
  });

  it('removes lines that contain the message’s words even if the compaction does not name the message', () => {
    const { blocks } = compactionAfterForgetting({
      blocks: [block('ledger', '- blue'), block('summary', '- heron opens it')],
    });
    assert.deepEqual(
      blocks.map(({ text }) => text),
      ['- blue', FORGOTTEN],
    );
  });
});
