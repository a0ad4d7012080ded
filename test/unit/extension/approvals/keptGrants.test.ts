import assert from 'node:assert/strict';
import type { Grant } from '../../../../src/core/approval/grant.ts';
import { isSameScope, KeptGrants } from '../../../../src/extension/approvals/keptGrants.ts';
import { MemoryState } from '../../../support/memoryState.ts';

const command = (text: string, { folder = '', fingerprint = 'f1' } = {}): Grant => ({
  ...{ kind: 'command', key: JSON.stringify([text]), text, folder, fingerprint },
});
const edits = (folder: string): Grant => ({ kind: 'paths', change: 'edit', folder });
const deletions = (folder: string): Grant => ({ kind: 'paths', change: 'delete', folder });

describe('The list of lasting approvals', () => {
  let state: MemoryState;
  let kept: KeptGrants;

  beforeEach(() => {
    state = new MemoryState();
    kept = new KeptGrants(state);
  });

  it('is empty at first', () => {
    assert.deepEqual(kept.all, []);
  });

  it('is read again by the next window', async () => {
    await kept.add([command('npm test'), edits('src')]);
    assert.deepEqual([...state.stored.keys()], ['longthread.approvals']);
    assert.deepEqual(new KeptGrants(state).all, [command('npm test'), edits('src')]);
  });

  it('replaces an approval with a newer approval of the same command in the same folder', async () => {
    await kept.add([command('npm test'), command('npm test', { folder: 'src' })]);
    await kept.add([command('npm test', { fingerprint: 'f2' })]);
    assert.deepEqual(kept.all, [
      command('npm test', { folder: 'src' }),
      command('npm test', { fingerprint: 'f2' }),
    ]);
  });

  it('reports an approval that could not be stored', async () => {
    const fails = { get: state.get, update: () => Promise.reject(new Error('The disk is full.')) };
    await assert.rejects(new KeptGrants(fails).add([edits('src')]), /disk is full/);
  });

  it('loses only the approval that is revoked', async () => {
    await kept.add([command('npm test'), edits('src'), deletions('src')]);
    await kept.remove(edits('src'));
    assert.deepEqual(kept.all, [command('npm test'), deletions('src')]);
    await kept.remove(command('npm test', { fingerprint: 'of a file that changed' }));
    assert.deepEqual(kept.all, [deletions('src')]);
  });

  it('drops the oldest approvals beyond 200', async () => {
    await kept.add(Array.from({ length: 200 }, (_, at) => command(`make ${at}`)));
    await kept.add([command('npm test'), edits('')]);
    assert.equal(kept.all.length, 200);
    assert.deepEqual([kept.all[0], kept.all.at(-1)], [command('make 2'), edits('')]);
  });

  it('ignores stored approvals that are invalid', () => {
    state.stored.set('longthread.approvals', [
      command('npm test'),
      { kind: 'command', text: 'rm -rf .', folder: '' },
      { kind: 'paths', change: 'all', folder: '' },
      'edit everything',
      null,
      edits('src'),
    ]);
    assert.deepEqual(kept.all, [command('npm test'), edits('src')]);
  });

  for (const stored of ['all', { 0: edits('') }, 7])
    it(`is empty if the store contains ${JSON.stringify(stored)}`, () => {
      state.stored.set('longthread.approvals', stored);
      assert.deepEqual(kept.all, []);
    });
});

describe('Two approvals', () => {
  const pairs: readonly (readonly [what: string, a: Grant, b: Grant, same: boolean])[] = [
    [
      'for a command, before and after a change of the command’s files,',
      command('npm test'),
      command('npm test', { fingerprint: 'f2' }),
      true,
    ],
    [
      'for the same command in two folders',
      command('npm test'),
      command('npm test', { folder: 'src' }),
      false,
    ],
    ['for two different commands', command('npm test'), command('npm t'), false],
    ['of different kinds (a command and edits)', command('npm test'), edits(''), false],
    ['of different kinds (edits and a command)', edits(''), command('npm test'), false],
    ['for edits in the same folder', edits('src'), edits('src'), true],
    ['for edits in two folders', edits('src'), edits(''), false],
    ['of different kinds (edits and deletions)', edits('src'), deletions('src'), false],
  ];
  for (const [what, a, b, same] of pairs)
    it(`${what} have ${same ? 'the same scope' : 'different scopes'}`, () => {
      assert.equal(isSameScope(a, b), same);
    });
});
