import assert from 'node:assert/strict';
import fc from 'fast-check';
import { baseName, kindOfName, namesIn } from '../../../../src/core/text/names.ts';

describe('names in a text', () => {
  const table: readonly (readonly [string, readonly string[]])[] = [
    ['The loop is in src/auth/token.ts:41, see renewToken().', ['src/auth/token.ts', 'renewToken']],
    ['Set MAX_RETRIES to 512 in `config.yaml`.', ['MAX_RETRIES', '512', 'config.yaml']],
    ['TokenError at fs.readFile', ['TokenError', 'fs.readFile']],
    ['see https://example.org/a_b?x=1.', ['https://example.org/a_b?x=1']],
    ['commit 9f3c2ab1 and/or nothing', ['9f3c2ab1']],
    ['s.loadState() says "could not load: %w"', ['loadState', '"could not load: %w"']],
    ["don't split what isn't quoted", []],
    ['変更は session.ts と tokenStore にあります', ['session.ts', 'tokenStore']],
    ['变更在session.ts里', ['session.ts']],
    ['siehe src/größe/länge.ts und größeNeu', ['src/größe/länge.ts', 'größeNeu']],
    ['в файле данные.json и классе ЧтениеФайла', ['данные.json', 'ЧтениеФайла']],
    ['cafe\u0301_menu was NFD', ['cafe\u0301_menu']],
    ["dis 'oui', puis 'j'écoute'", []],
    ['Größe × Länge, 512µs und ÄNDERUNG', []],
    ['src/a.ts-12-  call()', ['src/a.ts']],
    ['plain words, 12 of them', []],
  ];
  for (const [text, names] of table) {
    it(`are ${names.length === 0 ? 'none' : names.join(', ')} in "${text}"`, () => {
      assert.deepEqual(namesIn(text), names);
    });
  }

  it('are no more than the limit', () => {
    assert.deepEqual(namesIn('aBc dEf gHi jKl', 1), ['aBc']);
    assert.deepEqual(namesIn('plain aBc:dEf:gHi jKl', 2), ['aBc', 'dEf']);
  });

  it('are found at each position in a text', () => {
    for (const text of ['a_b, plain', 'plain and a_b', 'a_b']) assert.deepEqual(namesIn(text), ['a_b']);
  });

  it('are found even after a hundred thousand other names in earlier texts', () => {
    const name = (at: number): string => `name_${String(at)}`;
    for (let at = 0; at <= 100_000; at++) assert.deepEqual(namesIn(name(at)), [name(at)]);
    assert.deepEqual(namesIn('plain name_0'), ['name_0']);
  });

  it('do not include a quotation within a quotation', () => {
    assert.deepEqual(namesIn(`It says "the 'big lamp' is on" now.`), [`"the 'big lamp' is on"`]);
  });

  it('are substrings of the text', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(...['a', 'B', '_', 'c', '.', '/', ':', '1', '"', '`', ' ', '-', 'é', '中']),
          maxLength: 80,
        }),
        (text) => {
          for (const name of namesIn(text)) assert.ok(text.includes(name), name);
        },
      ),
    );
  });

  it('have a kind, such as path, URL or identifier', () => {
    const kinds = ['a/b.ts', 'https://x.y', 'aB', 'MyError', '9f3c2ab1', '1234', '"some words"'].map(
      kindOfName,
    );
    assert.deepEqual(kinds, ['path', 'url', 'identifier', 'error', 'hash', 'number', 'literal']);
    assert.equal(kindOfName('plain'), undefined);
  });

  it('have a base name, which is the last part of a path', () => {
    assert.equal(baseName('src/a/b.ts'), 'b.ts');
    assert.equal(baseName('b.ts'), 'b.ts');
  });
});
