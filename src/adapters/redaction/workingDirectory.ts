/**
 * Matches the variables `PWD` and `OLDPWD`, in which a shell keeps a working directory: alone, after `$` or `env.`, or
 * in a pair such as `name: PWD`. Does not match the name of a password, such as `DB_PWD`, `Pwd` or `db.pwd`.
 */
const NAME = /(?:^|[$\s"':]|\benv[.:])(?:OLD)?PWD(?![\w-])/;
/** Matches an absolute path: `/srv/a1`, `~/a1`, `C:\a1`. Does not match `/` and one word, which may be a password. */
const ABSOLUTE_PATH = /^(?:(?:~|[a-z]:)|[\\/]+[^\\/<>|"'*?#%^&;=]+)[\\/][^<>|"'*?#%^&;=]*$/i;
/**
 * Matches a beginning that paths often have and passwords hardly ever have: a folder of the system, a home, a drive, a
 * share.
 */
const KNOWN_FOLDER =
  /^(?:\/(?:Users|Volumes|app|builds|data|etc|home|mnt|opt|private|root|srv|tmp|usr|var|work|workspaces?)\/|~\/|[a-z]:[\\/]|\\\\)/i;
/** Matches the beginning of a path on a drive: `C:\`. */
const DRIVE = /^[a-z]:[\\/]/i;

/** Returns whether a value is the path of a working directory rather than a password: `/srv/a1` for the name `PWD`. */
export function isWorkingDirectory(name: string, value: string): boolean {
  return NAME.test(name) && ABSOLUTE_PATH.test(value);
}

/** Matches the text before or after a pair of a connection string: `Server=db;Uid=sa;`, `;Database=app`. */
const PAIR = '(?:uid|user(?: ?id)?|server|driver|dsn|database|data source|host|port|encrypt)\\s?=';
const AFTER_PAIR = new RegExp(`(?<![\\w-])${PAIR}[^;\\n]{0,60};\\s?$`, 'i');
const BEFORE_PAIR = new RegExp(`^;\\s?${PAIR}`, 'i');
const LONGEST_PAIR = 80;

/** A name and its value in a text, with their offsets. */
interface Pair {
  readonly text: string;
  readonly name: { readonly name: string; readonly start: number; readonly separator: string };
  readonly value: { readonly value: string; readonly start: number; readonly isQuoted: boolean };
}

/**
 * Returns whether a name's value is a working directory. In a connection string, it is not: `UID=sa;PWD=/q7/2Z`. The
 * value of a lower-case name is a working directory only in two forms: a line such as `pwd: /srv/a1`, which shows the
 * output of the command `pwd`, and a quoted path on a drive, such as `pwd: 'C:\a1'`.
 */
export function isWorkingDirectoryIn({ text, name: { name, start, separator }, value }: Pair): boolean {
  const isOutput = name === 'pwd' && separator.startsWith(':') && !value.isQuoted;
  if (isOutput && (start === 0 || text[start - 1] === '\n'))
    return KNOWN_FOLDER.test(value.value) && ABSOLUTE_PATH.test(value.value);
  const end = value.start + value.value.length;
  const isInConnection =
    AFTER_PAIR.test(text.slice(Math.max(0, start - LONGEST_PAIR), start)) ||
    BEFORE_PAIR.test(text.slice(end, end + LONGEST_PAIR));
  const isOnDrive =
    /^\$?pwd$/.test(name) && value.isQuoted && DRIVE.test(value.value) && ABSOLUTE_PATH.test(value.value);
  return (isOnDrive || isWorkingDirectory(name, value.value)) && !isInConnection;
}
