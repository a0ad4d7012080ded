import { defineConfig } from 'oxlint';

const node = {
  group: ['node:*'],
  message: 'This room runs without Node: ask for what you need through a port in src/core/ports.ts.',
};
const vscode = {
  group: ['vscode'],
  message: 'Only src/extension talks to the editor: hand it what you need as data or as a port.',
};
const packages = {
  regex: '^[^.]',
  message:
    'This room is plain TypeScript: a package belongs in an adapter behind a port of src/core/ports.ts.',
};
const unmarked = {
  regex: '^\\..*\\.[cm]?js$',
  message: 'Name the file with its .ts ending: Node and the bundler both read it as it is.',
};
const room = (folder: string, message: string) => ({ regex: `/${folder}/`, message });

const fromCore = 'The core depends on nothing: turn the arrow round with a port in src/core/ports.ts.';
const fromAdapters =
  'An adapter serves the core alone: let the composition root join it with what stands outside.';

/** The arrows of ARCHITECTURE.md; dependency-cruiser checks them once more on resolved files. */
const rooms = {
  core: [packages, room('(adapters|extension|webview|shared|cli)', fromCore)],
  shared: [
    node,
    vscode,
    room(
      '(adapters|extension|webview|cli)',
      'Host and webviews both import this room: it depends on the types of the core alone.',
    ),
  ],
  webview: [
    node,
    vscode,
    room('(core|adapters|extension|cli)', 'A webview knows the host by src/shared/protocol.ts alone.'),
  ],
  adapters: [vscode, room('(extension|webview|shared|cli)', fromAdapters)],
  cli: [
    vscode,
    room(
      '(extension|webview|shared)',
      'The command line runs without an editor: it joins core and adapters.',
    ),
  ],
  'plugins/claudeCode': [
    node,
    vscode,
    room(
      '(extension|webview|shared|cli)',
      'A plugin runs inside another program: it joins core and the pure files of the adapters.',
    ),
  ],
  'plugins/pi': [
    vscode,
    room('(extension|webview|shared|cli)', 'A plugin runs inside another program: it joins the core.'),
  ],
  extension: [room('(webview|cli)', 'The host knows a webview by src/shared/protocol.ts alone.')],
};

const declarations = [
  {
    selector: 'TSEnumDeclaration',
    message: 'Write a union of string literals: it is erased and narrows by itself.',
  },
  {
    selector: 'ExportDefaultDeclaration',
    message: 'Export by name: the name is then the same wherever it is read.',
  },
  {
    selector: 'ExportAllDeclaration',
    message: 'Import from the file that declares it: a barrel hides where things live.',
  },
];

const noClock = [
  { object: 'Date', property: 'now', message: 'The core has no clock: take one as the port Clock.' },
  { object: 'Math', property: 'random', message: 'The core has no randomness: take ids from the port Ids.' },
];

const waiting = [
  {
    selector: 'CallExpression[callee.property.name="timeout"]:not([callee.object.name="AbortSignal"])',
    message: 'Leave it to the one hang guard for all tests, in .mocharc.cjs and test/support/patience.ts.',
  },
  {
    selector:
      'WhileStatement > ExpressionStatement > AwaitExpression, WhileStatement > BlockStatement > ExpressionStatement > AwaitExpression',
    message: 'Wait with test/support/until.ts: it ends, and says what did not come about.',
  },
  {
    selector:
      'CallExpression[callee.property.name=/^(waitForFunction|evaluate)$/] > :matches(Literal, TemplateLiteral).arguments:first-child',
    message:
      'Give a function: a text that must be asked twice is refused by the content security policy of the page.',
  },
];

/** Beyond what is plainly wrong: the rules of typescript-eslint's strict set that read types. */
const strict = [
  'ban-ts-comment',
  'no-confusing-void-expression',
  'no-deprecated',
  'no-dynamic-delete',
  'no-empty-object-type',
  'no-explicit-any',
  'no-invalid-void-type',
  'no-misused-promises',
  'no-mixed-enums',
  'no-namespace',
  'no-non-null-asserted-nullish-coalescing',
  'no-non-null-assertion',
  'no-require-imports',
  'no-unnecessary-boolean-literal-compare',
  'no-unnecessary-condition',
  'no-unnecessary-template-expression',
  'no-unnecessary-type-arguments',
  'no-unnecessary-type-assertion',
  'no-unnecessary-type-constraint',
  'no-unnecessary-type-conversion',
  'no-unnecessary-type-parameters',
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-call',
  'no-unsafe-enum-comparison',
  'no-unsafe-function-type',
  'no-unsafe-member-access',
  'no-unsafe-return',
  'no-useless-default-assignment',
  'only-throw-error',
  'prefer-literal-enum-member',
  'prefer-promise-reject-errors',
  'prefer-reduce-type-parameter',
  'prefer-return-this-type',
  'related-getter-setter-pairs',
  'require-await',
  'unified-signatures',
  'use-unknown-in-catch-callback-variable',
];

export default defineConfig({
  plugins: ['typescript'],
  jsPlugins: ['./scripts/lintRules.mjs'],
  options: { typeAware: true, reportUnusedDisableDirectives: 'error', denyWarnings: true },
  ignorePatterns: ['dist/', 'out/', 'coverage/', '.vscode-test/', 'sample/', '**/*.{js,cjs,mjs}'],
  categories: { correctness: 'error' },
  rules: {
    ...Object.fromEntries(strict.map((rule) => [`typescript/${rule}`, 'error'] as const)),
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    'no-array-constructor': 'error',
    'max-lines': ['error', { max: 300 }],
    'max-lines-per-function': ['error', { max: 60 }],
    'max-params': ['error', { max: 4 }],
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-console': 'error',
    // Texts of terminals and of other programs are read for control characters.
    'no-control-regex': 'off',
    // It knows no use by `??=`; the compiler knows all.
    'no-unused-private-class-members': 'off',
    'no-restricted-imports': ['error', { patterns: [unmarked] }],
    'longthread/restricted-syntax': ['error', declarations],
    'typescript/consistent-type-imports': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/restrict-plus-operands': [
      'error',
      {
        allowAny: false,
        allowBoolean: false,
        allowNullish: false,
        allowNumberAndString: false,
        allowRegExp: false,
      },
    ],
    'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'typescript/no-confusing-void-expression': [
      'error',
      { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
    ],
  },
  overrides: [
    ...Object.entries(rooms).map(([folder, patterns]) => ({
      files: [`src/${folder}/**/*.ts`],
      rules: { 'no-restricted-imports': ['error', { patterns: [unmarked, ...patterns] }] as const },
    })),
    {
      files: ['src/core/**/*.ts'],
      rules: {
        'no-restricted-properties': ['error', ...noClock],
        'no-restricted-globals': [
          'error',
          'process',
          'setTimeout',
          'setInterval',
          'fetch',
          'performance',
          'crypto',
        ],
      },
    },
    { files: ['scripts/**/*.ts', 'test/**/*.ts', 'src/cli/**/*.ts'], rules: { 'no-console': 'off' } },
    { files: ['oxlint.config.ts'], rules: { 'longthread/restricted-syntax': 'off' } },
    {
      // A describe holds a whole table of behaviours, and a test's name is its documentation.
      files: ['test/**/*.ts'],
      rules: {
        'max-lines-per-function': 'off',
        'no-unsafe-optional-chaining': 'off',
        'typescript/no-non-null-assertion': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/require-await': 'off',
      },
    },
    {
      files: ['test/{unit,host,ui,editor,chat}/**/*.test.ts'],
      rules: {
        'no-restricted-properties': [
          'error',
          ...['cpuUsage', 'threadCpuUsage', 'hrtime'].map((property) => ({
            object: 'process',
            property,
            message: 'Count work: a test gives no verdict by the clock. Time is measured in test/bench.',
          })),
        ],
        'longthread/restricted-syntax': ['error', [...declarations, ...waiting]],
      },
    },
  ],
});
