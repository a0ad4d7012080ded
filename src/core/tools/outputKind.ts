import type { ToolCallPart } from '../log/message.ts';
import { readCall } from './readCall.ts';
import { effectiveCommands } from './shellScript.ts';
import type { ToolKind } from './toolKind.ts';

/** The kind of a result. Test output and diffs are shortened differently from other output of commands and tools. */
export type OutputKind = ToolKind | 'test' | 'diff';

/** Matches a test command as a word. A path matches only if it ends with the word: `bin/jest`, but not `test/a.ts`. */
const TEST = /(?:^|[\s/:-])(?:tests?|vitest|jest|mocha|pytest|rspec|phpunit|ctest)(?![\w./])/u;
const DIFF = /^git\s+(?:-\S+\s+)*(?:diff|show|log)\b/u;

/** Returns the kind of a call's result. If the call is unknown, the kind is `other`. */
export function outputKindOf(call: ToolCallPart | undefined): OutputKind {
  if (call === undefined) return 'other';
  const { kind, script } = readCall(call);
  if (kind !== 'shell' && kind !== 'other') return kind;
  const commands = script === undefined ? [] : effectiveCommands(script);
  if (/test/iu.test(call.name) || commands.some((command) => TEST.test(command))) return 'test';
  return /diff/iu.test(call.name) || commands.some((command) => DIFF.test(command)) ? 'diff' : kind;
}
