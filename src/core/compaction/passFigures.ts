import type { CompactionEvent, PassFigures } from '../log/entry.ts';

/**
 * Figures of the passes that start and end where the event does: a plan counts what it can change, while messages may
 * have come since, or be merged where they are sent, and that differs by the same tokens before and after every pass.
 */
export function alignPasses({
  passes,
  tokensBefore,
  tokensAfter,
}: Pick<CompactionEvent, 'passes' | 'tokensBefore' | 'tokensAfter'>): readonly PassFigures[] {
  const more = tokensBefore - (passes[0]?.tokensBefore ?? tokensBefore);
  const last = passes.length - 1;
  return passes.map((pass, index) => ({
    ...pass,
    tokensBefore: Math.max(0, pass.tokensBefore + more),
    tokensAfter: index === last ? tokensAfter : Math.max(0, pass.tokensAfter + more),
  }));
}
