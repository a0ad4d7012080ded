import assert from 'node:assert/strict';
import { shellName } from '../../../../src/extension/approvals/shellName.ts';

describe('A shell’s name', () => {
  const names: readonly (readonly [path: string, name: string])[] = [
    ['/bin/zsh', 'zsh'],
    ['bash', 'bash'],
    ['C:\\Program Files\\PowerShell\\7\\pwsh.exe', 'pwsh'],
    ['C:\\Windows\\System32\\CMD.EXE', 'cmd'],
    ['/opt/my.exe.d/fish', 'fish'],
    ['', ''],
  ];
  for (const [path, name] of names)
    it(`is ${JSON.stringify(name)} for ${JSON.stringify(path)}`, () => {
      assert.equal(shellName(path), name);
    });
});
