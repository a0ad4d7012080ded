import assert from 'node:assert/strict';
import { forbiddenBy } from '../../../../src/plugins/claudeCode/toolRules.ts';
import { SessionBuilder } from '../../../support/sessionBuilder.ts';

const builder = new SessionBuilder();
builder.user('Never use lodash. Never push. Never change src/generated.');
const forbidden = (tool: string, input: object): string =>
  forbiddenBy({ tool, input }, builder.session, '/shop') ?? '';

describe('A rule violation by a Claude Code tool', () => {
  const code = "import chunk from 'lodash';\n";
  for (const [tool, input] of [
    ['Write', { file_path: '/shop/a.ts', content: code }],
    ['Edit', { file_path: '/shop/a.ts', old_string: 'x', new_string: code }],
    ['MultiEdit', { file_path: '/shop/a.ts', edits: [{ new_string: 'y' }, { new_string: code }] }],
    ['NotebookEdit', { notebook_path: '/shop/a.ipynb', new_source: code }],
  ] as const)
    it(`is found in the new text of ${tool}`, () => {
      assert.match(forbidden(tool, input), /Never use lodash/);
      assert.equal(
        forbidden(tool, JSON.parse(JSON.stringify(input).replaceAll('lodash', 'ramda')) as object),
        '',
      );
    });

  it('is found in a command with a “!”, which only an interactive shell expands', () => {
    assert.match(forbidden('Bash', { command: 'echo "done!x" && git push' }), /Never push/);
    assert.equal(forbidden('Bash', { command: 'echo "done!x" && git status' }), '');
  });

  describe('in an unparsable command', () => {
    for (const [command, rule] of [
      ['git push\necho "it', /Never push/],
      ['echo "it; git push', /Never push/],
      ["A=1 sudo git push; echo 'it", /Never push/],
      ['sh -c "git push', /Never push/],
      ['if true; then git push', /Never push/],
      ['f() { git push; }; f', /Never push/],
      ['git pu\\\nsh', /Never push/],
      ['find . -name x -exec git push \\; "', /Never push/],
      [`git push; echo ${'x'.repeat(20_000)}`, /Never push/],
      ['npm install "lodash; echo \'it', /Never use lodash/],
      ['echo x >src/generated/a.ts "', /Never change/],
      ['rm "src/generated/a.ts" \'it', /Never change/],
      ['cat >a.txt <<EOF\nx\nEOF\ngit push; echo "it', /Never push/],
      ['bash <<EOF\ngit push\nEOF\necho "it', /Never push/],
    ] as const)
      it(`is found by the words of the command: ${JSON.stringify(command.slice(0, 40))}`, () => {
        assert.match(forbidden('Bash', { command }), rule);
      });

    it('is not found in a heredoc that no shell runs, or in output to a device', () => {
      const text = `${'git push to src/generated\n'.repeat(3)}EOF\n`;
      assert.equal(forbidden('Bash', { command: `cat >a.sh <<'EOF'\n${text}echo "it` }), '');
      const other = new SessionBuilder();
      other.user('Only change files in src/auth/.');
      const call = { tool: 'Bash', input: { command: 'npm test 2>/dev/null; echo "it' } };
      assert.equal(forbiddenBy(call, other.session, '/shop'), undefined);
    });

    it('is not found if the forbidden words occur only in texts and file names', () => {
      const command = 'git status; git log > push.txt; cat <src/generated/a.ts; echo "push';
      assert.equal(forbidden('Bash', { command }), '');
    });
  });
});
