import { readFileSync } from 'node:fs';
import { bashLine } from '../../../../src/adapters/shell/bashLine.ts';
import type { Action } from '../../../../src/core/approval/approval.ts';
import { partsOf } from '../../../../src/core/approval/commandParts.ts';
import { rulesAtWork, type TouchedRule } from '../../../../src/core/approval/rulesAtWork.ts';

const roots = [{ name: 'app', path: '/home/ann/app' }];

/** Returns the rows of a table in test/fixtures. */
export function rowsOf(name: string): readonly (readonly string[])[] {
  const text = readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
}

/** Returns the action that a row of `calls.tsv` describes. */
export function actionOf([, kind = '', what = '', to]: readonly string[]): Action {
  return kind === 'command'
    ? { tool: 'run_command', kind, paths: [], command: what, folder: '' }
    : { tool: `${kind}_file`, kind: kind as Action['kind'], paths: to === undefined ? [what] : [what, to] };
}

/** Returns whether and how a rule applies to an action. */
export function rulesFor(text: string, action: Action): readonly TouchedRule[] {
  const judged = partsOf(action.command ?? 'true', action.folder ?? '', bashLine);
  const parts = judged.kind === 'parts' && action.command !== undefined ? judged.parts : [];
  return rulesAtWork([{ id: 'm1', text }], { action, parts, roots });
}
