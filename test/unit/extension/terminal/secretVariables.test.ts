import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { secretVariables } from '../../../../src/extension/terminal/secretVariables.ts';

const VALUES: readonly string[] = ['', 'tide-and-time', `it's "$HOME" \`id\` \\ *`];
const secrets = { valueOf: (number: number) => VALUES[number], hasUnnumbered: () => false };
const PASSWORD = '[secret: password #1]';
const ODD = '[secret: api key #2]';

function filled(command: string, shell = 'bash'): { readonly line: string; readonly env: object } {
  const { kind, ...rest } = secretVariables(command, secrets, shell);
  assert.equal(kind, 'line');
  return rest as ReturnType<typeof filled>;
}

function refusal(command: string, shell = 'bash'): string {
  const read = secretVariables(command, secrets, shell);
  return read.kind === 'refused' ? read.sentence : `A line: ${read.line}`;
}

describe('Secrets in a command', () => {
  it('need a “[secret: …]” mark: without a mark, the command stays unchanged even in an unsupported shell', () => {
    assert.deepEqual(filled('echo "a" \'b\'', 'fish'), { line: 'echo "a" \'b\'', env: {} });
  });

  const env = { LONGTHREAD_SECRET_1: 'tide-and-time' };
  const lines: readonly (readonly [what: string, command: string, line: string])[] = [
    ['within added quotes', `login ${PASSWORD} now`, 'login "${LONGTHREAD_SECRET_1}" now'],
    ['within existing quotes', `login "p=${PASSWORD}!"`, 'login "p=${LONGTHREAD_SECRET_1}!"'],
    ['after closed quotes', `a 'b' "c" ${PASSWORD}`, `a 'b' "c" "\${LONGTHREAD_SECRET_1}"`],
    [
      'after single quotes that end with a backslash',
      `a 'b\\' ${PASSWORD}`,
      `a 'b\\' "\${LONGTHREAD_SECRET_1}"`,
    ],
    ['after an escaped quote', `a \\' ${PASSWORD}`, `a \\' "\${LONGTHREAD_SECRET_1}"`],
    [
      'within double quotes that contain an escaped quote',
      `a "\\" ${PASSWORD}"`,
      'a "\\" ${LONGTHREAD_SECRET_1}"',
    ],
    [
      'at each of several places',
      `a ${PASSWORD} "${PASSWORD}"`,
      'a "${LONGTHREAD_SECRET_1}" "${LONGTHREAD_SECRET_1}"',
    ],
  ];
  for (const [what, command, line] of lines)
    it(`become variables ${what}`, () => {
      assert.deepEqual(filled(command), { line, env });
    });

  it('reach the program unchanged, even with special characters', () => {
    const command = `printf '%s|' ${ODD} "<${ODD}>" a${PASSWORD}b`;
    const { line, env: variables } = filled(command, 'sh');
    const odd = VALUES[2] ?? '';
    assert.ok(!line.includes(odd) && !line.includes('tide'), line);
    const written = execFileSync('sh', ['-c', line], {
      env: { ...process.env, ...variables },
      encoding: 'utf8',
    });
    assert.equal(written, `${odd}|<${odd}>|atide-and-timeb|`);
  });

  const refused: readonly (readonly [what: string, command: string, sentence: RegExp, shell?: string])[] = [
    ['in single quotes', `echo '${PASSWORD}'`, /not in single ones/],
    [
      'if their “[secret: …]” mark has an unknown number',
      'echo [secret: password #9]',
      /The value of \[secret: .* #9\] is not known/,
    ],
    ['if their “[secret: …]” mark has no number', 'echo [secret: password]', /without a number/],
    ['in a shell whose quotes are not supported', `echo ${PASSWORD}`, /a command of fish/, 'fish'],
    ['in an unknown shell', `echo ${PASSWORD}`, /a command of this shell/, ''],
    ['after the name of a shell', `sh -c "echo ${PASSWORD}"`, /runs its arguments as a script/],
    ['after the path of a shell', `/bin/bash -c "echo ${PASSWORD}"`, /runs its arguments as a script/],
    ['in a substitution', `echo "$(curl -H "x: ${PASSWORD}")"`, /with \$\(…\) or backticks/],
    ['in backticks', `echo \`login ${PASSWORD}\``, /with \$\(…\) or backticks/],
    ['after eval', `true && eval "echo ${PASSWORD}"`, /runs its arguments as a script/],
    ['after an interpreter', `python3 -c "print('${PASSWORD}')"`, /runs its arguments as a script/],
    [
      'after an interpreter with a version in its name',
      `python3.11 -c "print('${PASSWORD}')"`,
      /runs its arguments as a script/,
    ],
    [
      'after a program that passes its arguments to a shell',
      `parallel login ::: ${PASSWORD}`,
      /runs its arguments as a script/,
    ],
    [
      'if a pipe passes secrets to a program like xargs',
      `echo ${PASSWORD} |xargs curl`,
      /runs its arguments as a script/,
    ],
    ['in a command for another machine', `ssh host login ${PASSWORD}`, /runs its arguments as a script/],
    ['after a shell whose name is quoted', `"ba"sh -c "echo ${PASSWORD}"`, /runs its arguments as a script/],
    [
      'after a program that repeats a command line',
      `watch login ${PASSWORD}`,
      /runs its arguments as a script/,
    ],
    ['after a comment that may contain an open quote', `true # it"s\necho ${PASSWORD}`, /after a comment/],
    ['in a heredoc', `cat <<END\n${PASSWORD}\nEND`, /in a heredoc/],
  ];
  for (const [what, command, sentence, shell] of refused)
    it(`are refused ${what}`, () => {
      const said = refusal(command, shell);
      assert.match(said, /^Nothing was run\. /);
      assert.match(said, sentence);
    });

  it('are allowed for push.sh, which is not a shell', () => {
    assert.equal(filled(`./push.sh ${PASSWORD}`).line, './push.sh "${LONGTHREAD_SECRET_1}"');
  });

  it('are allowed after a # within a word or quotes', () => {
    const { line } = filled(`curl "http://a/ # b" c#d ${PASSWORD}`);
    assert.equal(line, 'curl "http://a/ # b" c#d "${LONGTHREAD_SECRET_1}"');
  });
});
