import { defineConfig } from 'oxlint';

const node = {
  group: ['node:*'],
  message:
    'This folder must not use Node: use an interface (port) of src/core/ports.ts, and implement it in src/adapters.',
};
const vscode = {
  group: ['vscode'],
  message: 'Only src/extension may import “vscode”: pass data or a port to this code instead.',
};
const packages = {
  regex: '^[^.]',
  message:
    'src/core must not import packages: use the package in src/adapters, behind a port of src/core/ports.ts.',
};
const unmarked = {
  regex: '^\\..*\\.[cm]?js$',
  message: 'Import the file by its name with .ts: Node and the bundler both accept it.',
};
const room = (folder: string, message: string) => ({ regex: `/${folder}/`, message });

const fromCore =
  'src/core must not import other folders: define a port in src/core/ports.ts, and implement it outside.';
const fromAdapters =
  'src/adapters may import only src/core: connect an adapter to other code where both are created.';

/** The imports that ARCHITECTURE.md forbids, by folder. dependency-cruiser checks them, too, with resolved paths. */
const rooms = {
  core: [packages, room('(adapters|extension|webview|shared|cli)', fromCore)],
  shared: [
    node,
    vscode,
    room(
      '(adapters|extension|webview|cli)',
      'src/shared runs in the extension and in webviews: it may import only types of src/core.',
    ),
  ],
  webview: [
    node,
    vscode,
    room(
      '(core|adapters|extension|cli)',
      'A webview exchanges only the messages of src/shared/protocol.ts with the extension.',
    ),
  ],
  adapters: [vscode, room('(extension|webview|shared|cli)', fromAdapters)],
  cli: [
    vscode,
    room(
      '(extension|webview|shared)',
      'The command line runs without an editor: it may import only src/core and src/adapters.',
    ),
  ],
  'plugins/claudeCode': [
    node,
    vscode,
    room(
      '(extension|webview|shared|cli)',
      'The plugin runs in Claude Code: it may import only src/core and those adapters that do not use Node.',
    ),
  ],
  'plugins/pi': [
    vscode,
    room(
      '(extension|webview|shared|cli)',
      'The plugin runs in Pi: it may import only src/core and src/adapters.',
    ),
  ],
  extension: [
    room(
      '(webview|cli)',
      'The extension exchanges only the messages of src/shared/protocol.ts with a webview.',
    ),
  ],
};

const declarations = [
  {
    selector: 'TSEnumDeclaration',
    message: 'Use a union of string literals instead of an enum: it needs no code at run time.',
  },
  {
    selector: 'ExportDefaultDeclaration',
    message: 'Use a named export, so that every import uses the same name.',
  },
  {
    selector: 'ExportAllDeclaration',
    message: 'Import from the file that contains the declaration, instead of exporting it again.',
  },
];

const noClock = [
  { object: 'Date', property: 'now', message: 'src/core must not read the time: use the port Clock.' },
  {
    object: 'Math',
    property: 'random',
    message: 'src/core must not use random numbers: get ids from the port Ids.',
  },
];

const waiting = [
  {
    selector: 'CallExpression[callee.property.name="timeout"]:not([callee.object.name="AbortSignal"])',
    message: 'Remove this timeout: .mocharc.cjs and test/support/patience.ts set one for all tests.',
  },
  {
    selector:
      'WhileStatement > ExpressionStatement > AwaitExpression, WhileStatement > BlockStatement > ExpressionStatement > AwaitExpression',
    message: 'Wait with test/support/until.ts: it has a limit, and its error says what was awaited.',
  },
  {
    selector:
      'CallExpression[callee.property.name=/^(waitForFunction|evaluate)$/] > :matches(Literal, TemplateLiteral).arguments:first-child',
    message: 'Pass a function: the page’s content security policy does not allow a text to be evaluated.',
  },
];

/** Rules of typescript-eslint's `strict` set that are not in the category `correctness`. */
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
    'longthread/comment-width': ['error', 120],
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-console': 'error',
    // Regular expressions search the output of terminals and other programs for control characters.
    'no-control-regex': 'off',
    // The rule does not count `??=` as a use. The compiler reports unused members, too.
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
      // A `describe` contains many tests, and is longer than a function should be.
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
            message:
              'Do not measure time in a test: count steps or calls. Benchmarks in test/bench measure time.',
          })),
        ],
        'longthread/restricted-syntax': ['error', [...declarations, ...waiting]],
      },
    },
  ],
});
