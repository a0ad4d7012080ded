/** The tools of known agents, in lower case without separators. Add another agent's tool as another word here. */
const TOOLS = {
  read: 'read readfile readfiles readmanyfiles view viewfile viewimage open openfile cat getfile notebookread recall longthreadrecall getfilecontents',
  write:
    'write writefile writetofile create createfile createnewfile savefile newfile createnewjupyternotebook newfilecreated',
  edit:
    'edit editfile editfiles editor fileeditor editedexistingfile multiedit strreplace strreplaceeditor strreplacebasededittool replace replaceinfile replacestringinfile multireplacestringinfile ' +
    'inserteditintofile searchreplace searchandreplace applypatch applydiff patch update insert insertcontent notebookedit editnotebook editnotebookfile editexistingfile',
  delete: 'delete deletefile deletefiles remove removefile',
  search:
    'grep ripgrep rg search searchfiles searchfile searchdir searchtext searchfilecontent searchcontent codebasesearch semanticsearch greprepo grepsearch filesearch ' +
    'glob globfiles globsearch find findfile findfiles findsymbol findreferences gotodefinition listcodeusages listcodedefinitionnames findtestfiles',
  list: 'ls list listfiles listdir listdirectory tree viewrepo',
  shell:
    'bash shell sh execute shellcommand runshellcommand execcommand executecommand executebash runcommand runcommands runinterminal runterminalcmd runterminalcommand terminal ' +
    'localshell localshellcall powershell exec containerexec writestdin bashoutput getterminaloutput runtests runtask runinbackground ipython executeipythoncell',
  web: 'web webfetch websearch fetch fetchurl fetchwebpage googlewebsearch browse browser browseraction openurl opensimplebrowser viewurl searchweb',
  plan: 'todowrite todoread updateplan plan managetodolist todolist updatetodolist todo todos updatetodos readtodos writetodos settodolist tasktracker taskcreate taskupdate tasklist',
  ask: 'askuserquestion askfollowupquestion askquestion askquestions askuser question',
  answer:
    'attemptcompletion submit finish complete taskcomplete exitplanmode createplan planmoderespond taskdone',
  agent: 'task agent runsubagent newtask spawnagent subagent dispatchagent waitagent usesubagents delegate',
  other: 'usemcptool accessmcpresource think',
};

/** What a tool does. Agents have different names for the same few tools. */
export type ToolKind = keyof typeof TOOLS;

const KIND_OF = new Map<string, ToolKind>(
  (Object.keys(TOOLS) as ToolKind[]).flatMap((kind) =>
    TOOLS[kind].split(' ').map((name) => [name, kind] as const),
  ),
);

/** Words in the names of unknown tools, the most specific first. */
const LIKELY: readonly (readonly [ToolKind, RegExp])[] = [
  ['edit', wordsPattern('edit|editor|replace|patch|insert|rename')],
  ['write', wordsPattern('write|create file')],
  ['search', wordsPattern('grep|search|find|glob')],
  ['web', wordsPattern('web|fetch|http|browse|browser|url')],
  ['list', wordsPattern('list|tree|dir|directory')],
  [
    'shell',
    /(?:^| )(?:bash|shell|exec|execute|terminal|command|process)(?: |$)|^(?:run|tests?)(?: |$)| tests?$/u,
  ],
  ['read', wordsPattern('read|view|open|get file')],
];

function wordsPattern(words: string): RegExp {
  return new RegExp(`(?:^| )(?:${words})(?: |$)`, 'u');
}

/**
 * Kinds of tools that change files. The results of these tools are reports on the change, not the text of a file or
 * the output of a command.
 */
export const CHANGES: ReadonlySet<ToolKind> = new Set(['write', 'edit', 'delete']);

/** Returns the kind of a tool by its name alone, ignoring a server's or namespace's prefix. */
export function kindOfTool(name: string): ToolKind {
  const words = wordsOf(name);
  return (
    KIND_OF.get(words.replaceAll(' ', '')) ??
    LIKELY.find(([, pattern]) => pattern.test(words))?.[0] ??
    'other'
  );
}

/** Returns whether a known agent has a tool of this name. */
export function isKnownTool(name: string): boolean {
  return KIND_OF.has(wordsOf(name).replaceAll(' ', ''));
}

/** Returns the words of a tool's name in lower case, separated by spaces: `read file` for `functions.readFile`. */
function wordsOf(name: string): string {
  return name
    .replace(/^(?:mcp__.+?__|functions?[./]|default_api[.:]|vscode_)/u, '')
    .replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()
    .toLowerCase();
}
