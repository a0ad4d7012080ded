import { copyFileSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { findDesktopVscode } from '../support/vscodeDesktop.ts';
import { projectRoot } from '../support/vscodeInstall.ts';
import { askedVersion } from '../support/vscodeVersions.ts';
import { runInServer, type HostTests } from './runInServer.ts';

/**
 * Runs test/host/*.test.ts with mocha inside a real extension host; `--vscode oldest` takes the oldest version. Names
 * of tests that contain LONGTHREAD_TEST_GREP, where it is set, run alone.
 */

const compiled = path.join(projectRoot, 'out/host');
/** The second extension, which uses the first one's API. */
const consumer = 'fixtures/apiConsumer';

async function compileTests(): Promise<void> {
  rmSync(compiled, { recursive: true, force: true });
  await build({
    absWorkingDir: projectRoot,
    entryPoints: [
      'test/host/index.ts',
      `test/host/${consumer}/extension.ts`,
      ...globSync('test/host/*.test.ts', { cwd: projectRoot }),
    ],
    outdir: compiled,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    sourcemap: 'inline',
    // Modules that ask whether they were started alone: here none was.
    logOverride: { 'empty-import-meta': 'silent' },
  });
  const manifest = path.join(projectRoot, 'test/host', consumer, 'manifest.json');
  copyFileSync(manifest, path.join(compiled, consumer, 'package.json'));
}

async function runInDesktop(vscodeExecutablePath: string, tests: HostTests): Promise<number> {
  return runTests({
    vscodeExecutablePath,
    extensionDevelopmentPath: [tests.extension, ...Object.values(tests.others)],
    extensionTestsPath: tests.entry,
    extensionTestsEnv: tests.environment,
    launchArgs: [tests.workspace, '--disable-extensions', '--disable-workspace-trust', '--no-sandbox'],
  }).catch(() => 1);
}

/** Prints what the tests report as it comes. */
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
const corpus = process.env['LONGTHREAD_CORPUS'];
const grep = process.env['LONGTHREAD_TEST_GREP'];
const tests: HostTests = {
  extension: projectRoot,
  others: { 'longthread-tests.api-consumer': path.join(compiled, consumer) },
  entry: path.join(compiled, 'index.cjs'),
  workspace: path.join(projectRoot, 'sample'),
  environment: {
    LONGTHREAD_TEST_REPORT: report,
    ...(grep === undefined ? {} : { LONGTHREAD_TEST_GREP: grep }),
    ...(corpus === undefined ? {} : { LONGTHREAD_CORPUS: path.resolve(corpus) }),
  },
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
await compileTests();
const desktop = await findDesktopVscode(version);
const reported = tail(report);
const code = desktop === undefined ? await runInServer(version, tests) : await runInDesktop(desktop, tests);
const isSilent = reported.stop() === '';
rmSync(report, { force: true });
if (isSilent) console.error('No test reported anything.');
process.exitCode = isSilent ? 1 : code;
