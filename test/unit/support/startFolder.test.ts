import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { takeFolder } from '../../support/demo/startFolder.ts';

/** A process id that is higher than any id that a system assigns. */
const NOBODY = 2 ** 30;

describe('The folder of npm start', () => {
  let parent: string;

  beforeEach(() => {
    parent = mkdtempSync(path.join(tmpdir(), 'lt-start-'));
  });

  afterEach(() => {
    rmSync(parent, { recursive: true, force: true });
  });

  it('has the suffix “-2” while the folder without a suffix is in use', () => {
    const wanted = path.join(parent, 'start');
    assert.equal(takeFolder(wanted), wanted);
    assert.equal(takeFolder(wanted), `${wanted}-2`);
  });

  it('has no suffix if the process that used the folder without a suffix has ended', () => {
    const wanted = path.join(parent, 'start');
    takeFolder(wanted, NOBODY);
    assert.equal(takeFolder(wanted), wanted);
  });
});
