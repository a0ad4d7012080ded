/** A tool of another extension: its name here, and its description. */
export interface ForeignTool<Information> {
  /** The name that the model calls. */
  readonly name: string;
  readonly information: Information;
}

/** The longest tool name that providers accept. */
const LONGEST_NAME = 64;
/** Matches our own tools for the editor's agent. The chat has them under other names. */
const OURS = /^longthread_/u;
/**
 * Matches the editor's own tools for edits, notebooks, terminals, tasks and its chat. They fail outside of the
 * editor's chats, since they need its token ("toolInvocationToken is required") or write into its answer ("Response
 * stream has been closed").
 */
const OF_ITS_CHAT =
  /^(?:copilot_(?:insertEdit|apply|replaceString|multiReplaceString|edit|create|runNotebook|runVscode|install|memory|switchAgent)\w*|vscode_\w*(?:edit|confirmation|ask)\w*|(?:(?:run_in|get|kill|await|send_to|create)_)?terminal(?:_\w+)?|(?:create_and_)?run_task|get_task_output|runTests|manage_todo_list|runSubagent|inline_chat_\w+|task_complete|vscode_reviewPlan|\w+_internal)$/iu;

/** Returns whether a tool works only in the editor's own chat. */
export function isOfEditorChat(name: string): boolean {
  return OF_ITS_CHAT.test(name);
}

/** Returns the tools that the person may choose from, under unique names that are not in `taken`. */
export function foreignToolsIn<Information extends { readonly name: string }>(
  offered: readonly Information[],
  taken: readonly string[],
): readonly ForeignTool<Information>[] {
  const names = new Set(taken);
  return offered
    .filter(({ name }) => !OURS.test(name) && !isOfEditorChat(name))
    .map((information) => {
      const name = freeName(information.name, names);
      names.add(name);
      return { name, information };
    });
}

/** Returns a free name. Adds a number if names differ only in characters that are not allowed. */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const plain = wanted.replace(/[^\w-]/gu, '_').slice(0, LONGEST_NAME) || 'tool';
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : `_${number}`;
    const name = `${plain.slice(0, LONGEST_NAME - end.length)}${end}`;
    if (!taken.has(name)) return name;
  }
}
