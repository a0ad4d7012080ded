import assert from 'node:assert/strict';
import type { Entry } from '../../../../src/core/log/entry.ts';
import type { LiveSession } from '../../../../src/core/session/liveSession.ts';
import { compactionLine, logCompactions } from '../../../../src/extension/sessions/logCompactions.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

const PRIVATE_TEXT = 'Never touch gen.ts, whose owner is Ada.';

function compacted(): ViewedSession {
  const built = new ViewedSession();
  built.asks(PRIVATE_TEXT);
  for (let turn = 0; turn < 4; turn++) built.answers('A long answer. '.repeat(60));
  built.compacts();
  return built;
}

describe('the log of compactions', () => {
  const built = compacted();
  const [compaction] = built.session.compactions;

  it('has a line with the main figures for each compaction', () => {
    const entry = compaction?.entry ?? assert.fail('nothing was compacted');
    const line = compactionLine({ ...entry, event: { ...entry.event, durationMs: 3 } });
    assert.match(
      line,
      /^compaction e\d+: manual, manual, hybrid; \d+→\d+ messages; \d+→\d+ tokens; passes: .*foldOldest \d+ \(\d+→\d+\)/,
    );
    assert.match(
      line,
      /planned in 3 ms; .*\d+ word for word · \d+ in the notes · \d+ can be looked up(, \d+ forgotten by you)?$/,
    );
  });

  it('names the compaction that a summary belongs to', () => {
    const entry = compaction?.entry ?? assert.fail('nothing was compacted');
    assert.match(
      compactionLine({ ...entry, completes: 'e7' }),
      /^compaction e\d+, the summary of e7: manual/,
    );
  });

  it('contains no text of the conversation', () => {
    const lines: string[] = [];
    const listeners: ((entry: Entry) => void)[] = [];
    const live = {
      id: 's1',
      onAppend: (listener: (entry: Entry) => void) => listeners.push(listener),
    } as unknown as LiveSession;
    const logger = {
      info: (line: string) => lines.push(line),
      warn: (line: string) => assert.fail(line),
      error: (line: string) => assert.fail(line),
    };
    logCompactions(live, logger);
    built.add({ kind: 'undo', compactions: [compaction?.entry.id ?? ''] });
    for (const entry of built.entries) listeners.forEach((listen) => listen(entry));
    assert.equal(lines.length, 2);
    assert.match(lines[1] ?? '', /^s1: compactions undone: e\d+$/);
    for (const line of lines) assert.doesNotMatch(line, /Ada|gen\.ts|answer/);
  });
});
