import assert from 'node:assert/strict';
import type { Action } from '../../../../src/core/approval/approval.ts';
import { PATH_CLASSES } from '../../../../src/core/approval/ruleWords.ts';
import { actionOf, rowsOf, rulesFor } from './rulesFor.ts';

describe('In approval requests,', () => {
  const calls = rowsOf('calls.tsv');
  const rules = rowsOf('rulesAtCalls.tsv');

  it('at least 60 rules of rulesAtCalls.tsv are tested with at least 120 calls of calls.tsv', () => {
    assert.ok(rules.length >= 60 && calls.length >= 120);
  });

  for (const [form, rule = '', listed = ''] of rules) {
    const expected = listed.split(' ').filter((call) => call !== '');
    const touched = calls.flatMap((call) => {
      const [found] = rulesFor(rule, actionOf(call));
      if (found === undefined) return [];
      const isWeak = form === 'never' && !found.isForbidding;
      return [`${call[0] ?? ''}${isWeak ? '+' : ''}`];
    });

    it(`“${rule}” is shown for exactly the calls that the rule is about`, () => {
      assert.deepEqual(touched.toSorted(), expected.toSorted());
    });
  }

  it('a rule that forbids nothing is shown, but not as a ban', () => {
    const [rule] = rulesFor(
      'Run `npm run lint` after each change.',
      actionOf(['', 'command', 'npm run lint']),
    );
    assert.equal(rule?.isForbidding, false);
    const [reminder] = rulesFor(
      "Don't forget to run `npm run lint`.",
      actionOf(['', 'command', 'npm run lint']),
    );
    assert.equal(reminder?.isForbidding, false);
  });

  it('a rule about a package is shown when an edit imports the package or a module of the package', () => {
    const importing = (name: string): Action => {
      const added = `import { debounce } from '${name}';`;
      return { tool: 'edit_file', kind: 'edit', paths: ['src/app.ts'], added };
    };
    for (const name of ['lodash', 'lodash/debounce'])
      assert.equal(rulesFor('Never use lodash.', importing(name))[0]?.isForbidding, true, name);
    assert.equal(rulesFor('Never use lodash.', importing('lodash-es/debounce')).length, 0);
    for (const name of ['@lamps/dim', '@lamps/dim/slow/ease'])
      assert.equal(rulesFor('Never use @lamps/dim.', importing(name)).length, 1, name);
    assert.equal(rulesFor('Never use @lamps/dim/slow.', importing('@lamps/dim/slow')).length, 1);
    assert.equal(rulesFor('Never use @lamps/dim.', importing('@lamps/glow/dim')).length, 0);
  });

  it('a rule about files or commands is not shown if an edit only adds an import or text with a word of the rule', () => {
    for (const [rule, text] of [
      ['Never commit the config.', "import { env } from 'config/env';"],
      ['Don’t touch the folder src unasked.', "import { sum } from 'src/utils';"],
      ['Never change the tests.', "import { helper } from 'tests/helpers';"],
      ['Never push to main.', 'Read the list from `main` and sort it.'],
    ] as const) {
      const action: Action = { tool: 'edit_file', kind: 'edit', paths: ['app.ts'], added: text };
      assert.deepEqual(rulesFor(rule, action), [], text);
    }
  });

  it('a rule about a package is also shown for dynamic imports, `require`, and the second import on a line', () => {
    for (const lines of [
      ["const { debounce } = await import('lodash');"],
      ["import a from 'a'; import _ from 'lodash';"],
      ["const _ = require ('lodash')"],
      ["const file = require.resolve('lodash');"],
      ['const _ = await import(/* webpackChunkName: "a*b" */ `lodash`);'],
      ['const _ = await import(', "  'lodash'", ');'],
    ]) {
      const added = lines.join('\n');
      const action: Action = { tool: 'edit_file', kind: 'edit', paths: ['src/app.ts'], added };
      assert.equal(rulesFor('Never use lodash.', action).length, 1, added);
    }
  });

  it('each noun for a kind of files, such as “tests”, matches a file of this kind', () => {
    const named: readonly (readonly [string, string])[] = [
      ...(['tests', 'specs', 'test files', 'testfälle', 'testdateien'] as const).map(
        (noun) => [noun, 'test/a.ts'] as const,
      ),
      ['snapshots', 'a.snap'],
      ['migrations', 'db/migrate/1.sql'],
      ['migrationen', 'db/migrate/1.sql'],
      ['docs', 'docs/a.txt'],
      ['documentation', 'a.rst'],
      ['dokumentation', 'a.rst'],
      ['readme', 'README.md'],
      ['changelog', 'CHANGES'],
      ['license', 'COPYING'],
      ['lizenz', 'COPYING'],
      ['lock file', 'go.sum'],
      ['workflows', '.github/workflows/a.yml'],
      ['env files', '.env'],
      ['generated files', 'dist/a.js'],
      ['vendored files', 'vendor/a.js'],
      ['schema', 'a.prisma'],
      ['dockerfile', 'Dockerfile'],
      ...['dependencies', 'dependency', 'abhängigkeit', 'abhängigkeiten', 'dépendances', 'dependencias'].map(
        (noun) => [noun, 'go.mod'] as const,
      ),
    ];
    const missed = named.filter(
      ([noun, path]) => rulesFor(`Never change the ${noun}.`, actionOf(['', 'edit', path])).length === 0,
    );
    assert.deepEqual(missed, []);
    const others = PATH_CLASSES.filter(({ noun }) => !named.some(([word]) => noun.test(word)));
    assert.deepEqual(others, []);
  });

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
      ],
    ],
    ['Never delete the migrations.', ['rm -rf migrations', 'rm -rf db/migrate', 'rm -rf .'], ['rm -rf dist']],
    ['Never delete files.', ['npx rimraf lib', 'git clean -fd', '/bin/rm x'], ['mv a b']],
  ];
  for (const [rule, forbidden, allowed] of folders)
    it(`“${rule}” is shown if a command changes protected files or a folder that contains them, and otherwise not`, () => {
      const isTouched = (line: string): boolean => rulesFor(rule, actionOf(['', 'command', line])).length > 0;
      assert.deepEqual(
        [...forbidden, ...allowed].filter((line) => isTouched(line)),
        forbidden,
      );
    });

  it('a rule that names one file does not forbid changes to other files of its kind, but a rule that names a kind forbids changes to all of them', () => {
    const forbids = (rule: string, path: string): boolean =>
      rulesFor(rule, actionOf(['', 'edit', path])).some(({ isForbidding }) => isForbidding);
    for (const [rule, own, other] of [
      ['Never edit test/fixtures/golden.json.', 'test/fixtures/golden.json', 'test/unit/a.test.ts'],
      ['Don’t touch docs/API.md.', 'docs/API.md', 'docs/GUIDE.md'],
    ] as const)
      assert.deepEqual([forbids(rule, own), forbids(rule, other)], [true, false], rule);
    assert.ok(forbids('Never edit .test.ts files.', 'src/a.test.ts'));
    assert.ok(forbids('Never touch test/ files.', 'test/a.ts'));
  });

  it('a rule about an option is shown for each command with the option, but if the rule names a command, only for this command', () => {
    const isTouched = (rule: string, line: string): boolean =>
      rulesFor(rule, actionOf(['', 'command', line])).length > 0;
    for (const line of ['git commit --no-verify -m x', 'git commit -nm x', 'git push --no-verify'])
      assert.ok(isTouched('Never use `--no-verify`.', line), line);
    assert.ok(isTouched('Never commit with --no-verify.', 'git commit --no-verify -m x'));
    assert.ok(!isTouched('Never commit with --no-verify.', 'git commit -m x'));
    for (const line of ['git commit -m x', 'find . -name x', 'git log -n 5'])
      assert.ok(!isTouched('Never use `--no-verify`.', line), line);
    assert.ok(!isTouched('Never run `npm install --force`.', 'docker rmi --force y'));
  });
});
