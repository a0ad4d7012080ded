import { commandWithArguments, FILE, wordsIn } from './shellWords.ts';

/** Matches `sed` and `perl`, also after variables: `LC_ALL=C sed -i s/a/b/ FILE`. */
const STREAM_EDITOR = commandWithArguments(String.raw`(?:\w+=[^\s"']*\s+)*(?:g?(sed)|perl)\s`);
/** The forms of a program's options. A command with any other option is not read. */
interface Options {
  /** Matches an option with which the program changes the files: `-i`, `-i.bak`, `-0pi`, `--in-place`. */
  readonly inPlace: RegExp;
  /** Matches an option whose value, the next word, is a script or a file with a script: `-e`, `-pe`, `-f`. */
  readonly beforeScript: RegExp;
  /** Matches the same option together with its value: `-es/a/b/`, `--expression=s/a/b/`. */
  readonly withScript: RegExp;
  readonly others: RegExp;
  /** Whether options may also come after names. */
  readonly areAnywhere: boolean;
}

const SED: Options = {
  inPlace: /^(?:-[bnErsuz]*i|--in-place(?:=|$))/u,
  beforeScript: /^(?:-[bnErsuz]*[ef]|--(?:expression|file))$/u,
  withScript: /^(?:-[bnErsuz]*[ef].|--(?:expression|file)=)/su,
  others:
    /^(?:-[bnErsuz]+|--(?:quiet|silent|regexp-extended|separate|unbuffered|null-data|posix|follow-symlinks))$/u,
  areAnywhere: true,
};
const PERL: Options = {
  inPlace: /^-[alnpswWX\d]*i(?:~|\.\w+)?$/u,
  beforeScript: /^-[alnpswWX\d]*[eE]$/u,
  withScript: /^-[alnpswWX\d]*[eE]./su,
  others: /^-(?:[alnpswWX\d]+|[mMIF].+|C\w*)$/su,
  areAnywhere: false,
};
/** Matches options with which `perl` runs its script for each line of the files. Other scripts may ignore the files. */
const FOR_EACH_LINE = /^-[alswWX\d]*[np]/u;
/** Matches the suffix of backups, which BSD's `sed` expects as the word after `-i`. */
const BACKUP_SUFFIX = /^(?:|~|\.?[A-Za-z]\w+)$/u;

/** Returns the files that `sed -i` or `perl -i` edits. */
export function editedInPlace(command: string): readonly string[] {
  const [, sed, given] = STREAM_EDITOR.exec(command) ?? [];
  return namesOf(wordsIn(given), sed === undefined ? PERL : SED).filter((name) => FILE.test(name));
}

/**
 * Returns the names of the files among a command's arguments. Empty if the command does not edit in place, or if an
 * option is unknown.
 */
function namesOf(words: readonly string[], options: Options): readonly string[] {
  const names: string[] = [];
  const found: string[] = [];
  let hasScript = false;
  const end = words.indexOf('--');
  const last = end < 0 ? words.length : end;
  for (let at = 0; at < last; at++) {
    const word = words[at] ?? '';
    if (!/^-./u.test(word) || (names.length > 0 && !options.areAnywhere)) {
      names.push(word);
      continue;
    }
    found.push(word);
    if (options.inPlace.test(word)) {
      if (options === SED && word.endsWith('i') && BACKUP_SUFFIX.test(words[at + 1] ?? '-')) at++;
    } else if (options.beforeScript.test(word)) at++;
    else if (!options.withScript.test(word) && !options.others.test(word)) return [];
    hasScript ||= options.beforeScript.test(word) || options.withScript.test(word);
  }
  const isEdit = found.some((word) => options.inPlace.test(word));
  if (!isEdit || (options === PERL && !found.some((word) => FOR_EACH_LINE.test(word)))) return [];
  // Without an option for the script, the first name is the script.
  return [...names, ...words.slice(last + 1)].slice(hasScript ? 0 : 1);
}
