import assert from 'node:assert/strict';
import { parseLine } from '../../../../src/adapters/store/parseLine.ts';
import { asWritten, withLines, type WrittenCompaction } from '../../../../src/core/log/notesLine.ts';
import { sampleEntries } from '../../../support/sampleEntries.ts';

const compaction = asWritten(
  sampleEntries.find((entry) => entry.kind === 'compaction') ?? assert.fail(),
) as WrittenCompaction;
const head = { v: 1, id: 'e1', at: 1 };
const said = { type: 'text', text: 'x' };

/** The fields that allow only certain values. `entry` returns an entry whose field has the given value. */
const words: readonly (readonly [what: string, words: string, entry: (word: string) => object])[] = [
  [
    'stage.by',
    'person model commit',
    (by) => ({
      ...head,
      kind: 'stage',
      title: 't',
      by,
      first: 'm1',
      last: 'm1',
      messageCount: 1,
      detailed: '',
      brief: '',
    }),
  ],
  [
    'note.source',
    'editor diagnostics test task branch terminal',
    (source) => ({ ...head, kind: 'note', source, text: '' }),
  ],
  [
    'memory.type',
    'fact preference decision observation',
    (type) => ({ ...head, kind: 'memory', op: 'save', memoryId: 'y', type, text: '' }),
  ],
  [
    'memory.op',
    'save edit delete',
    (op) => ({ ...head, kind: 'memory', op, memoryId: 'y', type: 'fact', text: '' }),
  ],
  [
    'run.state',
    'started completed failed cancelled skipped',
    (state) => ({ ...head, kind: 'run', state, reason: '' }),
  ],
  [
    'run.tier',
    'background aggressive emergency manual',
    (tier) => ({ ...head, kind: 'run', state: 'started', reason: '', tier }),
  ],
  ['recall.by', 'model person', (by) => ({ ...head, kind: 'recall', by, facts: [] })],
  [
    'blocks.kind',
    'ledger summary notes eviction',
    (kind) => ({ ...compaction, blocks: [{ kind, text: '', mode: 'stack', tokens: 0 }] }),
  ],
  [
    'lines.speaker',
    'person assistant thought agent',
    (speaker) => ({
      ...compaction,
      blocks: [{ ...compaction.blocks[0], lines: [{ ...compaction.blocks[0]?.lines?.[0], speaker }] }],
    }),
  ],
  [
    'blocks.mode',
    'replace stack',
    (mode) => ({ ...compaction, blocks: [{ kind: 'summary', text: '', mode, tokens: 0 }] }),
  ],
  ['replaced.as', 'excerpt stub', (as) => ({ ...compaction, replaced: [{ id: 'm1', as, text: '' }] })],
  ['folded.as', 'digest summary evicted', (as) => ({ ...compaction, folded: [{ ids: [], as }] })],
  [
    'provenance.block',
    'ledger summary notes eviction',
    (block) => ({ ...compaction, provenance: [{ block, line: 0, ids: [] }] }),
  ],
  [
    'event.reason',
    'threshold manual overflow emergency',
    (reason) => ({ ...compaction, event: { ...compaction.event, reason } }),
  ],
  [
    'event.tier',
    'background aggressive emergency manual',
    (tier) => ({ ...compaction, event: { ...compaction.event, tier } }),
  ],
  [
    'message.finish',
    'stop toolCalls length filtered interrupted',
    (finish) => ({ ...head, kind: 'message', message: { role: 'assistant', parts: [said], finish } }),
  ],
  [
    'message.role',
    'system user assistant',
    (role) => ({ ...head, kind: 'message', message: { role, parts: [said] } }),
  ],
  [
    'text.origin',
    'client',
    (origin) => ({ ...head, kind: 'message', message: { role: 'user', parts: [{ ...said, origin }] } }),
  ],
];

describe('an entry in a log', () => {
  for (const [what, known, entryWith] of words) {
    it(`is readable only if the field ${what} has a value that this version writes`, () => {
      for (const word of known.split(' ')) {
        const entry = entryWith(word);
        const read = 'blocks' in entry ? withLines(entry as WrittenCompaction) : entry;
        assert.deepEqual(parseLine(JSON.stringify(entry)), { type: 'entry', entry: read });
      }
      for (const word of ['', 'other'])
        assert.equal(parseLine(JSON.stringify(entryWith(word))).type, 'unreadable', word);
    });
  }

  it('is unreadable if a required field is missing, and readable if an optional field is missing', () => {
    const optional: Record<string, readonly string[]> = {
      message: ['secrets'],
      compaction: ['completes', 'madeFrom', 'briefStages'],
      memory: ['source'],
      rule: ['source'],
      notesEdited: ['line', 'text', 'rule', 'source'],
      model: ['window'],
      session: ['title', 'strategy', 'workspace', 'importedFrom', 'agent', 'tools', 'foreignTools'],
      run: [
        'tier',
        'strategy',
        'usedTokens',
        'cursor',
        'batchMessages',
        'firstRecent',
        'pendingNotes',
        'compaction',
        'error',
      ],
      recall: ['target', 'query'],
    };
    for (const entry of sampleEntries) {
      for (const name of Object.keys(entry)) {
        const { [name]: left, ...rest } = entry as unknown as Record<string, unknown>;
        const mayMiss = optional[entry.kind]?.includes(name) === true;
        assert.equal(
          parseLine(JSON.stringify(rest)).type,
          mayMiss ? 'entry' : 'unreadable',
          `${entry.kind}.${name} ${String(left)}`,
        );
      }
    }
  });

  it('is unreadable if its time is not a number', () => {
    for (const at of ['1', null, true])
      assert.equal(
        parseLine(JSON.stringify({ ...head, at, kind: 'undo', compactions: [] })).type,
        'unreadable',
      );
  });

  it('is reported with the reason why it can’t be read', () => {
    const line = (kind: string): string => JSON.stringify({ v: 1, kind });
    assert.deepEqual(parseLine(line('x'.repeat(41))), { type: 'newer', why: `kind ${'x'.repeat(40)}` });
    assert.deepEqual(parseLine('{"v":1.5,"kind":"pin"}'), { type: 'newer', why: 'version 1.5' });
    assert.deepEqual(parseLine('7'), { type: 'unreadable', why: 'not an entry' });
    assert.deepEqual(parseLine('{'), { type: 'unreadable', why: 'not JSON' });
  });
});
