import assert from 'node:assert/strict';
import { bareRunsIn } from '../../../bench/retention/bareRuns.ts';
import type { ContextItem } from '../../../bench/retention/contextItem.ts';
import { bareListsOf, groundingOf } from '../../../bench/retention/grounding.ts';

const count = (text: string): number => text.length;
const item = (content: string, treatment: string): ContextItem => ({ role: 'user', content, treatment });
const ground = {
  isInPast: (fact: string) => fact === 'oldName',
  userTexts: ['a request of one aName, bName'],
};

describe('bare lists', () => {
  const list = 'aName, bName · cName; dName';

  it('are at least four facts with only punctuation between them', () => {
    assert.deepEqual(bareRunsIn(`names: ${list} stand here`), [list]);
    assert.deepEqual(bareRunsIn('aName, bName, cName'), []);
    assert.deepEqual(bareRunsIn('aName calls bName, reads cName and writes dName'), []);
  });

  it('continue across line breaks', () => {
    assert.deepEqual(bareRunsIn('aName\nbName\ncName\ndName'), ['aName\nbName\ncName\ndName']);
  });

  it('may have a connective or a repeated word in place of a comma, but no other words', () => {
    assert.equal(bareRunsIn('aName, bName, cName then dName, eName, fName').length, 1);
    assert.equal(bareRunsIn('aName near bName near cName near dName').length, 1);
    assert.equal(bareRunsIn('sets aName, bName; calls cName, dName; uses eName').length, 0);
  });

  it('are measured as a share of the notes’ tokens, ignoring stubs and verbatim text', () => {
    const items = [item(`x ${list}`, 'notes'), item(list, 'stub'), item(list, 'verbatim')];
    assert.deepEqual(bareListsOf(items, ground, count), {
      recordTokens: list.length + 2,
      bareTokens: list.length,
    });
  });

  it('are measured as a share of the notes’ tokens, ignoring a user message merged into the notes', () => {
    const merged = item('the record\na request of one aName, bName', 'notes');
    assert.equal(bareListsOf([merged], ground, count).recordTokens, 'the record'.length);
  });
});

describe('grounding', () => {
  it('reports the number of facts in notes, the number of facts from the past, and the invented facts', () => {
    const items = [item('oldName newName oldName', 'notes'), item('otherName', 'verbatim')];
    assert.deepEqual(groundingOf(items, ground), { facts: 3, grounded: 2, invented: ['newName'] });
  });

  it('ignores addresses, numbers with a unit, and times', () => {
    const text = '[read · 1,850 lines · recall m142] at 2026-01-31 12:40, 40000 tokens, m12–m240';
    assert.equal(groundingOf([item(text, 'stub')], ground).facts, 0);
  });

  it('does not ignore a number without a unit', () => {
    assert.deepEqual(groundingOf([item('port 8080', 'notes')], ground).invented, ['8080']);
  });
});
