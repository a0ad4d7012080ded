import assert from 'node:assert/strict';
import { readCommand, USAGE, UsageError } from '../../../src/cli/usage.ts';
import { STRATEGY_NAMES } from '../../../src/core/compaction/strategies.ts';

describe('The command line', () => {
  it('reads the numbers in a “compact” command, and adds default values', () => {
    assert.deepEqual(
      readCommand(['compact', 'a.jsonl', '--window', '200_000', '--budget', '20000', '--json']),
      {
        name: 'compact',
        file: 'a.jsonl',
        json: true,
        encoding: 'o200k_base',
        windowTokens: 200_000,
        budgetTokens: 20_000,
        strategy: 'hybrid',
        summarizer: 'none',
        withSources: false,
      },
    );
  });

  it('reads an inspect command', () => {
    assert.deepEqual(readCommand(['inspect', 'a.md', '--encoding', 'cl100k_base']), {
      name: 'inspect',
      file: 'a.md',
      json: false,
      encoding: 'cl100k_base',
    });
  });

  it('reads an audit command, which has no options for counting tokens', () => {
    const audit = { name: 'audit', file: 'a.jsonl', json: true, chat: 2 };
    assert.deepEqual(readCommand(['audit', 'a.jsonl', '--json', '--chat', '2']), audit);
    assert.throws(() => readCommand(['audit', 'a.jsonl', '--encoding', 'o200k_base']), UsageError);
  });

  it('reads a replay with one strategy or with all strategies', () => {
    const one = readCommand(['replay', 'a.md', '--window', '100000', '--model', 'gpt-4.1']);
    assert.ok(one.name === 'replay');
    assert.deepEqual([one.strategies, one.model], [['hybrid'], 'gpt-4.1']);
    const all = readCommand(['replay', 'a.md', '--window', '100000', '--strategy', 'all']);
    assert.ok(all.name === 'replay');
    assert.equal(all.strategies.length, 6);
  });

  it('accepts every option of “inspect”, “compact” and “replay”, and has no default budget or model', () => {
    const common = { file: 'a', json: true, encoding: 'cl100k_base', chat: 2 };
    const general = ['a', '--json', '--encoding', 'cl100k_base', '--chat', '2'];
    const window = ['--window', '1000', '--strategy', 'rolling'];
    assert.deepEqual(readCommand(['inspect', ...general]), { name: 'inspect', ...common });
    assert.deepEqual(
      readCommand([
        'compact',
        ...general,
        ...window,
        '--budget',
        '1',
        '--summarizer',
        'model',
        '--with-sources',
      ]),
      {
        ...{ name: 'compact', ...common, windowTokens: 1_000, strategy: 'rolling' },
        ...{ budgetTokens: 1, summarizer: 'model', withSources: true },
      },
    );
    assert.deepEqual(readCommand(['replay', ...general, ...window, '--model', 'gpt-4.1']), {
      ...{ name: 'replay', ...common, windowTokens: 1_000, strategies: ['rolling'], model: 'gpt-4.1' },
    });
    const bare = readCommand(['compact', 'a', '--window', '1000', '--summarizer', 'none']);
    assert.ok(!('budgetTokens' in bare) && !('model' in readCommand(['replay', 'a', '--window', '1000'])));
  });

  it('names all strategies in its usage', () => {
    assert.ok(USAGE.includes(`--strategy ${STRATEGY_NAMES.join('|')}]\n`));
  });

  it('lists in its usage exactly the options that each command accepts', () => {
    const [commands = ''] = USAGE.split('\n\n');
    const optionsIn = (text: string): readonly string[] => text.match(/--(?!help|version)[a-z-]+/gu) ?? [];
    const refusal = (args: readonly string[]): string => {
      try {
        return readCommand(args).name;
      } catch (error) {
        return error instanceof Error ? error.message : '';
      }
    };
    for (const name of ['inspect', 'compact', 'audit', 'replay', 'mcp']) {
      const listed = optionsIn(commands.split('\n  longthread ').find((each) => each.startsWith(name)) ?? '');
      for (const option of optionsIn(commands)) {
        // Each option is valid in one of two forms: without a value or with a value.
        const refusals = [option, `${option}=x`].map((arg) => refusal([name, arg]));
        const isRefused = refusals.includes(`'${name}' takes no ${option}.`);
        assert.equal(isRefused, !listed.includes(option), `${name} ${option}`);
      }
    }
  });

  it('reports wrong usage with an error of the name “UsageError”', () => {
    assert.equal(new UsageError('No.').name, 'UsageError');
  });

  it('reads a request for help', () => {
    assert.deepEqual(readCommand(['--help']), { name: 'help' });
    assert.deepEqual(readCommand(['help']), { name: 'help' });
    assert.deepEqual(readCommand(['compact', '--help']), { name: 'help' });
  });

  it('reads a request for the version, even with other arguments', () => {
    assert.deepEqual(readCommand(['--version']), { name: 'version' });
    assert.deepEqual(readCommand(['compact', '--version']), { name: 'version' });
  });

  const sizes: readonly (readonly [written: string, tokens: number])[] = [
    ['200k', 200_000],
    ['200K', 200_000],
    ['1m', 1_000_000],
    ['2M', 2_000_000],
    ['1_000k', 1_000_000],
    ['200,000', 200_000],
    ['8000', 8_000],
    [' 8000 ', 8_000],
    ['1', 1],
  ];
  for (const [written, tokens] of sizes) {
    it(`parses “${written}” as ${String(tokens)} tokens`, () => {
      const command = readCommand(['compact', 'a', '--window', '9m', '--budget', written]);
      assert.ok(command.name === 'compact');
      assert.deepEqual([command.windowTokens, command.budgetTokens], [9_000_000, tokens]);
    });
  }

  it('accepts a window of up to a billion tokens', () => {
    const command = readCommand(['compact', 'a', '--window', '1000m']);
    assert.ok(command.name === 'compact');
    assert.equal(command.windowTokens, 1_000_000_000);
  });

  it('accepts a budget as large as the window', () => {
    const command = readCommand(['compact', 'a', '--window', '8000', '--budget', '8000']);
    assert.ok(command.name === 'compact');
    assert.equal(command.budgetTokens, 8_000);
  });

  it('reads an “mcp” command, with the current folder as the default workspace', () => {
    assert.deepEqual(readCommand(['mcp', '--storage', 's']), { name: 'mcp', storage: 's', workspace: '.' });
    const named = readCommand(['mcp', '--storage', 's', '--workspace', 'w']);
    assert.deepEqual(named, { name: 'mcp', storage: 's', workspace: 'w' });
  });

  const wrong: readonly (readonly [what: string, args: readonly string[], says: RegExp])[] = [
    ['an empty command line', [], /^Give a command: inspect, compact, audit, replay or mcp\. /u],
    [
      'two options that belong to another command',
      ['inspect', 'a', '--window', '9', '--model', 'b'],
      /takes no --window/u,
    ],
    ['three files', ['inspect', 'a', 'b', 'c'], /one FILE, not 3/u],
    ['a replay without a window', ['replay', 'a'], /^'replay' needs --window/u],
    ['a negative number at the start', ['-5', 'a'], /^Unknown option -5\.$/u],
    [
      'a negative number after a file name that ends with an option’s name (“a-window”)',
      ['inspect', 'a-window', '-5'],
      /^Unknown option -5\.$/u,
    ],
    [
      'a negative number after a file name that ends with an option’s name (“xxwindow”)',
      ['inspect', 'xxwindow', '-5'],
      /^Unknown option -5\.$/u,
    ],
    ['one token more than a billion', ['compact', 'a', '--window', '1000000001'], /from 1 to 1000000000\.$/u],
    ['an unknown command', ['shrink', 'a'], /Unknown command 'shrink'/u],
    [
      'the command “toString”, which is the name of an inherited property',
      ['toString', 'a', '--json'],
      /Unknown command 'toString'/u,
    ],
    ['an “inspect” command without a file', ['inspect'], /needs a FILE/u],
    ['an empty file name', ['inspect', ''], /needs a FILE/u],
    [
      'the option --with-sources without the option --json',
      ['compact', 'a', '--window', '9', '--with-sources'],
      /^--with-sources needs --json\.$/u,
    ],
    [
      'the chat 0',
      ['inspect', 'a', '--chat', '0'],
      /^--chat needs a whole number of at least 1, not '0'\.$/u,
    ],
    ['two files', ['inspect', 'a', 'b'], /one FILE, not 2/u],
    ['a missing window', ['compact', 'a'], /needs --window/u],
    ['a window that is not a number', ['compact', 'a', '--window', 'big'], /--window is 'big'/u],
    ['a budget of zero', ['compact', 'a', '--window', '1000', '--budget', '0'], /--budget is '0'/u],
    ['one and a half tokens', ['compact', 'a', '--window', '1000', '--budget', '1.5'], /whole number/u],
    [
      'a window with a decimal comma (1000,5)',
      ['compact', 'a', '--window', '1000,5'],
      /--window is '1000,5'/u,
    ],
    ['a negative budget', ['compact', 'a', '--window', '1000', '--budget=-5'], /--budget is '-5'/u],
    ['an infinite window', ['compact', 'a', '--window', 'Infinity'], /from 1 to 1000000000/u],
    ['the window NaN', ['replay', 'a', '--window', 'NaN'], /--window is 'NaN'/u],
    [
      'an unknown strategy',
      ['compact', 'a', '--window', '1', '--strategy', 'magic'],
      /Unknown strategy 'magic'\. The strategies are truncate, \w+, /u,
    ],
    ['an unknown summarizer', ['compact', 'a', '--window', '1', '--summarizer', 'me'], /none or model/u],
    ['an unknown encoding', ['inspect', 'a', '--encoding', 'ascii'], /o200k_base or cl100k_base/u],
    [
      'a budget for a replay',
      ['replay', 'a', '--window', '9', '--budget', '9'],
      /'replay' takes no --budget/u,
    ],
    ['a window for an inspection', ['inspect', 'a', '--window', '9'], /'inspect' takes no --window/u],
    ['an unknown option', ['inspect', 'a', '--fast'], /^Unknown option --fast\.$/u],
    ['an unknown short option', ['inspect', 'a', '-x'], /^Unknown option -x\.$/u],
    ['an option without its value', ['compact', 'a', '--window'], /^--window needs a value\.$/u],
    [
      'an option in place of the value of another option',
      ['compact', 'a', '--window', '--json'],
      /^--window needs a value\.$/u,
    ],
    ['a negative window', ['compact', 'a', '--window', '-5'], /^--window is '-5'; .*from 1 to/u],
    [
      'a negative budget as a separate argument',
      ['compact', 'a', '--window', '1000', '--budget', '-5'],
      /^--budget is '-5'; .*from 1 to/u,
    ],
    ['a negative number for a switch', ['inspect', 'a', '--json', '-5'], /^Unknown option -5\.$/u],
    [
      'a fraction of a thousand tokens (1.5k)',
      ['compact', 'a', '--window', '1.5k'],
      /^--window is '1\.5k'; .*200k/u,
    ],
    ['a unit without a number', ['compact', 'a', '--window', 'k'], /^--window is 'k'/u],
    [
      'more than a billion tokens, given in millions (1001m)',
      ['compact', 'a', '--window', '1001m'],
      /from 1 to 1000000000/u,
    ],
    [
      'a short option in place of the value of another option',
      ['compact', 'a', '--window', '-x'],
      /^--window needs a value\.$/u,
    ],
    ['an “mcp” command without a storage folder', ['mcp'], /^'mcp' needs --storage FOLDER\.$/u],
    ['a file name in an “mcp” command', ['mcp', 'a', '--storage', 's'], /^'mcp' takes no FILE\.$/u],
    ['an option of another command', ['mcp', '--storage', 's', '--json'], /^'mcp' takes no --json\.$/u],
    ['a value for a switch', ['inspect', 'a', '--json=yes'], /^--json takes no value\.$/u],
    [
      'a budget larger than the window',
      ['compact', 'a', '--window', '8000', '--budget', '8001'],
      /--budget is 8001 and --window 8000/u,
    ],
  ];
  for (const [what, args, says] of wrong) {
    it(`says in an error sentence why it rejects ${what}`, () => {
      assert.throws(
        () => readCommand(args),
        (error) => error instanceof UsageError && says.test(error.message),
      );
    });
  }
});
