import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import * as files from './entryPoints.ts';
import { lazyPackages } from './lazyPackages.ts';
import { lineMap } from './lineMap.ts';
import { noticesOf } from './notices.ts';

/** Builds everything below dist/ and checks the sizes against the budgets. */

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');

const common: BuildOptions = {
  absWorkingDir: root,
  outdir: 'dist',
  bundle: true,
  minify: true,
  sourcemap: 'linked',
  metafile: true,
  logLevel: 'warning',
};

const commonJs: BuildOptions = {
  ...common,
  platform: 'node',
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  target: 'node22',
  // Turns a dynamic import into a delayed `require` of a file or of a part of the same bundle.
  supported: { 'dynamic-import': false },
};

/** Code that defines `require`, because CommonJS packages inside an ES module need it. */
const require =
  'import { createRequire as bundleRequire } from "node:module"; const require = bundleRequire(import.meta.url);';

const bundles: readonly BuildOptions[] = [
  { ...commonJs, entryPoints: named(files.hostEntryPoints), external: ['vscode'], plugins: [lazyPackages] },
  // Keeps names, because the client of the `openai` package reads the name of its class.
  { ...commonJs, entryPoints: named(files.lazyPackages), sourcemap: false, keepNames: true },
  {
    ...common,
    entryPoints: named([files.commandLineEntryPoint]),
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minify: false,
    splitting: true,
    chunkNames: 'cli-[name]-[hash]',
    plugins: [lazyPackages],
    banner: { js: `#!/usr/bin/env node\n${require}` },
  },
  {
    ...common,
    entryPoints: named([files.piEntryPoint]),
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: false,
  },
  // Builds for a neutral platform, so that an import of a Node module fails the build.
  {
    ...common,
    entryPoints: named(files.pluginEntryPoints),
    platform: 'neutral',
    format: 'esm',
    target: 'es2023',
    sourcemap: false,
    splitting: true,
    chunkNames: 'claudeCode/longthread/hooks/[name]-[hash]',
  },
  {
    ...common,
    entryPoints: named(files.webviewEntryPoints),
    platform: 'browser',
    format: 'iife',
    target: 'chrome132',
  },
];

function named(entryPoints: readonly files.EntryPoint[]): { in: string; out: string }[] {
  return entryPoints
    .filter(({ source }) => existsSync(path.join(root, source)))
    .map(({ source, output }) => ({ in: source, out: output.replace(/\.c?js$/, '') }));
}

/** Builds and copies all files. Returns the size in bytes of each bundle and map, by file name below dist/. */
async function bundleAll(): Promise<ReadonlyMap<string, number>> {
  rmSync(dist, { recursive: true, force: true });
  const results = await Promise.all(bundles.map((options) => build(options)));
  for (const { source, output } of files.copiedFiles) {
    mkdirSync(path.dirname(path.join(dist, output)), { recursive: true });
    copyFileSync(path.join(root, source), path.join(dist, output));
  }
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}));
  writeFileSync(
    path.join(dist, files.notices),
    noticesOf(root, [...inputs, ...files.copiedFiles.map(({ source }) => source)]),
  );
  mkdirSync(path.join(dist, files.lineMaps));
  for (const { output } of files.hostEntryPoints) {
    const map = readFileSync(path.join(dist, `${output}.map`), 'utf8');
    writeFileSync(path.join(dist, files.lineMaps, `${output}.map`), lineMap(map));
  }
  // Sets the executable bit of `cli.js`, because `npx longthread` in a clone runs this file directly.
  chmodSync(path.join(dist, files.commandLineEntryPoint.output), 0o755);
  const outputs = results.flatMap(({ metafile }): [string, Metafile['outputs'][string]][] =>
    Object.entries(metafile?.outputs ?? {}),
  );
  return new Map(outputs.map(([name, { bytes }]) => [path.posix.relative('dist', name), bytes]));
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;

const sizes = await bundleAll();
for (const [name, bytes] of sizes) {
  const budget = files.budgets[name] ?? Infinity;
  if (!name.endsWith('.map')) console.log(`${name.padEnd(28)} ${kilobytes(bytes).padStart(8)}`);
  if (bytes > budget) {
    console.error(`dist/${name} takes ${kilobytes(bytes)}, but the budget is ${kilobytes(budget)}.`);
    process.exitCode = 1;
  }
}
