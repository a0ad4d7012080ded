import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { bashLine } from '../../../../src/adapters/shell/bashLine.ts';
import { parserFor } from '../../../../src/adapters/shell/shellLines.ts';
import { isHarmless } from '../../../../src/core/approval/harmless.ts';
import { judge, type Judgement } from '../../../../src/core/approval/judge.ts';
import type { ParseShellLine } from '../../../../src/core/approval/shellLine.ts';

const roots = [{ name: 'app', path: '/home/ann/app' }];

function judged(command: string, parse: ParseShellLine = bashLine): Judgement {
  return judge(
    { tool: 'run_command', kind: 'command', paths: [], command, folder: '' },
    { rules: [], roots, parse },
  );
}

/** Returns when a line needs approval if no rule and no approval applies, e.g. `each time` or `until allowed`. */
function whenAsked({ reasons, scopes }: Judgement): string {
  if (reasons.length > 0) return 'in every mode';
  if (scopes === undefined) return 'each time';
  return scopes.length === 0 ? 'never' : 'until allowed';
}

const rows = readFileSync(new URL('../../../fixtures/commandLines.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t').map((cell) => cell.replaceAll('⏎', '\n')));

// A line that can't be parsed reliably is “unclear”, and the person is asked about the line in every mode.
describe('Approval of command lines:', () => {
  it('the file commandLines.tsv has at least 120 test cases', () => {
    assert.ok(rows.length >= 120);
  });

  for (const [line = '', parts = '', when = ''] of rows)
    it(`\`${line.replaceAll('\n', '⏎')}\` needs ${when === 'never' ? 'no approval' : `the person’s approval ${when === 'until allowed' ? 'unless a lasting approval exists' : when}`}`, () => {
      const judgement = judged(line);
      const asking = judgement.parts.filter((part) => !isHarmless(part)).map(({ text }) => text);
      assert.deepEqual([asking.join(' | ') || '-', whenAsked(judgement)], [parts, when]);
    });

  it('the # in a mark such as `[secret: password #2]` does not hide the commands after the mark', () => {
    const { parts, reasons } = judged('curl -u [secret: password #2] x.org; rm -rf ..');
    assert.deepEqual(
      parts.map(({ text }) => text),
      ['curl -u "$SECRET" x.org', 'rm -rf ..'],
    );
    assert.deepEqual(reasons, [
      'It may change /home/ann, which lies outside the workspace.',
      'The command gets the real value of [secret: password #2] and may send it elsewhere. The model does not see the value.',
    ]);
  });

  it('nested scripts of `sh -c` are read only down to five levels', () => {
    const within = (depth: number): string =>
      depth === 0 ? 'npm test' : `sh -c ${JSON.stringify(within(depth - 1))}`;
    const partsOf = (line: string): readonly string[] => judged(line).parts.map(({ text }) => text);
    assert.deepEqual(partsOf(within(5)), ['npm test']);
    assert.equal(whenAsked(judged(within(6))), 'in every mode');
  });

  it('after a thousand `cd` commands that may fail, the folder is unknown', () => {
    const line = `${'cd a; npm ci; cd ..; '.repeat(500)}rm x`;
    const { parts, reasons } = judged(line);
    assert.equal(parts.length, 1_501);
    assert.deepEqual(reasons, ['`rm x` changes files in a folder that is known only when the command runs.']);
  });

  it('after a `cd` that may fail, a command needs lasting approvals for both the old and the new folder', () => {
    const foldersOf = (line: string): readonly unknown[] | undefined =>
      judged(line).scopes?.map((scope) => ('folder' in scope ? scope.folder : undefined));
    assert.deepEqual(foldersOf('cd web; npm test'), ['web', '']);
    assert.deepEqual(foldersOf('cd web && npm test'), ['web']);
  });

  it('a rule about a file is checked for each folder in which the command may run', () => {
    const rules = [{ id: 'm1', text: 'Never delete `web/a.ts`.' }] as const;
    const isForbidden = (command: string): boolean =>
      judge(
        { tool: 'run_command', kind: 'command', paths: [], command, folder: '' },
        { rules, roots, parse: bashLine },
      ).rules.some(({ isForbidding }) => isForbidding);
    assert.deepEqual(['cd web && rm a.ts', 'cd lib; rm web/a.ts', 'rm a.ts'].map(isForbidden), [
      true,
      true,
      false,
    ]);
  });

  it('a line with terminal control characters needs the person’s approval in every mode', () => {
    assert.equal(whenAsked(judged('echo \u001b]0;x\u0007')), 'in every mode');
  });

  it('a history expansion such as `!rm` needs the person’s approval in every mode, but a `!` in single quotes does not', () => {
    assert.equal(whenAsked(judged('npm test !rm', parserFor('bash'))), 'in every mode');
    assert.equal(whenAsked(judged("git commit -m 'done!now'", parserFor('bash'))), 'until allowed');
  });

  it('in zsh, a line with a # needs the person’s approval in every mode, because zsh may run the words after the #', () => {
    assert.equal(whenAsked(judged('npm test # ; rm -rf dist', parserFor('zsh'))), 'in every mode');
    assert.equal(whenAsked(judged('npm test # note', parserFor('bash'))), 'until allowed');
  });

  for (const shell of ['pwsh', 'powershell', 'cmd', 'nu'])
    it(`in ${shell}, every line except a line of plain words needs the person’s approval in every mode`, () => {
      const lines = [
        'npm test',
        'npm run test:unit',
        'npm test; rm x',
        'dir %X%',
        'echo $x',
        '& "a b"',
        'a | b',
      ];
      const read = lines.filter((line) => whenAsked(judged(line, parserFor(shell))) !== 'in every mode');
      assert.deepEqual(read, ['npm test', 'npm run test:unit']);
    });

  it('a PowerShell command that changes AGENTS.md or a file outside the workspace needs approval in every mode', () => {
    const lines = [
      'Remove-Item ../x',
      'remove-item -Path C:/x -Recurse',
      'Set-Content AGENTS.md x',
      'ni ../x',
    ];
    for (const line of [...lines, 'Move-Item a.ts ../x', 'Copy-Item a.ts ../x'])
      assert.equal(whenAsked(judged(line, parserFor('pwsh'))), 'in every mode', line);
    assert.equal(whenAsked(judged('Remove-Item src/x', parserFor('pwsh'))), 'until allowed');
  });

  it('in cmd, a program needs approval each time', () => {
    const whenInCmd = (line: string): string => whenAsked(judged(line, parserFor('cmd')));
    assert.deepEqual(['npm test', 'test', 'cat', 'echo hi'].map(whenInCmd), [
      ...['each time', 'each time', 'each time', 'never'],
    ]);
  });

  const unlike: readonly (readonly [string, string, string])[] = [
    ['zsh', 'true;#; rm x', 'a # after a semicolon'],
    ['zsh', `true "'" #; rm x; : "'"`, 'a # between double-quoted single quotes'],
    ['zsh', 'echo x >! ../a', 'a redirection with >!'],
    ['bash', `echo "'!rm'"`, 'a history expansion in single quotes within double quotes'],
    ['bash', "echo $'\\'!rm'", 'a history expansion after an escaped quote'],
    ['bash', '^pull^push', 'the history substitution ^pull^push'],
    ['sh', '[[ a > ../b ]]', 'a redirection in double brackets'],
    ['dash', '((rm x))', 'a command in double parentheses'],
    ['zsh', '{ true } always { rm x }\n}', 'a block after “always”'],
    ['zsh', "for y in 'path[$(rm x)0]'; do [[ $path[y] == 1 ]]; done", 'an index that is a variable'],
    ['zsh', "for y in 'path[$(rm x)0]'; do [[ $path[1][y] == 1 ]]; done", 'an index after an index'],
    ['zsh', "for y in 'path[$(rm x)0]'; do [[ $#path[y] == 1 ]]; done", 'an index after $#'],
    ['zsh', "for i in *(e:'rm x':); do echo; done", 'a glob qualifier after *'],
    ['zsh', "for i in [a-z](e:'rm x':); do echo; done", 'a glob qualifier after ]'],
    ['zsh', "for i in +(e:'rm x':); do echo; done", 'a glob qualifier after +'],
    ['fish', "echo 'a\\' '; rm x #'", 'a backslash in single quotes'],
    ['fish', 'echo a(rm x)', 'a command substitution in parentheses'],
  ];
  for (const [shell, line, what] of unlike)
    it(`in ${shell}, a line with ${what} needs the person’s approval in every mode`, () => {
      assert.equal(whenAsked(judged(line, parserFor(shell))), 'in every mode');
    });

  it('in zsh, a line with parentheses in double quotes can be allowed, since no pattern is expanded there', () => {
    assert.equal(
      whenAsked(judged('rg "foo.*(bar)" src', parserFor('zsh'))),
      whenAsked(judged('rg "foo.*(bar)" src')),
    );
    assert.equal(whenAsked(judged(`echo "$(ls *(e:'rm x':))"`, parserFor('zsh'))), 'in every mode');
  });

  it('in zsh, an index that is a number, @ or * needs no approval', () => {
    const line = 'for i in a; do [[ $i[1] == $i[-1] || $i[@] == "$i[*]" ]]; done';
    assert.equal(whenAsked(judged(line, parserFor('zsh'))), 'never');
  });

  for (const code of [0x202e, 0x2066, 0x200b, 0xad, 0x2028, 0xe0041, 0x3164, 0x115f, 0x34f, 0xe0101, 0x2800])
    it(`a line with the invisible character U+${code.toString(16).toUpperCase()} needs the person’s approval in every mode`, () => {
      assert.equal(whenAsked(judged(`echo a${String.fromCodePoint(code)}b`)), 'in every mode');
    });

  it('`echo` with an emoji that contains an invisible character needs no approval', () => {
    assert.equal(whenAsked(judged('echo 👩‍💻')), 'never');
  });
});
