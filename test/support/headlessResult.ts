import assert from 'node:assert/strict';
import type { HeadlessResult } from '../../src/cli/compactMessages.ts';
import { countHeadless } from '../../src/cli/headlessContext.ts';
import type { CountTokens } from '../../src/core/ports.ts';
import { messageProblems } from './validMessages.ts';

interface Expected {
  readonly strategy: string;
  readonly mostTokens: number;
  readonly count: CountTokens;
}

/**
 * Throws unless the messages are valid and fit within the token limit, and the result contains their token count. The
 * event must contain the strategy's name. The event and its last pass, if any, must have the same final token count.
 */
export function assertHeadless(
  { context, contextTokens, event }: HeadlessResult,
  { strategy, mostTokens, count }: Expected,
): void {
  assert.deepEqual(messageProblems(context), [], strategy);
  assert.equal(contextTokens, countHeadless(context, count));
  assert.ok(contextTokens <= mostTokens, `${strategy}: ${String(contextTokens)} tokens`);
  assert.equal(event.strategy, strategy);
  assert.equal(event.passes.at(-1)?.tokensAfter ?? event.tokensAfter, event.tokensAfter, strategy);
}
