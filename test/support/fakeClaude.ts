import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AgentProgram, ProgramRun } from '../../src/adapters/claudeCode/agentProgram.ts';
import { PluginHome } from '../../src/adapters/claudeCode/pluginHome.ts';

/** Answers Claude Code's plugin commands as version 2.1.331 does. */
export class FakeClaude implements AgentProgram {
  readonly ran: string[] = [];
  readonly marketplaces = new Map<string, string>();
  readonly plugins = new Set<string>();
  version = '2.1.331 (Claude Code)\n';
  /** Commands that begin with `command` are refused with the error message `words`. */
  refused: readonly [command: string, words: string] | undefined;

  async run(args: readonly string[]): Promise<ProgramRun> {
    const command = args.join(' ');
    this.ran.push(command);
    if (this.refused !== undefined && command.startsWith(this.refused[0]))
      return { isDone: false, output: this.refused[1] };
    const [verb = '', name = ''] = args.slice(args[1] === 'marketplace' ? 2 : 1);
    const isMarketplace = args[1] === 'marketplace';
    switch (verb) {
      case '':
        return { isDone: true, output: this.version };
      case 'list':
        return { isDone: true, output: JSON.stringify([...this.plugins].map((id) => ({ id }))) };
      case 'add':
        this.marketplaces.set('longthread', name);
        return { isDone: true, output: '✔ Successfully added marketplace: longthread' };
      case 'install':
        this.plugins.add(name);
        return { isDone: true, output: `✔ Successfully installed plugin: ${name}` };
      default: {
        const isThere = isMarketplace ? this.marketplaces.delete(name) : this.plugins.delete(name);
        return { isDone: isThere, output: isThere ? '✔ Removed' : `✘ Failed: ${name} not found` };
      }
    }
  }
}

/** Makes a temporary folder that contains an extension with a plugin, and the home of this plugin. */
export function temporaryHome(): { readonly root: string; readonly home: PluginHome; remove(): void } {
  const root = mkdtempSync(path.join(tmpdir(), 'lt-home-'));
  extensionIn(root, '1.0.0');
  return {
    root,
    home: homeIn(root, '1.0.0'),
    remove: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
}

export function homeIn(root: string, version: string): PluginHome {
  return new PluginHome(path.join(root, 'storage', 'claudeCode'), {
    extension: path.join(root, `extension-${version}`),
    version,
  });
}

/**
 * Writes the folder of an extension with a plugin. The plugin has one chunk file. In the name of this file, the version
 * takes the place of the hash that a bundler writes.
 */
export function extensionIn(root: string, version: string): void {
  const plugin = path.join(root, `extension-${version}`, 'dist', 'claudeCode', 'longthread');
  mkdirSync(path.join(plugin, 'hooks'), { recursive: true });
  writeFileSync(path.join(plugin, 'hooks', 'register.js'), `// ${version}`);
  writeFileSync(path.join(plugin, 'hooks', `chunk-${version}.js`), '');
}
