import assert from 'node:assert/strict';
import { inFull, jsonLines, readContent } from '../../../support/transcriptFiles.ts';

describe('the reader of Claude Code’s attachments', () => {
  it('reads files, folders, selected lines and plans, and the names of files that were too large', async () => {
    const attachment = (uuid: string, more: object) => ({ type: 'attachment', uuid, attachment: more });
    const file = { filePath: '/app/a.ts', content: 'const a = 1;', numLines: 1 };
    const { messages, skipped } = await readContent(
      jsonLines(
        { type: 'user', uuid: 'u1', message: { role: 'user', content: 'Look at @a.ts.' } },
        attachment('x1', { type: 'file', filename: '/app/a.ts', content: { type: 'text', file } }),
        attachment('x2', { type: 'compact_file_reference', filename: '/app/b.ts', displayPath: 'b.ts' }),
        attachment('x3', { type: 'edited_text_file', filename: '/app/c.ts', snippet: '1 c' }),
        attachment('x4', { type: 'file', filename: '/app/d.png', content: { type: 'image', file: {} } }),
        attachment('x5', {
          type: 'selected_lines_in_ide',
          filename: '/app/e.ts',
          content: 'e();',
          lineStart: 3,
        }),
        attachment('x6', { type: 'directory', path: '/app/lib', content: 'f.ts' }),
        attachment('x7', { type: 'plan_file_reference', planFilePath: '/p.md', planContent: '1. Test' }),
      ),
    );
    assert.deepEqual(messages.map(inFull), [
      'user: Look at @a.ts.',
      'user: <attachment: /app/a.ts> | <attachment: const a = 1;>',
      'user: <attachment: /app/b.ts>',
      'user: <attachment: /app/c.ts> | <attachment: 1 c>',
      'user: <environment: /app/e.ts> | <environment: e();>',
      'user: <attachment: /app/lib> | <attachment: f.ts>',
      'user: <attachment: /p.md> | <attachment: 1. Test>',
    ]);
    assert.deepEqual(
      skipped.map(({ what }) => what),
      ['attachment/file line'],
    );
  });
});
