import assert from 'node:assert/strict';
import { atOnce } from '../../../../src/core/steps.ts';
import { filesOf } from '../../../../src/core/record/files.ts';
import { workOf } from '../../../../src/core/record/work.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import { call, countRoughly, result, sessionOf } from './sessionOf.ts';

const PATH = 'src/lamp.ts';

function quotedLines(...changes: readonly Message[]): readonly string[] {
  const messages = changes.flatMap((message, index) => {
    const [part] = message.parts;
    return part?.type === 'toolCall'
      ? [message, result(part.callId, part.name, `done ${String(index)}`)]
      : [];
  });
  const [file] = atOnce(filesOf(workOf(sessionOf(...messages)), countRoughly));
  return file?.pieces.toSorted((a, b) => a.place - b.place).map(({ text }) => text) ?? [];
}

let calls = 0;
const edit = (before: string, after: string): Message =>
  call(`c${String((calls += 1))}`, 'edit', { path: PATH, old_string: before, new_string: after });
const write = (content: string): Message =>
  call(`c${String((calls += 1))}`, 'write', { path: PATH, content });

describe('text added to a file', () => {
  it('is quoted without lines that a later change removed', () => {
    const first = edit('x', 'const LAMPS = 5;\nconst piers = 2;');
    assert.deepEqual(quotedLines(first, edit('const LAMPS = 5;', 'const LAMPS = 9;')), [
      `${PATH} edited 2 times`,
      'const LAMPS = 9;',
      'const piers = 2;',
    ]);
    assert.deepEqual(quotedLines(first, edit('const LAMPS = 5;\n', '')).slice(1), ['const piers = 2;']);
  });

  it('is quoted only once if a later change repeats the text as context or adds the text again', () => {
    const around = edit('const piers = 2;\nlight();', 'const piers = 2;\ndim();');
    assert.deepEqual(quotedLines(edit('x', 'const piers = 2;'), around).slice(1), [
      'dim();',
      'const piers = 2;',
    ]);
    assert.deepEqual(quotedLines(edit('a', 'dim();'), edit('b', '  dim();')).slice(1), ['  dim();']);
  });

  it('is listed if removed and later added again', () => {
    const [one, other] = ['const LAMPS = 5;', 'const LAMPS = 9;'];
    assert.deepEqual(quotedLines(edit('x', one), edit(one, other), edit(other, one)).slice(1), [one]);
  });

  it('is taken from the last write of the whole file and from later edits', () => {
    const quoted = quotedLines(
      edit('x', 'old();'),
      write('dim();\nlight();'),
      write('dim();\nshine();'),
      edit('shine();', 'glow();'),
    );
    assert.deepEqual(quoted, [`${PATH} written, edited 2 times`, 'glow();', 'dim();']);
  });

  it('is omitted if the file was deleted', () => {
    const removal = call('gone', 'bash', { command: `rm ${PATH}` });
    assert.deepEqual(quotedLines(write('dim();'), removal), [`${PATH} deleted`]);
  });
});

describe('files in the notes', () => {
  const fileNotes = (...messages: readonly Message[]): readonly string[] =>
    atOnce(filesOf(workOf(sessionOf(...messages)), countRoughly)).flatMap(
      ({ pieces }) => pieces[0]?.text ?? [],
    );
  const done = (message: Message): readonly Message[] => {
    const [part] = message.parts;
    return part?.type === 'toolCall' ? [message, result(part.callId, part.name, 'done')] : [];
  };
  const run = (command: string): readonly Message[] =>
    done(call(`c${String((calls += 1))}`, 'bash', { command }));
  const editOf = (path: string): readonly Message[] =>
    done(call(`c${String((calls += 1))}`, 'edit', { path, old_string: 'a', new_string: 'b' }));
  const read = (path: string): readonly Message[] => done(call(`c${String((calls += 1))}`, 'read', { path }));

  it('are shown without the common folder, even if the case of the drive letters differs', () => {
    const written = ['c:\\code\\lamp\\a.ts', 'C:\\code\\lamp\\b.ts'].flatMap((path, at) =>
      done(call(`d${String(at)}`, 'write', { path, content: 'dim();' })),
    );
    assert.deepEqual(fileNotes(...written).toSorted(), ['a.ts written', 'b.ts written']);
  });

  it('are marked as not committed if changed after the newest commit', () => {
    const [first, second] = [editOf('a.ts'), editOf('b.ts')];
    assert.deepEqual(fileNotes(...first, ...second), ['b.ts edited', 'a.ts edited']);
    assert.deepEqual(fileNotes(...first, ...run('git add -A && git commit -m "lamps"'), ...second), [
      'b.ts edited, not committed',
      'a.ts edited',
    ]);
    for (const commit of [
      'git -c user.name="A B" commit -m x',
      'git --no-pager commit -am x',
      'GIT_DIR=x git commit',
      'git -C "my lamps" -c user.name=ann commit',
      'git -C $(git rev-parse --show-toplevel) commit -m x',
      'git add -A & git commit -m x',
      'GIT_AUTHOR_NAME="A B" git --git-dir .git commit -m x',
    ])
      assert.equal(
        fileNotes(...first, ...run(commit), ...second).at(0),
        'b.ts edited, not committed',
        commit,
      );
    for (const none of [
      ...['git log --grep commit', 'git commit-graph write', 'echo git commit', 'git checkout commit'],
      ...['git --no-pager show commit', 'git -C app log commit', 'git -C commit status', 'git help commit'],
    ])
      assert.equal(fileNotes(...first, ...run(none), ...second).at(0), 'b.ts edited', none);
  });

  it('count as committed if only the push after the commit failed', () => {
    const [first, second] = [editOf('a.ts'), editOf('b.ts')];
    const pushed = call('push', 'bash', { command: 'git commit -am y && git push' });
    const again = [...first, ...run('git commit -am x'), ...second];
    assert.equal(fileNotes(...again, pushed, result('push', 'bash', 'rejected', 1)).at(0), 'b.ts edited');
    const refused = call('no', 'bash', { command: 'git add -A && git commit -m y' });
    assert.equal(
      fileNotes(...again, refused, result('no', 'bash', 'lint failed', 1)).at(0),
      'b.ts edited, not committed',
    );
  });

  it('do not include files of a patch that Codex rejected', () => {
    const patch = '*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** End Patch';
    const report =
      'patch rejected: writing is blocked by read-only sandbox; rejected by user approval settings';
    for (const patched of [
      call('no', 'apply_patch', { input: patch }),
      call('no', 'exec_command', { cmd: `apply_patch <<'EOF'\n${patch}\nEOF` }),
    ])
      assert.deepEqual(fileNotes(patched, result('no', 'apply_patch', report)), []);
  });

  it('are shown with both names after a move', () => {
    assert.deepEqual(
      fileNotes(...editOf('src/a.ts'), ...run('git mv src/a.ts src/b.ts'), ...editOf('src/b.ts')),
      ['src/b.ts moved from src/a.ts, edited 2 times'],
    );
    assert.deepEqual(fileNotes(...read('a.ts'), ...run('mv a.ts b.ts'), ...run('mv b.ts c.ts')), [
      'c.ts moved from a.ts',
    ]);
    assert.deepEqual(fileNotes(...editOf('old/a.ts'), ...read('old/b.ts'), ...run('git mv old new')), [
      'new moved from old',
      'new/a.ts edited',
      'new/b.ts read',
    ]);
    const patch =
      "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.ts\n*** Move to: b.ts\n@@\n-x\n+y\n*** End Patch\nEOF";
    assert.deepEqual(fileNotes(...editOf('a.ts'), ...run(patch)), ['b.ts moved from a.ts, edited 2 times']);
    assert.deepEqual(fileNotes(...editOf('a.ts'), ...run('mv a.ts b.ts'), ...run('rm b.ts')), [
      'b.ts moved from a.ts, deleted',
    ]);
  });

  it('are shown without the changes of another file that had the same name before', () => {
    const script = "mv src/a.ts src/a.bak.ts\ncat > src/a.ts <<'EOF'\nconst LAMPS = 9;\nEOF";
    assert.deepEqual(fileNotes(...editOf('src/a.ts'), ...run(script)), [
      'src/a.ts written',
      'src/a.bak.ts moved from src/a.ts, edited',
    ]);
  });

  it('show no move after a move back, and are omitted if they were not read or changed', () => {
    const moved = [...run('mv a.ts b.ts'), ...run('mv b.ts a.ts')];
    assert.deepEqual(fileNotes(...editOf('a.ts'), ...moved), ['a.ts edited']);
    assert.deepEqual(fileNotes(...read('a.ts'), ...moved), ['a.ts read']);
    assert.deepEqual(fileNotes(...moved), []);
  });

  it('have full names after a move with relative paths if other calls give the full names', () => {
    const moved = run('cd src && mv util/a.ts .');
    assert.deepEqual(fileNotes(...read('/p/lamp/src/util/a.ts'), ...moved, ...editOf('/p/lamp/src/a.ts')), [
      '/p/lamp/src/a.ts moved from /p/lamp/src/util/a.ts, edited',
    ]);
    assert.deepEqual(fileNotes(...read('/p/lamp/src/util/a.ts'), ...moved), [
      'a.ts moved from /p/lamp/src/util/a.ts',
    ]);
  });

  it('are shown as edited if a command edited them in place', () => {
    const [lamp, pier] = [read('src/lamp.ts'), read('src/pier.ts')];
    for (const command of [
      ...[
        "sed -i 's/a/b/' src/lamp.ts",
        "sed -i '' 's|a;b|c|g' src/lamp.ts && npm test",
        'sed -Ei.bak s/a/b/ src/lamp.ts',
      ],
      ...[
        "sed -n -i -e 's/a/b/' \\\n -e 's/src/pier.ts/' src/lamp.ts",
        "sed --in-place '5d' src/lamp.ts 2>&1 | tail -1",
      ],
      ...["perl -0pi -e 's/a/b/' src/lamp.ts", "perl -i -pe 's/a/b/' src/lamp.ts # not src/pier.ts"],
    ])
      assert.deepEqual(
        fileNotes(...lamp, ...pier, ...run(command)),
        ['src/lamp.ts edited', 'src/pier.ts read'],
        command,
      );
    for (const command of [
      ...["sed 's/a/b/' src/lamp.ts", "sed -n '1,9p' src/lamp.ts", "perl -Mlib=x -pe 's/a/b/' src/lamp.ts"],
      ...["sed -i 's/src/lamp.ts/' src/*.ts", "echo sed -i 's/a/b/' src/lamp.ts"],
    ])
      assert.ok(
        fileNotes(...lamp, ...run(command)).every((line) => line.startsWith('src/lamp.ts read')),
        command,
      );
  });

  it('come last if created and then deleted', () => {
    const overwritten = run("cat > b.ts <<'EOF'\npackage a\nEOF\nrm b.ts");
    assert.deepEqual(fileNotes(...read('b.ts'), ...overwritten, ...read('c.ts')), [
      'b.ts deleted',
      'c.ts read',
    ]);
    const scratch = run("cat > try.go <<'EOF'\npackage a\nEOF\ngo test .\nrm try.go");
    assert.deepEqual(fileNotes(...editOf('a.ts'), ...read('b.ts'), ...scratch), [
      'a.ts edited',
      'b.ts read',
      'try.go deleted',
    ]);
  });

  it('have one name each, even with both relative and absolute paths', () => {
    const commands = run('cd /p/lamp && npm test');
    const named = fileNotes(
      ...commands,
      ...editOf('/p/lamp/src/a.ts'),
      ...read('./src/a.ts'),
      ...read('/p/lamp/b.ts'),
    );
    assert.deepEqual(named, ['src/a.ts edited', 'b.ts read']);
    const missing = call('no', 'read', { path: '/elsewhere/src/a.ts' });
    assert.deepEqual(
      fileNotes(missing, result('no', 'read', 'ENOENT: no such file', 1), ...editOf('src/a.ts')),
      ['src/a.ts edited'],
    );
  });
});
