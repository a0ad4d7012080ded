import assert from 'node:assert/strict';
import { diagnosticsText, type DiagnosticsParts } from '../../../../src/extension/logging/diagnostics.ts';
import { SourceLines } from '../../../../src/extension/logging/sourceLines.ts';
import { SETTINGS } from '../../../../src/extension/settings/settingTable.ts';
import { emptyCompaction, SessionBuilder } from '../../../support/sessionBuilder.ts';

const PLANTED = [
  'The harbour master sings at noon',
  '/home/ada.lovelace/secret-plans/notes.md',
  'sk-planted-0123456789abcdef',
  'https://models.ada.example/v1',
  'adas-own-model',
];
const planted = PLANTED.join(' ');

function report(parts: Partial<DiagnosticsParts>): Promise<string> {
  return diagnosticsText({
    ...{ program: {}, settingOf: () => undefined, sessions: [], faults: [] },
    lines: new SourceLines('/nowhere'),
    ...parts,
  });
}

/** Returns a session in which each field that can contain a text contains the planted text. */
function session() {
  const built = new SessionBuilder();
  built.system(planted);
  const id = built.message({ role: 'user', parts: [{ type: 'text', text: planted }] });
  built.append({ kind: 'session', title: planted, workspace: planted });
  built.append({ kind: 'model', model: planted });
  built.append({ kind: 'note', source: 'editor', text: planted });
  built.append({ kind: 'recall', by: 'model', query: planted, facts: [planted] });
  built.append({
    ...emptyCompaction,
    folded: [{ ids: [id], as: 'summary' }],
    event: { ...emptyCompaction.event, strategy: planted, instructions: planted, proseFailed: planted },
  });
  const figures = { isReadOnly: false, contextMessages: 3, usedTokens: 1_234 };
  return { leader: 'own chat' as const, entries: built.entries, ...figures };
}

describe('diagnosticsText', () => {
  it('contains no text of a session, a setting or an error', async () => {
    const cause = new Error(planted);
    const text = await report({
      settingOf: (name) => (name in SETTINGS ? planted : undefined),
      sessions: [session()],
      faults: [{ at: 0, level: 'error', error: 'Error', stack: String(cause.stack) }],
    });
    for (const secret of PLANTED) assert.ok(!text.includes(secret), secret);
    assert.doesNotMatch(text, /ada|harbour/i);
  });

  it('counts entries and messages, and reports an unknown strategy and a failed summary', async () => {
    const { sessions } = JSON.parse(await report({ sessions: [session()] })) as {
      readonly sessions: readonly Record<string, unknown>[];
    };
    const [told] = sessions;
    assert.deepEqual(told?.['messages'], { system: 1, user: 1 });
    assert.deepEqual(told['entries'], {
      message: 2,
      session: 1,
      model: 1,
      note: 1,
      recall: 1,
      compaction: 1,
    });
    const [compaction] = told['compactions'] as readonly Record<string, unknown>[];
    assert.equal(compaction?.['strategy'], 'of another extension');
    assert.equal(compaction['summaryFailed'], true);
  });

  it('contains changed settings: numbers, switches and choices as values, other settings as “set”', async () => {
    const changed: Record<string, unknown> = {
      ...{ maxSteps: 7, recall: false, strategy: 'rolling' },
      ...{ 'endpoint.url': 'http://ada', perModel: { ada: {} } },
    };
    const { settings } = JSON.parse(await report({ settingOf: (name) => changed[name] })) as {
      readonly settings: unknown;
    };
    assert.deepEqual(settings, {
      ...{ 'endpoint.url': 'set', strategy: 'rolling', maxSteps: 7 },
      ...{ perModel: 'set', recall: false },
    });
  });

  it('lists each fault with its time, level, error, code and stack', async () => {
    const stack = 'Error: sings\n    at run (node:internal/a:1:1)';
    const fault = { at: 0, level: 'warning' as const, error: 'StoreError', code: 'locked', stack };
    const { faults } = JSON.parse(await report({ faults: [fault] })) as { readonly faults: unknown };
    assert.deepEqual(faults, [
      {
        ...{ at: '1970-01-01T00:00:00.000Z', level: 'warning', error: 'StoreError', code: 'locked' },
        stack: ['at code outside Longthread'],
      },
    ]);
  });
});
