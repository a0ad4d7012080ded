import type { Fallback } from '../adapters/models/fallbackWords.ts';
import type { ChatModel } from '../core/ports.ts';
import { namedModel } from './namedModel.ts';
import { runCommandLine } from './runCommandLine.ts';

process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // The program that reads the output, e.g. `head`, may close the pipe early.
  if (code === 'EPIPE') return;
  process.stderr.write(`longthread: the output can’t be written: ${message}\n`);
  process.exit(1);
});
process.exitCode = await runCommandLine(process.argv.slice(2), {
  input: process.stdin,
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  now: () => performance.now(),
  connectModel,
});

/**
 * Connects the model that LONGTHREAD_ENDPOINT, LONGTHREAD_MODEL and LONGTHREAD_API_KEY name. There is no command-line
 * option for the key, since other users can read the command line. Loads the endpoint's client only here, since few
 * runs ask a model.
 */
async function connectModel(): Promise<ChatModel> {
  const named = await namedModel(process.env);
  const { EndpointModel } = await import('../adapters/models/endpointModel.ts');
  const onFallback = ({ reason }: Fallback): void => void process.stderr.write(`longthread: ${reason}\n`);
  return new EndpointModel({ ...named, onFallback });
}
