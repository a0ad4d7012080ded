import assert from 'node:assert/strict';
import path from 'node:path';
import { AGENTS, type AgentId } from '../../../../src/adapters/otherAgents/agents.ts';
import {
  claudeCodeFolder,
  codexFolder,
  folderVariables,
  piFolder,
} from '../../../../src/adapters/otherAgents/agentFolders.ts';

describe('The folder of pi', () => {
  const home = path.resolve('/srv/me');
  const own = path.join(home, '.pi', 'agent');

  it('is the one that pi uses: in the home folder, or the configured one', () => {
    for (const [named, folder] of [
      [undefined, own],
      ['', own],
      ['~', home],
      ['~/pi', path.join(home, 'pi')],
      ['~other/pi', '~other/pi'],
      [path.resolve('/srv/pi'), path.resolve('/srv/pi')],
      ['pi', 'pi'],
    ] as const)
      assert.equal(path.normalize(piFolder({ PI_CODING_AGENT_DIR: named }, home)), path.join(folder), named);
  });

  it('has no sessions of a workspace if its path is relative to the folder in which pi is started', () => {
    const folders = (named: string): readonly string[] =>
      AGENTS.pi
        .folders('/srv/shop', {
          ...{ home, env: { PI_CODING_AGENT_DIR: named } },
          ...{ editorChats: home, extensionsStorage: home },
        })
        .map(({ folder }) => folder);
    assert.deepEqual(folders(''), [path.join(own, 'sessions', '--srv-shop--')]);
    assert.deepEqual(folders('~/pi'), [path.join(home, 'pi', 'sessions', '--srv-shop--')]);
    assert.deepEqual(folders('pi'), []);
  });
});

describe('The folder of an agent', () => {
  const home = path.resolve('/srv/me');
  const places = { home, editorChats: home, extensionsStorage: home };

  it('is the usual one, unless a variable that is not empty names another', () => {
    const named = path.resolve('/srv/own');
    for (const [folder, variable, usual] of [
      [claudeCodeFolder, 'CLAUDE_CONFIG_DIR', '.claude'],
      [codexFolder, 'CODEX_HOME', '.codex'],
    ] as const) {
      assert.equal(folder({}, home), path.join(home, usual));
      assert.equal(folder({ [variable]: '' }, home), path.join(home, usual));
      assert.equal(folder({ [variable]: named }, home), named);
    }
  });

  const VARIABLES = [
    ['claudeCode', 'CLAUDE_CONFIG_DIR'],
    ['codex', 'CODEX_HOME'],
    ['copilotCli', 'COPILOT_HOME'],
    ['geminiCli', 'GEMINI_CLI_HOME'],
    ['openCode', 'XDG_DATA_HOME'],
    ['pi', 'PI_CODING_AGENT_DIR'],
  ] as const satisfies readonly (readonly [AgentId, string])[];

  for (const [agent, variable] of VARIABLES) {
    const foldersOf = (named: string): readonly string[] =>
      AGENTS[agent]
        .folders('/srv/shop', { ...places, env: folderVariables({ [variable]: named }) })
        .map(({ folder }) => folder);

    it(`is the one that the environment names: ${variable}`, () => {
      const named = path.resolve('/srv/own');
      assert.ok(foldersOf(named).every((folder) => folder.startsWith(named + path.sep)));
      assert.equal(foldersOf(named).length, 1);
    });

    it(`has no sessions if its path is relative to the folder in which the agent is started: ${variable}`, () => {
      assert.deepEqual(foldersOf('own'), []);
    });
  }
});
