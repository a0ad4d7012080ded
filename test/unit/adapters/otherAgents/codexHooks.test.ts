import assert from 'node:assert/strict';
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CodexHooks } from '../../../../src/adapters/otherAgents/codexHooks.ts';

const COMMAND = "'/srv/storage/mcp/longthread-codex-notes'";
const OURS = { matcher: 'compact', hooks: [{ type: 'command', command: COMMAND, timeout: 60 }] };
const THEIRS = { hooks: [{ type: 'command', command: 'say hello', statusMessage: 'Hello' }] };

describe('The hooks of Codex', () => {
  let folder: string;
  let hooks: CodexHooks;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'lt-hooks-'));
    hooks = new CodexHooks(path.join(folder, '.codex'), COMMAND);
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const file = (): unknown => JSON.parse(readFileSync(hooks.path, 'utf8'));
  const given = (text: string): void => {
    hooks.install();
    writeFileSync(hooks.path, text);
  };

  it('are written to a new hooks.json if the file is missing; remove() takes Longthread’s hook out of the file again', () => {
    assert.equal(hooks.isInstalled, false);
    assert.equal(existsSync(hooks.path), false);
    hooks.install();
    assert.deepEqual(file(), { hooks: { SessionStart: [OURS] } });
    assert.equal(hooks.isInstalled, true);
    assert.equal(hooks.remove(), 0);
    assert.deepEqual([file(), hooks.isInstalled], [{ hooks: {} }, false]);
    assert.equal(hooks.remove(), 0);
  });

  it('can’t be installed if the path of Codex’s folder is relative', () => {
    assert.throws(
      () => new CodexHooks('.codex', COMMAND),
      /^Error: CODEX_HOME is not an absolute path \(\.codex\)\. Nothing was changed\.$/u,
    );
  });

  it('stay unchanged and in the same place if other programs added them', () => {
    const before = { $schema: 'x', hooks: { Stop: [THEIRS], SessionStart: [THEIRS, { odd: 1 }] } };
    given(JSON.stringify(before));
    hooks.install();
    hooks.install();
    const { SessionStart, ...others } = (file() as { hooks: Record<string, unknown> }).hooks;
    assert.deepEqual([SessionStart, others], [[THEIRS, { odd: 1 }, OURS], { Stop: [THEIRS] }]);
    assert.equal(hooks.remove(), 0);
    assert.deepEqual(file(), before);
  });

  it('stay in the same order if Longthread’s hook is installed again', () => {
    given(JSON.stringify({ hooks: { SessionStart: [OURS, THEIRS] } }));
    hooks.install();
    assert.deepEqual(file(), { hooks: { SessionStart: [OURS, THEIRS] } });
  });

  it('stay in a group that they share with Longthread’s hook when remove() takes Longthread’s hook out of it', () => {
    given(
      JSON.stringify({ hooks: { SessionStart: [{ ...OURS, hooks: [...OURS.hooks, ...THEIRS.hooks] }] } }),
    );
    assert.equal(hooks.remove(), 1);
    assert.deepEqual(file(), { hooks: { SessionStart: [{ matcher: 'compact', hooks: THEIRS.hooks }] } });
  });

  it('move up if they come after Longthread’s hook and it is removed; remove() returns how many moved up', () => {
    given(JSON.stringify({ hooks: { SessionStart: [OURS, THEIRS] } }));
    assert.equal(hooks.remove(), 1);
    assert.deepEqual(file(), { hooks: { SessionStart: [THEIRS] } });
  });

  for (const text of ['{"hooks": ', '[]', '{"hooks": []}', '{"hooks": {"SessionStart": {}}}'])
    it(`are not changed if their file is invalid: ${text}`, () => {
      given(text);
      assert.throws(() => hooks.isInstalled, /not a hooks file that Codex can read/);
      assert.throws(() => {
        hooks.install();
      }, /It was not changed/);
      assert.throws(() => hooks.remove(), /It was not changed/);
      assert.equal(readFileSync(hooks.path, 'utf8'), text);
    });

  it('are written into the linked file if hooks.json is a link', function () {
    if (process.platform === 'win32') this.skip();
    hooks.install();
    rmSync(hooks.path);
    const real = path.join(folder, 'mine.json');
    writeFileSync(real, '{}');
    symlinkSync(real, hooks.path);
    hooks.install();
    assert.ok(lstatSync(hooks.path).isSymbolicLink());
    assert.deepEqual(JSON.parse(readFileSync(real, 'utf8')), { hooks: { SessionStart: [OURS] } });
  });
});
