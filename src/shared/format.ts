/** Formats figures for people, in the same way in the host and in the views. */

const NO_BREAK = '\u00A0';
const TIME_OF_DAY = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Formats the local time of day: `14:02`. */
export function clockTime(at: number): string {
  return TIME_OF_DAY.format(at);
}

/** Formats a number of tokens: `940`, `3.1k`, `84k`, `1.2M`. Below ten million, uses at most four characters. */
export function formatTokens(tokens: number): string {
  const count = Math.max(0, Math.round(tokens));
  if (count < 1_000) return String(count);
  if (count < 9_950) return `${trimTenth(count / 1_000)}k`;
  if (count < 999_500) return `${Math.round(count / 1_000)}k`;
  return `${trimTenth(count / 1_000_000)}M`;
}

/** Formats a number of tokens with the unit: `1 token`, `3.1k tokens`. */
export function formatTokenCount(tokens: number): string {
  const count = formatTokens(tokens);
  return `${count} ${count === '1' ? 'token' : 'tokens'}`;
}

/**
 * Formats a fraction as a whole percentage: `62 %`. A fraction below 1 is never shown as 100 %, and a fraction above 0
 * is never shown as 0 %.
 */
export function formatPercent(fraction: number): string {
  const percent = Math.round(fraction * 100);
  if (percent >= 100 && fraction < 1) return '99 %';
  if (percent <= 0 && fraction > 0) return '1 %';
  return `${Math.max(0, percent)} %`;
}

/**
 * Formats a duration in a fitting unit: `38 ms`, `1.4 s`, `12 s`, `3 min 20 s`. Uses no-break spaces between number and
 * unit.
 */
export function formatDuration(durationMs: number): string {
  const ms = Math.max(0, durationMs);
  if (ms < 999.5) return `${Math.round(ms)}${NO_BREAK}ms`;
  if (ms < 9_950) return `${trimTenth(ms / 1_000)}${NO_BREAK}s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds}${NO_BREAK}s`;
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)}${NO_BREAK}min${rest === 0 ? '' : ` ${rest}${NO_BREAK}s`}`;
}

/**
 * Formats US dollars with four decimals below ten cents, otherwise with two: `$0.0042`, `$0.31`, `$12.40`. Zero is
 * `$0`. A positive amount that would be rounded to zero is `<$0.0001`.
 */
export function formatCost(dollars: number): string {
  if (dollars === 0) return '$0';
  if (dollars > 0 && dollars < 0.000_05) return '<$0.0001';
  return `$${dollars.toFixed(dollars < 0.1 ? 4 : 2)}`;
}

/** Formats a count: `1 message`, `20 messages`. Groups thousands. */
export function formatCount(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : nouns}`;
}

/** Formats a count before and after a change: `1,200 → 1 message`. */
export function formatChange(before: number, after: number, noun: string): string {
  return `${before.toLocaleString('en-US')} → ${formatCount(after, noun)}`;
}

/**
 * Formats an age in its largest unit, so that the text stays true for a while: `just now`, `5 min ago`, `3 h ago`,
 * `2 d ago`.
 */
export function formatAge(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes}${NO_BREAK}min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours}${NO_BREAK}h ago` : `${Math.floor(hours / 24)}${NO_BREAK}d ago`;
}

/** Returns a session's title as lists show it. */
export function shownTitle(title: string | undefined): string {
  return title === undefined || title === '' ? 'Untitled session' : title;
}

function trimTenth(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '');
}

/** Formats the agent that stores a session, with the session's state and size: `Codex · live · 120k tokens`. */
export function keptByWords(kept: {
  readonly agent: string;
  readonly isLive: boolean;
  readonly isArchived?: boolean;
  readonly tokens?: number;
}): string {
  return [
    kept.agent,
    ...(kept.isLive ? ['live'] : []),
    ...(kept.isArchived === true ? ['archived'] : []),
    ...(kept.tokens === undefined ? [] : [formatTokenCount(kept.tokens)]),
  ].join(' · ');
}
