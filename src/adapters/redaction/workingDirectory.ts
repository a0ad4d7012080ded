/**
 * Matches the variables `PWD` and `OLDPWD`, in which a shell keeps a working directory: alone, after `$` or `env.`, or
 * in a pair such as `name: PWD`. Does not match the name of a password, such as `DB_PWD` or `db.pwd`.
 */
const NAME = /(?:^|[$\s"':]|\benv\.)(?:old)?pwd(?![\w-])/i;
/** Matches an absolute path: `/srv/a1`, `~/a1`, `C:\a1`. Does not match `/` and one word, which may be a password. */
const ABSOLUTE_PATH = /^(?:(?:~|[a-z]:)|[\\/]+[^\\/<>|"'*?#%^&;=]+)[\\/][^<>|"'*?#%^&;=]*$/i;

/** Returns whether a value is the path of a working directory rather than a password: `/srv/a1` for the name `PWD`. */
export function isWorkingDirectory(name: string, value: string): boolean {
  return NAME.test(name) && ABSOLUTE_PATH.test(value);
}
