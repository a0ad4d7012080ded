import assert from 'node:assert/strict';
import { bashLine } from '../../../../src/adapters/shell/bashLine.ts';
import type { Action } from '../../../../src/core/approval/approval.ts';
import { ApprovalDesk } from '../../../../src/core/approval/approvalDesk.ts';
import type { Term } from '../../../../src/core/approval/grant.ts';
import { Cancellation, neverCancelled } from '../../../../src/core/cancellation.ts';
import { SessionGrants } from '../../../../src/extension/approvals/sessionGrants.ts';
import { MemoryState } from '../../../support/memoryState.ts';
import { until } from '../../../support/until.ts';

const test: Action = { tool: 'run_command', kind: 'command', paths: [], command: 'npm test', folder: '' };
const edit: Action = { tool: 'edit_file', kind: 'edit', paths: ['src/a.ts'] };

/** The text of package.json. An approval of `npm test` ends when this text changes. */
let manifest = '';

/** A window with the approvals of its sessions. All windows share the store. */
class Window {
  readonly grants: SessionGrants;

  constructor(state: MemoryState) {
    this.grants = new SessionGrants(state, (sentence) => assert.fail(sentence));
  }

  /** Returns whether the person is asked about an action in a session. If so, cancels the question. */
  async asks(session: string, action: Action): Promise<boolean> {
    const stop = new Cancellation();
    const desk = this.#deskOf(session);
    let isDecided = false;
    const decision = desk.decide(action, stop.signal).then(() => {
      isDecided = true;
    });
    await until('a question or a decision', () => isDecided || desk.questions.length > 0);
    const isAsked = !isDecided;
    stop.cancel();
    await decision;
    return isAsked;
  }

  /** Starts an action in a session and allows the action, as the person would. */
  async allows(session: string, action: Action, term: Term): Promise<void> {
    const desk = this.#deskOf(session);
    const decision = desk.decide(action, neverCancelled);
    await until('a question', () => desk.questions.length > 0);
    await desk.answer(desk.questions[0]?.id ?? '', { kind: 'allow', term });
    assert.equal((await decision).kind, 'allowed');
  }

  #deskOf(session: string): ApprovalDesk {
    return new ApprovalDesk({
      roots: [{ name: 'app', path: '/home/ann/app' }],
      parse: bashLine,
      rules: () => [],
      mode: () => this.grants.modeOf(session),
      grants: () => this.grants.holdingIn(session),
      keep: (grants, term) => void this.grants.keep(session, grants, term),
      changed: () => undefined,
      read: (place) => Promise.resolve(place === 'package.json' ? manifest : undefined),
      hash: (text) => text,
    });
  }
}

describe('An approval', () => {
  let state: MemoryState;
  let window: Window;

  beforeEach(() => {
    manifest = '{"scripts":{"test":"mocha"}}';
    state = new MemoryState();
    window = new Window(state);
  });

  it('is not kept if the action was allowed only once', async () => {
    await window.allows('s1', test, 'once');
    assert.equal(await window.asks('s1', test), true);
    assert.deepEqual([window.grants.holdingIn('s1'), state.stored.size], [[], 0]);
  });

  it('for one session applies only in this session and this window', async () => {
    await window.allows('s1', test, 'session');
    assert.equal(await window.asks('s1', test), false);
    assert.equal(await window.asks('s2', test), true);
    assert.equal(await new Window(state).asks('s1', test), true);
    assert.equal(state.stored.size, 0);
  });

  it('for “always” applies only in the current session if storing fails, and the person is warned', async () => {
    const update = (): Promise<void> => Promise.reject(new Error('disk full'));
    const warnings: string[] = [];
    const grants = new SessionGrants({ get: () => undefined, update }, (sentence) => warnings.push(sentence));
    const grant = { kind: 'paths', change: 'edit', folder: 'src' } as const;
    await grants.keep('s1', [grant], 'always');
    assert.deepEqual(warnings, [
      'The approval can’t be stored, so it lasts only until this window closes: disk full',
    ]);
    assert.deepEqual([grants.holdingIn('s1'), grants.holdingIn('s2')], [[grant], []]);
  });

  it('for “always” applies in every session and in later windows', async () => {
    await window.allows('s1', test, 'always');
    assert.equal(await window.asks('s2', test), false);
    assert.equal(await new Window(state).asks('s3', test), false);
    assert.deepEqual(window.grants.of('s1'), []);
    assert.deepEqual([...state.stored.keys()], ['longthread.approvals']);
  });

  for (const term of ['session', 'always'] as const)
    it(`for ${term === 'always' ? '“always”' : 'one session'} ends after a change to a file that the command runs`, async () => {
      await window.allows('s1', test, term);
      manifest = '{"scripts":{"test":"node other.mjs"}}';
      assert.equal(await window.asks('s1', test), true);
      await window.allows('s1', test, term);
      assert.equal(await window.asks('s1', test), false);
    });

  it('ends when the person revokes the approval, without an effect on other approvals', async () => {
    for (const term of ['session', 'always'] as const) {
      await window.allows('s1', test, term);
      await window.allows('s1', edit, term);
      const grant = window.grants.holdingIn('s1').find(({ kind }) => kind === 'command');
      assert.ok(grant);
      await window.grants.takeBack('s1', grant);
      assert.equal(await window.asks('s1', test), true);
      assert.equal(await window.asks('s1', edit), false);
      for (const other of window.grants.holdingIn('s1')) await window.grants.takeBack('s1', other);
      assert.equal(await window.asks('s1', edit), true);
    }
  });

  it('for one session remains when the person revokes the same approval in another session', async () => {
    await window.allows('s1', edit, 'session');
    await window.allows('s2', edit, 'session');
    await window.grants.takeBack('s1', { kind: 'paths', change: 'edit', folder: 'src' });
    assert.equal(await window.asks('s1', edit), true);
    assert.equal(await window.asks('s2', edit), false);
  });
});

describe('The approval mode of a session', () => {
  let state: MemoryState;
  let grants: SessionGrants;
  const later = (): SessionGrants => new SessionGrants(state, (sentence) => assert.fail(sentence));

  beforeEach(() => {
    state = new MemoryState();
    grants = new SessionGrants(state, (sentence) => assert.fail(sentence));
  });

  it('is “ask” at first', () => {
    assert.equal(grants.modeOf('s1'), 'ask');
  });

  it('is not stored and ends with the window if the mode is “all free”', async () => {
    await grants.setMode('s1', 'allFree');
    assert.deepEqual(
      [grants.modeOf('s1'), grants.modeOf('s2'), later().modeOf('s1')],
      ['allFree', 'ask', 'ask'],
    );
    assert.deepEqual([...state.stored.values()].flat(), []);
  });

  it('is the same in later windows if it is “edits free”', async () => {
    await grants.setMode('s1', 'editsFree');
    assert.deepEqual([later().modeOf('s1'), later().modeOf('s2')], ['editsFree', 'ask']);
  });

  it('is replaced by the next mode that the person chooses', async () => {
    await grants.setMode('s1', 'editsFree');
    await grants.setMode('s1', 'allFree');
    assert.deepEqual([grants.modeOf('s1'), later().modeOf('s1')], ['allFree', 'ask']);
    await grants.setMode('s1', 'ask');
    assert.equal(grants.modeOf('s1'), 'ask');
  });

  it('is stored for the 100 sessions in which “edits free” was chosen most recently', async () => {
    for (let at = 0; at < 100; at += 1) await grants.setMode(`s${at}`, 'editsFree');
    await grants.setMode('s0', 'editsFree');
    await grants.setMode('s100', 'editsFree');
    assert.deepEqual(
      ['s0', 's1', 's2', 's100'].map((id) => later().modeOf(id)),
      ['editsFree', 'ask', 'editsFree', 'editsFree'],
    );
  });

  it('is “ask” if the stored value is invalid', () => {
    state.stored.set('longthread.editsFree', { s1: true });
    assert.equal(grants.modeOf('s1'), 'ask');
  });
});
