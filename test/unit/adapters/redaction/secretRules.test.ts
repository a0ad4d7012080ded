import assert from 'node:assert/strict';
import { ruleNamed, secretRules, type SecretRule } from '../../../../src/adapters/redaction/secretRules.ts';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import type { TextSpan } from '../../../../src/core/log/mask.ts';
import { seededRandom } from '../../../bench/retention/seeded.ts';
import { exampleText } from '../../../support/ruleExamples.ts';

const redactor = new SecretRedactor();

async function spansOf(text: string): Promise<readonly TextSpan[]> {
  const [spans = []] = await redactor.find([text]);
  return spans;
}

/**
 * Returns whether the example was found by its own rule or by secretlint's preset, which has rules for some of the same
 * keys. The example of `pem` must be found by its own rule.
 */
function isFoundBy({ id }: SecretRule, spans: readonly TextSpan[]): boolean {
  return spans.some(({ rule }) => rule === id || (rule === 'secretlint' && id !== 'pem'));
}

describe('the table of rules', () => {
  for (const rule of secretRules) {
    it(`has an example that is found, and a counterexample that is not found: ${rule.id}`, async () => {
      const random = seededRandom(7);
      for (let nth = 0; nth < 5; nth++) {
        const text = exampleText(rule.example, random).text;
        assert.ok(isFoundBy(rule, await spansOf(text)), text);
      }
      assert.deepEqual(await spansOf(exampleText(rule.counterExample, random).text), []);
    });
  }

  it('has a source, a kind and a description for each rule, and no rule twice', () => {
    for (const { id, kind, what, source } of secretRules) {
      assert.match(source, /^https:\/\//u, id);
      assert.match(kind, /^[a-z ]+$/u, id);
      assert.match(what, /^(?:an?|the) /u, id);
      assert.equal(ruleNamed(id)?.what, what);
    }
    assert.equal(new Set(secretRules.map(({ id }) => id)).size, secretRules.length);
  });

  it('contains no pattern with an unbounded repetition', () => {
    for (const { id, pattern = '' } of secretRules) {
      const bare = pattern.replace(/\\.|\[[^\]]*\]/gu, 'x');
      assert.doesNotMatch(bare, /[+*]|\{\d+,\}/u, id);
    }
  });

  it('has a row for every rule that the redactor reports', async () => {
    const texts = secretRules.map(({ example }) => exampleText(example, seededRandom(3)).text);
    const found = (await redactor.find(texts)).flat();
    for (const { rule } of found) assert.ok(ruleNamed(rule ?? '') !== undefined, rule);
  });
});
