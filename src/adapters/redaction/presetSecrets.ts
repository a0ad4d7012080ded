import type { lintSource } from '@secretlint/core';
import type { creator } from '@secretlint/secretlint-rule-preset-recommend';
import type { TextSpan } from '../../core/log/mask.ts';
import { isInBase64, isRandom } from './plausibleSecret.ts';

const PRESET = '@secretlint/secretlint-rule-preset-recommend';
const RULE_PREFIX = '@secretlint/secretlint-rule-';
const SEPARATOR = '\n\n';

/** Rules that take a whole address or text for a secret, or a key for one only where it is whole: patterns of our own find those. */
const ignoredRules = new Set(
  ['basicauth', 'database-connection-string', 'gcp', 'privatekey'].map((name) => RULE_PREFIX + name),
);

type Finding = Awaited<ReturnType<typeof lintSource>>['messages'][number];

interface Secretlint {
  readonly lintSource: typeof lintSource;
  readonly creator: typeof creator;
}

let loaded: Promise<Secretlint> | undefined;

/** Loaded when the first text is looked at, not at start. */
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
  // It is on by default and keeps some 20 kB of marks of every call for as long as the process lives.
  secretLintProfiler.setEnabled(false);
  return { lintSource, creator };
}

/** Returns what secretlint's recommended rules find, for each text. One call for all: a call costs more than a text. */
export async function findByPreset(texts: readonly string[]): Promise<readonly (readonly TextSpan[])[]> {
  const { lintSource, creator } = await loadSecretlint();
  const content = texts.map(disarm).join(SEPARATOR);
  const { messages } = await lintSource({
    source: { filePath: 'texts', ext: '', contentType: 'text', content },
    options: { config: { rules: [{ id: PRESET, rule: creator }] }, noPhysicFilePath: true },
  });
  const found = messages
    .filter(({ ruleId }) => !ignoredRules.has(ruleId))
    .map((finding) => ({ ...placeOf(finding, content), kind: kindOf(finding.ruleId), rule: 'secretlint' }))
    .filter((span) => isPlausible(content.slice(span.start, span.end)) && !isInBase64(content, span));
  return spread(found, texts);
}

/**
 * Returns the secret's place. Some rules report a range of the secret's length that begins at its name; then the secret
 * itself, which they report too, is searched.
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

/** A text must not switch the rules off with a comment of secretlint's own. Lengths stay, so offsets do. */
function disarm(text: string): string {
  return text.replaceAll('secretlint-', 'secretlint_');
}

/** Placeholders and names have the shape of a key, too. */
function isPlausible(value: string): boolean {
  return isRandom(value.replace(/^https?:/, ''));
}

function kindOf(ruleId: string): string {
  return `${ruleId.replace(RULE_PREFIX, '')} key`;
}

/** Assigns spans to texts. Drops a span across two texts, since neither has it as a whole. */
function spread(spans: readonly TextSpan[], texts: readonly string[]): readonly (readonly TextSpan[])[] {
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
