import assert from 'node:assert/strict';
import { useInAgent, type AgentSetupPorts } from '../../../../src/extension/agent/useInAgent.ts';

/** Returns an editor in which every step succeeds, and the steps that were done, in order. */
function editor(changes: Partial<AgentSetupPorts> = {}): { ports: AgentSetupPorts; done: string[] } {
  const done: string[] = [];
  const does = (name: string) => (): Promise<void> => {
    done.push(name);
    return Promise.resolve();
  };
  const ports = {
    versionProblem: undefined,
    isAiOff: false,
    model: () => Promise.resolve<string | undefined>('tiny'),
    connect: does('connect'),
    confirm: does('confirm'),
    addGroup: does('addGroup'),
    isAgentThere: () => false,
    enableAgent: does('enableAgent'),
    openChat: (model: string) => does(`openChat ${model}`)(),
    waitFor: <T>(_what: string, work: (signal: AbortSignal) => Promise<T>) =>
      work(new AbortController().signal),
    ...changes,
  };
  return { ports, done };
}

describe('The command “Use Longthread in the Editor’s Agent”', () => {
  it('asks first, then adds the models, enables the agent and opens the chat', async () => {
    const { ports, done } = editor();
    await useInAgent(ports);
    assert.deepEqual(done, ['confirm', 'addGroup', 'enableAgent', 'openChat tiny']);
  });

  it('does not enable the agent’s extension if the extension is already enabled', async () => {
    const { ports, done } = editor({ isAgentThere: () => true });
    await useInAgent(ports);
    assert.deepEqual(done, ['confirm', 'addGroup', 'openChat tiny']);
  });

  it('first connects a model if no model is connected, and stops if there is still no model', async () => {
    let model: string | undefined;
    const connecting = editor({
      model: () => Promise.resolve(model),
      connect: () => {
        model = 'fresh';
        return Promise.resolve();
      },
    });
    await useInAgent(connecting.ports);
    assert.deepEqual(connecting.done.at(-1), 'openChat fresh');
    const without = editor({ model: () => Promise.resolve(undefined) });
    await assert.rejects(useInAgent(without.ports), /needs a model/);
    assert.deepEqual(without.done, ['connect']);
  });

  it('changes nothing if a requirement is missing or the person does not agree', async () => {
    for (const changes of [
      { versionProblem: 'Too old.' },
      { isAiOff: true },
      { confirm: () => Promise.reject(new Error('closed')) },
    ]) {
      const { ports, done } = editor(changes);
      await assert.rejects(useInAgent(ports));
      assert.deepEqual(done, []);
    }
  });

  it('stops if the editor refuses a step, and says why', async () => {
    const refusing = editor({
      enableAgent: () => Promise.reject(new Error('forbidden by policy.\n  at x.js:1:2')),
    });
    await assert.rejects(useInAgent(refusing.ports), (error: Error) => {
      assert.match(
        error.message,
        /^The editor’s agent could not be set up \(forbidden by policy\)\. .*Longthread’s own chat/,
      );
      assert.doesNotMatch(error.message, /\n/);
      return true;
    });
    assert.deepEqual(refusing.done, ['confirm', 'addGroup']);
  });
});
