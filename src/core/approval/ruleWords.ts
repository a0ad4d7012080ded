import { INDEX_RESTORE } from '../tools/gitCommand.ts';

/** The common nouns and verbs by which rules name actions and files. Literal paths and names need no list. */

/** The kind of action that a clause of a rule names. */
export type RuleVerb = 'delete' | 'rename' | 'change' | 'run';

/**
 * Patterns for the verb of a clause. Only the first pattern that matches counts. A clause without a verb covers every
 * action on the files of the clause.
 */
export const VERBS: readonly (readonly [RuleVerb, RegExp])[] = [
  ['delete', /\b(?:delet\w*|remov\w*|drop\w*|lösch\w*|entfern\w*|supprim\w*|borr\w*|elimin\w*)\b/],
  ['rename', /\b(?:renam\w*|mov(?:e|ing)|umbenenn\w*|renomm\w*)\b/],
  [
    'change',
    /(?<![\p{L}-])(?:chang\w*|edit\w*|modif\w*|touch\w*|alter\w*|writ\w*|rewrit\w*|updat\w*|add\w*|creat\w*|fix\w*|reformat\w*|änder\w*|veränder\w*|bearbeit\w*|anfass\w*|schreib\w*|toucher|écri\w*|cambi\w*|edita\w*|toca\w*)(?![\p{L}-])/u,
  ],
  ['run', /\b(?:run\w*|rerun|execut\w*|start\w*|launch\w*|ausführ\w*|starte\w*|lanc\w*|ejecut\w*)\b/],
];

/** Matches a clause that forbids something or tells the model to ask first. */
export const FORBIDS =
  /(?<![\p{L}-])(?:never|don['’]t|do not|dont|must(?:n['’]t| not)|should(?:n['’]t| not)|may not|can(?:['’]t|not)|no longer|avoid|without|not|no|nothing in|hands off|off[- ]limits|stay (?:away|out)|forbidden|instead of|rather than|ask(?: me| us)?(?: first)? before|ask(?: me)? first|leave \S+(?: \S+){0,4} (?:alone|as|untouched|unchanged)|keep \S+(?: \S+){0,4} (?:as (?:is|it is|they are)|untouched|unchanged)|nie|niemals|nicht|keine?[nrs]?|ohne|statt|jamais|sans|pas|nunca|jamás|никогда|не)(?![\p{L}-])|不要|禁止|しないで|jangan/u;

/** Matches the end of a clause. */
export const CLAUSE_END =
  /[;:!?…]+\s|[.,]\s+|\s[–—-]\s|\s(?=(?:but|instead of|rather than|without(?! (?:asking|my|approval|permission))|statt|sondern|aber)\s)/u;

/** Matches phrases that only look like a prohibition. */
export const NO_BAN = /\b(?:don['’]t|do not|never|not) (?:forget|worry|hesitate|mind)\b/;

/** A class of files that a rule names by a noun. */
export interface PathClass {
  /** Matches the noun in a rule. */
  readonly noun: RegExp;
  readonly path: RegExp;
  /** Matches a command that runs what the noun names. */
  readonly run?: RegExp;
  /**
   * Whether builds create the folders of this class. If so, a rule about the class does not cover a change of a whole
   * folder, such as `rm -r dist`.
   */
  readonly isRemade?: true;
}

export const PATH_CLASSES: readonly PathClass[] = [
  {
    noun: /\b(?:tests?|specs?|test files?|testfälle|tests?datei\w*)\b/,
    // Matches the folders and file names that test runners use by convention.
    path: /(?:^|\/)(?:tests?|specs?|__tests__|testing)\/|[._-](?:test|tests|spec)\.[^/]+$|(?:^|\/)(?:test_[^/]+\.py|conftest\.py)$|(?:Test|Tests|Spec)\.(?:java|kt|cs|swift|scala|groovy)$/,
    run: /(?:^|[ :/_-])(?:tests?|specs?|mocha|jest|vitest|pytest|ava|rspec|phpunit|ctest|tox|karma|playwright|cypress|unittest)(?=$|[ :])|^npm (?:t|tst)(?= |$)/,
  },
  { noun: /\bsnapshots?\b/, path: /(?:^|\/)__snapshots__\/|\.snap$/ },
  {
    noun: /\bmigrations?\b|\bmigrationen\b/,
    path: /(?:^|\/)(?:migrations?|migrate)\//,
    run: /(?:^|[ :])migrat\w*/,
  },
  {
    noun: /\b(?:docs|documentation|dokumentation)\b/,
    path: /(?:^|\/)docs?\/|\.(?:md|mdx|rst|adoc)$/,
  },
  { noun: /\breadmes?\b/, path: /(?:^|\/)readme[^/]*$/i },
  { noun: /\bchange ?logs?\b/, path: /(?:^|\/)(?:changelog|changes|history|news)[^/]*$/i },
  { noun: /\b(?:licen[sc]es?|lizenz)\b/, path: /(?:^|\/)(?:licen[sc]e|copying|notice)[^/]*$/i },
  {
    noun: /(?<![.\w])lock ?files?\b/,
    path: /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|bun\.lockb?|[^/]+\.lock|go\.sum|packages\.lock\.json|gradle\.lockfile)$/i,
  },
  {
    noun: /(?<!npm )\b(?:ci|workflows?|pipelines?|github actions)\b/,
    path: /(?:^|\/)(?:\.github\/workflows|\.circleci|\.buildkite|\.gitlab)\/|(?:^|\/)(?:\.gitlab-ci|\.travis|azure-pipelines|bitbucket-pipelines)\.ya?ml$|(?:^|\/)jenkinsfile$/i,
  },
  { noun: /\.env\*? ?files?|\benv(?:ironment)? files?\b/, path: /(?:^|\/)\.env(?:\.[^/]+)?$/ },
  {
    noun: /\b(?:generated|build output|built files?|generiert\w*)\b/,
    path: /(?:^|\/)(?:dist|build|out|generated|__generated__|gen)\/|\.(?:generated|gen|pb)\.[^/]+$/i,
    isRemade: true,
  },
  { noun: /\b(?:vendor(?:ed)?|third[- ]party)\b/, path: /(?:^|\/)(?:vendor|third_party|third-party)\// },
  {
    noun: /\bschemas?\b/,
    path: /(?:^|\/)schema\.[^/]+$|\.(?:graphql|gql|prisma|xsd|proto)$|\.schema\.json$/i,
  },
  {
    noun: /\bdockerfiles?\b/,
    path: /(?:^|\/)(?:dockerfile[^/]*|[^/]+\.dockerfile|(?:docker-)?compose[^/]*\.ya?ml)$/i,
  },
  {
    noun: /\b(?:dependenc(?:y|ies)|abhängigkeit\w*|dépendances?|dependencias?)\b/,
    path: /(?:^|\/)(?:package\.json|requirements[^/]*\.txt|pyproject\.toml|go\.mod|cargo\.toml|gemfile|pom\.xml|build\.gradle(?:\.kts)?|composer\.json)$/i,
  },
];

const PROJECT_PACKAGE = String.raw`(?:npm (?:install|i|in|ins\w*|isn\w*|it|add)|(?:yarn(?: workspace \S+)?|pnpm|bun|cargo|poetry|uv|pdm|pipenv|deno|dotnet) (?:add|install|i)|(?:pip3?|gem|go|composer) (?:install|get|add|require))`;
const SYSTEM_PACKAGE = String.raw`(?:brew|apt|apt-get|dnf|yum|apk|snap|choco|winget|scoop|conda|mamba|pipx) (?:install|add)`;
/**
 * Matches a package name after options. Does not match words after `--`, because `commandReadings` moves options of the
 * program there. Without a name, `npm install` adds no package.
 */
const WITH_NAME = String.raw`(?: (?!-- )-\S+)* [^-\s]\S*`;

/** Commands that a rule names by a verb, such as “push”. */
export interface NamedCommand {
  /** Matches the verb in a rule. */
  readonly verb: RegExp;
  readonly command: RegExp;
}

/** For each clause, only the first matching verb counts, so that a rule against a force push allows a plain push. */
export const NAMED_COMMANDS: readonly NamedCommand[] = [
  {
    verb: /\bforce[- ]?push\w*|\bpush\b.{0,100}?\s(?:--force|-f)\b/,
    // `+main` forces the push of one branch, and `--mirror` forces the push of all branches.
    command: /^git push\b.* (?:-[a-z]*f[a-z]*\b|--force|--mirror\b|\+\S)/,
  },
  { verb: /\bamend\w*/, command: /^git commit\b.* --amend\b/ },
  { verb: /\bsquash\w*/, command: /^git (?:rebase|merge --squash|reset --soft)\b/ },
  { verb: /\brebas\w*/, command: /^git (?:rebase|pull\b.* --rebase)\b/ },
  { verb: /\bpush(?:es|ing|en|e)?\b/, command: /^git (?:(?:lfs|subtree) )?push\b/ },
  {
    verb: /\bcommit(?:ting|ten|te)?\b|\bcommitt\w*/,
    command:
      /^git (?:commit|(?:cherry-pick|revert|am)(?!.* (?:--abort|--quit|--skip|--no-commit|-n)(?= |$)))(?= |$)/,
  },
  { verb: /\bmerg(?:e|ing)\b/, command: /^(?:git merge|gh pr merge)\b/ },
  {
    verb: /\b(?:discard\w*|verwerf\w*)\b|\bthrow(?:ing)? away\b|\b(?:revert|undo|los[ei])\w*\b.{0,60}\b(?:changes|edits|work)\b/,
    // A stash takes the changes out of the files. `drop` and `clear` delete the stashed changes.
    command: new RegExp(
      String.raw`^git (?:reset\b.* --(?:hard|merge)(?= |$)|(?!${INDEX_RESTORE})restore |clean\b(?!.* (?:-[a-z]*n|--dry-run))|checkout\b.* (?:--(?= |$)|-f\b|--force\b|\.)|switch\b.* (?:-f\b|--force\b|--discard-changes\b)|stash(?:$| (?!list\b|show\b|pop\b|apply\b|branch\b|create\b|store\b)))`,
    ),
  },
  { verb: /\bstash\w*/, command: /^git stash\b/ },
  { verb: /\btag(?:s|ging)?\b/, command: /^git tag\b/ },
  { verb: /\b(?:deploy\w*|roll out)/, command: /(?:^|[ :/_-])deploy\w*/ },
  {
    verb: /\b(?:publish\w*|releas(?:e|ing))\b/,
    command:
      /^(?:npm|yarn|pnpm|cargo|vsce|poetry|gem|twine|gh release)\b.*\b(?:publish|push|upload|create)\b|(?:^|[ :])release\b/,
  },
  {
    verb: /\binstall\w*/,
    command: new RegExp(`^(?:${PROJECT_PACKAGE}|${SYSTEM_PACKAGE})${WITH_NAME}`),
  },
  {
    verb: /\b(?:add\w*|new|extra|more|other|additional) (?:(?:any|new|more|other) ){0,3}(?:packages?|librar(?:y|ies)|dependenc(?:y|ies))/,
    command: new RegExp(`^${PROJECT_PACKAGE}${WITH_NAME}`),
  },
  { verb: /\bformat(?:ter|ting)?\b/, command: /\b(?:prettier|format|fmt|black|gofmt)\b/ },
  { verb: /\blint\w*/, command: /\b(?:lint|eslint|ruff|clippy)\b/ },
  { verb: /\bdev server\b/, command: /\b(?:run dev|run start|serve|start)\b/ },
];

/** Matches a command that installs, removes or updates packages. */
export const NAMES_PACKAGES =
  /^(?:npm|yarn|pnpm|bun|pip3?|cargo|poetry|uv|pdm|pipenv|gem|go|composer|brew|apt|apt-get|dotnet|deno|npx) (?:install|i|add|get|require|remove|rm|uninstall|un|update|upgrade|ci)\b/;

/** Matches subcommands. They limit a rule to a part of a program: a rule about `git push` does not cover all of Git. */
export const SUBCOMMAND =
  /^(?:install|i|ci|add|remove|uninstall|update|upgrade|publish|run|test|start|build|exec|init|link|push|pull|fetch|commit|merge|rebase|reset|revert|restore|checkout|switch|branch|stash|tag|clean|rm|mv|cherry-pick|bisect|log|diff|status|apply|destroy|plan|up|down|prune|compose|system|delete|create|get|migrate|deploy|release|format|fmt|lint|audit|pr|issue)$/;
