import type { RootHookObject } from 'mocha';

/** A test that passes at its second try is no test that passes: whoever asks for retries is told of each. */
export const mochaHooks: RootHookObject = {
  afterEach(this: Mocha.Context) {
    const { currentTest } = this;
    if (currentTest?.state !== 'passed' || retriesOf(currentTest) === 0) return;
    console.log(`  passed at a retry: ${currentTest.fullTitle()}`);
  },
};

/** Mocha counts them and does not say so in its types. */
function retriesOf(test: Mocha.Test): number {
  return (test as unknown as { currentRetry(): number }).currentRetry();
}
