import assert from 'node:assert/strict';
import { auditCompactions } from '../../../../src/core/audit/auditCompactions.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import { call, result, sessionOf } from '../record/sessionOf.ts';

let calls = 0;

function shell(command: string, said: string, code = 1): readonly Message[] {
  const id = `c${String((calls += 1))}`;
  return [call(id, 'bash', { command }), result(id, 'bash', said, code)];
}

/** The failures that are named as lost after a summary. */
function lost(...work: readonly (readonly Message[])[]): readonly string[] {
  const summary: Message = {
    role: 'user',
    parts: [{ type: 'text', text: 'The shop was worked on.', origin: 'client', label: 'foreign-summary' }],
  };
  const messages = sessionOf(...work.flat(), summary);
  const [audit] = auditCompactions(messages, [{ id: `m${String(messages.length)}`, keptMessages: 0 }]);
  assert.ok(audit);
  return audit.lost.filter(({ kind }) => kind === 'failure').map(({ line }) => line);
}

describe('A failure, for the audit of other agents’ compactions,', () => {
  const BUILD = shell('npm run build', 'Error: the bundle is too large');

  it('is a command that failed, and did not run well since, alone or in another script', () => {
    assert.equal(lost(BUILD).length, 1);
    assert.deepEqual(lost(BUILD, shell('npm run build', 'Built.', 0)), []);
    assert.deepEqual(lost(BUILD, shell('npm ci && npm run build && npm test', 'Built.', 0)), []);
    assert.equal(lost(shell('npm run build', 'Built.', 0), BUILD).length, 1);
  });

  it('is no look at what is not there, and no mistyped command', () => {
    for (const [command, said] of [
      ['ls docs/*.md', 'zsh: no matches found: docs/*.md'],
      ['ls pending && ls debug/*.md', 'ls: debug/*.md: No such file or directory'],
      ['grep -rn cart src | head -5', 'Error: grep ended with 1'],
      ['git show HEAD:cart.ts', "fatal: path 'cart.ts' does not exist"],
      ['node -e "x', 'bash: -c: line 1: unexpected EOF while looking for matching `"\''],
      ['npm run lint && x()', "(eval):1: parse error near `)'"],
      ['npm run lint', '<tool_use_error>Sibling tool call errored</tool_use_error>'],
    ] as const)
      assert.deepEqual(lost(shell(command, said)), [], command);
    assert.equal(lost(shell('terraform apply', '(eval):1: command not found: terraform')).length, 1);
  });
});
