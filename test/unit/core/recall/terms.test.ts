import assert from 'node:assert/strict';
import fc from 'fast-check';
import { indexTerms, wordsOf } from '../../../../src/core/recall/terms.ts';

describe('the search terms of a text', () => {
  const cases: readonly [text: string, terms: readonly string[]][] = [
    ['refreshToken', ['refresh', 'token', 'refreshtoken']],
    ['refresh_token', ['refresh', 'token', 'refresh_token']],
    ['MAX_RETRY_COUNT', ['max', 'retry', 'count', 'max_retry_count']],
    ['parseHTMLString', ['parse', 'html', 'string', 'parsehtmlstring']],
    ['HTTPServer2', ['http', 'server', '2', 'httpserver2']],
    ['sha256', ['sha', '256', 'sha256']],
    ['_private $scope', ['private', 'scope', '_private', '$scope']],
    ['src/auth/tokenStore.ts', ['src', 'auth', 'token', 'store', 'ts', 'tokenstore']],
    ['lodash 4.17.93', ['lodash', '4', '17', '93', '4.17.93']],
    ['v4.17.93', ['v', '4', '17', '93', '4.17.93', 'v4']],
    ['Übergrößenträger', ['übergrößenträger']],
    ['変数の名前', ['変数', '数の', 'の名', '名前']],
    ['値', ['値']],
    ['foo変数Bar', ['foo', '変数', 'bar']],
    ['cafe\u0301', ['café']],
    ['=> != {} ', []],
  ];
  for (const [text, terms] of cases) {
    it(`are ${terms.join(', ') || 'none'} if the text is ${JSON.stringify(text)}`, () => {
      assert.deepEqual(new Set(indexTerms(text)), new Set(terms));
    });
  }

  it('begin with the parts of all words in the order of the text, so that phrases can be found', () => {
    assert.deepEqual(indexTerms('src/authToken.ts').slice(0, 4), ['src', 'auth', 'token', 'ts']);
  });

  it('contain only one shortened term for a long piece of data', () => {
    const [term, ...others] = indexTerms('aB3'.repeat(10_000));
    assert.equal(term?.length, 64);
    assert.deepEqual(others, []);
  });

  it('are found quickly, even in a line of a million digits', () => {
    assert.equal(indexTerms('1'.repeat(1_000_000)).length, 1);
    assert.deepEqual(indexTerms('12.30.4'), ['12', '30', '4', '12.30.4']);
  });

  it('are lower case and contain no spaces, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const term of indexTerms(text)) {
          assert.equal(term, term.toLowerCase());
          assert.doesNotMatch(term, /\s|^$/);
        }
      }),
    );
  });

  it('are lower case even for Roman numerals', () => {
    assert.deepEqual(indexTerms('Ⅰ Ⅳ.Ⅱ'), ['ⅰ', 'ⅳ', 'ⅱ']);
  });

  it('begin with the same parts for a name in camel case as for a name with underscores and hyphens', () => {
    const partsOf = (text: string): readonly string[] => wordsOf(text).flatMap((word) => word.parts);
    assert.deepEqual(partsOf('tokenRefreshLoop'), partsOf('token_refresh-loop'));
  });
});
