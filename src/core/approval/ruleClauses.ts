import {
  CLAUSE_END,
  FORBIDS,
  NO_BAN,
  PATH_CLASSES,
  VERBS,
  type PathClass,
  type RuleVerb,
} from './ruleWords.ts';

/** A clause of a rule, which states one thing that the rule forbids or demands. */
export interface Clause {
  readonly text: string;
  readonly words: readonly string[];
  readonly isForbidding: boolean;
  /** Whether the clause forbids everything except what the clause names. */
  readonly isOnly: boolean;
  readonly verb: RuleVerb | undefined;
  readonly names: readonly string[];
  readonly classes: readonly PathClass[];
}

const cachedClauses = new Map<string, readonly Clause[]>();
/** The size above which the cache is cleared. No session has this many rules. */
const MOST_CACHED = 1_000;

/** Returns the clauses of a rule. */
export function clausesOf(rule: string): readonly Clause[] {
  const clauses = cachedClauses.get(rule) ?? rule.split(CLAUSE_END).map(clauseOf);
  if (cachedClauses.size > MOST_CACHED) cachedClauses.clear();
  cachedClauses.set(rule, clauses);
  return clauses;
}

function clauseOf(written: string): Clause {
  const text = written.toLowerCase();
  const verb = VERBS.find(([, pattern]) => pattern.test(text))?.[0];
  const isOnly = verb !== 'run' && verb !== undefined && /\b(?:only|nur|seulement|sólo|solo)\b/.test(text);
  const words = written
    .split(/[\s"'`“”‘’«»(),]+/u)
    .map(trimmed)
    .filter((word) => word !== '');
  const names = words.filter(isPathName);
  // `.env files` names a class of files, not one file.
  const classes = PATH_CLASSES.filter(({ noun }) => noun.test(text));
  const isClassName = (name: string): boolean =>
    !IN_FOLDER.test(name) && classes.some(({ noun, path }) => noun.test(`${name} files`) && path.test(name));
  return {
    text,
    words,
    isForbidding: isOnly || (FORBIDS.test(text) && !NO_BAN.test(text)),
    isOnly,
    verb,
    names: names.filter((name) => !isClassName(name)),
    classes: classes.filter(
      ({ noun }) => !names.some((name) => !isClassName(name) && noun.test(name.toLowerCase())),
    ),
  };
}

/** Matches the path of one file in a folder. A noun in it, as in `test/golden.json`, does not name a class of files. */
const IN_FOLDER = /\w\/[^/*]+\.\w+$/;

function trimmed(word: string): string {
  return word.replace(/[.,;:!?]+$/, '');
}

/** Returns whether the word is a path, a file name with an extension, a name that begins with a dot, or a pattern. */
function isPathName(word: string): boolean {
  if (word.includes('://')) return false;
  return /^(?:[\w@~.*-]+\/)+[\w@.*{},-]*$|^\.[a-z][\w.-]+$|^[\w*-][\w.*-]*\.[a-z]\w{0,9}$|^\*\.[\w.]+$/i.test(
    word,
  );
}
