import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { SecretRedactor } from '../../src/adapters/redaction/secretRedactor.ts';
import { WorkerTextSearch } from '../../src/adapters/search/workerTextSearch.ts';
import { neverCancelled } from '../../src/core/cancellation.ts';
import { runToolCall, type Tool } from '../../src/core/chat/toolContract.ts';
import { Attachments } from '../../src/extension/chat/attachments.ts';
import { Completions } from '../../src/extension/chat/completions.ts';
import { Instructions } from '../../src/extension/setup/instructions.ts';
import { listFiles } from '../../src/extension/tools/listFiles.ts';
import { readFile as reading } from '../../src/extension/tools/readFile.ts';
import { searchText } from '../../src/extension/tools/searchText.ts';
import { noSecrets } from '../support/scriptedTurn.ts';

const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
const readFile = reading(new SecretRedactor());
const scratch = path.join(folder.fsPath, 'guarded');
const outside = path.join(tmpdir(), `longthread-guard-${process.pid}`);
const secret = path.join(outside, 'key.txt');

/** Files that a hostile workspace may contain and that must not get into a conversation. */
const hostile: readonly (readonly [what: string, make: (file: string) => void])[] = [
  ['a symbolic link to a file outside the workspace', (file) => symlinkSync(secret, file)],
  [
    'a symbolic link to another link that leads outside the workspace',
    (file) => {
      symlinkSync(secret, path.join(scratch, 'first'));
      symlinkSync(path.join(scratch, 'first'), file);
    },
  ],
  ['a symbolic link to an endless device', (file) => symlinkSync('/dev/zero', file)],
  ['a pipe that nobody writes to', (file) => execFileSync('mkfifo', [file])],
  ['a folder', (file) => mkdirSync(file)],
  ['a binary file', (file) => writeFileSync(file, Buffer.from([110, 111, 0, 116]))],
  ['a file of eleven megabytes', (file) => writeFileSync(file, 'not yours '.repeat(1_100_000))],
];

describe('the file check', () => {
  const extension = vscode.extensions.getExtension('longthread.longthread');
  const script = { path: path.join(extension?.extensionPath ?? '', 'dist', 'searchWorker.cjs') };
  const textSearch = new WorkerTextSearch({ script, deadlineMs: 1_000 });
  const warned: string[] = [];
  const logger = { info: () => undefined, warn: (line: string) => warned.push(line), error: () => undefined };

  const attachments = (): Attachments =>
    new Attachments({
      counter: { encoding: 'o200k_base', count: async (texts) => texts.map(() => 1), countSmall: () => 1 },
      redactor: new SecretRedactor(),
      session: () => undefined,
    });

  async function call(tool: Tool, args: object): Promise<string> {
    const { name } = tool.schema;
    const part = { type: 'toolCall', callId: 'c1', name, arguments: JSON.stringify(args) } as const;
    const { parts } = await runToolCall(part, { tools: [tool], secrets: noSecrets }, neverCancelled);
    return parts.map((each) => (each.type === 'text' ? each.text : '')).join('');
  }

  async function instructionsSay(): Promise<string> {
    const instructions = new Instructions(logger);
    await instructions.ready();
    instructions.dispose();
    return JSON.stringify(instructions.files);
  }

  beforeEach(() => {
    warned.length = 0;
    mkdirSync(scratch, { recursive: true });
    mkdirSync(outside, { recursive: true });
    writeFileSync(secret, 'not yours');
  });

  afterEach(() => {
    for (const made of [scratch, outside, path.join(folder.fsPath, 'AGENTS.md')])
      rmSync(made, { recursive: true, force: true });
  });

  after(() => textSearch.close());

  for (const [what, make] of hostile) {
    it(`keeps ${what} out of tool results, attachments and instructions`, async () => {
      const file = path.join(scratch, 'notes.md');
      make(file);
      assert.match(await call(readFile, { path: 'guarded/notes.md' }), /notes\.md (is|has) /);
      assert.doesNotMatch(
        await call(searchText(textSearch, new SecretRedactor()), { query: 'yours' }),
        /guarded\/notes\.md:\d/,
      );
      assert.doesNotMatch(
        await call(searchText(textSearch, new SecretRedactor()), {
          query: 'yours',
          path: 'guarded/notes.md',
        }),
        /:1:/,
      );
      await assert.rejects(attachments().attachFile(vscode.Uri.file(file)), { name: 'PathError' });
      const picture = path.join(scratch, 'picture.png');
      if (what !== 'a binary file') {
        rmSync(path.join(scratch, 'first'), { force: true });
        make(picture);
        await assert.rejects(attachments().attachFile(vscode.Uri.file(picture)), { name: 'PathError' });
      }
      rmSync(path.join(scratch, 'first'), { force: true });
      make(path.join(folder.fsPath, 'AGENTS.md'));
      assert.equal(await instructionsSay(), '[]');
      assert.match(warned.join('\n'), /Instructions are left out: AGENTS\.md (is|has) /);
    });
  }

  it('refuses a file suggested after “@” if the file is a symbolic link out of the workspace', async () => {
    symlinkSync(secret, path.join(scratch, 'offered.md'));
    const completions = new Completions(() => 0);
    const offered = (await completions.offer('offered')).find(({ label }) => label === 'offered.md');
    assert.ok(offered, 'the editor’s search does not list links');
    await assert.rejects(completions.accept(offered.id, attachments()), { name: 'PathError' });
  });

  it('refuses a file that is open in the editor if the file is a symbolic link out of the workspace', async () => {
    symlinkSync(secret, path.join(scratch, 'open.md'));
    await vscode.workspace.openTextDocument(path.join(scratch, 'open.md'));
    assert.match(await call(readFile, { path: 'guarded/open.md' }), /leads outside the workspace/);
    await assert.rejects(attachments().attachFile(vscode.Uri.file(path.join(scratch, 'open.md'))), {
      name: 'PathError',
    });
  });

  it('follows a symbolic link within the workspace for tools, attachments and instructions', async () => {
    writeFileSync(path.join(scratch, 'guide.md'), 'Use tabs.');
    symlinkSync(path.join(scratch, 'guide.md'), path.join(scratch, 'notes.md'));
    symlinkSync(path.join(scratch, 'guide.md'), path.join(folder.fsPath, 'AGENTS.md'));
    assert.equal(await call(readFile, { path: 'guarded/notes.md' }), '1\tUse tabs.');
    const attached = attachments();
    await attached.attachFile(vscode.Uri.file(path.join(scratch, 'notes.md')));
    assert.deepEqual((await attached.read()).parts, [
      { type: 'file', path: 'guarded/notes.md', text: 'Use tabs.' },
    ]);
    assert.equal(await instructionsSay(), '[{"path":"AGENTS.md","text":"Use tabs."}]');
    assert.deepEqual(warned, []);
  });

  it('lets a person attach a file from outside the workspace', async () => {
    const attached = attachments();
    await attached.attachFile(vscode.Uri.file(secret));
    assert.equal((await attached.read()).parts.length, 1);
  });

  it('masks lines of a private key if the person attaches them without the first and last line', async () => {
    const body = Array.from(
      { length: 6 },
      (_, at) => `MIIEpAIBAAKCAQEA${at}bXl0b3duaGFyYm91cmxvZ0tleU1hdGVyaWFs`,
    );
    const key = ['-----BEGIN RSA PRIVATE KEY-----', ...body, '-----END RSA PRIVATE KEY-----'];
    writeFileSync(path.join(scratch, 'notes.md'), ['one', ...key, 'two'].join('\r\n'));
    const attached = attachments();
    await attached.attachFile(vscode.Uri.file(path.join(scratch, 'notes.md')), new vscode.Range(3, 0, 5, 9));
    await attached.attachFile(vscode.Uri.file(path.join(scratch, 'notes.md')), new vscode.Range(9, 0, 9, 3));
    const texts = (await attached.read()).parts.map((part) => (part.type === 'file' ? part.text : ''));
    assert.match(texts[0] ?? '', /^\[secret: [^\]]+\]$/u);
    assert.equal(texts[1], 'two');
  });

  it('checks an attached file again when the message is sent', async () => {
    const file = path.join(scratch, 'notes.md');
    writeFileSync(file, 'Use tabs.');
    const attached = attachments();
    await attached.attachFile(vscode.Uri.file(file));
    rmSync(file);
    symlinkSync(secret, file);
    await assert.rejects(attached.read(), { name: 'PathError' });
  });

  it('does not let an endless .gitignore block a listing', async () => {
    const ignore = path.join(folder.fsPath, '.gitignore');
    symlinkSync('/dev/zero', ignore);
    try {
      assert.match(await call(listFiles, { path: 'src' }), /src\/visit\.ts/);
    } finally {
      rmSync(ignore);
    }
  });
});
