/** What stands in the way of a connection, by Node's code. All others are told with the code or their own words. */
const PROBLEMS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the name could not be looked up',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  EPROTO: 'it does not speak TLS there; does the address begin with http://?',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an authority that this machine does not know',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate is signed by an authority that this machine does not know',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate is signed by an authority that this machine does not know',
};

/** Deepest chain of causes that is followed: SDK, fetch, socket. */
const MOST_CAUSES = 5;

/** Why there was no connection, in a few words; never OpenSSL's dump of its own stack. */
export function causeOf(error: unknown): string {
  const code = rootCodeOf(error);
  const known = PROBLEMS[code];
  if (known !== undefined) return known;
  if (/^ERR_(SSL|OSSL|TLS)|^UNABLE_TO|CERT|^CRL_/.test(code)) return `TLS: ${code}`;
  const root = rootOf(error);
  const words = root instanceof Error ? root.message : String(root);
  return isDump(words) ? 'TLS failed' : words;
}

/** The code of a failed system call, of OpenSSL or of undici, behind whatever wraps it; none for other errors. */
export function rootCodeOf(error: unknown): string {
  const root = rootOf(error);
  return root instanceof Error && 'code' in root && typeof root.code === 'string' ? root.code : '';
}

function rootOf(error: unknown): unknown {
  let root = error;
  for (let depth = 0; depth < MOST_CAUSES && root instanceof Error && root.cause instanceof Error; depth++)
    root = root.cause;
  return root;
}

/** `C0FC…:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/openssl/…:354:` */
function isDump(text: string): boolean {
  return /:error:[\dA-F]{8}:/.test(text);
}
