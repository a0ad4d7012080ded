import assert from 'node:assert/strict';
import { auditCompactions } from '../../../../src/core/audit/auditCompactions.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import { call, result, sessionOf } from '../record/sessionOf.ts';

type Calls = readonly Message[];

let calls = 0;

function use(tool: string, fields: object, said = 'Done.'): Calls {
  const id = `c${String((calls += 1))}`;
  return [call(id, tool, fields), result(id, tool, said)];
}

const edit = (path: string, before = 'a', after = 'b'): Calls =>
  use('edit', { path, old_string: before, new_string: after });
const write = (path: string, content: string): Calls => use('write', { path, content });
const shell = (command: string): Calls => use('bash', { command });

/** Returns the files that the audit names as lost after a summary. */
function lost(work: readonly Calls[], told = 'The shop was worked on.'): readonly string[] {
  const summary: Message = {
    role: 'user',
    parts: [{ type: 'text', text: told, origin: 'client', label: 'foreign-summary' }],
  };
  const messages = sessionOf(...work.flat(), summary);
  const [audit] = auditCompactions(messages, [{ id: `m${String(messages.length)}`, keptMessages: 0 }]);
  assert.ok(audit);
  return audit.lost.filter(({ kind }) => kind === 'file').map(({ line }) => line);
}

describe('In an audit, a file', () => {
  it('is not reported as lost if a command restored or removed the file', () => {
    assert.deepEqual(lost([edit('/srv/shop/old/src/prices.ts'), shell('rm -rf old')]), []);
    assert.deepEqual(lost([edit('/srv/shop/src/prices.ts'), shell('rm src/*.ts')]), []);
    assert.deepEqual(lost([edit('/srv/shop/src/prices.ts'), shell('git checkout -- src/prices.ts')]), []);
    assert.deepEqual(lost([edit('/srv/shop/src/prices.ts'), shell('git restore src/prices.ts')]), []);
    assert.deepEqual(lost([shell('echo x > probe.txt && cat probe.txt && rm probe.txt')]), []);
  });

  it('is reported as lost if an edit follows its removal, or if a command changed only other files or the index', () => {
    const prices = '/srv/shop/src/prices.ts';
    assert.deepEqual(lost([shell('rm -rf src'), edit(prices)]), [prices]);
    assert.deepEqual(lost([edit(prices), shell('rm -rf other')]), [prices]);
    assert.deepEqual(lost([edit('prices.ts'), shell('rm "the old prices.ts file"')]), ['prices.ts']);
    for (const index of ['--staged', '-S', '-q -S'])
      assert.deepEqual(lost([edit(prices), shell(`git restore ${index} src/prices.ts`)]), [prices]);
    assert.deepEqual(lost([edit(prices), shell('git restore --staged --worktree src/prices.ts')]), []);
  });

  it('is still reported as lost if the `rm` or `mv` of the file was skipped, or was the last command of a command line that failed', () => {
    const failed = (command: string, said = 'No such file'): Calls => [
      call('f1', 'bash', { command }),
      result('f1', 'bash', said, 1),
    ];
    assert.deepEqual(lost([failed('mv prices.ts costs.ts')]), []);
    assert.deepEqual(lost([edit('prices.ts'), failed('rm prices.ts')]), ['prices.ts']);
    assert.deepEqual(lost([edit('prices.ts'), failed('mv prices.ts costs.ts')]), ['prices.ts']);
    const printed = use('bash', { command: 'rm prices.ts' }, 'No such file\nExit code: 1');
    assert.deepEqual(lost([edit('prices.ts'), printed]), ['prices.ts']);
    assert.deepEqual(lost([edit('prices.ts'), failed('rm prices.ts && npm test')]), []);
    const skipped = failed('rm prices.ts && npm test', 'The user chose to skip the tool call');
    assert.deepEqual(lost([edit('prices.ts'), skipped]), ['prices.ts']);
  });

  it('is not reported as lost if the file is empty or unchanged', () => {
    assert.deepEqual(lost([write('/srv/shop/cart/__init__.py', '')]), []);
    assert.deepEqual(lost([write('/srv/shop/cart.py', 'x'), edit('/srv/shop/cart.py', 'x', '')]), []);
    const [path, line] = ['/srv/shop/test/cart.py', 'def test(): pass'];
    assert.deepEqual(lost([edit(path, 'x', `x\n${line}`), edit(path, `x\n${line}`, 'x')]), []);
    assert.deepEqual(lost([edit(path, 'x', `x\n${line}`)]), [path]);
    assert.deepEqual(lost([use('write', { path })]), [path]);
  });

  it('is not reported as lost if the file is a temporary file or the agent’s own plan', () => {
    const paths = ['/home/ann/.claude/plans/red-fox.md', '/tmp/probe.sh', '/private/tmp/probe.sh'];
    assert.deepEqual(lost(paths.map((path) => write(path, 'text'))), []);
    assert.deepEqual(lost([write('/home/ann/.claude/settings.json', 'text')]), [
      '/home/ann/.claude/settings.json',
    ]);
  });

  it('such as src/tools/logs.py counts as mentioned by a matching pattern, by `src/tools/` or by “all 12 tool modules”', () => {
    const work = ['logs', 'tags'].map((name) => edit(`/srv/shop/src/tools/${name}.py`));
    for (const told of [
      'Wrote `src/tools/*.py`.',
      'Wrote `src/**/*_x.py` and tools/{logs, tags}.py.',
      'The helpers are in `src/tools/`.',
      'The server imports all 12 tool modules.',
      'Look at src/tools/*.py.',
    ])
      assert.deepEqual(lost(work, told), [], told);
    for (const told of [
      'Wrote `src/tools/metrics.py` and *.md.',
      'All tools ran, and the tags of the logs were looked at.',
      'Wrote `src/pages/*.py`.',
    ])
      assert.equal(lost(work, told).length, 2, told);
  });

  it('counts as mentioned by its whole name without extension, but an ordinary word must be in backticks', () => {
    for (const [path, told] of [
      ['/srv/shop/docs/attribution.md', 'See attribution.md.'],
      ['/srv/shop/docs/attribution.md', 'See `docs/attribution`.'],
      ['/srv/shop/src/refundPolicy.ts', 'The refundPolicy was changed.'],
      ['/srv/shop/lib/add_by_url.dart', 'It opens the AddByUrl screen.'],
    ] as const)
      assert.deepEqual(lost([edit(path)], told), [], told);
    for (const [path, told] of [
      ['/srv/shop/docs/attribution.md', 'The attribution of lines was fixed.'],
      ['/srv/shop/src/committed.go', 'It reads the committed tree.'],
      ['/srv/shop/src/state.go', 'Changed session-state.go and app.state.go.'],
    ] as const)
      assert.deepEqual(lost([edit(path)], told), [path], told);
  });

  it('counts as mentioned by its name alone, but not by its name together with another file’s folder', () => {
    const work = ['cart', 'mail'].map((folder) => edit(`/srv/shop/${folder}/index.ts`));
    assert.deepEqual(lost(work, 'Each index.ts was changed.'), []);
    assert.deepEqual(lost(work, 'The index.ts of the cart was changed.'), ['/srv/shop/mail/index.ts']);
  });

  it('in the root folder counts as mentioned by its name alone, but not by its name together with another folder', () => {
    const work = ['README.md', 'docs/README.md'].map((path) => edit(path));
    for (const told of [
      'Wrote README.md and more\nGo on',
      'Wrote README.md and docs/README.md',
      'All in ./README.md',
    ])
      assert.deepEqual(lost(work, told), [], told);
    for (const told of ['Wrote docs/README.md', 'The README.md in docs is new.'])
      assert.deepEqual(lost(work, told), ['README.md'], told);
    assert.deepEqual(lost(work, 'The shop was worked on'), ['README.md', 'docs/README.md']);
  });

  it('that several providers have, such as providers/cart/index.ts, counts as mentioned by “all 6 providers”', () => {
    const work = ['cart', 'mail'].map((folder) => edit(`/srv/shop/providers/${folder}/index.ts`));
    assert.deepEqual(lost(work, 'All 6 providers list their sessions.'), []);
    assert.equal(lost(work, 'The providers list their sessions.').length, 2);
    assert.deepEqual(lost(work.slice(0, 1), 'All providers work.'), ['/srv/shop/providers/cart/index.ts']);
  });

  it('is reported as lost if a shell command wrote, moved or edited the file, and the summary does not mention the file', () => {
    for (const [command, file] of [
      ['pip freeze > requirements.txt', 'requirements.txt'],
      ['echo "a > b.txt" >> notes/todo.md', 'notes/todo.md'],
      ['date | tee -a build.log', 'build.log'],
      ["sed -i 's/a/b/' src/cart.ts", 'src/cart.ts'],
      ['git mv src/cart.ts src/basket.ts', 'src/basket.ts'],
      ['mv src/cart.ts lib', 'lib/cart.ts'],
    ] as const) {
      assert.deepEqual(lost([shell(command)]), [file], command);
      assert.deepEqual(lost([shell(command)], `See ${file}.`), [], command);
    }
    for (const command of [
      'npm test 2>&1 > /dev/null',
      'grep "x > y.ts" src',
      'node -e "() => a.b"',
      'ls > $OUT',
    ])
      assert.deepEqual(lost([shell(command)]), [], command);
  });
});
