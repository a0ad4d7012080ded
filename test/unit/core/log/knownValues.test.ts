import assert from 'node:assert/strict';
import {
  KnownValues,
  writtenForms,
  type KnownPlace,
  type SearchMode,
} from '../../../../src/core/log/knownValues.ts';
import { result, said, sessionOf, textsOf } from '../../../support/secretSessions.ts';

function placesOf(value: string, text: string, sought: SearchMode = 'word'): readonly KnownPlace[] {
  const known = new KnownValues();
  known.add(1, value);
  return known.placesIn(text, () => sought);
}

describe('A known secret value', () => {
  const SECRET = `Wm4t'R8 "k$z\\Qp`;
  const known = said(`pw=heron-77 `);

  for (const [where, text, masked] of [
    ['between other words', 'type heron-77 at the prompt', 'type # at the prompt'],
    ['next to punctuation', '(heron-77), "heron-77"; x=heron-77.', '(#), "#"; x=#.'],
    ['next to JSON escapes', '{"a":"x\\nheron-77\\n"}', '{"a":"x\\n#\\n"}'],
    ['inside a URL', 'https://x.test/?q=a%20heron-77%20b', 'https://x.test/?q=a%20#%20b'],
    ['between colour codes of a terminal', '\u001b[31mheron-77\u001b[0m', '\u001b[31m#\u001b[0m'],
    [
      'only as a whole word, not as a part of a longer word',
      'heron-777 and myheron-77',
      'heron-777 and myheron-77',
    ],
  ] as const) {
    it(`is masked in a later tool result ${where}`, async () => {
      const { live } = await sessionOf(known, result(text));
      assert.equal((textsOf(live)[1] ?? '').replaceAll('[secret: password #1]', '#'), masked);
    });
  }

  it('is masked in the person’s later messages, and everywhere in the message where the value was found', async () => {
    const { live } = await sessionOf(
      said('heron-77 it is: pw=heron-77'),
      said('I typed heron-77, and it failed'),
    );
    assert.doesNotMatch(textsOf(live).join('\n'), /heron/u);
  });

  it('is found even if escaped for JSON, a URL or a shell', () => {
    const forms = writtenForms(SECRET);
    for (const form of [
      JSON.stringify(SECRET).slice(1, -1),
      JSON.stringify(JSON.stringify(SECRET)).slice(3, -3),
      encodeURIComponent(SECRET),
      encodeURIComponent(SECRET).replaceAll('%20', '+'),
      `Wm4t\\'R8\\ \\"k\\$z\\\\Qp`,
      `Wm4t'\\''R8 "k$z\\Qp`,
      `Wm4t'R8 \\"k\\$z\\\\Qp`,
    ]) {
      assert.ok(forms.includes(form), form);
      assert.equal(placesOf(SECRET, `with '${form}' in it`).length, 1, form);
    }
  });

  it('is masked in Base64 regardless of padding and a trailing line break', async () => {
    for (const secret of ['heron-77', 'heron-778', 'heron-7789', 'hérön 77 “x”'])
      for (const text of [secret, `${secret}\n`]) {
        const encoded = Buffer.from(text).toString('base64');
        for (const form of [encoded, encoded.replace(/=+$/, '')])
          assert.equal(placesOf(secret, `auth: ${form}\n`).length, 1, form);
      }
    const { live } = await sessionOf(known, result('aGVyb24tNzc='));
    assert.doesNotMatch(textsOf(live)[1] ?? '', /aGVyb24/);
  });

  it('is not found in mode “word” if the value is short or an ordinary word', () => {
    for (const value of ['a1b2c', 'heron', 'current', 'Production', 'PASSWORD'])
      assert.deepEqual(placesOf(value, `it is ${value} now`), [], value);
    for (const value of ['a1b2c3', 'heRonTern', 'tern heron'])
      assert.equal(placesOf(value, `it is ${value} now`).length, 1, value);
  });

  it('is found in mode “called” even inside another secret, but a short value is found only as a whole word', () => {
    const known = new KnownValues();
    const values = ['abc', 'abcd', 'abcd-efgh', 'bcd-e', 'x y'];
    for (const [number, value] of values.entries()) known.add(number, value);
    const found = (text: string): readonly string[] =>
      known
        .placesIn(text, () => 'called')
        .map(({ start, end }) => text.slice(start, end))
        .sort();
    assert.deepEqual(found('abcd-efgh'), ['abcd', 'abcd-efgh']);
    assert.deepEqual(found('a bcd-e abc, x y'), ['abc', 'bcd-e', 'x y']);
    assert.deepEqual(found('xabcd'), []);
  });

  it('is not masked in earlier messages', async () => {
    const { live } = await sessionOf(result('see heron-77'), known);
    assert.equal(textsOf(live)[0], 'see heron-77');
  });

  it('is masked in an observation before the observation is stored', async () => {
    const { live, log } = await sessionOf(known);
    await live.append({ kind: 'note', source: 'terminal', text: 'login heron-77' });
    assert.doesNotMatch(JSON.stringify(log.entries.at(-1)), /heron/u);
  });
});
