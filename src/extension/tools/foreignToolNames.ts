/** A tool of another extension or an MCP server. */
export interface ForeignTool<Information> {
  /** The name by which the model calls the tool. It is unique among the chat's tools. */
  readonly name: string;
  /** The editor's description of the tool. */
  readonly information: Information;
}

/** The maximum number of characters of a tool name that providers accept. */
const LONGEST_NAME = 64;
/** Matches Longthread's tools for the editor's agent. In Longthread's own chat, these tools have other names. */
const OURS = /^longthread_/u;
/**
 * Matches the editor's tools for edits, notebooks, terminals, tasks and its chat. These tools fail outside the editor's
 * chat, since they need a token of the chat ("toolInvocationToken is required") or write into the chat's answer
 * ("Response stream has been closed").
 */
const OF_EDITOR_CHAT =
  /^(?:copilot_(?:insertEdit|apply|replaceString|multiReplaceString|edit|create|runNotebook|runVscode|install|memory|switchAgent)\w*|vscode_\w*(?:edit|confirmation|ask)\w*|(?:(?:run_in|get|kill|await|send_to|create)_)?terminal(?:_\w+)?|(?:create_and_)?run_task|get_task_output|runTests|manage_todo_list|runSubagent|inline_chat_\w+|task_complete|vscode_reviewPlan|\w+_internal)$/iu;

/** Returns whether a tool works only in the editor's own chat. */
export function isOfEditorChat(name: string): boolean {
  return OF_EDITOR_CHAT.test(name);
}

/** Returns the tools that the person may choose from. Their names are unique and not in `taken`. */
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

/** Returns a name that providers accept and that is not taken. Adds a number if needed. */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const plain = wanted.replace(/[^\w-]/gu, '_').slice(0, LONGEST_NAME) || 'tool';
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : `_${number}`;
    const name = `${plain.slice(0, LONGEST_NAME - end.length)}${end}`;
    if (!taken.has(name)) return name;
  }
}
