import type { TextSpan } from '../../core/log/mask.ts';
import { withLineBreaks } from './escapedBreaks.ts';
import { isRealValue } from './realValue.ts';

/** Matches a command substitution: `$(cat host)`. */
const SUBSTITUTION = '\\$\\([^()\\n]{0,200}\\)';
/**
 * Matches the text between a command and its option. A `|`, `;` or `&` ends this text, since another command follows. A
 * line break also ends the text, unless a backslash precedes the line break. An `&` does not end the text in a
 * redirection (`&>`) or within a word, as in the address `a.test?x=1&y=2`. A command substitution is matched as a
 * whole, since its options belong to another command.
 */
const TEXT = `(?:${SUBSTITUTION}|(?!${SUBSTITUTION})[^\\n|;&]|&>|(?<![\\s&])&(?![\\s&])|\\\\\\n){0,300}?`;
/** Matches this text up to white space. */
const WORDS = `${TEXT}\\s`;
const VALUE =
  '(?:\\\\?(?<quote>["\'])(?<quoted>[^"\'\\n\\\\]{3,200})\\\\?\\k<quote>|(?<bare>[^\\s"\'`|&;<>()\\\\]{3,200}))';
/**
 * Matches the beginning of a value with a digit or a symbol, which words of a sentence after a command's name hardly
 * ever have. At the end of a word, a symbol other than `!` may belong to the sentence.
 */
const ODD_WORD = '[A-Za-z-]{0,60}(?:[\\d!]|[@#$%^*+=_~?]\\S)';
/** Looks ahead to such a value or to a quoted value. */
const ODD = `(?=\\\\?["'][^\\s,]|${ODD_WORD})`;
/** Matches spaces, also with a line break that a backslash precedes. Other line breaks end the command. */
const GAP = '(?:[ \\t]|\\\\\\n){1,20}';
/** Matches an option, with or without a value: `--config /etc/a.conf`, `--tls=false`, `-v`. */
const OPTION = `(?:${GAP}-[^\\s|;&]{1,200}(?:${GAP}[^\\s|;&-][^\\s|;&]{0,200})??)`;
const OPTIONS = `${OPTION}{0,8}`;
/** Matches an option of `sudo`. Only some options have a value, e.g. `-u ann`, but not `-E`. */
const SUDO_OPTION = `(?:${GAP}(?:(?:-[A-Za-z]{0,6}[CDRTUghprtu]|--(?:user|group|host|prompt|chdir|chroot|close-from|command-timeout|other-user|role|type))${GAP}[^\\s|;&-][^\\s|;&]{0,200}|-[^\\s|;&]{1,200}))`;
/**
 * Matches the options of `sudo` up to the one for reading the password from the input: `-S`, `-kS`, `-u ann -Sp ''`.
 */
const SUDO = `${SUDO_OPTION}{0,8}${GAP}(?:-[A-Za-z]{0,6}S[A-Za-z]{0,6}|--stdin)`;
/** Matches an option for reading a password from the input. */
const FROM_INPUT =
  '\\s(?:--(?:password-stdin|pass(?:word|phrase)-fd|with-token|(?:password|passphrase|key)-file[ =](?:/dev/stdin|/dev/fd/0|-))|-pass(?:in|out)?\\s(?:stdin|fd:0))(?![\\w-])';
/** Matches a pipe, and a command that reads a password from it. */
const READER = `\\s?\\|\\s?(?:sudo${SUDO}|(?:sudo\\s)?(?:(?:docker|podman)\\slogin|[^\\n|;&]{1,200}?${FROM_INPUT}|cryptsetup|kinit|smbpasswd|passwd|(?:gh|wrangler)\\ssecret\\s(?:set|put)))(?![\\w-])`;
/** Matches a quoted user name before the password: `login("me", …`. */
const USER = '\\(\\s{0,4}["\'][^"\'\\n]{1,100}["\']\\s{0,4},\\s{0,4}';

/** Matches the options of `dotnet user-secrets set`. */
const SECRETS_OPTIONS = `(?:${GAP}(?:--?(?:id|project|p|configuration|c)[ =][^\\s|;&]{1,200}|-v|--verbose)){0,5}`;
/** Matches the key of a user secret. Unless the key is a secret's name, the value must have a digit or a symbol. */
const SECRETS_KEY = `\\\\?["']?(?!-)(?:[\\w:.-]{0,80}(?:(?:[Pp]assw|PASSW|[Pp]wd|PWD|[Ss]ecret|SECRET|[Tt]oken|TOKEN|[Kk]ey|KEY)\\w{0,20}|(?<![Bb]y)(?:[Pp]ass|PASS))\\\\?["']?|[\\w:.-]{1,100}\\\\?["']?(?=\\s\\\\?["']?${ODD_WORD}))`;

/**
 * Commands and functions that take a password as an argument. Each entry contains names, a pattern for the text between
 * the name and the password, and a pattern for the text after the password. The flag `i` is for options of Windows,
 * which may be in upper or lower case.
 */
const commands: readonly (readonly [names: string, before: string, after?: string, flag?: 'i'])[] = [
  [
    'curl wget http https xh',
    `${WORDS}(?:-\\w{0,6}u|--user|--proxy-user|-U|-a|--auth)[ =]?["']?[^\\s:"']{1,100}:`,
  ],
  ['mysql mysqldump mysqladmin mysqlimport mysqlsh mariadb mariadb-dump', `${WORDS}-p`],
  ['mysqladmin', `(?:${OPTION}{1,8}|(?=\\spassword\\s${ODD}))${GAP}password${GAP}`],
  ['7z 7za 7zz rar unrar', `${WORDS}-h?p`],
  ['zip unzip', `${WORDS}-P ?`],
  ['net', `\\suse\\s${WORDS}/user:\\S{1,100}\\s`, '', 'i'],
  ['net', '\\suse\\s(?:\\S{1,2}\\s)?\\\\\\\\\\S{1,200}\\s', '(?=\\s{1,3}/user:)', 'i'],
  [
    'net',
    '\\suser\\s[^\\s/]{1,100}\\s(?!/)',
    '(?=\\s{1,3}/(?:active|add|comment|countrycode|delete|domain|expires|fullname|homedir|logonpasswordchg|passwordchg|passwordreq|profilepath|scriptpath|times|usercomment|workstations|y)\\b)',
    'i',
  ],
  ['schtasks', `${WORDS}/rp\\s`, '', 'i'],
  ['sshpass', `\\s{1,3}(?:-\\w\\s{1,3})?-p\\s?`],
  ['ssh-keygen', `${WORDS}-[NP]\\s?`],
  ['plink pscp psftp', `${WORDS}-pw\\s`],
  ['lftp', `${WORDS}-u\\s?["']?[^\\s,"']{1,100},`],
  [
    'docker podman helm az oc buildah nerdctl skopeo crane cf ibmcloud',
    `${OPTIONS}(?:${GAP}[\\w-]{1,20})?${GAP}login\\b${WORDS}-p[ =]`,
  ],
  ['mongo mongosh mongodump mongorestore cqlsh twine ncftpput psexec altool', `${WORDS}-p ?`],
  ['poetry', `\\spublish\\b${WORDS}-p\\s`],
  ['poetry composer', '\\sconfig\\s(?:--?\\w{1,20}\\s){0,2}http-basic\\.\\S{1,100}\\s\\S{1,100}\\s'],
  ['dotnet nuget', `\\s(?:nuget\\s)?(?:add|update)\\ssource\\b${WORDS}-p\\s`],
  ['dotnet', `\\suser-secrets\\sset${SECRETS_OPTIONS}${GAP}${SECRETS_KEY}${GAP}`],
  ['redis-cli', `${WORDS}(?:-a|--pass)\\s`],
  ['influx', `${WORDS}-password\\s`],
  ['ldapsearch ldapmodify ldapadd ldapdelete ldapwhoami', `${WORDS}-w\\s?`],
  ['smbclient rpcclient', `${WORDS}-U\\s?["']?[^\\s%"']{1,100}%`],
  ['sqlcmd bcp ipmitool tsql mosquitto_pub mosquitto_sub', `${WORDS}-P\\s?`],
  ['xfreerdp wfreerdp cmdkey', `${WORDS}/(?:p|pass|password):`, '', 'i'],
  ['openssl', `${WORDS}-(?:pass|passin|passout)\\s["']?pass:`],
  ['openssl', `\\senc\\b${WORDS}-[kK]\\s`],
  ['openssl', `\\sdgst\\b${WORDS}-hmac\\s`],
  ['keytool jarsigner', `${WORDS}-(?:src|dest)?(?:storepass|keypass)\\s`],
  ['security', `\\sadd-(?:generic|internet)-password\\b${WORDS}-w\\s`],
  ['security', `\\s(?:create|unlock)-keychain\\b${WORDS}-p\\s`],
  ['security', `\\simport\\b${WORDS}-P\\s`],
  [
    'nmcli',
    `${GAP}(?:[^\\s|;&#]{1,60}${GAP}){0,8}(?:connect|hotspot)${GAP}(?:[^\\n|;&#]{0,200}?${GAP})?password${GAP}${ODD}`,
  ],
  ['wpa_passphrase', `${GAP}(?:\\\\?"[^"\\n]{1,40}"|'[^'\\n]{1,40}'|[^\\s"'<]{1,40}(?=\\s${ODD}))${GAP}`],
  ['snmpwalk snmpget', `${WORDS}-[AX]\\s`],
  ['rabbitmqctl', '\\s{1,3}(?:add_user|change_password)\\s\\S{1,100}\\s'],
  [
    'htpasswd',
    '\\s{1,3}-\\w{0,6}b\\w{0,6}\\s(?:[^\\s|;-]\\S{0,200}\\s{1,3}){1,2}',
    '(?=\\s*(?:$|[\\n|;&"\'`]))',
  ],
  ['vault gh npm heroku', '\\s{1,3}(?:auth\\s)?login\\s(?!-)(?=\\S{0,60}\\d)'],
  ['gh', `\\ssecret\\sset\\b${WORDS}(?:-b|--body)[ =]?`],
  ['echo printf', '\\s(?:-n\\s)?', READER],
  // The value may be followed by an escaped line break, and by a repetition of the value.
  ['echo printf', '\\s(?:-\\w{1,3}\\s)?["\']', `(?:\\\\{1,2}n|\\n)[^"'|]{0,200}["']${READER}`],
  ['echo printf', '\\s["\']?[\\w.-]{1,60}:', '["\']?\\s?\\|\\s?(?:sudo\\s)?chpasswd'],
  // A password in a here-string.
  ['sudo', `${SUDO}\\b${WORDS}<<<\\s?`],
  ['docker podman helm nerdctl skopeo', `${OPTIONS}(?:${GAP}registry)?${GAP}login\\b${WORDS}<<<\\s?`],
  ['gpg gpg2 openssl restic', `(?=${TEXT}${FROM_INPUT})${TEXT}<<<\\s?`],
  ['cryptsetup kinit smbpasswd passwd', `${WORDS}<<<\\s?`],
  ['gh wrangler', `\\ssecret\\s(?:set|put)\\b${WORDS}<<<\\s?`],
  ['chpasswd', '\\s{0,3}<<<\\s?["\']?[\\w.-]{1,60}:'],
  ['ConvertTo-SecureString', '\\s(?:-String\\s)?'],
  [
    'NetworkCredential PasswordAuthentication HTTPBasicAuth BasicAuth basic_auth setBasicAuth login createUser',
    USER,
  ],
  ['auth', '\\s{0,3}=\\s{0,3}\\(\\s{0,3}["\'][^"\'\\n]{1,100}["\'],\\s{0,3}'],
];

/** The patterns for each name. Each pattern matches from the end of the name. */
const patternsOf = new Map<string, RegExp[]>();
for (const [names, before, after = '', flag = ''] of commands) {
  const pattern = new RegExp(before + VALUE + after, `dy${flag}`);
  for (const name of names.split(' ')) patternsOf.set(name, [...(patternsOf.get(name) ?? []), pattern]);
}
const longestFirst = [...patternsOf.keys()].sort((a, b) => b.length - a.length);
const NAME = new RegExp(`(?<![\\w-])(?:${longestFirst.join('|')})(?![\\w-])`, 'g');

/**
 * Finds passwords in the arguments of commands and function calls. Recognises a password by the argument's position.
 */
export function findCommandSecrets(original: string): readonly TextSpan[] {
  const text = withLineBreaks(original);
  const found: TextSpan[] = [];
  /**
   * For each pattern, the offset at which the last found value ends. A name before this offset is skipped, since the
   * pattern has already found the values after this name.
   */
  const searchedTo = new Map<RegExp, number>();
  for (const { 0: name, index } of text.matchAll(NAME)) {
    for (const pattern of patternsOf.get(name) ?? []) {
      if (index < (searchedTo.get(pattern) ?? 0)) continue;
      for (const span of valuesFrom(text, pattern, index + name.length)) {
        searchedTo.set(pattern, span.end);
        const value = text.slice(span.start, span.end);
        if (isRealValue(value) && !value.startsWith('-')) found.push(span);
      }
    }
  }
  return found;
}

/**
 * Yields the values at the password's position after a name. For passwords in options, yields the values of all
 * these options, e.g. `ann1` and `bob2` in `openssl -passin pass:ann1 -passout pass:bob2`. For other passwords, yields
 * only the first value.
 */
function* valuesFrom(text: string, pattern: RegExp, from: number): Generator<TextSpan> {
  pattern.lastIndex = from;
  const isOption = pattern.source.startsWith(WORDS);
  do {
    const { quoted, bare } = pattern.exec(text)?.indices?.groups ?? {};
    const place = quoted ?? bare;
    if (place === undefined) return;
    const [start, end] = place;
    yield { start, end, kind: 'password', rule: 'command-password' };
    pattern.lastIndex = end;
  } while (isOption);
}
