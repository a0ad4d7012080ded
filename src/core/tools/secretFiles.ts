/**
 * Names of files with keys and passwords, which projects keep out of version control: environment files (not their
 * examples), private keys, key stores, and credentials that command line programs store.
 */
const SECRET_NAMES = [
  /^\.env(?:\..+)?$/iu,
  /^\.(?:netrc|pgpass|pypirc|npmrc|git-credentials|htpasswd)$/iu,
  /^id_(?:rsa|dsa|ecdsa|ed25519)$/iu,
  /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|tfvars)$/iu,
  /^(?:credentials|secrets?)(?:\.(?:json|ya?ml|toml|ini|txt))?$/iu,
];

const EXAMPLES = /\.(?:example|sample|template|dist|defaults?)$/iu;

/** Returns whether the file's name is that of a file with secrets. */
export function isSecretFile(path: string): boolean {
  const name = path.split(/[\\/]/u).at(-1) ?? path;
  return !EXAMPLES.test(name) && SECRET_NAMES.some((pattern) => pattern.test(name));
}
