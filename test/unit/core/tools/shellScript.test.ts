import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changedByScript, shownByScript } from '../../../../src/core/tools/shellFiles.ts';
import {
  shellScript,
  effectiveCommands,
  mayHideFailure,
  withoutOutputFilters,
} from '../../../../src/core/tools/shellScript.ts';

describe('a shell script', () => {
  const table: readonly (readonly [string, readonly string[]])[] = [
    ['cd /tmp/x && npm test 2>&1 | tail -20', ['npm test']],
    ['go vet ./... ; go test ./... 2>/dev/null | head -n 5', ['go vet ./...', 'go test ./...']],
    ['set -e\necho "starting; now"\nmake all || make clean', ['make all', 'make clean']],
    ['grep -n "a && b" x.ts | wc -l', ['grep -n "a && b" x.ts | wc -l']],
    ['for f in a b; do rm "$f.txt"; done', ['for f in a b', 'rm "$f.txt"']],
    ['echo hi > a.txt', ['echo hi > a.txt']],
    ['cd src', ['cd src']],
    ['echo $((1<<n))\nrm a.ts', ['rm a.ts']],
    ['(( x = 1 << n ))\ncat > b.ts <<END\nx\nEND\nrm a.ts', ['(( x = 1 << n ))', 'cat > b.ts', 'rm a.ts']],
    ['npm run build \\\n  --workspace a', ['npm run build  --workspace a']],
    ["sed -i 's/a\\'b;c/d/' x.ts", ["sed -i 's/a\\'b;c/d/' x.ts"]],
    ['', []],
  ];
  for (const [script, commands] of table) {
    it(`${JSON.stringify(script)} runs ${commands.length === 0 ? 'nothing' : commands.join(', ')}`, () => {
      assert.deepEqual(effectiveCommands(shellScript(script)), commands);
    });
  }

  it('is separated from the heredocs', () => {
    const { commands, heredocs } = shellScript("cat > a.py <<'EOF'\nx = 1\nEOF\npython3 - <<END\nprint(x)");
    assert.deepEqual(commands, ['cat > a.py', 'python3 -']);
    assert.deepEqual(heredocs, [
      { command: 'cat > a.py', text: 'x = 1' },
      { command: 'python3 -', text: 'print(x)' },
    ]);
  });

  it('with Windows line breaks has heredocs with Unix line breaks', () => {
    const { heredocs } = shellScript("cat > a.py <<'EOF'\r\nx = 1\r\ny = 2\r\nEOF\r\n");
    assert.deepEqual(heredocs, [{ command: 'cat > a.py', text: 'x = 1\ny = 2' }]);
  });

  const changesOf = (script: string): readonly string[] =>
    changedByScript(shellScript(script)).map(({ path, operation }) => `${operation} ${path}`);

  it('contains no heredoc if `<<<` passes a string to a command', () => {
    assert.deepEqual(shellScript('cat <<<hello\nrm b.txt').heredocs, []);
    assert.deepEqual(changesOf('cat <<<hello\nrm b.txt'), ['delete b.txt']);
  });

  it('deletes no file if `git rm` has the option --cached', () => {
    assert.deepEqual(changesOf('git rm --cached secrets.env'), []);
    assert.deepEqual(changesOf('git rm -r --cached secrets.env && git rm old.env'), ['delete old.env']);
  });

  for (const [script, ...paths] of [
    ['rm -f \'a.ts\' "b.ts"', 'a.ts', 'b.ts'],
    ['rm -f a.log & node b.js', 'a.log'],
    ['rm a.ts > b.txt', 'a.ts'],
    ['rm a.ts | grep b.ts', 'a.ts'],
    ['rm a.ts # b.ts', 'a.ts'],
    ['rm $(git ls-files a.ts b.ts)'],
    ['rm "$FOLDER"/a.ts b.ts', 'b.ts'],
    ['rm "a.md (copy).txt" b.txt', 'b.txt'],
    ['rm build.log#old'],
    ['rm "it\'s.txt"'],
    ['mv a.ts b.ts # c.ts', 'b.ts'],
    ['rm "a \\"old b.ts c\\" d" e.ts', 'e.ts'],
    ['perl scripts/report.pl -input data.csv -out o.csv'],
    ['perl tools/check.pl -i input.txt'],
    ["perl -ne'print if /x/' a.ts b.ts"],
    ["perl -i -e 'print 1' a.ts"],
    ["perl -pie 's/a/b/' a.ts"],
    ["perl -p -i.bak -Mlib=x -e's/a/b/' -- a.ts b.ts", 'a.ts', 'b.ts'],
    ['perl -pi tools/fix.pl a.ts', 'a.ts'],
    ["sed -i .bak 's/foo.old/foo.new/g' f.ts", 'f.ts'],
    ["sed -i bak 's/foo.old/foo.new/g' f.ts", 'f.ts'],
    ["sed -i .bak -e 's/foo.old/foo.new/g' f.ts", 'f.ts'],
    ['sed -ie s/foo.old/foo.new/ f.ts', 'f.ts'],
    ['sed -i -l 5 s/foo.old/foo.new/ f.ts'],
    ['sed -es/foo.old/i/ f.ts'],
    ['sed -i "s/foo \\"old text\\" v1.2 x/y/" a.ts', 'a.ts'],
    [String.raw`sed -i "s/\"version\": \"1.0.0\"/\"version\": \"1.1.0\"/" package.json`, 'package.json'],
    ["sed -i --expression='s/a/b/' src/a.ts", 'src/a.ts'],
    ["sed -i -e's/a/b/' src/a.ts", 'src/a.ts'],
    ["LC_ALL=C sed -i 's/a/b/' src/a.ts", 'src/a.ts'],
    ["gsed -i 's/a/b/' src/a.ts", 'src/a.ts'],
    ["sed -i 's/>/>=/' src/a.ts && npm test || git checkout src/a.ts", 'src/a.ts'],
    ["sed -i --follow-symlinks 's/a/b/' a.ts", 'a.ts'],
    ["perl -i~ -pe 's/a/b/' a.ts", 'a.ts'],
  ]) {
    it(`changes only the files that the commands name: ${String(script)}`, () => {
      const changed = changedByScript(shellScript(String(script)));
      assert.deepEqual(
        changed.map(({ path }) => path),
        paths,
      );
    });
  }

  it('changes files in the order of the commands', () => {
    const changes = (script: string): readonly string[] =>
      changedByScript(shellScript(script)).map(({ path, from }) =>
        from === undefined ? path : `${from} > ${path}`,
      );
    assert.deepEqual(
      changes("mv a.ts a.bak.ts\ncat > a.ts <<'E'\nx\nE\nmv a.ts b.ts\ncat > a.ts <<'E'\ny\nE"),
      ['a.ts > a.bak.ts', 'a.ts', 'a.ts > b.ts', 'a.ts'],
    );
    const continued = 'python3 \\\n - <<E\nx\nE\ncat > c.ts <<E\nx\nE\nmv c.ts d.ts';
    assert.deepEqual(changes(continued), ['c.ts', 'c.ts > d.ts']);
    const long = `mv a.ts b.ts\n${'ls src\n'.repeat(1_000)}cat > a.ts <<E\nx\nE`;
    assert.deepEqual(changes(long), ['a.ts > b.ts', 'a.ts']);
    assert.deepEqual(changes('rm a.ts; mv b.ts a.ts'), ['a.ts', 'b.ts > a.ts']);
    assert.deepEqual(changes('mv "don\'t.md" "do not.md"'), ["don't.md > do not.md"]);
    assert.deepEqual(changes('cat > c.ts 2>/dev/null <<E\nx\nE\nrm c.ts'), ['c.ts', 'c.ts']);
  });

  it('changes no file and shows no file if a long command names no file', () => {
    const flags = `rm ${'--a '.repeat(100)}'x\ny'`;
    for (const script of [flags, ' '.repeat(400), '| head '.repeat(60), `cat ${'a.'.repeat(200)}!`]) {
      const parsed = shellScript(script);
      assert.deepEqual(changedByScript(parsed), []);
      assert.equal(shownByScript(parsed), undefined);
    }
  });

  it('contains every word of the commands that effectiveCommands returns, for random scripts', () => {
    const piece = fc.constantFrom(
      'cd x',
      '&&',
      ';',
      '\n',
      '<<E',
      'E',
      '"',
      "'",
      '\\',
      '| head',
      '2>&1',
      'npm t',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const script = pieces.join(' ');
        for (const command of effectiveCommands(shellScript(script))) {
          for (const word of command.split(/\s+/)) assert.ok(script.includes(word), word);
        }
      }),
    );
  });
});

describe('withoutOutputFilters', () => {
  for (const filters of [
    '2>&1 | tail -30',
    '2>&1 | head -50 | tail -5',
    '| head -c 100',
    '> /dev/null 2>&1',
    '&> /dev/null',
    '2>/dev/null | tail -n 5',
  ])
    it(`removes the filters at the end of a command: ${filters}`, () => {
      assert.equal(withoutOutputFilters(`npm test ${filters}`), 'npm test');
    });

  it('keeps an output file, a filter such as grep, and a filter that another command follows', () => {
    for (const command of ['npm test > out.txt', 'cat a | grep b', 'npm test | tail -5 && git status'])
      assert.equal(withoutOutputFilters(command), command);
  });

  it('removes at most the last eight filters', () => {
    assert.equal(withoutOutputFilters(`npm test${' | head'.repeat(10)}`), 'npm test | head | head');
  });

  it('does not change a long chain of filters that ends with another word', () => {
    for (const script of [`npm test | head${' -a|head'.repeat(20)} X`, `npm test${' | head'.repeat(200)} X`])
      assert.equal(withoutOutputFilters(script), script);
  });
});

describe('mayHideFailure', () => {
  for (const command of [
    'npx tsc 2>&1 | head -20',
    'cd "my app" && CI=1 npm run --silent test:unit |& tee a.log | tail -n 3',
    'timeout 60 go test ./... | grep -v "ok; | done"',
    './gradlew build | tail',
    'make lamp | tail -5',
  ])
    it(`is true for a pipeline from a check to filters: ${command}`, () => {
      assert.equal(mayHideFailure(command), true);
    });

  for (const command of [
    ...[
      'npx tsc',
      'npx tsc && echo done',
      'npx tsc; echo done',
      'npx tsc || true',
      'npm test | node lamp.js',
    ],
    ...['cd app; node lamp.js', 'cd app\nnode lamp.js', 'node lamp.js | tail', 'python train.py | tail -3'],
    ...['set -euo pipefail; npx tsc | tail', 'set -o pipefail\nnpx tsc | tail'],
    ...[
      'docker logs app | tail -20',
      'gh issue view 5 | head -40',
      'make logs | tail',
      'npm run logs | tail',
    ],
    ...['wc -l a.log; cat a.log', 'git status; cat err.log', 'for f in *.log; do tail -5 $f; done'],
  ])
    it(`is false if no filters follow the check, if pipefail is set, or if the program is not a check: ${JSON.stringify(command)}`, () => {
      assert.equal(mayHideFailure(command), false);
    });
});
