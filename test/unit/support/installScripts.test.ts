import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

function read(name: string): unknown {
  return JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../..', name), 'utf8'));
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
}

interface Manifest {
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

describe('The list allowScripts in package.json', () => {
  it('names exactly the packages that have install scripts', () => {
    const { packages } = read('package-lock.json') as Lock;
    const { allowScripts } = read('package.json') as Manifest;
    const withScripts = Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([place]) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length));
    assert.deepEqual(Object.keys(allowScripts).sort(), [...new Set(withScripts)].sort());
  });
});
