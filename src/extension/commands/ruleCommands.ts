import * as v from 'valibot';
import * as vscode from 'vscode';
import { messageIdOf } from '../chat/chatRows.ts';
import type { Parts } from '../parts.ts';
import { askText, choose, say } from './ask.ts';
import type { Commands } from './command.ts';
import { addedRule, ruleChoices } from './ruleChoices.ts';
import { currentSession } from './targets.ts';

export function ruleCommands(parts: Parts): Commands {
  return {
    addRule: (text) => addRule(text, parts),
    strikeRule: () => strikeRule(parts),
    keepAsRule: (selected) => keepAsRule(selected, parts),
  };
}

async function addRule(given: unknown, parts: Parts): Promise<void> {
  const { live } = currentSession(parts);
  const typed =
    typeof given === 'string'
      ? given
      : await askText({ prompt: 'What shall hold from now on, word for word?' });
  const rule = addedRule(typed);
  if (rule === undefined) throw new Error('A rule needs words. Say what shall hold.');
  await live.append(rule);
  say('The notes have the rule from the next compaction on');
}

async function strikeRule(parts: Parts): Promise<void> {
  const { live } = currentSession(parts);
  const choices = ruleChoices(live.session, live.facts);
  if (choices.length === 0)
    throw new Error('No rule was found in this session. Add one where something shall hold.');
  const { draft } = await choose(choices, 'Which rule shall no longer hold (or hold again)?');
  await live.append(draft);
  say(
    draft.on
      ? 'The rule holds again'
      : 'The rule is struck: the notes leave it out from the next compaction on',
  );
}

/** What a view's menu hands over: the selected text, and the row that it stands in. */
const selected = v.object({
  selection: v.pipe(v.string(), v.maxLength(4_000)),
  row: v.exactOptional(v.pipe(v.string(), v.regex(/^m\d+(:|$)/))),
});

/** Keeps the text that is selected, in the chat or in the active editor. */
async function keepAsRule(given: unknown, parts: Parts): Promise<void> {
  const parsed = v.safeParse(selected, given);
  if (parsed.success && parts.sessions.current !== undefined) parts.acting.choose(parts.sessions.current);
  const { live } = currentSession(parts);
  const rule = addedRule(parsed.success ? parsed.output.selection : selectedInEditor());
  if (rule === undefined) throw new Error('Select what shall hold, in the chat or in an editor.');
  const row = parsed.success ? parsed.output.row : undefined;
  await live.append({ ...rule, ...(row === undefined ? {} : { source: messageIdOf(row) }) });
  say('Kept as a rule: the notes have it from the next compaction on');
}

function selectedInEditor(): string {
  const { activeTextEditor: editor } = vscode.window;
  return editor === undefined ? '' : editor.document.getText(editor.selection);
}
