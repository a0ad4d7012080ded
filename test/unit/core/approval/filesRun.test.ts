import assert from 'node:assert/strict';
import { bashLine } from '../../../../src/adapters/shell/bashLine.ts';
import { partsOf } from '../../../../src/core/approval/commandParts.ts';
import { fingerprintOf } from '../../../../src/core/approval/filesRun.ts';

/** Returns the fingerprint of the last command of a line, unhashed, in a workspace with one file. */
async function textsRun(command: string, file: string, text: string): Promise<string> {
  const line = partsOf(command, '', bashLine);
  assert.ok('parts' in line);
  const part = line.parts.at(-1);
  assert.ok(part);
  return fingerprintOf(part, {
    roots: [{ name: 'app', path: '/home/ann/app' }],
    parse: bashLine,
    read: (place) => Promise.resolve(place === file ? text : undefined),
    hash: (texts) => texts,
  });
}

describe('The fingerprint of a command’s files', () => {
  const runs: readonly (readonly [command: string, file: string])[] = [
    ['just test', 'justfile'],
    ['task test', 'taskfile.yml'],
    ['task test', 'Taskfile.dist.yml'],
    ['rake test', 'Rakefile.rb'],
    ['composer test', 'composer.json'],
    ['tox -e py', 'pyproject.toml'],
    ['tox -e py', 'setup.cfg'],
    ['nox -s test', 'noxfile.py'],
    ['inv test', 'tasks.py'],
    ['invoke test', 'tasks/__init__.py'],
    ['gulp test', 'gulpfile.ts'],
    ['grunt test', 'Gruntfile.coffee'],
    ['docker-compose up', 'docker-compose.override.yml'],
    ['docker compose up', 'compose.yaml'],
    ['pnpm exec tsx scripts/go.ts', 'scripts/go.ts'],
    ['bundle exec ruby scripts/go.rb', 'scripts/go.rb'],
    ['uv run --with rich python scripts/go.py', 'scripts/go.py'],
    ['uv run --quiet python scripts/go.py', 'scripts/go.py'],
    ['git bisect run ./check.sh', 'check.sh'],
    ['cd sub && make test', 'sub/Makefile'],
    ['cd sub/deep && cd .. && make test', 'sub/Makefile'],
  ];
  for (const [command, file] of runs)
    it(`includes the text of ${file} for \`${command}\``, async () => {
      const [before, after] = [
        await textsRun(command, file, 'before'),
        await textsRun(command, file, 'after'),
      ];
      assert.match(before, /before/);
      assert.match(after, /after/);
    });

  it('does not include compose.yaml for a Docker command other than `docker compose`', async () => {
    assert.doesNotMatch(await textsRun('docker ps', 'compose.yaml', 'before'), /before/);
  });
});
