import { ChatError, type ChatErrorDetail, type ChatErrorReason } from '../../core/ports.ts';
import { isContextOverflow, isThrottling, type Refusal } from './contextOverflow.ts';
import { plainKey, shownAddress, type Endpoint } from './endpoint.ts';
import { isSecretHeader } from './ownHeaders.ts';

/** The model and the endpoint that an error message names. */
export interface ErrorPlace {
  readonly endpoint: Endpoint;
  /** Undefined if the request was to the endpoint and not to a model, e.g. for the list of models. */
  readonly model?: string;
}

const MOST_DETAIL_CHARACTERS = 300;
/** The maximum number of characters of an endpoint's message that `scrub` reads. */
const MOST_READ_CHARACTERS = 4_000;

/** The known details of an error. */
export interface ErrorDetail extends ChatErrorDetail {
  /** The endpoint's message or the cause of a failed connection. `chatError` shortens this text and removes keys. */
  readonly detail?: string;
  /** Whether a retry may help. Overrides `RETRYABLE` if defined. */
  readonly isRetryable?: boolean | undefined;
}

/** Returns a ChatError. Its message says what happened and what to do, and never contains a key. */
export function chatError(reason: ChatErrorReason, place: ErrorPlace, detail: ErrorDetail = {}): ChatError {
  const sentence = sentenceOf(reason, place, detail);
  return new ChatError(reason, sentence, detail.isRetryable ?? RETRYABLE.has(reason), detail);
}

/** Reasons for which a retry may help. A timeout is not included: after the long wait, the person decides. */
const RETRYABLE: ReadonlySet<ChatErrorReason> = new Set([
  'interrupted',
  'rateLimited',
  'serverError',
  'unreachable',
]);

/**
 * Vendors' codes and types for an account without credit. OpenAI uses the status of throttling (429) for this error.
 */
const NO_CREDIT_CODES: ReadonlySet<unknown> = new Set([
  'insufficient_quota',
  'insufficient_balance',
  'insufficient_credits',
  'exceeded_current_quota_error',
  'billing_hard_limit_reached',
  'billing_not_active',
  'Arrearage',
]);
const NO_CREDIT =
  /credit balance is too low|insufficient (balance|credits?|funds)\b|out of credits|余额不足|欠费/i;

function isWithoutCredit({ status, code, type, text }: Refusal): boolean {
  return status === 402 || NO_CREDIT_CODES.has(code) || NO_CREDIT_CODES.has(type) || NO_CREDIT.test(text);
}

/** Matches a message about a missing or wrong key: “API key not valid”, “Missing or invalid Authorization header”. */
const WRONG_KEY =
  /\b(?:api[ _-]?key|authorization header)\b[^.:]{0,20}\b(?<!\bnot )(?:invalid|not valid|not found|expired|missing|required)\b|\b(?:invalid|incorrect|expired|missing)\b[^.:]{0,12}\b(?:api[ _-]?key|authorization header)\b/i;

/**
 * Matches a word for a part of the request other than the key. If such a word comes before the words about a key, the
 * message is about that part, e.g. a tool's schema with a field for a key.
 */
const OTHER_PART =
  /(?<![a-z])(?:tools?|functions?|schemas?|parameters?|propert(?:y|ies)|messages|images?)(?![a-z])/i;
/**
 * Matches the field `param` of an error about the request's own key: a name of the key or of its header, or `none` or
 * `null`.
 */
const KEY_PARAM =
  /^(?:(?:headers?\.)?(?:(?:x-)?(?:[a-z]+-)?api[_-]?key|key|token|auth|authorization(?: header)?)|none|null)$/i;

/**
 * Returns whether an endpoint rejects the key without the usual status 401. Google and xAI send status 400. An error in
 * an answer has no status.
 */
function isOfKey({ status, text, param }: Refusal): boolean {
  if (status !== 400 && status !== undefined) return false;
  if (param != null && param !== '' && !KEY_PARAM.test(param)) return false;
  const words = text.replace(/https?:\/\/\S+/gi, '');
  const match = WRONG_KEY.exec(words);
  return match !== null && !OTHER_PART.test(words.slice(0, match.index));
}

/**
 * Returns the reason for an error, based on its HTTP status, codes and message. An error inside a stream has no status,
 * unless its code is an HTTP status.
 */
export function reasonOf(refusal: Refusal): ChatErrorReason {
  if (isContextOverflow(refusal)) return 'contextOverflow';
  const { status, code } = refusal;
  if (isWithoutCredit(refusal)) return 'noCredit';
  if (status === 401 || status === 403) return code === 'content_filter' ? 'refused' : 'unauthorized';
  if (isOfKey(refusal)) return 'unauthorized';
  if (isOverload(refusal)) return 'serverError';
  if (isThrottling(refusal)) return 'rateLimited';
  if (status === 404 || status === 405) return 'notFound';
  if (code === 'content_filter' || code === 'content_policy_violation') return 'refused';
  if (status === undefined) return 'interrupted';
  return status >= 500 || status === 408 || status === 409 ? 'serverError' : 'badRequest';
}

const BUSY: ReadonlySet<number | undefined> = new Set([503, 529]);

/**
 * Returns whether the error means that the server is busy, starting or down (status 503, or 529 at Anthropic), and not
 * that the account has reached a limit.
 */
function isOverload({ status, text }: Refusal): boolean {
  return BUSY.has(status) && !/rate.?limit|too many requests|quota|throttl/i.test(text);
}

function sentenceOf(
  reason: ChatErrorReason,
  { endpoint, model: asked }: ErrorPlace,
  { detail = '', status, retryAfterMs }: ErrorDetail,
): string {
  const said = scrub(detail, endpoint).replace(/(?<![.…])\.$/u, '');
  const quoted = /[\p{L}\p{N}]/u.test(said) ? ` (${said})` : '';
  const at = new URL(endpoint.baseUrl).host;
  const model = asked ?? 'the endpoint';
  const hasKey = endpoint.apiKey !== undefined || Object.keys(endpoint.headers ?? {}).length > 0;
  const wrongKey = hasKey
    ? `did not accept the API key${quoted}. Set the key again.`
    : `asks for an API key${quoted}. Set an API key.`;
  // 403: the key is valid but lacks permissions, or the model, the region or the content is not allowed.
  const noAccess = `denies access${quoted}. ${hasKey ? 'Check what the key may use' : 'Set an API key'}, or choose another model.`;
  const sentences: Record<ChatErrorReason, string> = {
    cancelled: 'Stopped.',
    interrupted: `The answer from ${model} broke off${quoted}. The part that arrived is kept. Try again.`,
    contextOverflow: `The request is longer than ${model} accepts${quoted}. Compact the session or set the model's window.`,
    rateLimited: `${at} is limiting requests${quoted}. Wait ${waitOf(retryAfterMs)} and try again.`,
    noCredit: `${at} says that the account has no credit left${quoted}. Top up the account, or choose another model.`,
    unauthorized: `${at} ${status === 403 ? noAccess : wrongKey}`,
    notFound:
      asked === undefined
        ? `${at} has no list of models under this address${quoted}. Check the address; many end in /v1.`
        : `${at} knows no model “${asked}” under this address${quoted}. Check the address and the model's name.`,
    badRequest: `${at} refused the request${quoted}. Check the model's settings.`,
    serverError: BUSY.has(status)
      ? `${at} is busy or not ready${quoted}. Wait ${waitOf(retryAfterMs)} and try again.`
      : `${at} failed${quoted}. Try again.`,
    unreachable: `${at} can't be reached${quoted}. Check that the server runs and the address is right.`,
    timeout: `${at} did not answer in time${quoted}. Try again.`,
    notAModel: `The server at ${shownAddress(endpoint)} is not a chat model's API${quoted}. Check the address; many end in /v1.`,
    tooLarge: `${at} sent more than any model’s answer can contain, so the connection was closed${quoted}. Check the address, or choose another model.`,
    refused: `${model} refused to answer this${quoted}. Word the request differently.`,
  };
  return sentences[reason];
}

/**
 * Returns words for the pause before a retry. If the endpoint asked for more than a minute, returns this time in
 * minutes or hours. Otherwise returns “a moment”.
 */
function waitOf(askedMs = 0): string {
  const minutes = Math.ceil(askedMs / 60_000);
  if (minutes <= 1) return 'a moment';
  return minutes <= 90 ? `${String(minutes)} minutes` : `${String(Math.ceil(minutes / 60))} hours`;
}

/**
 * Matches the name of a parameter in an address whose value is a key, such as `code` (Azure) and `sig`. Other names of
 * such parameters, such as `accessToken`, are also names of headers, so `isSecretHeader` matches them.
 */
const KEY_NAME = /(?:^|[_-])(?:code|sig|signature|pwd)$/i;

/** Matches a known authentication scheme at the beginning of a header's value. */
const SCHEME = /^(?:basic|bearer|token|api-?key)\s+/i;
/**
 * Matches any scheme. The first word of a header's value counts as a scheme if the header's name shows that the value
 * is a secret, or if the rest looks like a secret: one word with a digit or with at least eight characters.
 */
const ANY_SCHEME = /^[\w-]+\s+/;
const SCHEME_AND_SECRET = /^[\w-]+\s+(?=\S*\d\S*$|\S{8,}$)/;
/**
 * Matches a value that can't be a secret, even if a parameter's name looks like the name of a secret, as in
 * `use_auth=true`.
 */
const NO_SECRET = /^(?:true|false|none|null|\d{1,5})$/i;

/**
 * Returns the endpoint's key, the values of its own headers (with and without a scheme such as `Basic`), and keys in
 * its address. Returns longer secrets first, since a secret may contain another.
 */
function secretsOf({ apiKey, headers, baseUrl }: Endpoint): readonly string[] {
  const keys = apiKey === undefined ? [] : [apiKey, plainKey(apiKey)];
  const values = Object.entries(headers ?? {}).flatMap(([name, value]) => {
    if (isSecretHeader(name)) return [value, value.replace(ANY_SCHEME, '')];
    return NO_SECRET.test(value)
      ? []
      : [value, value.replace(SCHEME.test(value) ? SCHEME : SCHEME_AND_SECRET, '')];
  });
  const query = new URL(baseUrl).search.slice(1).split('&').flatMap(keyForms);
  return [...keys, ...values, ...query].toSorted((a, b) => b.length - a.length);
}

/**
 * Returns the forms in which an error may quote the value of one parameter of an address: as written, decoded, and
 * encoded again. A plus may stand for itself or for a space. Returns nothing if the value is not a key.
 */
function keyForms(written: string): readonly string[] {
  const raw = written.replace(/^[^=]*=?/, '');
  const forms = ['+', '%2B'].flatMap((plus) => {
    const [name = '', value = ''] = [...new URLSearchParams(written.replaceAll('+', plus))][0] ?? [];
    const isKey = isSecretHeader(name) || KEY_NAME.test(name.replace(/[a-z](?=[A-Z])/g, '$&_'));
    const encoded = encodeURIComponent(value);
    return isKey && !NO_SECRET.test(value) ? [value, encoded, encoded.replaceAll('%20', '+')] : [];
  });
  const all = forms.length > 0 ? [raw, ...forms] : [];
  return all.flatMap((form) => [form, form.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase())]);
}

/**
 * Shortens an endpoint's message to a readable length. Removes markup, the endpoint's secrets of at least four
 * characters, and other text that looks like a key.
 */
export function scrub(text: string, endpoint: Endpoint): string {
  const secrets = secretsOf(endpoint).filter(({ length }) => length >= 4);
  const known = secrets.reduce((left, secret) => left.replaceAll(secret, '[key]'), text);
  const plain = known
    .slice(0, MOST_READ_CHARACTERS)
    .replace(/\bBearer\s+[^\s"',]+/gi, 'Bearer [key]')
    .replace(/\b(?:(?:sk|pk|gsk|xai|key)[-_][\w*.-]{6,}|AIza[\w*-]{6,})/g, '[key]')
    .replace(/<(style|script)\b.*?(<\/\1>|$)/gis, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > MOST_DETAIL_CHARACTERS ? `${plain.slice(0, MOST_DETAIL_CHARACTERS)}…` : plain;
}
