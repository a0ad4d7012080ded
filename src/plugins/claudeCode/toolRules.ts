import { bashLine } from '../../adapters/shell/bashLine.ts';
import { isObject, objectsOf, stringOf, type JsonObject } from '../../adapters/transcripts/json.ts';
import type { Action } from '../../core/approval/approval.ts';
import { partsOf, type CommandPart } from '../../core/approval/commandParts.ts';
import { placeOf, type Root } from '../../core/approval/places.ts';
import { rulesAtWork } from '../../core/approval/rulesAtWork.ts';
import type { Session } from '../../core/log/session.ts';
import { rulesOf, withRuleWords } from '../../core/record/rules.ts';
import { readableParts } from './readableParts.ts';

/**
 * Returns the text of the first standing rule that forbids a tool call or requires that the person is asked before the
 * call. Returns undefined if there is no such rule.
 */
export function forbiddenBy(
  { tool, input }: { readonly tool: string; readonly input: unknown },
  session: Session,
  workspace: string,
): string | undefined {
  const path = workspace.replaceAll('\\', '/');
  const roots = [{ name: path.slice(path.lastIndexOf('/') + 1), path }];
  const action = actionOf(tool, isObject(input) ? input : {}, roots);
  if (action === undefined) return undefined;
  const parts = action.command === undefined ? [] : commandParts(action.command);
  const rules = withRuleWords(rulesOf(session.messages), session.ruleWords);
  return rulesAtWork(rules, { action, parts, roots }).find(({ isForbidding }) => isForbidding)?.text;
}

function commandParts(line: string): readonly CommandPart[] {
  const judged = partsOf(line, '', bashLine);
  return judged.kind === 'parts' ? judged.parts : readableParts(line);
}

const FILE_TOOLS: ReadonlyMap<string, Action['kind']> = new Map([
  ['Edit', 'edit'],
  ['MultiEdit', 'edit'],
  ['NotebookEdit', 'edit'],
  ['Write', 'write'],
]);

function actionOf(tool: string, input: JsonObject, roots: readonly Root[]): Action | undefined {
  const command = stringOf(input, 'command');
  if (tool === 'Bash' && command !== undefined) return { tool, kind: 'command', paths: [], command };
  const kind = FILE_TOOLS.get(tool);
  const path = stringOf(input, 'file_path') ?? stringOf(input, 'notebook_path');
  if (kind === undefined || path === undefined) return undefined;
  const added = [input, ...objectsOf(input, 'edits')].flatMap((edit) =>
    ADDED_TEXTS.flatMap((name) => stringOf(edit, name) ?? []),
  );
  return { tool, kind, paths: [placeOf(path, '', roots)], added: added.join('\n') };
}

/** The fields that contain new text, in the arguments of tools and in each edit of MultiEdit. */
const ADDED_TEXTS = ['new_string', 'content', 'new_source'];
