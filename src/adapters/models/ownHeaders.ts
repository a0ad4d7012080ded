import { parseBaseUrl } from './endpoint.ts';

/** The placeholder in the settings for a value that is in the secret storage. */
export const STORED_VALUE = '${secret}';

/** The person's own headers for each base address. */
export type OwnHeaders = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** Matches a header's name (https://www.rfc-editor.org/rfc/rfc9110#name-tokens). */
const NAME = /^[\w!#$%&'*+.^`|~-]{1,200}$/;
const VALUE = /^[\t\u0020-\u007e\u00a0-\u00ff]{1,8000}$/;
/** Matches headers that belong to the connection or that we set ourselves. */
const TAKEN =
  /^(?:host|connection|content-(?:length|type|encoding)|transfer-encoding|upgrade|te|trailer|expect|keep-alive|accept-encoding)$/i;
/** Matches headers for authentication. Their values do not belong in settings, which are synchronised and shown. */
const SECRET = /(?:auth|authorization|cookie|key|token|secret|password|passwd|credentials?|jwt)$/i;
/**
 * Matches the beginning of a secret value, such as a known vendor's key or an authentication scheme
 * (https://www.rfc-editor.org/rfc/rfc9110#name-authentication-scheme).
 */
const SECRET_VALUE = /^(?:bearer|basic|token|apikey)\s|^(?:sk|pk|gsk|xai|ghp|hf)[-_]\w|^eyJ/i;

/** Returns whether the name of a header shows that its value grants access. */
export function isSecretHeader(name: string): boolean {
  return SECRET.test(name);
}

/** Returns why a header can't have this name, or undefined if the name is allowed. */
export function problemOfHeader(name: string): string | undefined {
  if (!NAME.test(name)) return 'A header’s name has no spaces and no colon, e.g. X-Purpose.';
  return TAKEN.test(name) ? 'Longthread sets this header itself, so you can’t set it.' : undefined;
}

/**
 * Returns those headers of the setting `longthread.endpoint.headers` that have an allowed name and value. Reports other
 * headers in `problems`, without their values. Also reports addresses that can't be used, and skips their headers.
 */
export function ownHeaders(
  byAddress: Readonly<Record<string, Readonly<Record<string, string>>>>,
  problems: string[],
): OwnHeaders {
  const all = new Map<string, Record<string, string>>();
  for (const [address, headers] of Object.entries(byAddress)) {
    const baseUrl = baseUrlOf(address, problems);
    if (baseUrl === undefined) continue;
    const fit = Object.entries(headers).filter(([name, value]) => {
      const problem = problemOfHeader(name) ?? problemOfValue(name, value);
      if (problem !== undefined)
        problems.push(`${SETTING} has the header “${name.slice(0, 60)}”: ${problem}`);
      return problem === undefined;
    });
    all.set(baseUrl, { ...all.get(baseUrl), ...Object.fromEntries(fit) });
  }
  return all;
}

const SETTING = 'The setting longthread.endpoint.headers';

function problemOfValue(name: string, value: string): string | undefined {
  if (value !== STORED_VALUE && (isSecretHeader(name) || SECRET_VALUE.test(value)))
    return 'its value is a secret, which does not belong in settings. Remove it and use “Set Header with a Secret…”.';
  return VALUE.test(value) ? undefined : 'its value is empty, too long or not printable.';
}

function baseUrlOf(address: string, problems: string[]): string | undefined {
  try {
    return parseBaseUrl(address);
  } catch (error) {
    problems.push(
      `${SETTING} has an address that can’t be used: ${error instanceof Error ? error.message : ''}`,
    );
    return undefined;
  }
}
