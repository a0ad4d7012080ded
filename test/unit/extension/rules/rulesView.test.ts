import assert from 'node:assert/strict';
import type { Memory } from '../../../../src/core/ports.ts';
import type { Draft } from '../../../../src/core/log/entry.ts';
import { rulesHandlers } from '../../../../src/extension/rules/rulesHandlers.ts';
import type { OpenSession } from '../../../../src/extension/sessions/openSession.ts';
import type { RulesReplies, RulesRequest, RulesView } from '../../../../src/shared/rulesView.ts';
import type { Handlers } from '../../../../src/shared/protocol.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

const RULE = 'Never touch session.ts.';
const remembered: readonly Memory[] = [
  { id: 'y1', type: 'preference', text: 'Always answer in German.', at: 1, sessionId: 's0' },
  { id: 'y2', type: 'fact', text: 'The build takes a minute.', at: 1, sessionId: 's0' },
];

interface Opened {
  readonly built: ViewedSession;
  readonly rules: Handlers<RulesRequest, RulesReplies>;
  readonly told: string[];
}

function opened(usableTokens = 1_000): Opened {
  const built = new ViewedSession();
  built.asks(RULE);
  const told: string[] = [];
  const live = {
    get session() {
      return built.session;
    },
    get entries() {
      return built.entries;
    },
    account: built.account,
    append: (draft: Draft) => Promise.resolve(built.add(draft)),
  };
  const conversation = { request: { window: () => ({ usableTokens }) } };
  const rules = rulesHandlers(() => ({ live, conversation }) as unknown as OpenSession, {
    list: () => remembered,
    edit: ({ id }, text) => {
      told.push(`edit ${id}: ${text}`);
      return Promise.resolve();
    },
    delete: ({ id }) => {
      told.push(`delete ${id}`);
      return Promise.resolve();
    },
  });
  return { built, rules, told };
}

const shown = ({ rules }: RulesView): readonly string[] =>
  rules.map(
    ({ text, from, isStruck, message = '-' }) => `${isStruck ? 'struck ' : ''}${from} ${message}: ${text}`,
  );
const READ = { type: 'readRules' } as const;

describe('The list of rules in the chat and the panel', () => {
  it('contains the rules of the session, followed by memories that are rules', async () => {
    const { rules } = opened();
    assert.deepEqual(shown(await rules.readRules(READ)), [
      `said m1: ${RULE}`,
      'remembered -: Always answer in German.',
    ]);
  });

  it('contains decisions, marked as decisions', async () => {
    const { rules, built } = opened();
    built.asks('We agreed to keep the old names.');
    assert.deepEqual(shown(await rules.readRules(READ)).slice(0, 2), [
      'decided m2: We agreed to keep the old names.',
      `said m1: ${RULE}`,
    ]);
  });

  it('contains typed rules, each on one line, and rules from messages, but no empty rules', async () => {
    const { rules, built } = opened();
    built.add({ kind: 'rule', text: 'session.ts', on: true, source: 'm1' });
    const view = await rules.addRule({ type: 'addRule', text: ' Use\n metres. ' });
    assert.deepEqual(shown(view).slice(0, 2), ['added -: Use metres.', 'kept m1: session.ts']);
    await assert.rejects(async () => rules.addRule({ type: 'addRule', text: ' ' }), /Enter the words/);
  });

  it('lets a rule be struck and restored', async () => {
    const { rules } = opened();
    const set = async (on: boolean): Promise<readonly string[]> =>
      shown(await rules.setRule({ type: 'setRule', text: RULE, on }));
    assert.equal((await set(false)).at(-1), `struck said m1: ${RULE}`);
    assert.equal((await set(true))[0], `said m1: ${RULE}`);
  });

  it('shows the old words of an edited rule as struck, and adds the new words', async () => {
    const { rules, built } = opened();
    const view = await rules.editRule({ type: 'editRule', text: RULE, to: 'Never touch auth.ts.' });
    assert.deepEqual(shown(view), [
      'kept m1: Never touch auth.ts.',
      'remembered -: Always answer in German.',
      `struck said m1: ${RULE}`,
    ]);
    assert.deepEqual(
      built.entries.flatMap((entry) => (entry.kind === 'rule' ? [[entry.text, entry.on, entry.source]] : [])),
      [
        [RULE, false, 'm1'],
        ['Never touch auth.ts.', true, 'm1'],
      ],
    );
    const before = built.entries.length;
    await rules.editRule({ type: 'editRule', text: 'Never touch auth.ts.', to: ' Never touch auth.ts. ' });
    assert.equal(built.entries.length, before);
  });

  it('lets the person edit or delete the memory itself if a rule is a memory', async () => {
    const { rules, told, built } = opened();
    const [memory, text] = ['y1', 'Always answer in German.'];
    await rules.editRule({ type: 'editRule', text, to: 'Answer in French.', memory });
    await rules.setRule({ type: 'setRule', text, on: false, memory });
    assert.deepEqual(told, ['edit y1: Answer in French.', 'delete y1']);
    assert.equal(built.entries.length, 1);
    await assert.rejects(
      async () => rules.setRule({ type: 'setRule', text, on: false, memory: 'gone' }),
      /no longer exists/,
    );
  });

  it('has a warning if the rules take more than a quarter of the window', async () => {
    const tokens = (await opened().rules.readRules(READ)).tokens;
    assert.equal('warning' in (await opened(tokens * 4).rules.readRules(READ)), false);
    assert.match((await opened(tokens * 4 - 1).rules.readRules(READ)).warning ?? '', /26 %|25 %/);
  });
});
