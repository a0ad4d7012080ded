import assert from 'node:assert/strict';
import { laterEffectOf } from '../../../../src/core/approval/laterEffect.ts';
import { isOutside, placeOf } from '../../../../src/core/approval/places.ts';

const roots = [{ name: 'app', path: '/home/ann/app' }];

describe('The list of autorun files and agent instructions', () => {
  const asking = [
    ...['.git/config', 'sub/.git/hooks/post-merge', '.gitmodules', '.husky/pre-commit', 'lefthook.yml'],
    ...['.vscode/tasks.json', 'my.code-workspace', '.devcontainer/devcontainer.json', '.idea/workspace.xml'],
    ...['.github/workflows/ci.yml', '.gitlab-ci.yml', 'Jenkinsfile', '.circleci/config.yml'],
    ...['.mcp.json', 'mcp.json', '.cursor/mcp.json', 'AGENTS.md', 'docs/agents.md', 'CLAUDE.md'],
    ...['CLAUDE.local.md', 'GEMINI.md', '.cursorrules', '.github/copilot-instructions.md', 'a.prompt.md'],
    ...['.longthread/instructions.md', '.claude/settings.json', '.bashrc', 'home/.zshenv', '.envrc'],
    ...[
      '.npmrc',
      'sub/.yarnrc.yml',
      '.yarn/releases/x.cjs',
      '.pnpmfile.cjs',
      'bunfig.toml',
      '.cargo/config.toml',
    ],
    ...[
      '.exrc',
      '.zed/tasks.json',
      '.dir-locals.el',
      '.gitconfig',
      '.mise.toml',
      'QWEN.md',
      '.rules',
      'HEAD',
    ],
    ...['config/fish/config.fish', 'Microsoft.PowerShell_profile.ps1'],
  ];
  for (const path of asking)
    it(`includes ${path}`, () => {
      assert.notEqual(laterEffectOf(path), undefined);
    });

  const tricks = [
    ...['.GIT/config', '.git./config', '.git /config', '.vscode::$INDEX_ALLOCATION/x', 'src/../.git/config'],
    ...['./.vscode/tasks.json', '.vscode//tasks.json', 'AGENTS.MD', 'agents.md.', 'AGENTS.md::$DATA'],
    ...['.g\u200cit/config', '.ｇit/config', 'a\\..\\.git\\config', '/home/ann/app/.git/config', '.git'],
  ];
  for (const path of tricks)
    it(`includes a file with the unusual spelling ${JSON.stringify(path)}`, () => {
      assert.notEqual(laterEffectOf(placeOf(path, '', roots)), undefined);
    });

  const others = [
    ...[
      'src/app.ts',
      '.gitignore',
      '.gitattributes',
      'README.md',
      'docs/agents/list.ts',
      'git/config',
      'src/head/a.ts',
    ],
    ...['vscode/tasks.json', 'agents.ts', 'src/claude.ts', 'package.json', 'Makefile', '.env'],
  ];
  for (const path of others)
    it(`does not include ${path}`, () => {
      assert.equal(laterEffectOf(path), undefined);
    });
});

describe('The resolution of paths:', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['src/a.ts', '', 'src/a.ts'],
    ['../a.ts', 'src', 'a.ts'],
    ['../../a.ts', 'src', '/home/ann/a.ts'],
    ['/home/ann/app/src/a.ts', '', 'src/a.ts'],
    ['/home/ann/application/a.ts', '', '/home/ann/application/a.ts'],
    ['/etc/../etc/hosts', '', '/etc/hosts'],
    ['/../etc/hosts', '', '/etc/hosts'],
    ['~/.zshrc', 'src', '~/.zshrc'],
    ['a\\b.ts', '', 'a/b.ts'],
    ['C:\\Windows\\x', '', 'C:/Windows/x'],
    ['x.ts', '/tmp', '/tmp/x.ts'],
    ['.', 'src/deep/..', 'src'],
  ];
  for (const [written, folder, place] of cases)
    it(`${written} in the folder “${folder}” resolves to ${place}`, () => {
      assert.equal(placeOf(written, folder, roots), place);
    });

  it('with several workspace folders, a path begins with the name of its workspace folder', () => {
    const several = [...roots, { name: 'lib', path: '/home/ann/lib' }];
    assert.equal(placeOf('/home/ann/lib/a.ts', '', several), 'lib/a.ts');
    assert.equal(placeOf('../x.ts', 'lib/src', several), 'lib/x.ts');
  });

  it('a path with a drive letter is compared with the workspace folder without regard to upper and lower case', () => {
    const onDrive = [{ name: 'app', path: 'c:/Users/Ann/app' }];
    assert.equal(placeOf('C:\\users\\ann\\app\\src\\a.ts', '', onDrive), 'src/a.ts');
    assert.equal(placeOf('C:/Users/Ann/app', '', onDrive), '');
    assert.equal(placeOf('C:/Users/Ann/apps/a.ts', '', onDrive), 'C:/Users/Ann/apps/a.ts');
    assert.equal(placeOf('/home/ann/APP/a.ts', '', roots), '/home/ann/APP/a.ts');
  });

  it('a path that goes up above the root of a disk stays on the disk, outside the workspace', () => {
    const onDrive = [{ name: 'app', path: 'C:/ws' }];
    for (const path of ['C:\\..\\Users\\x', '../../Users/x', '..\\..\\..\\Users\\x']) {
      assert.equal(placeOf(path, '', onDrive), 'C:/Users/x');
      assert.ok(isOutside(placeOf(path, '', onDrive)));
    }
    assert.ok(isOutside(placeOf('D:a\\..\\secret.txt', '', onDrive)));
    assert.equal(placeOf('/../../etc/passwd', '', roots), '/etc/passwd');
  });

  it('a path can go up from a folder whose name only looks like a home or a disk, such as `~b` or `a:b`, but not from `~`', () => {
    for (const path of ['./~b/../../x', './a:b/../../x'])
      assert.equal(placeOf(path, '', roots), '/home/ann/x');
    assert.equal(placeOf('~/../x', '', roots), '~/../x');
  });

  it('a path in the second of two workspace folders with the same name stays absolute', () => {
    const twins = [...roots, { name: 'app', path: '/home/ann/old/app' }];
    assert.equal(placeOf('/home/ann/old/app/a.ts', '', twins), '/home/ann/old/app/a.ts');
    assert.equal(placeOf('/home/ann/app/a.ts', '', twins), 'app/a.ts');
  });
});
