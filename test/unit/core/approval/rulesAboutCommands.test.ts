import assert from 'node:assert/strict';
import { actionOf, rulesFor } from './rulesFor.ts';

describe('In approval requests,', () => {
  it('a rule about a Git command is also shown if options such as `-C` precede the subcommand', () => {
    const found = (rule: string, line: string): number =>
      rulesFor(rule, actionOf(['', 'command', line])).length;
    assert.equal(found('Never commit.', 'git -C "my app" commit -m wip'), 1);
    assert.equal(found('Never push.', 'git -c a.b=c --no-pager push'), 1);
    assert.equal(found('Never force push.', 'git -C app push --force'), 1);
    assert.equal(found('Never run `git push`.', 'git -C app push'), 1);
    assert.equal(found('Never delete files.', 'git -C app rm a.ts'), 1);
    assert.equal(found('Never use `git -C`.', 'git -C app status'), 1);
    assert.equal(found('Never push.', 'git -C push status'), 0);
  });

  const calledDifferently: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    [
      'Never push.',
      ['/usr/bin/git push', 'git.exe push', 'npx git push', 'watch git push', 'npm exec -- git push'],
      ['which git push', 'git log push', 'npm run push'],
    ],
    [
      'Never push.',
      ['bash -c "git push"', 'git remote | xargs -n1 git push', 'find . -exec git push {} \\;'],
      ['bash -c "git log"'],
    ],
    [
      'Never push.',
      ["git -c alias.x='! git push' x", 'git -c alias.p=push p origin'],
      ['git -c alias.x=log x'],
    ],
    [
      'Never push.',
      [
        ...['git submodule foreach git push', 'git submodule foreach "git push || true"'],
        ...['git rebase --exec "git push -f" main', 'git bisect run git push'],
      ],
      ['git submodule foreach git pull', 'git rebase main'],
    ],
    [
      'Never use requests.',
      ['pip install requests==2.31', "pip install 'requests[socks]>=2'", 'npm install requests@^2.0.0'],
      ['pip install requests-mock==1'],
    ],
    ['Never touch src/legacy/old.ts.', ['mv src/legacy out', 'mv -t out src/legacy'], ['mv src/app.ts out']],
    [
      'Don’t install packages.',
      [
        ...['npm --silent install x', 'npm --prefix sub install x', 'pnpm --filter a add x', 'bun i x'],
        ...['python3 -m pip install x', 'uv pip install x', '.venv/bin/pip install x', 'npm in x'],
        ...['yarn workspace a add x', 'conda install x'],
      ],
      [
        ...['npm install', 'npm init x', 'pip list', 'npm --prefix sub install', 'yarn --cwd sub install'],
        ...['pnpm -C sub install', 'pnpm --filter a install'],
      ],
    ],
    [
      'Never force push.',
      ['git push origin +main', 'git push -fu origin main', 'git push --mirror x'],
      ['git push'],
    ],
    ['Never run `git push --force`.', ['git push --force', 'git push -f'], ['git push']],
    [
      'Never commit.',
      ['git cherry-pick a', 'git revert a', 'git am x', 'git commit -n'],
      ['git log a', 'git cherry-pick --abort', 'git revert -n a', 'git am --skip', 'git commit-graph write'],
    ],
    [
      'Never discard my changes.',
      [
        ...[
          'git reset --hard',
          'git restore a.ts',
          'git restore -SW a.ts',
          'git restore -S -W a.ts',
          'git restore --staged --work a.ts',
          'git checkout -- a.ts',
          'git checkout .',
          'git checkout -f x',
        ],
        ...['git clean -fd', 'git stash', 'git stash push -m wip', 'git stash drop', 'git switch -f main'],
      ],
      [
        ...['git reset --soft HEAD~1', 'git restore --staged a.ts', 'git checkout main', 'git clean -nd'],
        ...['git stash list', 'git stash pop', 'git switch main', 'git checkout -', 'git restore -S a.ts'],
        ...['git restore -q --staged a.ts'],
      ],
    ],
    ['Never use `--no-verify`.', ['git commit -n', 'git push --no-verify'], ['git push -n']],
    [
      'Don’t touch the tests.',
      ['git clean -fd', 'gzip tests/a.txt', 'find tests -delete'],
      ['git clean -nd', 'gzip -dc tests/a.gz', 'ruff format --check .', "find . -name '*.pyc' -delete"],
    ],
    [
      'Do not run the tests.',
      ['npm t', 'python -m unittest'],
      ['npm run build', 'ls tests', 'grep -r x tests'],
    ],
    ['Never use rm.', ['/bin/rm x', 'rm x'], ['docker run --rm x']],
    [
      'Never run `rm -rf`.',
      ['rm -rf x', 'rm -fr x', 'rm -r -f x', 'rm x -f -rv', 'bash -c "rm -fr x"'],
      ['rm x', 'rm -r x', 'rm -f x', 'ls -fr'],
    ],
    [
      'Never run `git clean -fd`.',
      ['git clean -dfx', 'git -C app clean -d -f'],
      ['git clean -nd', 'git clean -f'],
    ],
  ];
  for (const [rule, forbidden, allowed] of calledDifferently)
    it(`“${rule}” is shown for ${forbidden.join(', ')}, but not for ${allowed.join(', ')}`, () => {
      const isTouched = (line: string): boolean => rulesFor(rule, actionOf(['', 'command', line])).length > 0;
      assert.deepEqual(
        [...forbidden, ...allowed].filter((line) => isTouched(line)),
        forbidden,
      );
    });
});
