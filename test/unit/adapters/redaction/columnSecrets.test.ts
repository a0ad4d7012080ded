import assert from 'node:assert/strict';
import { ColumnReader } from '../../../../src/adapters/redaction/columnSecrets.ts';

/** The values are joined from pieces, so that no text in this file looks like a real key. */
const first = ['kept', '7', 'Blue'].join('');
const second = ['hun', 'ter2x9'].join('');
const third = ['q7Wd', '2Zk9'].join('');

function found(...lines: readonly string[]): readonly string[] {
  const text = lines.join('\n');
  return new ColumnReader().find(text).map(({ start, end }) => text.slice(start, end));
}

describe('The secrets in a table’s columns', () => {
  it('are found below a heading such as “password” up to the end of the table', () => {
    assert.deepEqual(found('user,password', `ann,${first}`, `bob,${second}`), [first, second]);
    assert.deepEqual(found('user,password,city', `ann,${first},Rome`, 'the end', `x,${second},y`), [first]);
  });

  it('are not found below a call with an argument such as “password”, but are found below a heading in a string that continues on the next line', () => {
    assert.deepEqual(found('print("password", "user")', `${first},ann`), []);
    assert.deepEqual(found('{"text": "password,user', `${first},ann`), [first]);
    assert.deepEqual(found('const rows = parse(`user,password', `ann,${first}`), [first]);
  });

  it('are found in and below a row with quoted separators', () => {
    assert.deepEqual(
      found(
        'name,password,city',
        `"Doe, Jane",${first},Rome`,
        `"a ""b"", c","${second}","x,y"`,
        `z,${third},w`,
      ),
      [first, second, third],
    );
    const escaped = JSON.stringify(`name,password\n"Doe, Jane",${first}\n"x",${second}`);
    assert.deepEqual(found(escaped), [first, second]);
  });

  it('are found in and below a row in which a cell contains unquoted separators', () => {
    assert.deepEqual(found('name,password', `Doe, Jane,${first}`, `x,${second}`), [first, second]);
    assert.deepEqual(found('password;note', `${first};tide; and time`, `${second};y`), [first, second]);
  });
});
