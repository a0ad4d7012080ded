/**
 * Mocha's configuration for all suites outside VS Code. The suites inside VS Code get the same time limit from
 * test/support/patience.ts.
 */
module.exports = {
  'node-option': ['import=tsx'],
  'forbid-only': true,
  'dry-run': process.env.LONGTHREAD_DRY_RUN !== undefined,
  // This limit does not judge the speed of a test. It only ends tests that hang.
  timeout: 600_000 * Number(process.env.LONGTHREAD_SLOWNESS ?? 1),
};
