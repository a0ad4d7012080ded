import assert from 'node:assert/strict';
import { AGENT_FLOOR, versionProblem } from '../../../../src/extension/agent/useInAgent.ts';

describe('the minimum version of VS Code for Longthread in the editor’s agent', () => {
  it('is accepted, like all newer versions', () => {
    for (const version of [AGENT_FLOOR, `${AGENT_FLOOR}.1`, '1.200.0', '2.0.0', '1.140.0-insider'])
      assert.equal(versionProblem(version), undefined, version);
  });

  it('is named in the error message for an older version', () => {
    for (const version of ['1.110.0', '1.9.9', '0.200.0'])
      assert.equal(
        versionProblem(version),
        `The agent of VS Code ${version} can’t use Longthread. Update VS Code to ${AGENT_FLOOR} or newer, or use Longthread’s own chat.`,
      );
  });
});
