import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Writes src/adapters/models/modelPrices.generated.ts from the model catalogue in an npm package. Run it by hand when
 * models or prices have changed: `npx node scripts/makeModelPrices.ts [VERSION]`. Includes only the vendors' own
 * endpoints, because routers report windows and prices themselves, and a price at one host does not apply at another.
 */
const PACKAGE = '@earendil-works/pi-ai';
const DEFAULT_VERSION = '1.5.2';
const TABLE = 'src/adapters/models/modelPrices.generated.ts';
const VENDORS = [
  'openai',
  'anthropic',
  'google',
  'mistral',
  'deepseek',
  'xai',
  'zai',
  'moonshotai',
  'minimax',
  'xiaomi',
];

/** Rows that complete or replace the package's rows, by vendor. They come first, because a model's first row counts. */
const BY_HAND: Readonly<Record<string, readonly string[]>> = {};

interface CatalogueModel {
  readonly type: string;
  readonly id: string;
  readonly contextWindow: number;
  readonly maxTokens: number;
  readonly cost: { readonly input: number; readonly cacheRead: number; readonly output: number };
}

/** The catalogue of one vendor: models by name, grouped by the vendor's APIs. */
type Catalogue = Record<string, Record<string, CatalogueModel>>;

function unpack(version: string, folder: string): void {
  execFileSync('npm', ['pack', '--silent', `${PACKAGE}@${version}`], { cwd: folder, stdio: 'ignore' });
  execFileSync('tar', ['xzf', `earendil-works-pi-ai-${version}.tgz`], { cwd: folder });
}

function rowsOf(vendor: string, folder: string): readonly string[] {
  const file = path.join(folder, 'package/dist/providers/data', `${vendor}.json`);
  const catalogue = JSON.parse(readFileSync(file, 'utf8')) as Catalogue;
  const models = Object.values(catalogue).flatMap((group) => Object.values(group));
  return models.filter(({ type }) => type === 'chat').map(row);
}

function row({ id, contextWindow, maxTokens, cost }: CatalogueModel): string {
  return [id, contextWindow, maxTokens, cost.input, cost.cacheRead, cost.output].join(' ');
}

function render(version: string, lines: readonly string[]): string {
  return `/**
 * Hosted models: \`id window maxOutput inputPrice cachedPrice outputPrice\`, in tokens and US dollars per million
 * tokens, one vendor per line. Made by scripts/makeModelPrices.ts from ${PACKAGE} ${version} (MIT).
 */
export const MODEL_PRICES = \`
${lines.join('\n')}
\`;
`;
}

const version = process.argv[2] ?? DEFAULT_VERSION;
const folder = mkdtempSync(path.join(tmpdir(), 'model-table-'));
try {
  unpack(version, folder);
  const lines = VENDORS.map(
    (vendor) => `${vendor}: ${[...(BY_HAND[vendor] ?? []), ...rowsOf(vendor, folder)].join('; ')}`,
  );
  writeFileSync(TABLE, render(version, lines));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
