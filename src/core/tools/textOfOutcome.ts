import { type ToolMessage, textOf } from '../log/message.ts';
import { noEffectWords } from './noEffect.ts';
import { exitCodeIn } from './readResult.ts';
import { runningWords } from './runningCommand.ts';
import { CHANGES, kindOfTool } from './toolKind.ts';

/**
 * Returns a text that says how a call ended, with `instead` in place of everything else in the result. The readers of
 * results, such as `readResult` and `wasRefused`, find the same outcome in this text as in the result.
 */
export function textOfOutcome(message: ToolMessage, instead: string): string {
  const text = textOf(message);
  const noEffect = noEffectWords(text);
  if (noEffect !== undefined) return `${noEffect} ${instead}`;
  const kind = kindOfTool(message.toolName);
  const isError = (CHANGES.has(kind) || kind === 'other') && text.startsWith('Error: ');
  const said = isError ? `Error: ${instead}` : instead;
  if (message.exitCode !== undefined || (kind !== 'shell' && kind !== 'other')) return said;
  const running = runningWords(text);
  const code = exitCodeIn(text);
  return [
    ...(running === undefined ? [] : [running]),
    said,
    ...(code === undefined ? [] : [`Exit code: ${String(code)}`]),
  ].join('\n');
}
