import assert from 'node:assert/strict';
import { delimiter, join } from 'node:path';
import { tmpdir } from 'node:os';
import { agentProgram, findClaude } from '../../../../src/adapters/claudeCode/agentProgram.ts';
import { withTooManyOpenFiles } from '../../../support/openFiles.ts';

describe('Claude Code’s program', () => {
  const places = {
    env: { PATH: ['/usr/bin', '/home/me/bin'].join(delimiter) },
    home: '/home/me',
    isWindows: false,
    extension: '/extensions/anthropic.claude-code-2.1.331',
  };
  const all = [
    join('/home/me/bin', 'claude'),
    join('/home/me/.local/bin', 'claude'),
    join('/home/me/.claude/local', 'claude'),
    join(places.extension, 'resources/native-binary/claude'),
  ];

  it('is looked for in the PATH, then in the installers’ folders, then in Claude Code’s extension', () => {
    for (const [at, place] of all.entries())
      assert.equal(
        findClaude(places, (path) => all.slice(at).includes(path)),
        place,
      );
    assert.equal(
      findClaude(places, () => false),
      undefined,
    );
  });

  it('is found on Windows as claude.exe in the PATH or in the installer’s folder', () => {
    const onWindows = {
      env: { Path: 'C:\\Tools;D:\\bin' },
      home: 'C:\\Users\\me',
      isWindows: true,
      extension: undefined,
    };
    for (const path of ['D:\\bin\\claude.exe', 'C:\\Users\\me\\.local\\bin\\claude.exe'])
      assert.equal(
        findClaude(onWindows, (each) => each === path),
        path,
      );
  });

  it('returns a command’s output and success, or an error if the command is aborted or can’t be started', async () => {
    const program = agentProgram(process.execPath, { folder: tmpdir(), env: process.env });
    const failing = 'console.log("out"); console.error("err"); process.exitCode = 3';
    const { isDone, output } = await program.run(['-e', failing]);
    assert.deepEqual([isDone, output.split('\n').filter(Boolean).toSorted()], [false, ['err', 'out']]);
    assert.deepEqual(await program.run(['-e', '']), { isDone: true, output: '' });
    const stop = new AbortController();
    const running = program.run(['-e', 'setInterval(() => {}, 1000)'], stop.signal);
    stop.abort();
    await assert.rejects(running, { name: 'AbortError' });
    const nowhere = agentProgram('/nowhere/claude', { folder: tmpdir(), env: {} });
    await assert.rejects(nowhere.run([]), /ENOENT/);
    await withTooManyOpenFiles(() => assert.rejects(program.run([]), /EMFILE/));
  });
});
