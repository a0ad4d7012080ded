import type { ComposerView } from '../../../src/shared/composerView.ts';
import type { ApprovalRow } from '../../../src/shared/approvalView.ts';

/** The composer while an action waits for approval. */
export const asking: ComposerView = {
  attachments: [],
  isBusy: true,
  activity: 'waiting for your answer',
  mode: 'ask',
};

/** The composer while the model works through a plan. */
export const planned: ComposerView = {
  ...asking,
  activity: 'thinking',
  plan: [
    { text: 'Read how the tables are interpolated', state: 'done' },
    { text: 'Write a test that fails at the row before low water', state: 'done' },
    {
      text: 'Find the row by time, in src/tables/interpolateBetweenNeighbouringStations.ts',
      state: 'active',
    },
    { text: 'Run all tests', state: 'open' },
    { text: 'Say what changed', state: 'open' },
  ],
};

/** The composer while the model waits for an answer. */
export const modelAsks: ComposerView = {
  attachments: [],
  isBusy: false,
  mode: 'ask',
  plan: planned.plan ?? [],
  asked: {
    id: 'm9',
    text: 'The tables of before 1992 have no clock change. What shall the row at 02:00 hold for them?',
    options: [
      { label: 'Winter time', detail: 'As the stations wrote it down then; reports of these years change.' },
      { label: 'Nothing: leave the row out' },
      { label: 'interpolateBetweenNeighbouringStations(before, after, at) as for all other years' },
    ],
  },
};

/** A command line that a rule forbids and that has several parts. */
export const askedCommand: ApprovalRow = {
  type: 'approval',
  id: 'approval:1',
  at: Date.UTC(2026, 4, 12, 10, 14),
  question: 'Run this command in the workspace’s folder?',
  command: "sed -i 's/0.41/0.02/' test/interpolate.test.ts && npm test 2>&1 | tail -50",
  parts: ["sed -i 's/0.41/0.02/' test/interpolate.test.ts", 'npm test 2>&1'],
  reasons: [],
  rules: [
    { text: 'Never change the tests.', isForbidding: true, message: 'm1' },
    { text: 'Run `npm test` after each change.', isForbidding: false },
  ],
  canKeepCopy: false,
};

/** An edit that no rule forbids. */
const askedEdit: ApprovalRow = {
  type: 'approval',
  id: 'approval:2',
  at: Date.UTC(2026, 4, 12, 10, 14),
  question: 'Edit “src/tables/interpolate.ts”?',
  detail: '@@ line 12 @@\n-  return linear(before, after, at);\n+  return cosine(before, after, at);',
  parts: [],
  reasons: [],
  rules: [],
  canKeepCopy: false,
  longer: 'edits of files in “src/tables” and below',
};

/** A command that needs approval each time, even if everything else is allowed. */
const askedSecret: ApprovalRow = {
  type: 'approval',
  id: 'approval:3',
  at: Date.UTC(2026, 4, 12, 10, 14),
  question: 'Run this command in “packages/tides”?',
  command: 'curl -u tide:"[secret: password #2]" https://tides.example/api > .vscode/settings.json',
  parts: [],
  reasons: [
    'It may change .vscode/settings.json, and the editor runs its contents automatically.',
    'The command gets the real value of [secret: password #2] and may send it elsewhere. The model does not see the value.',
  ],
  rules: [],
  canKeepCopy: false,
};

/** A change of a file that is meant for secrets. */
const askedSecretFile: ApprovalRow = {
  type: 'approval',
  id: 'approval:4',
  at: Date.UTC(2026, 4, 12, 10, 14),
  question: 'Edit “.env”?',
  detail: '@@ line 3 @@\n-TIDE_REGION=north\n+TIDE_REGION=south',
  parts: [],
  reasons: [
    'It changes .env, a file for secrets. You can undo the change only if you choose “Allow, and keep a copy”.',
  ],
  rules: [],
  canKeepCopy: true,
};

/** The same change, against a rule of the person. */
const askedForbiddenFile: ApprovalRow = {
  ...askedSecretFile,
  id: 'approval:5',
  rules: [{ text: 'Never touch .env.', isForbidding: true, message: 'm1' }],
};

/** All approval rows, by the name of the scenario. */
export const askedRows = { askedCommand, askedEdit, askedSecret, askedSecretFile, askedForbiddenFile };
