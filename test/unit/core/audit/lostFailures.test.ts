import assert from 'node:assert/strict';
import { auditCompactions } from '../../../../src/core/audit/auditCompactions.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import { call, person, result, sessionOf } from '../record/sessionOf.ts';

let calls = 0;

function shell(command: string, said: string, code = 1): readonly Message[] {
  const id = `c${String((calls += 1))}`;
  return [call(id, 'bash', { command }), result(id, 'bash', said, code)];
}

/** Returns the failures that the audit names as lost after a summary. */
function lost(...work: readonly (readonly Message[])[]): readonly string[] {
  return lostAfter('The shop was worked on.', ...work);
}

function lostAfter(text: string, ...work: readonly (readonly Message[])[]): readonly string[] {
  const summary: Message = {
    role: 'user',
    parts: [{ type: 'text', text, origin: 'client', label: 'foreign-summary' }],
  };
  const messages = sessionOf(...work.flat(), summary);
  const [audit] = auditCompactions(messages, [{ id: `m${String(messages.length)}`, keptMessages: 0 }]);
  assert.ok(audit);
  return audit.lost.filter(({ kind }) => kind === 'failure').map(({ line }) => line);
}

describe('An audit', () => {
  const BUILD = shell('npm run build', 'Error: the bundle is too large');
  const BUILD_AGAIN = shell('npm run build', 'Error: the bundle is too large');

  it('reports a failed command as a failure, unless the command succeeded later', () => {
    assert.equal(lost(BUILD).length, 1);
    assert.deepEqual(lost(BUILD, shell('npm run build', 'Built.', 0)), []);
    assert.deepEqual(lost(BUILD, shell('npm ci && npm run build && npm test', 'Built.', 0)), []);
    assert.equal(lost(shell('npm run build', 'Built.', 0), BUILD).length, 1);
  });

  it('reports a failure once, even if the same command failed several times', () => {
    assert.equal(lost(BUILD, BUILD_AGAIN).length, 1);
    assert.deepEqual(lost(BUILD, shell('npm run build', 'Error: no room is left')), [
      'npm run build → Error: no room is left',
    ]);
  });

  it('reports no failure for a mistyped command, a cancelled call or a search that found nothing', () => {
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

  it('reports a failure, unless the output has no words or the summary contains a line of the output', () => {
    const said = 'Error: 1\nTypeError: currency.round is not a function';
    assert.equal(lost(shell('npm run payments', said)).length, 1);
    assert.deepEqual(lostAfter('currency.round is not a function.', shell('npm run payments', said)), []);
    assert.deepEqual(lost(shell('docker ps; echo "---"; docker compose ls', '---')), []);
  });

  it('counts a failure as mentioned only if the summary mentions the program’s failure, not just the program’s name', () => {
    const make = shell('make', 'src/main.c:12: undefined reference to parse_config');
    assert.equal(lostAfter('The shop was worked on. Everything is built with make.', make).length, 1);
    assert.deepEqual(lostAfter('The shop was worked on. make still fails.', make), []);
    const quiet = shell('pytest -q', 'src/main.c:12: undefined reference to parse_config');
    assert.equal(lostAfter('The shop was worked on. It is tested with pytest.', quiet).length, 1);
    assert.deepEqual(lostAfter('The shop was worked on. pytest still fails.', quiet), []);
  });

  it('reports a missing file as a failure if the person named the file, unless the file was found later', () => {
    const asks = [person('Look at HANDOFF.md first.')];
    const read = (path: string, said: string, isError: boolean): readonly Message[] => {
      const id = `r${String((calls += 1))}`;
      const parts = [{ type: 'text', text: said }] as const;
      return [
        call(id, 'Read', { file_path: path }),
        { role: 'tool', callId: id, toolName: 'Read', parts, isError },
      ];
    };
    const missing = read('/srv/shop/HANDOFF.md', 'File does not exist.', true);
    assert.deepEqual(lost(asks, missing), ['/srv/shop/HANDOFF.md → File does not exist.']);
    assert.deepEqual(lost(missing), []);
    assert.deepEqual(lost(asks, missing, read('/srv/shop/docs/HANDOFF.md', 'Hello.', false)), []);
    assert.equal(lostAfter('HANDOFF.md was read, all is well.', asks, missing).length, 1);
    assert.deepEqual(lostAfter("HANDOFF.md doesn't exist.", asks, missing), []);
  });

  it('reports a denied call of an MCP tool as a failure, unless a later call was allowed', () => {
    const upload = (said: string, isError: boolean): readonly Message[] => {
      const [id, toolName] = [`u${String((calls += 1))}`, 'mcp__browser__upload'];
      const parts = [{ type: 'text', text: said }] as const;
      return [
        call(id, toolName, { paths: ['/tmp/a.txt'] }),
        { role: 'tool', callId: id, toolName, parts, isError },
      ];
    };
    const refused = upload('Error: File access denied: /tmp/a.txt is outside allowed roots', true);
    assert.equal(lost(refused).length, 1);
    assert.deepEqual(lost(refused, upload('Uploaded.', false)), []);
    assert.deepEqual(lost(upload('Error: the page was closed', true)), []);
  });
});
