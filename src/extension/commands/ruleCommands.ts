import * as vscode from 'vscode';
import type { Parts } from '../parts.ts';
import { actHere } from '../sessions/actIn.ts';
import { choose, say, withText } from '../asking/ask.ts';
import { asLabel } from '../asking/plainTexts.ts';
import type { Commands } from './command.ts';
import { addedRule, ruleChoices } from '../rules/ruleChoices.ts';
import { selectedText } from './selectedText.ts';
import { changeableSession } from './targets.ts';

export function ruleCommands(parts: Parts): Commands {
  return {
    addRule: (text) => addRule(text, parts),
    strikeRule: () => strikeRule(parts),
    keepAsRule: (selected) => keepAsRule(selected, parts),
  };
}

async function addRule(given: unknown, parts: Parts): Promise<void> {
  const { live } = changeableSession(parts);
  const add = async (typed: string): Promise<void> => {
    const rule = addedRule(typed);
    if (rule === undefined) throw new Error('Enter the words of the rule.');
    await live.append(rule);
  };
  if (typeof given === 'string') await add(given);
  else await withText({ prompt: 'Enter a rule for this session. It is kept word for word.' }, add);
  say('The rule is added and will be in the notes after the next compaction');
}

async function strikeRule(parts: Parts): Promise<void> {
  const { live } = changeableSession(parts);
  const choices = ruleChoices(live.session);
  if (choices.length === 0) throw new Error('No rule was found in this session. Add one with “Add Rule…”.');
  const items = choices.map((each) => ({ ...each, label: asLabel(each.label) }));
  const { draft } = await choose(items, 'Which rule should be removed or restored?');
  await live.append(draft);
  say(
    draft.on
      ? 'The rule applies again'
      : 'The rule is removed and will not be in the notes after the next compaction',
  );
}

/** Adds the selected text as a rule: the selection that the chat passes, or else the selection in the active editor. */
async function keepAsRule(given: unknown, parts: Parts): Promise<void> {
  const inChat = selectedText(given);
  if (inChat !== undefined) actHere(parts);
  const { live } = changeableSession(parts);
  const { text, ...source } = inChat ?? { text: selectedInEditor() };
  const rule = addedRule(text);
  if (rule === undefined) throw new Error('Select the words of the rule in the chat or in an editor first.');
  await live.append({ ...rule, ...source });
  say('The rule is added and will be in the notes after the next compaction');
}

function selectedInEditor(): string {
  const { activeTextEditor: editor } = vscode.window;
  return editor === undefined ? '' : editor.document.getText(editor.selection);
}
