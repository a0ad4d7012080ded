import assert from 'node:assert/strict';
import { compact } from '../../../../src/core/compaction/plan/compact.ts';
import { withoutSections } from '../../../../src/core/compaction/plan/passes/systemText.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import { project } from '../../../../src/core/context/project.ts';
import { OWN_SYSTEM_SLOT, textOf } from '../../../../src/core/log/message.ts';
import {
  accountOf,
  countWords,
  SessionBuilder,
  smallSettings,
  wordsOf,
} from '../../../support/sessionBuilder.ts';

const SYSTEM = [
  'You are the agent of another program.',
  `# Tools\n${wordsOf(300, 'tool')}`,
  `# Style\n${wordsOf(50, 'style')}`,
  `# Files\n${wordsOf(200, 'file')}`,
].join('\n');

function session(slot?: string): SessionBuilder {
  const builder = new SessionBuilder();
  builder.append({ kind: 'session', importedFrom: 'codex' });
  builder.system(SYSTEM, slot);
  return builder.turns(20, 20);
}

function compacted(builder: SessionBuilder, budgetTokens: number) {
  const view = {
    ...{ session: builder.session, account: accountOf(), strategy: STRATEGIES.hybrid },
    ...{ settings: smallSettings, usableTokens: 5_000, usedTokens: 0 },
  };
  return compact(view, { by: 'person', budgetTokens });
}

function systemOf(builder: SessionBuilder): string {
  const [first] = builder.context;
  return first?.message.role === 'system' ? textOf(first.message) : '';
}

describe('The system text of a session', () => {
  it('stays unchanged while anything else can be shortened or folded', () => {
    const builder = session();
    const found = compacted(builder, 800);
    assert.ok(found.run);
    builder.append(found.draft);
    assert.equal(systemOf(builder), SYSTEM);
  });

  it('loses its largest section if the session was imported and nothing else can be shortened', () => {
    const builder = session();
    const found = compacted(builder, 500);
    assert.ok(found.run && found.tokensAfter <= 500);
    builder.append(found.draft);
    const text = systemOf(builder);
    assert.match(
      text,
      /^You are the agent of another program\.\n\[… left out: Tools · recall m1 …\]\n# Style\n/u,
    );
    assert.ok(text.includes(wordsOf(200, 'file')), 'more sections than necessary are removed');
  });

  it('is restored byte for byte by an undo', () => {
    const builder = session();
    const before = JSON.stringify(builder.context);
    const found = compacted(builder, 500);
    assert.ok(found.run);
    const id = builder.append(found.draft);
    assert.notEqual(JSON.stringify(builder.context), before);
    builder.append({ kind: 'undo', compactions: [id] });
    assert.equal(JSON.stringify(project(builder.entries)), before);
  });

  it('loses further sections in a later compaction with a smaller budget', () => {
    const builder = session();
    for (const budget of [500, 300]) {
      const found = compacted(builder, budget);
      assert.ok(
        found.run && found.tokensAfter <= budget,
        JSON.stringify(found.run ? found.tokensAfter : found.sentence),
      );
      builder.append(found.draft);
    }
    const text = systemOf(builder);
    assert.equal(text.match(/recall m1/gu)?.length, 2);
    assert.ok(!text.includes('file file'));
  });

  it('stays unchanged if the session was not imported', () => {
    const builder = new SessionBuilder();
    builder.system(SYSTEM);
    assert.ok(!compacted(builder.turns(20, 20), 500).run);
  });

  it('stays unchanged, and the budget is reported as too small, if the text belongs to Longthread', () => {
    const found = compacted(session(OWN_SYSTEM_SLOT), 400);
    assert.ok(!found.run && found.reason === 'cannot_fit');
    assert.match(
      found.sentence,
      /, but the budget is 400\. .*Shorten the instructions, or allow more tokens\.$/u,
    );
  });
});

describe('withoutSections', () => {
  it('shows the number of omitted sections instead of their titles if there is no room for the titles', () => {
    const text = `${wordsOf(400, 'first')}\n${Array.from({ length: 50 }, (_, at) => `# Title of section ${String(at)}\nx\n`).join('')}`;
    const shorter = withoutSections({ text, id: 'm1' }, 200, countWords);
    assert.ok(countWords(shorter) <= 200);
    assert.match(shorter, /^first [\s\S]* first\n\[… left out: 50 sections · recall m1 …\]\n$/u);
  });

  it('leaves a text unchanged if there is room for the text', () => {
    assert.equal(withoutSections({ text: SYSTEM, id: 'm1' }, 1_000, countWords), SYSTEM);
  });
});
