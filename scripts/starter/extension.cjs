const vscode = require('vscode');

/** The first time with the sample session; later windows open where one left off. */
exports.activate = async ({ globalState }) => {
  const run = (command, ...given) => vscode.commands.executeCommand(`longthread.${command}`, ...given);
  if (!globalState.get('wasShown')) {
    await run('openSample');
    await globalState.update('wasShown', true);
  }
  await run('getStarted');
  await run('focusChat');
};
