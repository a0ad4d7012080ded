import assert from 'node:assert/strict';
import { atOnce } from '../../../../src/core/steps.ts';
import { filesOf } from '../../../../src/core/record/files.ts';
import { workOf } from '../../../../src/core/record/work.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import { call, countRoughly, result, sessionOf } from './sessionOf.ts';

describe('files in the notes after a restoration', () => {
  const fileNotes = (...messages: readonly Message[]): readonly string[] =>
    atOnce(filesOf(workOf(sessionOf(...messages)), countRoughly)).flatMap(
      ({ pieces }) => pieces[0]?.text ?? [],
    );
  let calls = 0;
  const done = (name: string, args: Readonly<Record<string, string>>): readonly Message[] => {
    const id = `c${String((calls += 1))}`;
    return [call(id, name, args), result(id, name, 'done')];
  };
  const run = (command: string): readonly Message[] => done('bash', { command });
  const read = (path: string): readonly Message[] => done('read', { path });
  const editOf = (path: string): readonly Message[] =>
    done('edit', { path, old_string: 'a', new_string: 'b' });

  it('do not include changes that Git undid', () => {
    const [first, second] = [editOf('src/a.ts'), editOf('src/b.ts')];
    for (const command of [
      ...[
        'git checkout -- src/a.ts',
        'git checkout src/a.ts 2>&1 | tail -3',
        'git checkout HEAD -- ./src/a.ts',
      ],
      ...[
        'git restore src/a.ts',
        'git restore --staged --worktree "src/a.ts"',
        'git restore -s HEAD -- src/a.ts',
      ],
      ...['git --no-pager checkout -q -- src/a.ts', 'git checkout -- src/a.ts && npm test'],
    ])
      assert.deepEqual(fileNotes(...first, ...second, ...run(command)), ['src/b.ts edited'], command);
    for (const command of [
      ...['git checkout -- .', 'git checkout .', 'git checkout -- src/', 'git restore src'],
      ...['git reset --hard', 'git reset --hard HEAD', 'git checkout -- . && rm -rf dist'],
    ])
      assert.deepEqual(fileNotes(...first, ...second, ...run(command)), [], command);
    assert.deepEqual(fileNotes(...first, ...run('git checkout -- src/a.ts'), ...first), ['src/a.ts edited']);
    assert.deepEqual(fileNotes(...read('src/a.ts'), ...run('rm src/a.ts'), ...run('git restore src/a.ts')), [
      'src/a.ts read',
    ]);
  });

  it('keep changes that Git did not undo', () => {
    const edited = editOf('src/a.ts');
    for (const command of [
      ...[
        'git checkout main',
        'git checkout -b src',
        'git checkout -- src/b.ts',
        'git checkout -p -- src/a.ts',
      ],
      ...[
        'git restore --staged src/a.ts',
        'git reset src/a.ts',
        'git reset --soft HEAD~1',
        'git diff -- src/a.ts',
      ],
      ...['git checkout stash@{0} -- src/a.ts', 'echo git checkout -- src/a.ts', 'git checkout -- lib'],
      ...['git stash && npm test && git stash pop', 'cd ../other && git checkout -- .'],
    ])
      assert.deepEqual(fileNotes(...edited, ...run(command)), ['src/a.ts edited'], command);
    const written = done('write', { path: 'src/new.ts', content: 'dim();' });
    assert.deepEqual(fileNotes(...written, ...run('git checkout -- .')), ['src/new.ts written']);
    assert.deepEqual(
      fileNotes(...editOf('a.ts'), ...run('git mv a.ts b.ts'), ...run('git checkout -- b.ts')),
      ['b.ts moved from a.ts, edited'],
    );
    const failed = call('no', 'bash', { command: 'git checkout -- src/a.ts' });
    assert.deepEqual(fileNotes(...edited, failed, result('no', 'bash', 'fatal: not a git repository', 128)), [
      'src/a.ts edited',
    ]);
    const unknown = "error: pathspec 'src/a.ts' did not match any file(s) known to git";
    assert.deepEqual(fileNotes(...edited, failed, result('no', 'bash', unknown)), ['src/a.ts edited']);
  });

  it('keep committed changes if Git undid later changes', () => {
    const edited = editOf('src/a.ts');
    const committed = [...edited, ...run('git commit -am x')];
    assert.deepEqual(fileNotes(...committed, ...edited, ...run('git checkout -- .')), ['src/a.ts edited']);
    assert.deepEqual(fileNotes(...edited, ...run('git commit -am x && git reset --hard')), [
      'src/a.ts edited',
    ]);
    const before = run('git checkout -- src/b.ts && git commit -am x');
    assert.deepEqual(fileNotes(...edited, ...editOf('src/b.ts'), ...before), ['src/a.ts edited']);
  });

  it('do not include changes that Git undid in the folder where the work is done', () => {
    const lamp = '/home/ann/code/lamp';
    const [own, other] = [editOf(`${lamp}/src/a.ts`), editOf(`${lamp}/web/src/a.ts`)];
    const plan = editOf('/home/ann/.claude/plans/x.md');
    for (const command of [
      'git checkout -- .',
      `cd ${lamp} && git checkout -- .`,
      `git -C ${lamp} restore .`,
    ])
      assert.deepEqual(
        fileNotes(...own, ...other, ...plan, ...run(command)),
        ['/home/ann/.claude/plans/x.md edited'],
        command,
      );
    for (const command of [`cd ${lamp}/web && git checkout -- src/a.ts`, `git -C ${lamp}/web restore src`])
      assert.deepEqual(fileNotes(...own, ...other, ...run(command)), [`${lamp}/src/a.ts edited`], command);
  });
});
