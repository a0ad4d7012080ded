import assert from 'node:assert/strict';
import type { Draft } from '../../../../src/core/log/entry.ts';
import { isRecord } from '../../../../src/core/context/record.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { notesHandlers } from '../../../../src/extension/panel/notesHandlers.ts';
import { notesView } from '../../../../src/extension/panel/notesView.ts';
import type { OpenSession } from '../../../../src/extension/sessions/openSession.ts';
import type { NoteLineView, NotesView } from '../../../../src/shared/notesView.ts';
import { planned } from '../../../support/planned.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

function sessionWithNotes(): ViewedSession {
  const built = new ViewedSession();
  built.asks('Never moor at berth 9.');
  const args = JSON.stringify({ path: 'lamps.ts', content: 'const lamps = 9;' });
  const write = { type: 'toolCall', callId: 'w1', name: 'write_file', arguments: args } as const;
  built.add({ kind: 'message', message: { role: 'assistant', parts: [write], finish: 'toolCalls' } });
  built.results('w1', 'Done.');
  for (let turn = 0; turn < 6; turn += 1) {
    built.asks(`Please see to berth ${String(turn)} of the harbour.`);
    built.answers(`Berth ${String(turn)} is done. ${'Its moorings are checked. '.repeat(20)}`);
  }
  built.add(planned(built.prepare()).draft);
  return built;
}

function handlersOf(built: ViewedSession): ReturnType<typeof notesHandlers> {
  const append = (draft: Draft): Promise<void> => {
    built.add(draft);
    return Promise.resolve();
  };
  const live = {
    get session() {
      return built.session;
    },
    append,
  };
  return notesHandlers(() => ({ live }) as unknown as OpenSession);
}

function standing(built: ViewedSession): NotesView {
  const record = built.context.find(({ message }) => isRecord(message)) ?? assert.fail();
  return notesView(built.session, textOf(record.message));
}

function afterwards(built: ViewedSession): NotesView {
  const { context, draft } = planned(built.prepare());
  const record = context.find(({ message }) => isRecord(message)) ?? assert.fail();
  return notesView(built.session, textOf(record.message), draft.blocks);
}

function lineWith({ lines }: NotesView, words: string): NoteLineView {
  return lines.find(({ text }) => text.includes(words)) ?? assert.fail(`no line with ${words}`);
}

describe('the notes in the panel', () => {
  it('show whether a line can be reworded, and what the next compaction does with the line', async () => {
    const built = sessionWithNotes();
    const view = standing(built);
    assert.equal(
      view.lines
        .map(({ text }) => text)
        .join('\n')
        .includes('## Story'),
      true,
    );
    assert.equal(lineWith(view, '## Story').can, 'fixed');
    assert.equal(lineWith(view, 'nobody typed it').can, 'fixed');
    const line = lineWith(view, 'berth 0');
    assert.equal(line.can, 'reword');
    assert.match(line.words ?? '', /^Please see to berth 0/u);
    assert.equal(lineWith(view, '## Story').words, undefined);
    await handlersOf(built).strikeNote({ type: 'strikeNote', words: line.words ?? '' });
    assert.equal(lineWith(standing(built), line.text).next, 'struck');
    await handlersOf(built).rewordNote({
      type: 'rewordNote',
      words: line.words ?? '',
      text: 'Berth 0 first.',
    });
    assert.equal(lineWith(standing(built), line.text).next, 'reworded');
    assert.deepEqual(lineWith(afterwards(built), 'Berth 0 first.').isYours, true);
  });

  it('show a file and the quotations below it as struck after the person strikes the file', async () => {
    const built = sessionWithNotes();
    const file = lineWith(standing(built), 'lamps.ts');
    assert.equal(lineWith(standing(built), 'const lamps = 9;').next, undefined);
    const { words = '', source } = file;
    await handlersOf(built).strikeNote({
      type: 'strikeNote',
      words,
      ...(source !== undefined && { source }),
    });
    assert.deepEqual(
      standing(built).lines.flatMap(({ text, next }) => (next === undefined ? [] : [[text.trim(), next]])),
      [
        [file.text.trim(), 'struck'],
        ['> const lamps = 9;', 'struck'],
      ],
    );
  });

  it('keep an added line until the person removes it', async () => {
    const built = sessionWithNotes();
    const handlers = handlersOf(built);
    await handlers.addNote({ type: 'addNote', text: 'The master signs off.' });
    const { edits } = afterwards(built);
    assert.deepEqual(lineWith(afterwards(built), 'The master').isYours, true);
    assert.deepEqual(edits, [{ key: edits[0]?.key, text: 'The master signs off.' }]);
    const key = edits[0]?.key ?? '';
    await handlers.takeBackNote({ type: 'takeBackNote', key });
    assert.deepEqual(standing(built).edits, []);
    for (let turn = 0; turn < 6; turn += 1) {
      built.asks(`Now see to berth ${String(turn)}.`);
      built.answers(`Berth ${String(turn)} is done. ${'Its moorings are checked. '.repeat(20)}`);
    }
    assert.ok(afterwards(built).lines.every(({ text }) => !text.includes('The master')));
    await assert.rejects(() => handlers.takeBackNote({ type: 'takeBackNote', key }), /already undone/);
  });

  it('let the person turn off a rule by striking the rule’s line', async () => {
    const built = sessionWithNotes();
    const { words = '', source } = lineWith(standing(built), 'Never moor at berth 9.');
    assert.equal(source, 'm1');
    await handlersOf(built).strikeNote({ type: 'strikeNote', words, source });
    assert.equal(built.session.ruleWords.get('Never moor at berth 9.')?.on, false);
  });
});
