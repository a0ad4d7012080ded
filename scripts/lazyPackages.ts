import type { Plugin } from 'esbuild';
import { lazyPackages as packages } from './entryPoints.ts';

/** Leaves the lazy packages out of a bundle, and redirects their imports to their files in dist/. */
export const lazyPackages: Plugin = {
  name: 'lazy-packages',
  setup(build) {
    const outputs = new Map(packages.map(({ specifier, output }) => [specifier, `./${output}`]));
    build.onResolve({ filter: /^[^.]/ }, ({ path }) => {
      const output = outputs.get(path);
      return output === undefined ? undefined : { path: output, external: true };
    });
  },
};
