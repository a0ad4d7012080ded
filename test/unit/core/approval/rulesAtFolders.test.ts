import assert from 'node:assert/strict';
import { bashLine } from '../../../../src/adapters/shell/bashLine.ts';
import { judge } from '../../../../src/core/approval/judge.ts';

const roots = [{ name: 'app', path: '/home/ann/app' }];

function isShownFor(rule: string, command: string): boolean {
  const action = { tool: 'run_command', kind: 'command', paths: [], command, folder: '' } as const;
  return judge(action, { rules: [{ id: 'm1', text: rule }], roots, parse: bashLine }).rules.length > 0;
}

describe('In approval requests,', () => {
  const folders: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    [
      'Don’t touch src/auth/.',
      [
        ...['rm -rf src', 'rm -rf src/*', 'rm -rf .', 'rm -rf *', 'mv src old', 'find src -delete'],
        ...['git restore src', 'git checkout .', 'git checkout HEAD src/auth/x.ts', 'git clean -fdx'],
        ...[
          'git reset --hard',
          'git -C . reset -q --hard HEAD~1',
          'git stash',
          'git stash -u',
          'git stash pop',
        ],
        ...['git stash push -- src/auth/x.ts', 'git checkout -f main', 'git switch --discard-changes main'],
        ...['git restore -SW src', 'git restore --staged --worktree src', 'git restore -s S src'],
        ...['git restore --staged --work src'],
        ...['prettier --write .', 'npx eslint --fix src/auth', 'gofmt -w src', 'rm SRC/auth/x.ts'],
        ...['npx prettier --write "src/**/*.ts"', 'eslint --fix "src/**/*.{ts,tsx}"'],
        ...['sed -i s/a/b/ src/*/x.ts', 'sed -i s/a/b/ */auth/x.ts', 'prettier -w "**/*.ts"'],
        ...['sed -i s/a/b/ {lib,src}/auth/*.ts', 'find src -name "*.ts" -delete'],
      ],
      [
        ...['mkdir src', 'touch src', 'cp a.ts src/', 'mv a.ts src', 'rm src/*.ts', 'rm -rf src/authors'],
        ...[
          'git reset --soft HEAD~1',
          'git reset',
          'git restore --staged src',
          'git restore -S src/auth/x.ts',
          'git stash list',
          'git stash drop',
          'git stash push -- a.ts',
        ],
        ...['git checkout main', 'git checkout -b src', 'npx eslint src/auth', 'cat src/auth/x.ts'],
        ...['npx prettier --write "test/**/*.ts"', 'sed -i s/a/b/ src/*.ts', 'sed -i s/a/b/ src/*'],
        ...['prettier -w "src/lib/**/*.ts"', 'find test -name "*.ts" -delete', 'ls src/**/*.ts'],
      ],
    ],
    [
      'Never change src/api.ts.',
      [
        'sed -i s/a/b/ src/*.ts',
        'sed -i s/a/b/ src/ap[hi].ts',
        'prettier -w "**/*.ts"',
        'echo x > src/a*.ts',
      ],
      [
        'sed -i s/a/b/ src/*.css',
        'sed -i s/a/b/ src/b*.ts',
        'prettier -w "**/*.css"',
        'sed -i s/a/b/ src/*/*.ts',
      ],
    ],
    [
      'Never change `api.ts`.',
      ['sed -i s/a/b/ src/lib/*.ts', 'prettier -w "src/**/*.ts"', 'find src -iname "API.*" -delete'],
      ['prettier -w "src/**/*.css"', 'find src -name "*.css" -delete', 'find src ! -name "*.ts" -delete'],
    ],
    ['Never change .env.', ['sed -i s/a/b/ .e*'], ['sed -i s/a/b/ *', 'prettier -w "**/*"']],
    [
      'Never delete the snapshots.',
      ['find . -name "*.snap" -delete', 'find src -type f -iname "*.snap" -delete'],
      ['find . -name "*.log" -delete', 'find . -name "*.snap"'],
    ],
    ['Never delete the migrations.', ['rm -rf migrations', 'rm -rf db/migrate', 'rm -rf .'], ['rm -rf dist']],
    ['Never delete files.', ['npx rimraf lib', 'git clean -fd', '/bin/rm x'], ['mv a b']],
  ];
  for (const [rule, forbidden, allowed] of folders)
    it(`“${rule}” is shown if a command changes protected files or a folder that contains them, and otherwise not`, () => {
      assert.deepEqual(
        [...forbidden, ...allowed].filter((line) => isShownFor(rule, line)),
        forbidden,
      );
    });
});
