import assert from 'node:assert/strict';
import path from 'node:path';
import { AGENTS } from '../../../../src/adapters/otherAgents/agents.ts';
import { piFolder } from '../../../../src/adapters/otherAgents/piFolder.ts';

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
