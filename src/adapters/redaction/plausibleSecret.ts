/** Words that stand where a secret will be put, or that say what it is. */
const PLACEHOLDER =
  /x{4,}|\*{3,}|\.{3,}|your|example|placeholder|change-?_?me|replace|redacted|dummy|sample|insert|goes-?_?here|\[secret:|^(?:not|my|the|a|new|old|some|fake|mock|test)[-_ ]?(?:real|set|api|auth|access|secret|token|pass\w*|key|pw|\d*$)|secret[-_]?(?:key|token)?$|^[^a-z0-9]*(?:pass(?:word|phrase|wd)?|pwd|token|secret|none|null|nil|undefined|true|false|string|str|text|number|boolean|bool|bytes|any|unknown|object|required|optional|invalid|missing|hidden|default|unset|empty|todo|tbd|foo|bar|baz|foobar|admin|root|guest|user|username|postgres|mysql)[^a-z0-9]*$/i;

/** What a shell, a template or a program puts a value in for: `$NAME`, `${name}`, `%NAME%`, `<name>`, `{{ name }}`. */
const SUBSTITUTED = /^[$%<{@#]|\$\{|\{\{|^\(|env[.[(]|^(?:https?|urn|file):|^\.{0,2}\//i;

const LETTERS = /[a-z]/i;
const DIGIT = /\d/;

/** Names and dotted paths of code: `accessToken`, `config.apiKey`, `auth.password.label`, `my-secret-name`. */
const NAME_LIKE = /^[a-z_#]*(?:[A-Z._#?!-]+[a-z]*)*$/i;
const HUMPS = /[a-z][A-Z]|[._-]/;

/** A text that no placeholder or variable stands for. */
export function isGiven(value: string): boolean {
  return !PLACEHOLDER.test(value) && !SUBSTITUTED.test(value) && new Set(value).size > 3;
}

/** Random enough for a machine's token: letters and digits mixed. */
export function isTokenLike(value: string): boolean {
  return isGiven(value) && LETTERS.test(value) && DIGIT.test(value);
}

/** A value that code, not a person, would write as it stands: a name, a path of names, a type, a call. */
export function isCodeLike(value: string): boolean {
  if (!DIGIT.test(value)) return NAME_LIKE.test(value) && HUMPS.test(value);
  const digits = value.replace(/\D/g, '').length;
  return digits < 4 && /^[a-z_$][\w$]*$/i.test(value) && /[a-z][A-Z]/.test(value);
}
