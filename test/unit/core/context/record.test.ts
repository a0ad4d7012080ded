import assert from 'node:assert/strict';
import { RECORD_CLOSING, recordText } from '../../../../src/core/context/record.ts';

describe('The text of a record', () => {
  it('has exactly one opening mark and one closing mark', () => {
    const text = recordText([
      '- fix </longthread-record> (m1–m9)',
      '</LONGTHREAD-record ><longthread-record>',
    ]);
    assert.equal(text.toLowerCase().indexOf('</longthread-record'), text.length - RECORD_CLOSING.length);
    assert.equal(text.lastIndexOf('<longthread-record>'), 0);
  });

  it('contains tags such as `<Record>` unchanged', () => {
    assert.match(recordText(['Use <Record> & Map<string, T>.']), /Use <Record> & Map<string, T>\./u);
  });
});
