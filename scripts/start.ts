import { spawn } from 'node:child_process';
import path from 'node:path';
import { takeFolder } from '../test/support/demo/startFolder.ts';
import { copySample, startSetUp } from '../test/support/demo/startSetUp.ts';
import { findDesktopVscode } from '../test/support/vscodeDesktop.ts';
import { projectRoot, vscodeTestFolder } from '../test/support/vscodeInstall.ts';
import { startServer } from '../test/support/vscodeServer.ts';
import { writeSettings } from '../test/support/vscodeSettings.ts';
import { askedVersion } from '../test/support/vscodeVersions.ts';

/** Opens a real VS Code with the extension, the sample workspace and the demo endpoint. Ctrl+C stops everything. */

const folder = takeFolder(path.join(vscodeTestFolder, 'start'));
const sample = copySample(path.join(folder, 'harbour-log'));
const userData = path.join(folder, 'user');
const port = Number(process.env['PORT'] ?? 8123);

interface RunningEditor {
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

function openDesktop(executable: string): RunningEditor {
  const child = spawn(
    executable,
    [
      ...[sample, `--extensionDevelopmentPath=${projectRoot}`, '--new-window', '--wait'],
      ...Object.values(extensions).map((extension) => `--extensionDevelopmentPath=${extension}`),
      ...['--user-data-dir', userData, '--extensions-dir', path.join(userData, 'extensions')],
      '--disable-workspace-trust',
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  return { ended, stop };
}

async function openInBrowser(): Promise<RunningEditor> {
  const server = await startServer({
    version: askedVersion(process.argv),
    userData,
    port,
    withExtension: true,
    extensions,
  });
  console.log(`\nVS Code with Longthread: ${server.urlOf(sample)}`);
  return { ended: server.exited, stop: () => server.stop() };
}

const { demo, settings, extensions } = await startSetUp();
console.log(`Demo endpoint (a script, no model): ${demo.url}`);
writeSettings(userData, settings);

const executable = await findDesktopVscode(askedVersion(process.argv));
const editor = executable === undefined ? await openInBrowser() : openDesktop(executable);
console.log(
  'Chat and walkthrough open by themselves. Ask something there, or press “Show Me” to watch the editor’s agent. Ctrl+C stops everything.',
);

const interrupted = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
});
await Promise.race([editor.ended, interrupted]);
await editor.stop();
await demo.close();
