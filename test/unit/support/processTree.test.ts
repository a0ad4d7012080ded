import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProcessTree } from '../../support/processTree.ts';
import { until } from '../../support/until.ts';

/** Starts a process that starts a second process in a new process group, as an editor starts its server. */
function startTree(work: string): ReturnType<typeof spawn> {
  const inner = JSON.stringify(work);
  const outer = `require('node:child_process').spawn(process.execPath, ['-e', ${inner}], { detached: true, stdio: 'ignore' })`;
  return spawn(process.execPath, ['-e', outer], { stdio: 'ignore' });
}

describe('A tree of processes', () => {
  before(function () {
    if (process.platform !== 'linux') this.skip();
  });

  it('counts the CPU time of descendants in other process groups, and ends these descendants', async () => {
    const child = startTree('for (;;);');
    const tree = new ProcessTree(child.pid ?? 0);
    await until('the inner process has used half a second', () => {
      tree.sample();
      return (tree.cpuSeconds() ?? 0) > 0.5;
    });
    tree.kill();
    await once(child, 'close');
    // Waits, because the inner process may end slightly later than the outer process.
    let used: number | undefined;
    const isAtRest = (): boolean => {
      const before = used;
      tree.sample();
      used = tree.cpuSeconds();
      return used === before;
    };
    await until('no process of the tree uses CPU time', isAtRest, { pause: () => sleep(100) });
  });
});
