import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { takeFolder } from '../../support/demo/startFolder.ts';

/** Higher than any process id of a system. */
const NOBODY = 2 ** 30;

describe('The folder of npm start', () => {
  let parent: string;

  beforeEach(() => {
    parent = mkdtempSync(path.join(tmpdir(), 'lt-start-'));
  });

  afterEach(() => {
    rmSync(parent, { recursive: true, force: true });
  });

  it('has another name while the first is in use, so that a second start does not reset it', () => {
    const wanted = path.join(parent, 'start');
    assert.equal(takeFolder(wanted), wanted);
    assert.equal(takeFolder(wanted), `${wanted}-2`);
  });

  it('has the first name again when that is no longer in use', () => {
    const wanted = path.join(parent, 'start');
    takeFolder(wanted, NOBODY);
    assert.equal(takeFolder(wanted), wanted);
  });
});
