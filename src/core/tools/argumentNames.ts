const words = (text: string): readonly string[] => text.split(' ');

/**
 * The names of the arguments of agents' tools, grouped by meaning. If a call has several arguments of a group, the name
 * that comes first in the group counts. If an agent uses another name for an argument, add the name here.
 */
export const ARGUMENTS = {
  path: words(
    'file_path path filePath filepath absolute_path absolutePath file filename file_name notebook_path notebookPath target_file targetFile ' +
      'target uri relative_workspace_path relative_path',
  ),
  /** Lists of paths, or of objects with a path. */
  files: words('files paths filePaths file_paths'),
  folder: words('dir_path dirPath target_directory directory dir folder'),
  command: words('command cmd script commands'),
  /** The id of a running command. */
  run: words('id bash_id task_id shell_id shellId session_id terminalId terminal_id pid'),
  query: words(
    'pattern query regex glob glob_pattern search_term searchTerm include_pattern url urls prompt symbolName symbol',
  ),
  patch: words('patch patchText patch_text diff'),
  /** Several edits in one call. */
  edits: words('edits replacements'),
  /** Text that is added without removing any: a file's content, or an insertion. */
  written: words(
    'content contents file_text code_edit insert_text code text body new_source new_str new_string new_text replacement_text changes',
  ),
  words: words('result plan question response answer summary message'),
  plan: words('todos todoList plan items task_list'),
  step: words('content step text title description task'),
} as const;

/** The two arguments of an edit: the old and the new text. */
export const REPLACEMENTS: readonly (readonly [from: string, to: string])[] = [
  ['old_string', 'new_string'],
  ['oldString', 'newString'],
  ['old_str', 'new_str'],
  ['old_text', 'new_text'],
  ['oldText', 'newText'],
  ['old', 'new'],
  ['search', 'replace'],
  ['find', 'replace'],
];

/** The two arguments of a move: the old and the new path. */
export const MOVES: readonly (readonly [from: string, to: string])[] = [
  ['source', 'destination'],
  ['old_path', 'new_path'],
  ['oldPath', 'newPath'],
  ['from', 'to'],
];
