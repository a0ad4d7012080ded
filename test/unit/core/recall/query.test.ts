import assert from 'node:assert/strict';
import { ftsQuery, needlesOf, parseQuery } from '../../../../src/core/recall/query.ts';

const all = (text: string): string | undefined => ftsQuery(parseQuery(text), 'all');
const any = (text: string): string | undefined => ftsQuery(parseQuery(text), 'any');

describe('a recall query for the index', () => {
  it('searches for a name as a whole word or as a phrase of parts', () => {
    assert.equal(all('refreshToken'), '("refreshtoken"* OR "refresh token"*)');
  });

  it('requires every word in mode “all”, and one word in mode “any”', () => {
    assert.equal(all('wombat deploy'), '("wombat"*) AND ("deploy"*)');
    assert.equal(any('wombat deploy'), '("wombat"*) OR ("deploy"*)');
  });

  it('keeps a path and quoted words together, and in mode “any” also searches for each quoted word', () => {
    assert.equal(all('src/auth/token.ts'), '("src auth token ts")');
    assert.equal(all('"stale lock"'), '("stale lock"*)');
    assert.equal(any('"stale lock"'), '("stale lock"* OR "stale"* OR "lock"*)');
  });

  it('keeps words in curly quotation marks together, but not after an unclosed quotation mark', () => {
    const literals = (text: string): readonly string[] =>
      parseQuery(text).chunks.map(({ literal }) => literal);
    assert.deepEqual(literals('“stale lock” „alte Sperre“'), ['stale lock', 'alte sperre']);
    assert.deepEqual(literals('"stale lock'), ['stale', 'lock']);
    assert.deepEqual(literals('mode="fast"'), ['mode="fast']);
    assert.deepEqual(literals('"'), ['"']);
  });

  it('searches for a version as a whole or as a phrase of numbers', () => {
    assert.equal(all('4.17.93'), '("4.17.93" OR "4 17 93")');
    assert.equal(all('lodash@4.17.93'), '("lodash 4 17 93")');
  });

  it('also searches for the singular of a plural', () => {
    assert.equal(all('migrations'), '("migrations"* OR "migration"*)');
    assert.equal(all('class'), '("class"*)');
  });

  it('lets a single ideograph match the beginning of a bigram', () => {
    assert.equal(all('値'), '("値"*)');
    assert.equal(all('変数名'), '("変数 数名")');
  });

  it('contains no character that the index would read as syntax', () => {
    assert.equal(all('NEAR(a" OR b*)^:-'), '("near a") AND ("or") AND ("b")');
  });

  it('is undefined if the query contains no word', () => {
    assert.equal(all('=> !='), undefined);
    assert.equal(any('  '), undefined);
  });

  it('has a limited length, even if a long text was pasted', () => {
    const query = parseQuery('word '.repeat(100_000));
    assert.ok(query.chunks.length <= 32);
    assert.ok(query.text.length <= 1000);
  });

  it('is split into the strings to look for in a hit', () => {
    assert.deepEqual(needlesOf(parseQuery('tokenStore ttl')), [
      'tokenstore ttl',
      'tokenstore',
      'ttl',
      'token',
      'store',
    ]);
    assert.deepEqual(needlesOf(parseQuery('migrations')), ['migrations', 'migration']);
  });
});
