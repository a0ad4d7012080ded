import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import {
  budgets,
  commandLineEntryPoint,
  copiedFiles,
  hostEntryPoints,
  webviewEntryPoints,
  type Budget,
  type EntryPoint,
} from './entryPoints.ts';
import { lazyBundles } from './lazyBundles.ts';

/** Builds everything below dist/ and holds it against the budgets. */

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');

const common: BuildOptions = {
  absWorkingDir: root,
  outdir: 'dist',
  bundle: true,
  minify: true,
  keepNames: true,
  sourcemap: 'linked',
  metafile: true,
  logLevel: 'warning',
};

/** CommonJS has no import.meta.url; the file's own name gives it. */
const moduleUrl = 'const bundleUrl = require("node:url").pathToFileURL(__filename).href;';
const nodeRequire =
  'import { createRequire as bundleRequire } from "node:module"; const require = bundleRequire(import.meta.url);';

const node: BuildOptions = {
  ...common,
  platform: 'node',
  external: ['vscode'],
  plugins: [lazyBundles(root, hostEntryPoints)],
};

const named = (entryPoints: readonly EntryPoint[]): { in: string; out: string }[] =>
  entryPoints
    .filter(({ source }) => existsSync(path.join(root, source)))
    .map(({ source, output }) => ({ in: source, out: output.replace(/\.c?js$/, '') }));

async function bundle(): Promise<Metafile['outputs']> {
  rmSync(dist, { recursive: true, force: true });
  const results = await Promise.all([
    build({
      ...node,
      entryPoints: named(hostEntryPoints),
      format: 'cjs',
      outExtension: { '.js': '.cjs' },
      target: 'node22',
      supported: { 'dynamic-import': false },
      define: { 'import.meta.url': 'bundleUrl' },
      banner: { js: moduleUrl },
    }),
    build({
      ...node,
      entryPoints: named([commandLineEntryPoint]),
      format: 'esm',
      target: 'node20',
      banner: { js: `#!/usr/bin/env node\n${nodeRequire}` },
    }),
    build({
      ...common,
      entryPoints: named(webviewEntryPoints),
      format: 'iife',
      platform: 'browser',
      target: 'chrome132',
    }),
  ]);
  for (const [name, source] of Object.entries(copiedFiles)) {
    mkdirSync(path.dirname(path.join(dist, name)), { recursive: true });
    copyFileSync(path.join(root, source), path.join(dist, name));
  }
  return Object.assign({}, ...results.map(({ metafile }) => metafile?.outputs ?? {})) as Metafile['outputs'];
}

/** Sentences about what is over its budget; none when all is well. */
function complaints(budget: Budget, outputs: Metafile['outputs']): readonly string[] {
  const output = outputs[`dist/${budget.output}`];
  if (output === undefined) return [];
  const sources = Object.keys(output.inputs);
  const size = `dist/${budget.output} is ${kilobytes(output.bytes)}, over its budget of ${kilobytes(budget.maxBytes)}`;
  return [
    ...(output.bytes > budget.maxBytes ? [size] : []),
    ...budget.without.flatMap(({ source, because }) => {
      const found = sources.find((name) => source.test(name));
      return found === undefined ? [] : [`dist/${budget.output} contains ${found}: ${because}`];
    }),
  ];
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;

const outputs = await bundle();
for (const [name, { bytes }] of Object.entries(outputs)) {
  if (!name.endsWith('.map')) console.log(`${name.padEnd(28)} ${kilobytes(bytes).padStart(8)}`);
}
const found = budgets.flatMap((budget) => complaints(budget, outputs));
for (const sentence of found) console.error(sentence);
process.exitCode = found.length > 0 ? 1 : 0;
