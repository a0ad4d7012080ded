import { ruleNamed } from '../../adapters/redaction/secretRules.ts';
import type { MaskedValue } from '../../core/log/maskedValues.ts';
import type { SecretValues } from '../../core/log/secretNumbers.ts';
import { formatCount } from '../../shared/format.ts';

/**
 * The maximum number of characters that are shown from the beginning of a value, to help the person recognise the
 * value. At most a third of the value is shown.
 */
const MOST_SHOWN = 6;

/** Returns why a value is masked: the rule that found it, and how the value begins. */
export function whyMasked(
  { span, rule, target, times }: MaskedValue,
  secrets: SecretValues,
): { readonly sentence: string; readonly detail: string } {
  const value = secrets.valueOf(span.number ?? -1) ?? '';
  const shown = value.slice(0, Math.min(MOST_SHOWN, Math.floor(value.length / 3)));
  const begins = shown === '' ? '' : `begins with “${shown}”, `;
  const form = value === '' ? '' : `${begins}has ${formatCount(value.length, 'character')} and `;
  const where = `The value ${form}occurs ${formatCount(times, 'time')}, first in message ${target}.`;
  const named = ruleNamed(rule ?? '');
  if (named === undefined) return { sentence: 'The log does not say which rule masked this.', detail: where };
  return {
    sentence: `The value looks like ${named.what}.`,
    detail: `${where}\nRule: ${named.id}. Source: ${named.source}`,
  };
}
