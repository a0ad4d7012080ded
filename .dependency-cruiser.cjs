/**
 * Returns a rule: in src/, the folder `from` may import only itself and the folders in `to`. The rule checks resolved
 * files, so it also finds imports that the compiler's project references let through.
 */
const arrow = (from, to, comment) => ({
  name: `${from}-stays-in-its-room`,
  comment,
  severity: 'error',
  from: { path: `^src/${from}/` },
  to: { path: `^src/(?!(${[from, ...to].join('|')})/)` },
});

/**
 * The order of the folders and files in some folders of src/: none may import those after it, not even types.
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

/** Returns a pattern that matches all files in the folder `place`, or the file `place` itself. */
const pathOf = (place) => (place.endsWith('.ts') ? `${place.replace('.', '\\.')}$` : `${place}/`);

const orders = Object.entries(ORDERS)
  .map(([room, lines]) => [room, lines.join(' ').split(' ')])
  .flatMap(([room, places]) => [
    ...places.slice(0, -1).map((place, at) => ({
      name: `${room.replace('/', '-')}-${place.replace(/\W/g, '-')}-imports-what-stands-before-it`,
      comment:
        'A folder or file must not import those after it in the order at the top of .dependency-cruiser.cjs, not even types: move what both need to an earlier place.',
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
      comment: 'Add each new folder or file to the order at the top of .dependency-cruiser.cjs.',
      severity: 'error',
      from: { path: `^src/${room}/(?!(${places.map(pathOf).join('|')}))` },
      to: {},
    },
  ]);

module.exports = {
  forbidden: [
    arrow(
      'core',
      [],
      'src/core must not import other folders of src/: define a port in src/core/ports.ts, and implement it outside of the core.',
    ),
    arrow(
      'shared',
      ['core'],
      'The extension and the webviews both import src/shared. Of the other folders in src/, it may import only src/core, and only its types.',
    ),
    {
      name: 'shared-takes-types-alone',
      comment:
        'The types of what the extension shows are declared only once, in the core. src/shared may import only types from the core, because a webview must not contain the core’s code.',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { path: '^src/core/', dependencyTypesNot: ['type-only'] },
    },
    arrow('webview', ['shared'], 'A webview knows the host by the protocol alone.'),
    arrow('adapters', ['core'], 'Of the other folders in src/, src/adapters may import only src/core.'),
    arrow('cli', ['core', 'adapters'], 'The command line runs without an editor.'),
    arrow('plugins', ['core', 'adapters'], 'A plugin runs inside another program, without an editor.'),
    {
      name: 'no-node-in-claude-code',
      comment:
        'The plugin for Claude Code runs without Node: it must import neither Node’s modules nor adapters that use them.',
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
      comment:
        'Files must not import each other in a cycle: join them, or move what they share to another file. A cycle with a type-only import is allowed.',
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
