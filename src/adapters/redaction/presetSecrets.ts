import type { lintSource } from '@secretlint/core';
import type { creator } from '@secretlint/secretlint-rule-preset-recommend';
import type { TextSpan } from '../../core/log/mask.ts';
import { isInBase64, isRandom } from './plausibleSecret.ts';

const PRESET = '@secretlint/secretlint-rule-preset-recommend';
const RULE_PREFIX = '@secretlint/secretlint-rule-';
const SEPARATOR = '\n\n';

/** Rules that are not needed, since our own patterns find the same secrets and report more exact positions. */
const ignoredRules = new Set(
  ['basicauth', 'database-connection-string', 'gcp', 'privatekey'].map((name) => RULE_PREFIX + name),
);

type Finding = Awaited<ReturnType<typeof lintSource>>['messages'][number];

interface Secretlint {
  readonly lintSource: typeof lintSource;
  readonly creator: typeof creator;
}

let loaded: Promise<Secretlint> | undefined;

/** Loads secretlint when the first text is searched, instead of at start. */
function loadSecretlint(): Promise<Secretlint> {
  loaded ??= importSecretlint();
  return loaded;
}

async function importSecretlint(): Promise<Secretlint> {
  const [{ lintSource }, { creator }, { secretLintProfiler }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    import('@secretlint/profiler'),
  ]);
  // The profiler is on by default. It stores about 20 kB of data for every call until the process ends.
  secretLintProfiler.setEnabled(false);
  return { lintSource, creator };
}

/**
 * Returns, for each text, the plausible findings of secretlint's recommended rules, except `ignoredRules`. Joins the
 * texts and calls secretlint once, since each call is expensive.
 */
export async function findByPreset(texts: readonly string[]): Promise<readonly (readonly TextSpan[])[]> {
  const { lintSource, creator } = await loadSecretlint();
  const content = texts.map(withoutDirectives).join(SEPARATOR);
  const { messages } = await lintSource({
    source: { filePath: 'texts', ext: '', contentType: 'text', content },
    options: { config: { rules: [{ id: PRESET, rule: creator }] }, noPhysicFilePath: true },
  });
  const found = messages
    .filter(({ ruleId }) => !ignoredRules.has(ruleId))
    .map((finding) => ({ ...placeOf(finding, content), kind: kindOf(finding.ruleId), rule: 'secretlint' }))
    .filter((span) => isPlausible(content.slice(span.start, span.end)) && !isInBase64(content, span));
  return spansByText(found, texts);
}

/**
 * Returns the secret's position. Some rules report a range that has the secret's length, but begins at the secret's
 * name. These rules report the secret's text in `data`, so the text can be found after the beginning of the range.
 */
function placeOf(
  { range: [start, end], data = {} }: Finding,
  content: string,
): { start: number; end: number } {
  const secret = Object.values(data).find(
    (value) => typeof value === 'string' && value.length === end - start,
  );
  const place = typeof secret === 'string' ? content.indexOf(secret, start) : -1;
  return place === -1 ? { start, end } : { start: place, end: place + end - start };
}

/**
 * Disables comments such as `secretlint-disable`, which could switch off rules. Keeps the length of the text, so that
 * offsets stay valid.
 */
function withoutDirectives(text: string): string {
  return text.replaceAll('secretlint-', 'secretlint_');
}

/**
 * Returns whether a value may be a real key. Placeholders and names can have the same form as a key. Tests an address
 * without its scheme, since `isRandom` returns false for addresses.
 */
function isPlausible(value: string): boolean {
  return isRandom(value.replace(/^https?:/, ''));
}

function kindOf(ruleId: string): string {
  return `${ruleId.replace(RULE_PREFIX, '')} key`;
}

/** Assigns spans to texts. Drops a span that crosses two texts, since neither text contains the whole span. */
function spansByText(spans: readonly TextSpan[], texts: readonly string[]): readonly (readonly TextSpan[])[] {
  const ordered = [...spans].sort((a, b) => a.start - b.start);
  let offset = 0;
  let next = 0;
  return texts.map((text) => {
    const end = offset + text.length;
    const own: TextSpan[] = [];
    for (let span = ordered[next]; span !== undefined && span.start < end; span = ordered[++next]) {
      if (span.start >= offset && span.end <= end)
        own.push({ ...span, start: span.start - offset, end: span.end - offset });
    }
    offset = end + SEPARATOR.length;
    return own;
  });
}
