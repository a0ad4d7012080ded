import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { TranscriptAudit } from '../../../src/adapters/transcripts/auditTranscript.ts';
import { runCommandLine } from '../../../src/cli/runCommandLine.ts';
import { fixturePath } from '../../support/transcriptFiles.ts';
import { MADE_UP_TOKEN } from '../../support/namedSecrets.ts';

const SECRET = MADE_UP_TOKEN;
const RULE = 'Never push to the release branch.';

let folder: string;

/** Returns the output of an audit of these JSON lines. */
async function audit(lines: readonly object[], ...more: readonly string[]): Promise<string> {
  const file = path.join(folder, 'session.jsonl');
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  return auditOf(file, ...more);
}

async function auditOf(file: string, ...more: readonly string[]): Promise<string> {
  let [out, err] = ['', ''];
  const status = await runCommandLine(['audit', file, ...more], {
    write: (text) => (out += text),
    writeError: (text) => (err += text),
    now: () => 0,
    input: Readable.from([]),
    connectModel: () => Promise.reject(new Error('There is no model in this test.')),
  });
  assert.deepEqual([status, err], [0, '']);
  return out;
}

/**
 * Returns a compacted Claude Code session. `metadata` becomes the `compactMetadata` of the `compact_boundary` line: it
 * says whether messages were kept, and may name them.
 */
function claudeSession(summary: string, metadata: object = {}): readonly object[] {
  const said = (type: string, uuid: string, content: string, more: object = {}): object => ({
    ...{ type, uuid, sessionId: 's', message: { role: type, content } },
    ...more,
  });
  return [
    said('user', 'u1', `Hello.\n${RULE} The token is ${SECRET}, don't ever print the token ${SECRET}.`),
    said('assistant', 'a1', 'Understood.'),
    { type: 'system', subtype: 'compact_boundary', uuid: 'b1', sessionId: 's', compactMetadata: metadata },
    said('user', 'u2', summary, { isCompactSummary: true }),
    said('assistant', 'a2', 'I go on.'),
  ];
}

/**
 * Returns a pi session with three messages and a compaction. The compaction keeps the messages from `firstKept` on, or
 * none if `firstKept` is empty.
 */
function piSession(firstKept: object): readonly object[] {
  const said = (id: string, text: string): object => ({
    ...{ type: 'message', id, timestamp: '2026-03-01T09:00:00.000Z' },
    message: { role: 'user', content: [{ type: 'text', text }], timestamp: 1 },
  });
  return [
    { type: 'session', id: 's', timestamp: '2026-03-01T09:00:00.000Z', cwd: '/tmp' },
    ...[said('x1', RULE), said('x2', 'Always run the linter first.'), said('x3', 'Go on.')],
    { type: 'compaction', id: 'x4', timestamp: '2026-03-01T09:00:01.000Z', summary: 'Busy.', ...firstKept },
  ];
}

describe('longthread audit', () => {
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'longthread-'));
  });

  after(() => {
    rmSync(folder, { recursive: true });
  });

  it('does not count a changed file as lost if Claude Code attached or named the file after the compaction', async () => {
    const [prompt, answer, ...later] = claudeSession('Busy.');
    const write = {
      type: 'tool_use',
      id: 't1',
      name: 'Write',
      input: { file_path: '/app/lamp.ts', content: 'x' },
    };
    const written = { type: 'assistant', uuid: 'a3', message: { role: 'assistant', content: [write] } };
    const result = { type: 'tool_result', tool_use_id: 't1', content: 'File created.' };
    const done = { type: 'user', uuid: 'u3', message: { role: 'user', content: [result] } };
    const attached = (more: object): object => ({ type: 'attachment', uuid: 'x1', attachment: more });
    const file = { filePath: '/app/lamp.ts', content: 'const watts = 5;' };
    for (const [lost, attachment] of [
      [1, { type: 'date_change' }],
      [0, { type: 'compact_file_reference', filename: '/app/lamp.ts' }],
      [0, { type: 'file', filename: '/app/lamp.ts', content: { type: 'text', file } }],
    ] as const) {
      const lines = [
        prompt,
        answer,
        written,
        done,
        ...later.slice(0, 2),
        attached(attachment),
        ...later.slice(2),
      ];
      const out = await audit(lines.filter((line) => line !== undefined));
      assert.match(out, new RegExp(`changed files lost: ${String(lost)} of 1`, 'u'));
    }
  });

  it('reports what each compaction by another agent lost, with the address of each lost line', async () => {
    const out = await audit(claudeSession('The user said hello.'));
    assert.match(out, /^Compaction 1 \(m3\): a summary of 20 characters, 0 messages kept$/mu);
    assert.match(out, /^ {2}rules lost: 2 of 2$/mu);
    assert.match(out, /^ {4}m1:2 {2}Never push to the release branch\.$/mu);
    assert.match(out, /^ {2}changed files lost: 0 of 0$/mu);
  });

  it('prints one JSON object with --json', async () => {
    const told = JSON.parse(
      await audit(claudeSession('No pushes to the release branch.'), '--json'),
    ) as TranscriptAudit;
    const [only] = told.compactions;
    assert.equal(told.compactions.length, 1);
    assert.deepEqual([only?.id, only?.keptMessages, only?.isKeptTold], ['m3', 0, true]);
    assert.deepEqual(
      only?.lost.map(({ kind, address, line }) => [kind, address, line.replace(/\[secret[^\]]*\]/gu, '*')]),
      [['rule', 'm1:2', "The token is *, don't ever print the token *."]],
    );
    assert.deepEqual(Object.keys(only.lost[0] ?? {}).sort(), ['address', 'kind', 'line']);
  });

  it('lists possible losses separately, with their kinds', async () => {
    const [first = {}, ...others] = claudeSession('No pushes to the release branch.');
    const message = { role: 'user', content: `${RULE}\nDon't rename them.` };
    const session = [{ ...first, message }, ...others];
    assert.match(
      await audit(session),
      /^ {2}perhaps lost \(.*\): 1\n {4}m1:2 {2}rule: Don't rename them\.$/mu,
    );
    const [only] = (JSON.parse(await audit(session, '--json')) as TranscriptAudit).compactions;
    assert.deepEqual(only?.lost, []);
    assert.deepEqual(only.perhapsLost, [{ kind: 'rule', address: 'm1:2', line: "Don't rename them." }]);
    assert.doesNotMatch(await audit(claudeSession('The user said hello.')), /perhaps/u);
  });

  it('masks secrets in its output', async () => {
    for (const more of [[], ['--json']]) {
      const out = await audit(claudeSession('Hello.'), ...more);
      assert.match(out, /\[secret: /u);
      assert.doesNotMatch(out, /x9Yb7/u);
    }
  });

  it('assumes that Claude Code kept the newest messages if the file only says that messages were kept', async () => {
    const out = await audit(claudeSession('Hello.', { preservedSegment: {} }));
    assert.match(out, /the file does not say which messages were kept, so the newest 20 count as kept/u);
    assert.match(out, /rules lost: 0 of 2/u);
  });

  it('assumes that no messages were kept if Copilot CLI does not name kept messages', async () => {
    const said = (type: string, data: object): object => ({
      ...{ type, data, id: type, timestamp: '2026-03-01T08:00:00Z' },
    });
    const out = await audit([
      said('session.start', { sessionId: 's', producer: 'copilot-agent' }),
      said('user.message', { content: RULE }),
      said('session.compaction_complete', { summaryContent: 'They talked.' }),
    ]);
    assert.match(out, /the file does not say which messages were kept, so none counts as kept/u);
    assert.match(out, /rules lost: 1 of 1/u);
  });

  /**
   * Returns a Codex session with two rules and a compaction. The compaction has a replacement history with the first
   * rule, unless `hasHistory` is false.
   */
  function codexSession(compacted: object, hasHistory = true): readonly object[] {
    const item = (text: string): object => ({
      ...{ type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
    });
    return [
      { type: 'session_meta', payload: { id: 's' } },
      ...[RULE, 'Always run the linter first.'].map((text) => ({
        type: 'response_item',
        payload: item(text),
      })),
      {
        type: 'compacted',
        payload: { ...compacted, ...(hasHistory && { replacement_history: [item(RULE)] }) },
      },
    ];
  }

  it('reports that an encrypted summary can’t be read, and lists no losses', async () => {
    const out = await audit(codexSession({ message: '' }));
    assert.match(
      out,
      /^Compaction 1 \(m3\): the summary is encrypted and can't be read, .*; 1 message kept$/mu,
    );
    assert.doesNotMatch(out, /lost:/u);
  });

  it('counts the messages in Codex’s replacement history as kept', async () => {
    const out = await audit(codexSession({ message: 'They talked.' }));
    assert.match(out, /rules lost: 1 of 2\n {4}m2:1 {2}Always run the linter first\./u);
  });

  it('assumes that Codex kept the newest messages of the person if there is no replacement history', async () => {
    const out = await audit(codexSession({ message: 'They talked.' }, false));
    assert.match(
      out,
      /the file does not say which messages were kept, so your newest messages count as kept, up to 80,000 characters$/mu,
    );
    assert.match(out, /rules lost: 0 of 2/u);
  });

  it('reads which messages pi kept', async () => {
    for (const firstKept of [{ firstKeptEntryIndex: 2 }, { firstKeptEntryId: 'x2' }]) {
      const out = await audit(piSession(firstKept));
      assert.match(out, /2 messages kept/u);
      assert.match(out, /rules lost: 1 of 2\n {4}m1:1 {2}Never push/u);
    }
    assert.match(await audit(piSession({})), /0 messages kept\n {2}rules lost: 2 of 2/u);
  });

  it('reports that the file has no summary for a compaction', async () => {
    const [first = {}, second = {}, boundary = {}, ...rest] = claudeSession('The user said hello.');
    assert.equal(
      await audit([first, second, boundary]),
      'Compactions with unknown losses, because their summary is not in the file: 1\n',
    );
    const again = { ...boundary, uuid: 'b2' };
    const out = await audit([first, second, boundary, ...rest, again]);
    assert.match(out, /^Compaction 1 /u);
    assert.match(out, /Compactions with unknown losses, .*: 1$/mu);
    assert.doesNotMatch(
      await audit([first, second, boundary, ...rest]),
      /because their summary is not in the file/u,
    );
  });

  it('reports that a transcript has no compaction', async () => {
    assert.match(await auditOf(fixturePath('openAi.jsonl')), /its agent made no compaction/u);
  });
});
