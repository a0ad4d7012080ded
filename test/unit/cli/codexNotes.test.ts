import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { runCommandLine } from '../../../src/cli/runCommandLine.ts';
import { MADE_UP_TOKEN } from '../../support/namedSecrets.ts';

const RULE = 'Never push to the release branch.';

describe('Notes for Codex', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'lt-codex-'))));
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** Returns the answer to a request of Codex's hook. */
  const answerTo = async (asked: string): Promise<string> => {
    let [out, err] = ['', ''];
    const status = await runCommandLine(['codex-notes'], {
      write: (text) => (out += text),
      writeError: (text) => (err += text),
      now: () => 0,
      input: Readable.from([asked]),
      connectModel: () => Promise.reject(new Error('There is no model in this test.')),
    });
    assert.deepEqual([status, err], [0, '']);
    return out;
  };
  const asked = (change: object = {}): string =>
    JSON.stringify({
      ...{ session_id: 's', transcript_path: path.join(folder, 'rollout.jsonl'), cwd: folder, model: 'm' },
      ...{ hook_event_name: 'SessionStart', permission_mode: 'default', source: 'compact', ...change },
    });
  /** Writes a Codex session that ends with a compaction. */
  const session = (...texts: readonly string[]): void => {
    const said = (role: string, text: string): object => ({
      type: 'response_item',
      payload: {
        ...{ type: 'message', role },
        content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
      },
    });
    const lines = [
      { type: 'session_meta', payload: { id: 's', cwd: folder, cli_version: '0.149.0' } },
      ...texts.map((text, at) => said(at % 2 === 0 ? 'user' : 'assistant', text)),
      { type: 'compacted', payload: { message: 'They talked.' } },
    ];
    writeFileSync(
      path.join(folder, 'rollout.jsonl'),
      lines.map((line) => `${JSON.stringify({ timestamp: '2026-01-02T03:04:05.000Z', ...line })}\n`).join(''),
    );
  };
  const notes = async (): Promise<string> => {
    const { hookSpecificOutput } = JSON.parse(await answerTo(asked())) as {
      readonly hookSpecificOutput: { readonly hookEventName: string; readonly additionalContext: string };
    };
    assert.equal(hookSpecificOutput.hookEventName, 'SessionStart');
    return hookSpecificOutput.additionalContext;
  };

  it('contain, after a compaction, the rules and decisions of the whole session, but not Codex’s summary', async () => {
    session(`${RULE}\nAdd a lock to the store.`, 'I decided to use a file lock: it survives a crash.');
    const text = await notes();
    assert.match(text, new RegExp(`^[^>\n]*${RULE}`, 'mu'));
    assert.match(text, /^> .*file lock/mu);
    assert.ok(!text.includes('They talked.'));
  });

  it('contain no secrets', async () => {
    session(`Never print the token ${MADE_UP_TOKEN}.`, 'Understood.');
    const text = await notes();
    assert.ok(text.includes('[secret: ') && !text.includes(MADE_UP_TOKEN));
  });

  it('stay within Codex’s limit of 2,500 tokens, even for a long session', async () => {
    const turns = Array.from({ length: 400 }, (_each, at) => [
      `Please change part ${String(at)} of the größte module, with its ${'tests '.repeat(20)}.`,
      `I decided to change part ${String(at)} and its callers.`,
    ]);
    session(RULE, 'Yes.', ...turns.flat());
    const text = await notes();
    assert.ok(text.includes(RULE));
    assert.ok(Buffer.byteLength(text) / 4 <= 2_500, String(Buffer.byteLength(text)));
    assert.ok(Buffer.byteLength(text) > 4_000);
  });

  it('are empty if a session starts, is resumed or is cleared', async () => {
    session(RULE, 'Yes.');
    for (const source of ['startup', 'resume', 'clear']) assert.equal(await answerTo(asked({ source })), '');
  });

  it('can’t be requested with a file or with options', async () => {
    for (const [args, why] of [
      [['codex-notes', 'rollout.jsonl'], "'codex-notes' takes no FILE."],
      [['codex-notes', '--json'], "'codex-notes' takes no --json."],
    ] as const) {
      let err = '';
      const status = await runCommandLine(args, {
        write: () => undefined,
        writeError: (text) => (err += text),
        now: () => 0,
        input: Readable.from([]),
        connectModel: () => Promise.reject(new Error('There is no model in this test.')),
      });
      assert.deepEqual([status, err], [2, `longthread: ${why}\n`]);
    }
  });

  it('are replaced by an error sentence if they can’t be written', async () => {
    for (const [question, why] of [
      [asked(), /rollout\.jsonl can't be read/],
      [asked({ transcript_path: null }), /keeps no transcript/],
      ['{"source": "compa', /not a JSON object/],
    ] as const) {
      const { systemMessage, ...rest } = JSON.parse(await answerTo(question)) as { systemMessage: string };
      assert.match(systemMessage, /^Longthread could not write notes after the compaction: /);
      assert.match(systemMessage, why);
      assert.deepEqual(rest, {});
    }
  });
});
