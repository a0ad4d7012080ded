/**
 * The kinds of files that run automatically later or instruct agents. A change of such a file takes effect without
 * another question. A file belongs to a kind if a name in the file's path matches `names`.
 */
const KINDS: readonly { readonly what: string; readonly names: RegExp }[] = [
  {
    what: 'Git runs its contents automatically',
    names:
      /^(?:\.git|\.gitmodules|\.gitconfig|\.husky|\.githooks|lefthook\.ya?ml|\.pre-commit-config\.ya?ml|\.lintstagedrc.*)$/,
  },
  {
    what: 'the editor runs its contents automatically',
    names:
      /^(?:\.vscode|\.vscode-server|\.idea|\.devcontainer|\.devcontainer\.json|\.zed|\.fleet|\.exrc|\.n?vimrc|\.nvim\.lua|\.dir-locals\.el|.+\.code-workspace)$/,
  },
  {
    what: 'a build server runs its contents automatically',
    names:
      /^(?:\.github|\.gitlab|\.gitlab-ci\.ya?ml|\.circleci|\.buildkite|\.forgejo|\.gitea|\.woodpecker|\.woodpecker\.ya?ml|\.drone\.ya?ml|\.travis\.ya?ml|\.ci|azure-pipelines.*\.ya?ml|bitbucket-pipelines\.ya?ml|appveyor\.ya?ml|jenkinsfile.*|cloudbuild\.ya?ml)$/,
  },
  {
    what: 'a package manager or build tool runs its contents automatically',
    names:
      /^(?:\.npmrc|\.yarnrc(?:\.ya?ml)?|\.yarn|\.pnpmfile\.[cm]?js|\.pnp\..+|bunfig\.toml|\.cargo|\.bazelrc|\.mise(?:\..+)?\.toml|mise(?:\..+)?\.toml|\.mise|\.gdbinit|\.lldbinit)$/,
  },
  { what: 'agents start the servers that it lists', names: /^(?:\.?mcp\.json|mcp_config\.json)$/ },
  {
    what: 'agents follow its instructions',
    names:
      /^(?:agents?(?:\.\w+)?\.md|claude(?:\.\w+)?\.md|gemini\.md|copilot-instructions\.md|.+\.(?:instructions|prompt|chatmode|agent)\.md|skill\.md|conventions\.md|\.cursorrules|\.windsurfrules|\.clinerules|\.roorules|\.goosehints|\.aider.*|\.longthread|\.cursor|\.windsurf|\.claude|\.codex|\.gemini|\.continue|\.roo|\.kiro|\.agents?|\.opencode|\.amazonq|\.junie|\.qwen|\.crush|\.goose|\.augment|\.trae|\.amp|\.factory|\.openhands|(?:qwen|crush|warp|opencode)\.md|\.rules)$/,
  },
  {
    what: 'a shell runs its contents when it starts',
    names:
      /^(?:\.(?:bash_?(?:rc|profile|login|logout|aliases|env)|profile|login|logout|z(?:shrc|shenv|profile|login|logout)|kshrc|cshrc|tcshrc|inputrc|envrc|direnvrc)|config\.fish|(?:.+_)?profile\.ps1)$/,
  },
];

/** Returns how a change of a file takes effect later, as the end of a sentence; undefined if it does not. */
export function laterEffectOf(place: string): string | undefined {
  const names = place.split('/').map(sameName);
  // A file named `HEAD` may turn its folder into a bare Git repository, whose `config` may name programs to run.
  if (names.at(-1) === 'head')
    return 'Git may treat the file’s folder as a repository and run programs that are listed in the folder’s settings';
  return KINDS.find(({ names: known }) => names.some((name) => known.test(name)))?.what;
}

/**
 * Normalizes a file name, because some file systems treat different names as equal. Converts the name to lower case and
 * to the Unicode form NFKC. Removes invisible characters, the name of an NTFS stream (`::$DATA`), and dots and blanks
 * at the end.
 */
function sameName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu, '')
    .replace(/::?\$.*$/u, '')
    .replace(/[. ]+$/u, '')
    .toLowerCase();
}
