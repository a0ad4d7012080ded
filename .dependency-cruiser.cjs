/** The arrows between rooms, on resolved files: what the compiler's project references let through. */
const arrow = (from, to, comment) => ({
  name: `${from}-stays-in-its-room`,
  comment,
  severity: 'error',
  from: { path: `^src/${from}/` },
  to: { path: `^src/(?!(${[from, ...to].join('|')})/)` },
});

/**
 * The order inside a room: each folder, or file of the room itself, imports those before it alone; types too.
 * ARCHITECTURE.md has the question that each answers.
 */
const ORDERS = {
  core: [
    'memoized.ts log (ports|cancellation).ts text language tools context recall memory record approval model summary audit',
    'compaction replay session chat agent',
  ],
  'core/compaction': ['(settings|strategies|units|compactionView).ts decide plan commit'],
  extension: [
    'sleep.ts webviews asking settings logging (services|git|strategyRegistry).ts files terminal observations memories models',
    'sessions stages approvals tools hands setup agent claudeCode mcp otherAgents parts.ts statusBar rules chat panel participant',
    'contextKeys.ts commands api extension.ts',
  ],
};

/** As a pattern: all that stands in a folder, or the file itself. */
const pathOf = (place) => (place.endsWith('.ts') ? `${place.replace('.', '\\.')}$` : `${place}/`);

const orders = Object.entries(ORDERS)
  .map(([room, lines]) => [room, lines.join(' ').split(' ')])
  .flatMap(([room, places]) => [
    ...places.slice(0, -1).map((place, at) => ({
      name: `${room.replace('/', '-')}-${place.replace(/\W/g, '-')}-imports-what-stands-before-it`,
      comment: 'Each place of the room imports those before it alone; move what both need down, types too.',
      severity: 'error',
      from: { path: `^src/${room}/${pathOf(place)}` },
      to: {
        path: `^src/${room}/(${places
          .slice(at + 1)
          .map(pathOf)
          .join('|')})`,
      },
    })),
    {
      name: `${room.replace('/', '-')}-places-are-in-the-order`,
      comment: 'What is new in the room takes its place in the order at the top of this file.',
      severity: 'error',
      from: { path: `^src/${room}/(?!(${places.map(pathOf).join('|')}))` },
      to: {},
    },
  ]);

module.exports = {
  forbidden: [
    arrow('core', [], 'The core depends on nothing; turn the arrow round with a port.'),
    arrow(
      'shared',
      ['core'],
      'Host and webviews both import this room; it depends on the types of the core alone.',
    ),
    {
      name: 'shared-takes-types-alone',
      comment: 'What the host shows is declared once, in the core; a view must not carry the core’s code.',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { path: '^src/core/', dependencyTypesNot: ['type-only'] },
    },
    arrow('webview', ['shared'], 'A webview knows the host by the protocol alone.'),
    arrow('adapters', ['core'], 'An adapter serves the core alone.'),
    arrow('cli', ['core', 'adapters'], 'The command line runs without an editor.'),
    arrow('plugins', ['core', 'adapters'], 'A plugin runs inside another program, without an editor.'),
    {
      name: 'no-node-in-claude-code',
      comment:
        'What Claude Code loads as a plugin runs without Node; of the adapters it takes the pure files alone.',
      severity: 'error',
      from: { path: '^src/plugins/claudeCode/' },
      to: { dependencyTypes: ['core'] },
    },
    arrow('extension', ['core', 'adapters', 'shared'], 'The host knows a webview by the protocol alone.'),
    ...orders,
    {
      name: 'core-uses-no-package',
      comment: 'The core is plain TypeScript: no package, no Node, no editor.',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
    {
      name: 'editor-only-in-the-extension',
      comment: 'Only src/extension (and its tests inside the editor) import vscode.',
      severity: 'error',
      from: { pathNot: '^(src/extension|test/host|test/agent/probe|scripts/starter)/' },
      to: { path: '^(vscode$|node_modules/(@types/)?vscode/)' },
    },
    {
      name: 'no-node-in-webviews',
      comment: 'A webview is a browser, and what it shares with the host runs there too.',
      severity: 'error',
      from: { path: '^src/(webview|shared)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'source-knows-no-test',
      comment: 'What ships does not depend on tests or build scripts.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|scripts)/' },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or lack a third; types may refer to each other.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-cycles-of-types-in-compaction',
      comment: 'What decide, plan and commit share stands in compactionView.ts.',
      severity: 'error',
      from: { path: '^src/core/compaction/' },
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nothing imports and that imports nothing is dead.',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: '\\.d\\.ts$' },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|out|coverage|\\.vscode-test)/' },
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: {
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
  },
};
