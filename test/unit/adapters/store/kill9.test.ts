import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { nodeStoreEnvironment } from '../../../../src/adapters/store/nodeStoreEnvironment.ts';
import { SessionStore } from '../../../../src/adapters/store/sessionStore.ts';
import { temporaryStore } from '../../../support/temporaryStore.ts';

const KILLS = 50;
const source = fileURLToPath(new URL('killedWriter.ts', import.meta.url));

/** The writer as one plain file, which starts several times as fast as its source. */
async function buildWriter(folder: string): Promise<string> {
  const outfile = join(folder, 'killedWriter.mjs');
  await build({ entryPoints: [source], outfile, bundle: true, platform: 'node', format: 'esm' });
  return outfile;
}

interface Killed {
  readonly sessionId: string;
  readonly isReadOnly: boolean;
  readonly acknowledged: readonly string[];
}

/** Starts a writer and kills it right after it acknowledged that many entries: a point that differs with the machine's mood. */
async function killAfter(
  writer: string,
  options: { root: string; id: string; first: number; entries: number },
): Promise<Killed> {
  const child = spawn(process.execPath, [writer, options.root, options.id, String(options.first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.split('\n').length - 2 >= options.entries) child.kill('SIGKILL');
  });
  await once(child, 'close');
  const [head = '', ...acknowledged] = output.split('\n').slice(0, -1);
  const [, sessionId = '', isReadOnly] = head.split(' ');
  return { sessionId, isReadOnly: isReadOnly === 'true', acknowledged };
}

describe('a writer that is killed', () => {
  it(`loses no acknowledged entry in ${String(KILLS)} kills, and every log opens`, async function () {
    this.timeout(120_000);
    const temporary = temporaryStore();
    try {
      const { root } = temporary;
      const writer = await buildWriter(root);
      let id = '';
      const acknowledged: string[] = [];
      for (let kill = 0; kill < KILLS; kill++) {
        const entries = 1 + ((kill * 37) % 60);
        const first = 1 + Number((acknowledged.at(-1) ?? 'm0').slice(1)) + kill;
        const killed = await killAfter(writer, { root, id, first, entries });
        assert.equal(killed.isReadOnly, false);
        id = killed.sessionId;
        acknowledged.push(...killed.acknowledged);
        await assertHolds(root, id, acknowledged);
      }
      assert.ok(acknowledged.length > 1000);
    } finally {
      temporary.remove();
    }
  });
});

async function assertHolds(root: string, id: string, acknowledged: readonly string[]): Promise<void> {
  const log = await new SessionStore(root, nodeStoreEnvironment).open(id, { readOnly: true });
  const ids = new Set((await log.readAll()).map((entry) => entry.id));
  const lost = acknowledged.filter((entryId) => !ids.has(entryId));
  assert.deepEqual(lost, []);
  assert.deepEqual(log.report.problems, []);
  const tail = await log.tail(3);
  assert.deepEqual(
    tail.map((entry) => entry.id),
    log
      .heads()
      .slice(-3)
      .map((head) => head.id),
  );
  await log.close();
}
