import { copyFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { findDesktopVscode } from '../support/vscodeDesktop.ts';
import { projectRoot } from '../support/vscodeInstall.ts';
import { writeSettings } from '../support/vscodeSettings.ts';
import { askedVersion } from '../support/vscodeVersions.ts';
import { runInServer, type HostTests } from './runInServer.ts';
import { suites, type Suite } from './suites.ts';

/**
 * Runs the suites with mocha inside real extension hosts, each suite in its own window. With `--vscode oldest`, uses
 * the oldest supported version. LONGTHREAD_TEST_SUITE is the folder of one suite. LONGTHREAD_TEST_GREP is a text that
 * the names of the tests must contain.
 */

const compiled = path.join(projectRoot, 'out/host');
/** Other extensions: one uses Longthread's API, and one provides a file system. */
const fixtures = {
  'longthread-tests.api-consumer': 'apiConsumer',
  'longthread-tests.memory-files': 'memoryFiles',
};

/** Git reads only the repositories that tests open, and only when the tests ask for it. */
const GIT = { 'git.enabled': true, 'git.autoRepositoryDetection': false, 'git.autorefresh': false };

/** The window asks no question about trust, since nobody could answer it. */
const RESTRICTED = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
};

/** The environment variables that the tests inside the extension host read. */
const PASSED_ON = [
  ...['LONGTHREAD_CORPUS', 'LONGTHREAD_TEST_GREP', 'LONGTHREAD_TEST_RESULTS'],
  ...['LONGTHREAD_DRY_RUN', 'LONGTHREAD_SLOWNESS'],
];

async function compileTests(): Promise<void> {
  rmSync(compiled, { recursive: true, force: true });
  await build({
    absWorkingDir: projectRoot,
    entryPoints: [
      'test/host/index.ts',
      ...Object.values(fixtures).map((name) => `test/host/fixtures/${name}/extension.ts`),
      ...globSync('test/host/**/*.test.ts', { cwd: projectRoot }),
    ],
    outbase: 'test/host',
    outdir: compiled,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    sourcemap: 'inline',
    // Silences a warning that `import.meta` is empty. Modules read it to check whether they are the program's entry
    // point. In these bundles, no module is the entry point.
    logOverride: { 'empty-import-meta': 'silent' },
  });
  for (const name of Object.values(fixtures)) {
    const manifest = path.join(projectRoot, 'test/host/fixtures', name, 'manifest.json');
    copyFileSync(manifest, path.join(compiled, 'fixtures', name, 'package.json'));
  }
}

async function runInDesktop(vscodeExecutablePath: string, tests: HostTests): Promise<number> {
  const userData = mkdtempSync(path.join(tmpdir(), 'lt-desktop-'));
  writeSettings(userData, tests.settings);
  const options = ['--user-data-dir', userData, '--disable-extensions', '--no-sandbox'];
  const code = await runTests({
    vscodeExecutablePath,
    extensionDevelopmentPath: [tests.extension, ...Object.values(tests.others)],
    extensionTestsPath: tests.entry,
    extensionTestsEnv: tests.environment,
    launchArgs: [
      ...folderToOpen(tests.workspace),
      ...options,
      ...(tests.isRestricted ? [] : ['--disable-workspace-trust']),
    ],
  }).catch(() => 1);
  rmSync(userData, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  return code;
}

function folderToOpen(folder: string): readonly string[] {
  return path.isAbsolute(folder) ? [folder] : ['--folder-uri', folder];
}

/** Prints the report of the tests as it arrives. `stop` returns the whole report. */
function tail(file: string): { readonly stop: () => string } {
  let shown = 0;
  const show = (): string => {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    process.stdout.write(text.slice(shown));
    shown = text.length;
    return text;
  };
  const timer = setInterval(show, 200);
  return {
    stop: () => {
      clearInterval(timer);
      return show();
    },
  };
}

const version = askedVersion(process.argv);
const report = path.join(tmpdir(), `longthread-host-tests-${process.pid}.txt`);

function testsOf({ folder, workspace, isRestricted = false }: Suite): HostTests {
  const passedOn = PASSED_ON.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    extension: projectRoot,
    others: Object.fromEntries(
      Object.entries(fixtures).map(([id, name]) => [id, path.join(compiled, 'fixtures', name)]),
    ),
    entry: path.join(compiled, 'index.cjs'),
    workspace,
    settings: { ...GIT, ...(isRestricted && RESTRICTED) },
    isRestricted,
    environment: {
      LONGTHREAD_PROJECT: projectRoot,
      LONGTHREAD_TEST_REPORT: report,
      LONGTHREAD_TEST_FOLDER: path.join(compiled, folder),
      ...(Object.fromEntries(passedOn) as Record<string, string>),
    },
  };
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
await compileTests();
const desktop = await findDesktopVscode(version);
const asked = suites.filter(({ folder }) =>
  [undefined, folder].includes(process.env['LONGTHREAD_TEST_SUITE']),
);
for (const suite of asked) {
  const tests = testsOf(suite);
  const reported = tail(report);
  const code = desktop === undefined ? await runInServer(version, tests) : await runInDesktop(desktop, tests);
  const isSilent = reported.stop() === '';
  rmSync(report, { force: true });
  if (isSilent) console.error('No test reported anything.');
  if (isSilent || code !== 0) process.exitCode = 1;
}
