import assert from 'node:assert/strict';
import { commandText, usualFolder } from '../../../../src/core/record/commandText.ts';
import { shellScript } from '../../../../src/core/tools/shellScript.ts';

const textOf = (command: string, usual?: string) => commandText(command, shellScript(command), usual);

describe('a command in the notes', () => {
  it('is shown without a leading `cd` to the folder in which most commands ran', () => {
    const commands = [
      'cd /p/lamp && npm test',
      'cd "/p/lamp/"\nmake',
      "cd '/p/lamp'; make",
      'cd /p/pier; make',
      'ls',
    ];
    assert.equal(usualFolder(commands), '/p/lamp');
    const normalized = commands.map((command) => textOf(command, '/p/lamp').normalized);
    assert.deepEqual(normalized, ['npm test', 'make', 'make', 'cd /p/pier; make', 'ls']);
    for (const command of commands.slice(0, 3)) assert.equal(textOf(command, '/p/lamp').commands.length, 1);
    assert.equal(usualFolder(['cd /p/lamp && make', 'make']), undefined);
    assert.equal(usualFolder(['cd lamp && make', 'cd lamp && ls']), undefined);
    assert.equal(usualFolder(['cd /tmp/x && ls', 'make', 'make']), undefined);
  });

  it('shows only its main commands if the command has several lines', () => {
    const script =
      "cd /p/lamp\ncat > a_test.go <<'EOF'\npackage a\nEOF\necho go\ngo test . 2>&1 | grep ok\nrm a_test.go";
    assert.equal(textOf(script, '/p/lamp').shown, 'go test . … rm a_test.go');
    assert.equal(textOf("cat > a.txt <<'EOF'\na\nEOF").shown, 'cat > a.txt');
  });

  it('is shown from the beginning if its text does not contain the main commands word for word', () => {
    const commit = `git commit -m "$(cat <<'EOF'\nlamps: ${'lit and dimmed '.repeat(20)}\nEOF\n)"`;
    const { shown } = textOf(commit);
    assert.match(shown, /^git commit -m "\$\(cat <<'EOF' lamps: lit and dimmed/u);
    assert.ok(shown.length <= 160);
  });

  it('is not cut at a pipe if it is a tool’s search query instead of a shell command', () => {
    assert.equal(commandText('lamps | head', undefined, undefined).normalized, 'lamps | head');
  });

  it('is cut at 160 characters, but not at a pipe in quotes', () => {
    const command = 'make\ngrep "lamp | pier" a.txt 2>/dev/null | sort\nmake b';
    assert.doesNotMatch(textOf(command).shown, /"lamp … /u);
    assert.equal(textOf('x'.repeat(400)).shown.length, 160);
  });

  it('is split into single commands, each with any `cd` to another folder in front, unless the command has a heredoc', () => {
    assert.deepEqual(textOf('cd /p/lamp && npm test && make', '/p/lamp').commands, ['npm test', 'make']);
    assert.deepEqual(textOf('cd web && npm test').commands, ['cd web npm test']);
    assert.deepEqual(textOf('python3 - <<EOF\n1\nEOF').commands, []);
  });
});
