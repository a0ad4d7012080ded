/**
 * Names of files that hold keys and passwords and that workspaces keep out of version control for that: environment files
 * (not their examples), private keys, key stores, and what sign-ins of command line programs leave.
 */
const SECRET_NAMES = [
  /^\.env(?:\..+)?$/iu,
  /^\.(?:netrc|pgpass|pypirc|npmrc|git-credentials|htpasswd)$/iu,
  /^id_(?:rsa|dsa|ecdsa|ed25519)$/iu,
  /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|tfvars)$/iu,
  /^(?:credentials|secrets?)(?:\.(?:json|ya?ml|toml|ini|txt))?$/iu,
];

const EXAMPLES = /\.(?:example|sample|template|dist|defaults?)$/iu;

/** Returns whether the file's name is that of a file for secrets, of which no copy may be kept. */
export function isSecretFile(path: string): boolean {
  const name = path.split(/[\\/]/u).at(-1) ?? path;
  return !EXAMPLES.test(name) && SECRET_NAMES.some((pattern) => pattern.test(name));
}
