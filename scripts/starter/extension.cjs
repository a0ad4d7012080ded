const { readFileSync } = require('node:fs');
const vscode = require('vscode');

const run = (command, ...given) => vscode.commands.executeCommand(`longthread.${command}`, ...given);

/** The first time with the sample session; later windows open where one left off. */
exports.activate = async ({ globalState }) => {
  await applySettings(process.env.LONGTHREAD_START_SETTINGS);
  if (!globalState.get('wasShown')) {
    await run('openSample');
    await globalState.update('wasShown', true);
  }
  await run('getStarted');
  await run('focusChat');
  // Nothing waits for the answer.
  void offerAgent();
};

/** Applies the settings of this file, in a window that is debugged: it has a profile of its own for the time being. */
async function applySettings(file) {
  if (file === undefined) return;
  for (const [name, value] of Object.entries(JSON.parse(readFileSync(file, 'utf8'))))
    await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
}

async function offerAgent() {
  const chosen = await vscode.window.showInformationMessage(
    'Longthread can work in the editor’s own agent, too: watch it fix this sample and be compacted when it is done.',
    'Show Me',
  );
  if (chosen !== undefined)
    await run('useInAgent', 'Fix the failing tests, and never change the tests themselves.');
}
