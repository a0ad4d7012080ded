// Writes src/adapters/models/modelTable.ts from the model catalogue that the npm package
// @earendil-works/pi-ai (MIT) carries as JSON. Run it by hand when models or prices changed:
//   node scripts/makeModelTable.mjs [VERSION]
// Only the vendors' own endpoints are taken: routers tell windows and prices themselves (see endpointProfile.ts),
// and a price of one host means nothing on another.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGE = '@earendil-works/pi-ai';
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

const version = process.argv[2] ?? '1.5.2';
const folder = mkdtempSync(join(tmpdir(), 'model-table-'));
try {
  execFileSync('npm', ['pack', '--silent', `${PACKAGE}@${version}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  execFileSync('tar', ['xzf', `earendil-works-pi-ai-${version}.tgz`], { cwd: folder });
  const lines = VENDORS.map((vendor) => `${vendor}: ${rowsOf(vendor).join('; ')}`);
  writeFileSync('src/adapters/models/modelTable.ts', render(lines));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function rowsOf(vendor) {
  const file = join(folder, 'package/dist/providers/data', `${vendor}.json`);
  const models = Object.values(JSON.parse(readFileSync(file, 'utf8'))).flatMap((group) =>
    Object.values(group),
  );
  return models.filter((model) => model.type === 'chat').map(row);
}

function row({ id, contextWindow, maxTokens, cost }) {
  return [id, contextWindow, maxTokens, cost.input, cost.cacheRead, cost.output].join(' ');
}

function render(lines) {
  return `/**
 * Hosted models: \`id window maxOutput inputPrice cachedPrice outputPrice\`, tokens and US dollars a million tokens, one vendor
 * a line. Made by scripts/makeModelTable.mjs from ${PACKAGE} ${version} (MIT).
 */
export const MODEL_TABLE = \`
${lines.join('\n')}
\`;
`;
}
