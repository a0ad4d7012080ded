/** How mocha runs every suite outside VS Code; test/support/patience.ts gives the same hang guard to those inside. */
module.exports = {
  'node-option': ['import=tsx'],
  'forbid-only': true,
  'dry-run': process.env.LONGTHREAD_DRY_RUN !== undefined,
  // No verdict on speed: a test that has not ended by then hangs.
  timeout: 600_000 * Number(process.env.LONGTHREAD_SLOWNESS ?? 1),
};
