import tseslint from 'typescript-eslint';

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
  regex: '^\\..*(?<!\\.(ts|json|css))$',
  message: 'Name the file with its .ts ending: Node and the bundler both read it as it is.',
};
const room = (folder, message) => ({ regex: `/${folder}/`, message });

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
  extension: [room('(webview|cli)', 'The host knows a webview by src/shared/protocol.ts alone.')],
};

const noClock = [
  { object: 'Date', property: 'now', message: 'The core has no clock: take one as the port Clock.' },
  { object: 'Math', property: 'random', message: 'The core has no randomness: take ids from the port Ids.' },
];

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

export default tseslint.config(
  { ignores: ['dist/', 'out/', 'coverage/', '.vscode-test/', 'sample/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines': ['error', { max: 300 }],
      'max-lines-per-function': ['error', { max: 60 }],
      'max-params': ['error', 4],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-restricted-imports': ['error', { patterns: [unmarked] }],
      'no-restricted-syntax': ['error', ...declarations],
      '@typescript-eslint/consistent-type-imports': 'error',
      // A fifth of the time of lint: there are no enums, and a fake may stand in for a class by its shape.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
    },
  },
  ...Object.entries(rooms).map(([folder, patterns]) => ({
    files: [`src/${folder}/**/*.ts`],
    rules: { 'no-restricted-imports': ['error', { patterns: [unmarked, ...patterns] }] },
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
  {
    files: ['scripts/**/*.ts', 'test/**/*.ts', 'src/cli/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    // A describe holds a whole table of behaviours, and a test's name is its documentation.
    files: ['test/**/*.ts'],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['test/{unit,host,ui,editor}/**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['cpuUsage', 'threadCpuUsage', 'hrtime'].map((property) => ({
          object: 'process',
          property,
          message: 'Count work: a test gives no verdict by the clock. Time is measured in test/bench.',
        })),
      ],
      'no-restricted-syntax': [
        'error',
        ...declarations,
        {
          selector: 'CallExpression[callee.property.name="timeout"]:not([callee.object.name="AbortSignal"])',
          message:
            'Leave it to the one hang guard for all tests, in .mocharc.cjs and test/support/patience.ts.',
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
      ],
    },
  },
);
