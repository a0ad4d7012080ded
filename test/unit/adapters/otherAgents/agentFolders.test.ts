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

  it('is in the home folder unless the person configured another folder', () => {
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

  it('is not searched for sessions of a workspace if the folder’s path is relative', () => {
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

  it('is the folder that an environment variable names, or the usual folder if the variable is empty or missing', () => {
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

    it(`is in the folder that the environment variable ${variable} names`, () => {
      const named = path.resolve('/srv/own');
      assert.ok(foldersOf(named).every((folder) => folder.startsWith(named + path.sep)));
      assert.equal(foldersOf(named).length, 1);
    });

    it(`is not searched for sessions if the path in ${variable} is relative`, () => {
      assert.deepEqual(foldersOf('own'), []);
    });
  }
});
