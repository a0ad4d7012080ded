import assert from 'node:assert/strict';
import { bashLine } from '../../../../src/adapters/shell/bashLine.ts';
import type { Action } from '../../../../src/core/approval/approval.ts';
import { judge } from '../../../../src/core/approval/judge.ts';
import { approvalRow, grantWords } from '../../../../src/extension/approvals/approvalRow.ts';

const roots = [{ name: 'app', path: '/home/ann/app' }];
const command = (line: string): Partial<Action> => ({ kind: 'command', paths: [], command: line });

interface Asked {
  readonly rules?: readonly { readonly id: string; readonly text: string }[];
  readonly hasChanged?: boolean;
}

/** Returns the row for an action. Judges the action with `judge`, as the approval desk does. */
function rowOf(
  action: Partial<Action>,
  { rules = [], hasChanged = false }: Asked = {},
): ReturnType<typeof approvalRow> {
  const whole: Action = { tool: 'run_command', kind: 'edit', paths: ['a.ts', 'b.ts'], ...action };
  const judgement = judge(whole, { rules, roots, parse: bashLine });
  const open = judgement.scopes ?? [];
  return approvalRow({ id: 'q', action: whole, judgement, open, hasChanged }, 1);
}

describe('The approval row', () => {
  const questions: readonly (readonly [action: Partial<Action>, question: string])[] = [
    [{ kind: 'edit' }, 'Edit “a.ts”, “b.ts”?'],
    [{ kind: 'write' }, 'Write “a.ts”, “b.ts”?'],
    [
      { kind: 'delete' },
      'Delete “a.ts”, “b.ts”? VS Code moves deleted files to the trash if there is one and files.enableTrash is on.',
    ],
    [{ kind: 'rename' }, 'Rename “a.ts” to “b.ts”?'],
    [{ kind: 'memory' }, 'Remember this for later sessions?'],
    [{ kind: 'foreign', tool: 'jira', paths: [] }, 'Use “jira”, a tool of another extension?'],
    [command('ls'), 'Run this command in the workspace’s folder?'],
    [{ ...command('ls'), folder: 'src' }, 'Run this command in “src”?'],
    [{ ...command('ls'), tool: 'shell_of_another' }, 'Run this command with shell_of_another?'],
  ];
  for (const [action, question] of questions)
    it(`asks: ${question}`, () => {
      assert.equal(rowOf(action).question, question);
    });

  it('contains the command and the details of the action only if the action has them', () => {
    const { command: line, detail } = rowOf({ ...command('npm test'), detail: '@@ line 1 @@\n+new' });
    assert.deepEqual([line, detail], ['npm test', '@@ line 1 @@\n+new']);
    assert.deepEqual(
      Object.keys(rowOf({ detail: '' })).filter((key) => ['command', 'detail'].includes(key)),
      [],
    );
  });

  it('lists only those commands of a shell line that need approval', () => {
    assert.deepEqual(rowOf(command('cd src && npm test && git push | tail -3')).parts, [
      'npm test',
      'git push',
    ]);
  });

  it('lists no separate commands if the shell line is a single command', () => {
    assert.deepEqual(rowOf(command('npm test')).parts, []);
  });

  it('says what is unusual about an action, and gives no reason for an ordinary edit', () => {
    const { reasons } = rowOf({ kind: 'edit', paths: ['/etc/hosts'] }, { hasChanged: true });
    assert.equal(reasons.length, 2);
    assert.match(
      reasons[1] ?? '',
      /allowed this command before, but a file that the command runs has changed since/,
    );
    assert.deepEqual(rowOf({}).reasons, []);
  });

  it('names the rules that apply', () => {
    const rules = [
      { id: 'm3', text: 'Never push to main.' },
      { id: 'rule:7', text: 'Never push on Fridays.' },
    ];
    assert.deepEqual(rowOf(command('git push'), { rules }).rules, [
      { text: 'Never push to main.', isForbidding: true, message: 'm3' },
      { text: 'Never push on Fridays.', isForbidding: true },
    ]);
  });

  it('says what a lasting approval would cover, but only if the action can have such an approval', () => {
    assert.equal(
      rowOf({ ...command('npm test && ./go.sh'), folder: 'src' }).longer,
      '`npm test`, word for word, in “src”; `./go.sh`, word for word, in “src”',
    );
    assert.equal(
      rowOf({ kind: 'delete', paths: ['src/a.ts', 'b.ts'] }).longer,
      'deletions in “src” and below; deletions in the whole workspace',
    );
    assert.equal(rowOf({ kind: 'memory' }).longer, undefined);
    assert.equal(rowOf(command('rm "$OLD"')).longer, undefined);
  });

  it('shows invisible characters as code points, except line breaks, tabs and the joiners of emoji', () => {
    const rtl = String.fromCodePoint(0x202e);
    const row = rowOf({
      kind: 'command',
      command: `ls ${rtl}x; ./run.sh\u3164\u{e0101}`,
      detail: `+a${rtl}\n\t👩‍💻`,
      folder: `s${rtl}`,
    });
    assert.deepEqual(
      [row.command, row.detail, row.question],
      ['ls [U+202E]x; ./run.sh[U+3164][U+E0101]', '+a[U+202E]\n\t👩‍💻', 'Run this command in “s[U+202E]”?'],
    );
  });
});

describe('The scope of a lasting approval', () => {
  const key = '["npm","test"]';
  const words: readonly (readonly [grant: Parameters<typeof grantWords>[0], words: string])[] = [
    [{ kind: 'paths', change: 'edit', folder: '' }, 'edits of files in the whole workspace'],
    [{ kind: 'paths', change: 'delete', folder: 'src' }, 'deletions in “src” and below'],
    [{ kind: 'foreign', tool: 'jira' }, 'the tool “jira” with any input'],
    [{ kind: 'paths', change: 'rename', folder: 'src/a' }, 'renames in “src/a” and below'],
    [
      { kind: 'command', key, text: 'npm test', folder: '', fingerprint: 'f' },
      '`npm test`, word for word, in the workspace’s folder',
    ],
  ];
  for (const [grant, said] of words)
    it(`is described as: ${said}`, () => {
      assert.equal(grantWords(grant), said);
    });
});
