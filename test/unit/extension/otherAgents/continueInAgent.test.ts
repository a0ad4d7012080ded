import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import { writeHandedNotes } from '../../../../src/adapters/otherAgents/handedNotes.ts';
import {
  continueInAgent,
  LONGEST_FIRST_MESSAGE,
  type AgentStart,
  type ContinueInAgentPorts,
} from '../../../../src/extension/otherAgents/continueInAgent.ts';

describe('The command to continue in another agent', () => {
  let folder: string;
  let started: AgentStart[];

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'lt-handed-'));
    started = [];
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const ports = (brief: string, changes: Partial<ContinueInAgentPorts> = {}): ContinueInAgentPorts => ({
    program: '/bin/agent',
    brief: () => Promise.resolve(brief),
    redactor: new SecretRedactor(),
    keep: (text) => writeHandedNotes(folder, text),
    start: (start) => void started.push(start),
    ...changes,
  });

  it('passes the notes to the agent’s program as its only argument, even if they contain special characters', async () => {
    const brief = 'Go on from “A”.\n> $(rm -rf ~) `id` "; exit\' $env:HOME %PATH%\n\tUse tabs.';
    await continueInAgent('claudeCode', ports(brief));
    await continueInAgent('codex', ports(brief));
    assert.deepEqual(started, [
      { name: 'Claude Code', program: '/bin/agent', args: [brief] },
      { name: 'Codex', program: '/bin/agent', args: [brief] },
    ]);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('removes characters that are unsafe in an argument or a terminal', async () => {
    await continueInAgent('codex', ports('a\0b\u001b[2Jc\rd'));
    assert.deepEqual(started[0]?.args, ['ab[2Jcd']);
  });

  it('masks secrets in the notes', async () => {
    const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    await continueInAgent('codex', ports(`The token is ${key}.`));
    assert.match(started[0]?.args[0] ?? '', /^The token is \[secret: .+\]\.$/u);
    await continueInAgent('codex', ports(`The token is ${key}.${' word'.repeat(LONGEST_FIRST_MESSAGE)}`));
    const kept = readFileSync(path.join(folder, 'notes-1.md'), 'utf8');
    assert.match(kept, /^The token is \[secret: /u);
    assert.ok(!kept.includes(key));
  });

  it('writes long notes to a file, and tells the agent to read the file', async () => {
    const longest = 'n'.repeat(LONGEST_FIRST_MESSAGE);
    await continueInAgent('codex', ports(longest));
    assert.deepEqual(readdirSync(folder), []);
    await continueInAgent('codex', ports(`${longest}n`));
    const file = path.join(folder, 'notes-1.md');
    assert.equal(readFileSync(file, 'utf8'), `${longest}n`);
    assert.match(
      started[1]?.args.join() ?? '',
      /^Go on from an earlier session\. Read the file “(.+)” first/u,
    );
    assert.ok(started[1]?.args[0]?.includes(`“${file}”`));
  });

  it('reports that the agent’s program was not found', async () => {
    const changes: Partial<ContinueInAgentPorts> = {
      program: undefined,
      brief: () => assert.fail('the notes were read'),
    };
    await assert.rejects(
      continueInAgent('codex', ports('', changes)),
      /^Error: Codex was not found: “codex” is neither in the PATH/,
    );
    await assert.rejects(continueInAgent('claudeCode', ports('', changes)), /“claude” is neither/);
    assert.deepEqual(started, []);
  });
});

describe('Notes for another agent', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'lt-handed-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('are deleted after ten newer files of notes are written', async () => {
    writeFileSync(path.join(folder, 'other.md'), 'stays');
    for (let each = 1; each <= 12; each += 1) {
      const file = await writeHandedNotes(folder, `notes ${String(each)}`);
      assert.equal(readFileSync(file, 'utf8'), `notes ${String(each)}`);
    }
    const names = Array.from({ length: 10 }, (_none, at) => `notes-${String(at + 3)}.md`);
    assert.deepEqual(readdirSync(folder).toSorted(), [...names, 'other.md'].toSorted());
  });

  it('are each written to a different file, even if all are written at the same time', async () => {
    const texts = ['one', 'two', 'three', 'four'];
    const files = await Promise.all(texts.map((text) => writeHandedNotes(folder, text)));
    assert.deepEqual(
      files.map((file) => readFileSync(file, 'utf8')),
      texts,
    );
  });

  it('can be read only by the person’s account', async function () {
    if (process.platform === 'win32') this.skip();
    const file = await writeHandedNotes(path.join(folder, 'new'), 'notes');
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });
});
