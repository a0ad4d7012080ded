/**
 * Matches the variables `PWD` and `OLDPWD`, in which a shell keeps a working directory: alone, after `$` or `env.`, or
 * in a pair such as `name: PWD`. Does not match the name of a password, such as `DB_PWD`, `Pwd` or `db.pwd`.
 */
const NAME = /(?:^|[$\s"':]|\benv[.:])(?:OLD)?PWD(?![\w-])/;
/** Matches an absolute path: `/srv/a1`, `~/a1`, `C:\a1`. Does not match `/` and one word, which may be a password. */
const ABSOLUTE_PATH = /^(?:(?:~|[a-z]:)|[\\/]+[^\\/<>|"'*?#%^&;=]+)[\\/][^<>|"'*?#%^&;=]*$/i;
/** Matches the beginning of a path that is hardly ever a password’s: a folder of the system, a home, a drive, a share. */
const KNOWN_FOLDER =
  /^(?:\/(?:Users|Volumes|app|builds|data|etc|home|mnt|opt|private|root|srv|tmp|usr|var|work|workspaces?)\/|~\/|[a-z]:[\\/]|\\\\)/i;

/** Returns whether a value is the path of a working directory rather than a password: `/srv/a1` for the name `PWD`. */
export function isWorkingDirectory(name: string, value: string): boolean {
  return NAME.test(name) && ABSOLUTE_PATH.test(value);
}

/** Returns whether a line such as `pwd: /srv/a1`, with the value not in quotes, shows the output of the command `pwd`. */
export function isOutputOfPwd(name: string, value: string): boolean {
  return name === 'pwd' && KNOWN_FOLDER.test(value) && ABSOLUTE_PATH.test(value);
}
