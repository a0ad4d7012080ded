const NO_TLS = 'the server there does not speak TLS; should the address begin with http://?';
const NO_HTTP = 'the server there does not speak HTTP; is the port right?';
const UNSENDABLE = 'the key or another header has a character that can’t be sent; set it again';
const UNKNOWN_AUTHORITY = 'its certificate is signed by an authority that this machine does not know';

/**
 * The messages to show for some of Node's connection errors, by error code. An error with another code keeps its own
 * message, unless the message is an internal OpenSSL error. OpenSSL's short reason replaces such a message.
 */
const PROBLEMS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the name could not be looked up',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  EPROTO: NO_TLS,
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
};

/** The maximum number of nested causes to follow, such as the causes in the SDK, fetch and the socket. */
const MOST_CAUSES = 5;

/** Returns a short reason why a connection failed or broke off. Never returns OpenSSL's internal error text. */
export function causeOf(error: unknown): string {
  const code = rootCodeOf(error);
  const root = rootOf(error);
  const known = isNoHttp(root) ? NO_HTTP : isUnsendable(root) ? UNSENDABLE : PROBLEMS[code];
  if (known !== undefined) return known;
  const words = root instanceof Error ? root.message : String(root);
  return isDump(words) ? `TLS failed: ${reasonIn(root)}` : words;
}

/**
 * Returns whether a retry can't help, since the port or scheme is wrong, a header can't be sent or the certificate is
 * not accepted.
 */
export function isLasting(error: unknown): boolean {
  const code = rootCodeOf(error);
  const root = rootOf(error);
  const message = root instanceof Error ? root.message : '';
  return (
    message === 'bad port' || isUnsendable(root) || isNoHttp(root) || LASTING.test(code) || isDump(message)
  );
}

/** Matches errors of TLS and certificates. */
const LASTING = /^(EPROTO|ERR_SSL_|ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** Returns whether undici's parser rejected the first bytes. The parser sets a code (HPE_…) only sometimes. */
function isNoHttp(root: unknown): boolean {
  return root instanceof Error && (root.name === 'HTTPParserError' || rootCodeOf(root).startsWith('HPE_'));
}

/** Returns whether the message of undici or Node says that a header can't be sent. */
function isUnsendable(root: unknown): boolean {
  return root instanceof TypeError && /ByteString|invalid header value/i.test(root.message);
}

/** Returns why there was no answer at all. A closed connection may mean that the port expects TLS. */
export function whyUnreachable(error: unknown): string {
  const isClosed = rootCodeOf(error) === 'UND_ERR_SOCKET';
  return isClosed
    ? 'it closed the connection without an answer; should the address begin with https://?'
    : causeOf(error);
}

/** Returns the code that a system call, OpenSSL or undici set on the innermost cause, or '' if there is no code. */
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

/** Returns OpenSSL's short reason for an error. */
function reasonIn(error: unknown): string {
  return error instanceof Error && 'reason' in error && typeof error.reason === 'string'
    ? error.reason
    : 'no common protocol';
}

/**
 * Returns whether the text is an internal OpenSSL error: `C0FC…:error:0A00010B:SSL routines:ssl3_get_record:wrong
 * version number:../deps/openssl/…:354:`
 */
function isDump(text: string): boolean {
  return /:error:[\dA-F]{8}:/.test(text);
}
