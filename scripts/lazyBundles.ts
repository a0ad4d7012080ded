import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import type { EntryPoint } from './entryPoints.ts';

/**
 * Lets source code name its lazy parts and workers by their source files, which also run unbundled in tests:
 * a dynamic import of an entry point, or a `new URL` of one, becomes that entry point's bundle.
 */
export function lazyBundles(root: string, entryPoints: readonly EntryPoint[]): Plugin {
  const outputs = new Map(entryPoints.map(({ source, output }) => [path.join(root, source), `./${output}`]));
  const bundleOf = (from: string, specifier: string): string | undefined =>
    outputs.get(path.resolve(path.dirname(from), specifier));
  return {
    name: 'lazy-bundles',
    setup(build) {
      build.onResolve({ filter: /^\..*\.ts$/ }, ({ kind, importer, path: specifier }) => {
        const bundle = kind === 'dynamic-import' ? bundleOf(importer, specifier) : undefined;
        return bundle === undefined ? undefined : { path: bundle, external: true };
      });
      build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path: file }) => {
        const text = await readFile(file, 'utf8');
        const contents = text.replace(
          /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g,
          (whole, specifier: string) => whole.replace(specifier, bundleOf(file, specifier) ?? specifier),
        );
        return contents === text ? undefined : { contents, loader: 'ts' };
      });
    },
  };
}
