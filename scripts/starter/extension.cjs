const { readFileSync } = require('node:fs');
const vscode = require('vscode');

const run = (command, ...given) => vscode.commands.executeCommand(`longthread.${command}`, ...given);

/** Opens the sample session in the first window. Later windows open the last session. */
exports.activate = async ({ globalState }) => {
  await applySettings(process.env.LONGTHREAD_START_SETTINGS);
  if (!globalState.get('wasShown')) {
    await run('openSample');
    await globalState.update('wasShown', true);
  }
  await run('getStarted');
  await run('focusChat');
  // Not awaited, so that the activation ends before the person answers.
  void offerAgent();
};

/** Applies the settings in `file`. Only a debugged window gets a file, because it has a temporary profile. */
async function applySettings(file) {
  if (file === undefined) return;
  for (const [name, value] of Object.entries(JSON.parse(readFileSync(file, 'utf8'))))
    await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
}

async function offerAgent() {
  const chosen = await vscode.window.showInformationMessage(
    'Longthread can work in the editor’s own agent, too: watch the agent fix this sample, and Longthread compact the session afterwards.',
    'Show Me',
  );
  if (chosen !== undefined)
    await run('useInAgent', 'Fix the failing tests, and never change the tests themselves.');
}
