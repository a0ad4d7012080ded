import assert from 'node:assert/strict';
import { bashLine } from '../../../../src/adapters/shell/bashLine.ts';
import { judge } from '../../../../src/core/approval/judge.ts';
import type { TouchedRule } from '../../../../src/core/approval/rulesAtWork.ts';

const roots = [{ name: 'app', path: '/home/ann/app' }];

function rulesShown(rule: string, command: string): readonly TouchedRule[] {
  const action = { tool: 'run_command', kind: 'command', paths: [], command, folder: '' } as const;
  return judge(action, { rules: [{ id: 'm1', text: rule }], roots, parse: bashLine }).rules;
}

function isShownFor(rule: string, command: string): boolean {
  return rulesShown(rule, command).length > 0;
}

function isForbidden(rule: string, command: string): boolean {
  return rulesShown(rule, command).some(({ isForbidding }) => isForbidding);
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

  it('a rule about one file is not about other files of this kind, even if its folder is called “test” or “docs”', () => {
    for (const [rule, named, other] of [
      ['Never edit test/fixtures/golden.json.', 'test/fixtures/golden.json', 'test/unit/app.test.ts'],
      ['Don’t touch docs/API.md.', 'docs/API.md', 'README.md'],
      ['Never edit vendor/a.c.', 'vendor/a.c', 'vendor/b.c'],
      ['Never edit migrations/001.sql.', 'migrations/001.sql', 'migrations/002.sql'],
      ['Never edit TEST/golden.json.', 'TEST/golden.json', 'test/unit/app.test.ts'],
    ] as const) {
      assert.ok(isShownFor(rule, `sed -i s/a/b/ ${named}`), rule);
      assert.ok(!isShownFor(rule, `sed -i s/a/b/ ${other}`), rule);
    }
    assert.ok(isShownFor('Never edit .env files.', 'sed -i s/a/b/ .env.local'));
  });

  const bans: readonly (readonly [string, readonly string[]])[] = [
    [
      'German',
      ['Ändere nichts in src/old/.', 'In src/old/ ist jede Änderung verboten.', 'Finger weg von src/old/!'],
    ],
    [
      'French',
      ['Ne change rien dans src/old/.', 'Aucune modification dans src/old/.', 'Évite de toucher à src/old/.'],
    ],
    ['Spanish', ['Nada de cambios en src/old/.', 'Ningún cambio en src/old/.', 'Prohibido tocar src/old/.']],
    ['Russian', ['Нельзя менять src/old/.', 'Никаких изменений в src/old/.', 'Запрещено менять src/old/.']],
    ['Indonesian', ['Dilarang mengubah src/old/.', 'Hindari src/old/.', 'src/old/ tidak boleh diubah.']],
    ['Chinese', ['别动 src/old/。', '不能修改src/old/a.ts。', '请勿修改src/old/']],
    [
      'Japanese',
      ['src/old/は変えないでください。', 'src/old/a.tsの変更は禁止です。', 'src/old/を変えてはいけません'],
    ],
  ];
  for (const [language, rules] of bans)
    it(`a ban in ${language} is shown as a ban on the files that it names`, () => {
      assert.deepEqual(
        rules.filter((rule) => isForbidden(rule, 'rm src/old/a.ts')),
        rules,
      );
      assert.deepEqual(
        rules.filter((rule) => isShownFor(rule, 'rm src/new/a.ts')),
        [],
      );
    });

  it('a rule in Chinese or Japanese that only says what not to forget is not shown as a ban', () => {
    for (const rule of ['不要忘记更新 src/old/a.ts', 'src/old/a.tsの更新を忘れないでください']) {
      assert.ok(isShownFor(rule, 'rm src/old/a.ts'), rule);
      assert.ok(!isForbidden(rule, 'rm src/old/a.ts'), rule);
    }
  });

  it('“use pnpm instead of npm” forbids only npm in other languages, too', () => {
    for (const rule of [
      'Nimm pnpm anstatt npm.',
      'Utilise pnpm au lieu de npm.',
      'Usa pnpm en vez de npm.',
      'Используй pnpm вместо npm.',
      '用pnpm，不要用npm。',
    ]) {
      assert.ok(isForbidden(rule, 'npm ci'), rule);
      assert.ok(!isForbidden(rule, 'pnpm ci'), rule);
    }
  });

  it('a rule about a file whose name has other letters than English is about this file only', () => {
    for (const [rule, name] of [
      ['不要改docs/说明.md', 'docs/说明.md'],
      ['Never change src/größe.ts.', 'src/größe.ts'],
      ['Ne change pas `résumé.md`.', 'résumé.md'],
    ] as const) {
      assert.ok(isForbidden(rule, `rm ${name}`), rule);
      assert.ok(!isShownFor(rule, 'rm docs/a.md src/a.ts'), rule);
    }
  });
});
