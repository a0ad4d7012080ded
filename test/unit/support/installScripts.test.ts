import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

function read<T>(name: string): T {
  return JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../..', name), 'utf8')) as T;
}

describe('An install runs', () => {
  it('the scripts of packages that the manifest names alone, and it names each that has some', () => {
    const { packages } = read<{ readonly packages: Record<string, { readonly hasInstallScript?: boolean }> }>(
      'package-lock.json',
    );
    const { allowScripts } = read<{ readonly allowScripts: Record<string, boolean> }>('package.json');
    const withScripts = Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([place]) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length));
    assert.deepEqual(Object.keys(allowScripts).sort(), [...new Set(withScripts)].sort());
  });
});
