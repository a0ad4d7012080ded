import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { SourceLines } from '../../../../src/extension/logging/sourceLines.ts';

const SOURCE = `// a line above
class Harbour {
  #open(gate: string): never {
    throw new Error(\`no \${gate}\`);
  }
  enter(): never {
    return this.#open('gate');
  }
}
export function sail(): never {
  return new Harbour().enter();
}
`;

describe('SourceLines', () => {
  let folder = '';
  let stack = '';

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'lt-lines (a)-'));
    mkdirSync(path.join(folder, 'src'));
    mkdirSync(path.join(folder, 'dist/lines'), { recursive: true });
    writeFileSync(path.join(folder, 'src/harbour.ts'), SOURCE);
    await build({
      ...{ absWorkingDir: folder, entryPoints: ['src/harbour.ts'], outfile: 'dist/harbour.cjs' },
      ...{ bundle: true, minify: true, sourcemap: 'external', platform: 'node', format: 'cjs' },
    });
    // The import is dynamic because the scripts are another TypeScript project, which imports this project.
    const script = new URL('../../../../scripts/lineMap.ts', import.meta.url).href;
    const { lineMap } = (await import(script)) as { readonly lineMap: (map: string) => string };
    const map = readFileSync(path.join(folder, 'dist/harbour.cjs.map'), 'utf8');
    writeFileSync(path.join(folder, 'dist/lines/harbour.cjs.map'), lineMap(map));
    const { sail } = createRequire(import.meta.url)(path.join(folder, 'dist/harbour.cjs')) as {
      readonly sail: () => never;
    };
    try {
      sail();
    } catch (error) {
      stack = String((error as Error).stack);
    }
  });

  after(() => {
    rmSync(folder, { recursive: true });
  });

  it('names the source line for each stack frame of a minified bundle', async () => {
    const frames = await new SourceLines(path.join(folder, 'dist')).framesOf(stack);
    const places = frames
      .filter(({ isOwn }) => isOwn)
      .map(({ text }) => /\((.*)\)|at (\S+)$/.exec(text)?.[0]);
    assert.deepEqual(
      places.map((place) => /src\/harbour\.ts:\d+/.exec(place ?? '')?.[0]),
      ['src/harbour.ts:4', 'src/harbour.ts:7', 'src/harbour.ts:11'],
    );
  });

  it('returns stack frames of other code unchanged', async () => {
    const told = `Error: at home (x.ts:1:1)\n    at run (node:internal/modules:10:5)\n    at ${path.join(folder, 'dist', 'other.cjs')}:1:2`;
    const frames = await new SourceLines(path.join(folder, 'dist')).framesOf(told);
    assert.deepEqual(
      frames.map(({ isOwn }) => isOwn),
      [false, false],
    );
    assert.equal(frames[0]?.text, 'at run (node:internal/modules:10:5)');
  });
});
