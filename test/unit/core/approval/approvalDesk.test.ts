import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { bashLine } from '../../../../src/adapters/shell/bashLine.ts';
import type { Action, Decision } from '../../../../src/core/approval/approval.ts';
import { ApprovalDesk, type Answer, MODES, type Mode } from '../../../../src/core/approval/approvalDesk.ts';
import type { Grant } from '../../../../src/core/approval/grant.ts';
import { until } from '../../../support/until.ts';
import { Cancellation, neverCancelled } from '../../../../src/core/cancellation.ts';

const edit = (...paths: readonly string[]): Action => ({ tool: 'edit_file', kind: 'edit', paths });
const run = (command: string, folder = ''): Action => ({
  ...{ tool: 'run_command', kind: 'command', paths: [] },
  ...{ command, folder },
});

/** An approval desk with files in memory. `kept` lists the lasting approvals that the person gave. */
class Desk {
  mode: Mode = 'ask';
  rules: readonly string[] = [];
  readonly files = new Map<string, string>();
  readonly kept: { readonly term: string; readonly grant: Grant }[] = [];
  readonly desk = new ApprovalDesk({
    roots: [{ name: 'app', path: '/home/ann/app' }],
    parse: bashLine,
    read: async (place) => {
      await setImmediate();
      return this.files.get(place);
    },
    hash: (text) => createHash('sha256').update(text).digest('hex'),
    mode: () => this.mode,
    rules: () => this.rules.map((text, at) => ({ id: `m${at + 1}`, text })),
    grants: () => this.kept.map(({ grant }) => grant),
    keep: (grants, term) => {
      this.kept.push(...grants.map((grant) => ({ term, grant })));
    },
    changed: () => {
      this.#shown?.();
    },
  });
  #shown: (() => void) | undefined;

  /** Returns the decision on an action, and whether the person was asked. If asked, the person gives `answer`. */
  async does(action: Action, answer: Answer = { kind: 'deny' }): Promise<Decision & { asked: boolean }> {
    let asked = false;
    const shown = new Promise<void>((resolve) => {
      this.#shown = resolve;
    });
    const decision = this.desk.decide(action, neverCancelled);
    await Promise.race([shown, decision]);
    const [question] = this.desk.questions;
    if (question !== undefined) {
      asked = true;
      await this.desk.answer(question.id, answer);
    }
    return { ...(await decision), asked };
  }

  async asks(action: Action): Promise<boolean> {
    return (await this.does(action)).asked;
  }
}

const allow = (term: 'once' | 'session' | 'always'): Answer => ({ kind: 'allow', term });

describe('Approvals:', () => {
  const freedom: readonly (readonly [string, Action, readonly Mode[]])[] = [
    ['an edit', edit('src/a.ts'), ['ask']],
    ['a deletion', { tool: 'delete_file', kind: 'delete', paths: ['src/a.ts'] }, ['ask']],
    ['a command', run('npm test'), ['ask', 'editsFree']],
    ['a redirection into a file', run('echo x > a.txt'), ['ask', 'editsFree']],
    ['a harmless command', run('echo hi'), []],
    ['an edit of a file that Git runs', edit('.git/hooks/pre-commit'), MODES],
    ['an edit of instructions for agents', edit('AGENTS.md'), MODES],
    ['an edit outside the workspace', edit('/etc/hosts'), MODES],
    ['a line that can’t be parsed', run('if then'), MODES],
    ['a command that contains a secret', run('curl -u me:[secret: password #2] x.org'), MODES],
    ['saving a memory', { tool: 'memory_save', kind: 'memory', paths: [] }, MODES],
  ];
  for (const [what, action, asking] of freedom)
    it(`${what} needs ${asking.length === 0 ? 'no approval in any mode' : `approval in these modes: ${asking.join(', ')}`}`, async () => {
      const found: Mode[] = [];
      for (const mode of MODES) {
        const desk = new Desk();
        desk.mode = mode;
        if (await desk.asks(action)) found.push(mode);
      }
      assert.deepEqual(found, asking);
    });

  it('an edit of .env needs approval even in the mode allFree, but an edit of .env.example does not', async () => {
    const desk = new Desk();
    desk.mode = 'allFree';
    assert.equal(await desk.asks(edit('config/.env')), true);
    assert.equal(await desk.asks(edit('config/.env.example')), false);
  });

  it('the decision says whether the person agreed to keep copies of a file with secrets', async () => {
    const desk = new Desk();
    const { asked, ...plain } = await desk.does(edit('.env'), allow('once'));
    assert.deepEqual([asked, plain], [true, { kind: 'allowed', secrecy: 'secret' }]);
    const told: Action = { ...edit('local.json'), secretPaths: ['local.json'] };
    desk.mode = 'allFree';
    const agreed = await desk.does(told, { kind: 'allow', term: 'once', keepsCopy: true });
    assert.deepEqual(agreed, { asked: true, kind: 'allowed', secrecy: 'agreed' });
    assert.deepEqual(await desk.does(edit('local.json')), { asked: false, kind: 'allowed' });
  });

  it('an approval with the duration “once” covers only one action', async () => {
    const desk = new Desk();
    assert.equal((await desk.does(run('npm test'), allow('once'))).kind, 'allowed');
    assert.deepEqual(desk.kept, []);
    assert.ok(await desk.asks(run('npm test')));
  });

  it('a lasting approval of a command covers only the same words in the same folder, even within a longer line', async () => {
    const desk = new Desk();
    await desk.does(run('npm test'), allow('always'));
    assert.equal(desk.kept[0]?.term, 'always');
    assert.equal(await desk.asks(run('echo go && npm test 2>&1 | tail -20')), false);
    for (const other of ['npm test -- --x', 'npm test > a.txt', 'A=1 npm test', './npm test'])
      assert.ok(await desk.asks(run(other)), other);
    assert.ok(await desk.asks(run('npm test', 'packages/core')));
    assert.ok(await desk.asks(run('cd packages/core && npm test')));
  });

  const otherwise: readonly (readonly [string, string, string])[] = [
    ['with text piped into the command', 'git apply', 'echo x | git apply'],
    ['in a block that gets text from a pipe', 'git apply', 'echo x | { git apply; }'],
    ['in a block that reads a file', 'git apply', '{ git apply; } < x.patch'],
    ['in a subshell that reads a here-string', 'git apply', '(git apply) <<< x'],
    ['in a script that reads a file', 'git apply', "sh -c 'git apply' < x.patch"],
    ['with input from a file descriptor', 'git apply', 'git apply <&3'],
    ['with input from a file instead of a here-string', 'psql <<< x', 'psql < x'],
    ['with a redirection that overwrites a file', 'npm test >> a.log', 'npm test > a.log'],
    ['with a redirection of another stream', 'npm test > a.log', 'npm test 2> a.log'],
    ['in a loop that sets PATH', 'npm test', 'for PATH in ./x; do npm test; done'],
    ['after a printf that sets PATH', 'npm test', 'printf -v PATH ./x; npm test'],
    ['after a cd in a script', 'npm test', "sh -c 'cd x; npm test'"],
    ['after a cd that is called with builtin', 'npm test', 'builtin cd x; npm test'],
    ['after an eval that runs a cd', 'npm test', "eval 'cd x'; npm test"],
    ['run by find in other folders', 'npm test', 'find x -execdir npm test \\;'],
    ['in an empty environment', 'npm test', 'env -i npm test'],
    ['in a shell with another startup file', 'npm test', "bash --rcfile ./x -ic 'npm test'"],
    ['in a shell with an argument that evaluates a variable', 'npm test', "bash -c 'npm test' $((x))"],
    ['in a shell with an option that evaluates a variable', 'npm test', 'bash -O "${a[x]}" -c "npm test"'],
    ['with a time limit that evaluates a variable', 'npm test', 'timeout "$((x))" npm test'],
    ['with the variable IFS in place of a space', 'rm x', 'rm${IFS}x'],
    ['with an environment variable set for the command', 'git fetch', 'GIT_SSH_COMMAND=./x git fetch'],
    ['with an option that defines an alias', 'git status', "git -c alias.status='!rm x' status"],
    ['with another command on the next line', 'npm test', 'npm test\nrm x'],
    ['with a command substitution in backticks', 'npm test', 'npm test `rm x`'],
    ['with a process substitution instead of a file', 'cat a', 'cat <(rm x)'],
  ];
  for (const [what, allowed, other] of otherwise)
    it(`a lasting approval of a command does not cover the same command ${what}`, async () => {
      const desk = new Desk();
      await desk.does(run(allowed), allow('always'));
      await desk.does(run('find x -execdir'), allow('always'));
      assert.equal(await desk.asks(run(allowed)), false);
      assert.ok(await desk.asks(run(other)));
    });

  it('a lasting approval of a filter also covers the filter after another approved command', async () => {
    const desk = new Desk();
    await desk.does(run('npm test | grep fail'), allow('always'));
    await desk.does(run('npm run lint'), allow('always'));
    assert.equal(await desk.asks(run('npm run lint | grep fail | head -5')), false);
  });

  it('a lasting approval of an edit covers edits in the same folder and subfolders, but no deletions or autorun files', async () => {
    const desk = new Desk();
    await desk.does(edit('src/a.ts'), allow('session'));
    assert.equal(await desk.asks(edit('src/deep/b.ts')), false);
    assert.ok(await desk.asks(edit('test/a.ts')));
    assert.ok(await desk.asks({ tool: 'delete_file', kind: 'delete', paths: ['src/a.ts'] }));
    assert.ok(await desk.asks(edit('src/.vscode/tasks.json')));
  });

  const runs: readonly (readonly [string, string, string])[] = [
    ['a script', './scripts/go.sh', 'scripts/go.sh'],
    ['a script that a shell runs', 'bash scripts/go.sh', 'scripts/go.sh'],
    ['a script that an interpreter runs', 'node scripts/go.mjs', 'scripts/go.mjs'],
    ['a script without an extension', 'bash go', 'go'],
    ['a script named without its extension', 'node build', 'build.js'],
    ['a script run through npx', 'npx tsx scripts/go.ts', 'scripts/go.ts'],
    ['a script run through uv run', 'uv run go.py', 'go.py'],
    ['a module loaded by an option', 'node --require=./go.js a.js', 'go.js'],
    ['a Python module', 'python3 -m tools.go', 'tools/go.py'],
    ['the file with a make target', 'make test', 'Makefile'],
    ['the file with a make target in another folder', 'make -C sub test', 'sub/Makefile'],
    ['the file with a Deno task', 'deno task go', 'deno.json'],
    ['the file with a package script', 'npm test', 'package.json'],
    ['a file that a package script runs', 'npm test', 'scripts/test.mjs'],
    ['a file that a nested package script runs', 'npm run all', 'scripts/test.mjs'],
    ['a file that the “pre” script of a package script runs', 'npm test', 'scripts/before.sh'],
  ];
  const manifest = (test: string): string =>
    JSON.stringify({ scripts: { test, pretest: 'sh scripts/before.sh', all: 'npm test' } });
  for (const [what, command, file] of runs)
    it(`a lasting approval of \`${command}\` no longer applies after ${file} has changed (${what})`, async () => {
      const desk = new Desk();
      desk.files.set('package.json', manifest('node scripts/test.mjs'));
      desk.files.set(file, desk.files.get(file) ?? 'before');
      await desk.does(run(command), allow('always'));
      assert.equal(await desk.asks(run(command)), false);
      desk.files.set(file, file === 'package.json' ? manifest('node evil.mjs') : 'after');
      const decision = desk.desk.decide(run(command), neverCancelled);
      await until('a question', () => desk.desk.questions.length > 0);
      const [question] = desk.desk.questions;
      assert.equal(question?.hasChanged, true);
      await desk.desk.answer(question.id, allow('always'));
      assert.equal((await decision).kind, 'allowed');
      assert.equal(await desk.asks(run(command)), false);
    });

  const packages: readonly (readonly [string, string])[] = [
    ['npm --prefix sub test', 'sub/package.json'],
    ['npm --prefix=sub test', 'sub/package.json'],
    ['npm test -w packages/a', 'packages/a/package.json'],
    ['pnpm -C sub build', 'sub/package.json'],
    ['npm ci', 'package.json'],
  ];
  for (const [command, file] of packages)
    it(`a lasting approval of \`${command}\` no longer applies after a script in ${file} has changed`, async () => {
      const desk = new Desk();
      desk.files.set(file, JSON.stringify({ scripts: { test: 'mocha', build: 'tsc' } }));
      await desk.does(run(command), allow('always'));
      assert.equal(await desk.asks(run(command)), false);
      desk.files.set(file, JSON.stringify({ scripts: { test: 'x', build: 'x', prepare: 'x' } }));
      assert.ok(await desk.asks(run(command)));
    });

  it('a lasting approval of `npm test` still applies after a change of other package scripts', async () => {
    const desk = new Desk();
    desk.files.set('package.json', JSON.stringify({ version: '1', scripts: { test: 'mocha' } }));
    await desk.does(run('npm test'), allow('always'));
    desk.files.set('package.json', JSON.stringify({ version: '2', scripts: { test: 'mocha', x: 'y' } }));
    assert.equal(await desk.asks(run('npm test')), false);
  });

  it('an action that a rule forbids needs approval in every mode, even with a lasting approval', async () => {
    for (const mode of MODES) {
      const desk = new Desk();
      await desk.does(edit('test/a.test.ts'), allow('always'));
      desk.mode = mode;
      desk.rules = ['Never change the tests.'];
      const decision = await desk.does(edit('test/a.test.ts'), { kind: 'deny', words: 'Mend the code.' });
      const denied = { kind: 'denied', words: 'Mend the code.', rule: 'Never change the tests.' };
      assert.deepEqual(decision, { ...denied, asked: true });
    }
  });

  it('a command that a rule mentions but does not forbid needs no approval in the mode allFree', async () => {
    const desk = new Desk();
    desk.rules = ['Run `npm test` after each change.'];
    desk.mode = 'allFree';
    assert.equal(await desk.asks(run('npm test')), false);
  });

  it('no lasting approval is offered for an action that needs approval each time', async () => {
    const desk = new Desk();
    for (const action of [run('rm "$X"'), run('sudo reboot'), edit('.vscode/tasks.json'), run('ls *.ts')]) {
      const stop = new Cancellation();
      const decision = desk.desk.decide(action, stop.signal);
      await until('a question', () => desk.desk.questions.length > 0);
      assert.deepEqual(desk.desk.questions[0]?.open, []);
      stop.cancel();
      assert.deepEqual(await decision, { kind: 'unanswered' });
    }
  });

  it('in the mode editsFree, a tool of another extension needs approval until a lasting approval exists, and in every mode if the input has a secret', async () => {
    const look = (input: string): Action => ({ tool: 'tides_look', kind: 'foreign', paths: [], input });
    const desk = new Desk();
    desk.mode = 'editsFree';
    assert.ok(await desk.asks(look('{}')));
    await desk.does(look('{}'), allow('session'));
    assert.equal(await desk.asks(look('{"day":"monday"}')), false);
    assert.ok(await desk.asks({ ...look('{}'), tool: 'tides_flood' }));
    for (const mode of MODES) {
      desk.mode = mode;
      assert.ok(await desk.asks(look('{"key":"[secret: password #1]"}')), mode);
    }
  });

  it('cancelling withdraws the question, and a later answer has no effect', async () => {
    const desk = new Desk();
    const stop = new Cancellation();
    const decision = desk.desk.decide(run('npm test'), stop.signal);
    await until('a question', () => desk.desk.questions.length > 0);
    const id = desk.desk.questions[0]?.id ?? '';
    stop.cancel();
    await desk.desk.answer(id, allow('always'));
    assert.deepEqual([await decision, desk.kept, desk.desk.questions], [{ kind: 'unanswered' }, [], []]);
  });
});
