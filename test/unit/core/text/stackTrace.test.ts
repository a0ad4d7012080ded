import assert from 'node:assert/strict';
import { framesIn } from '../../../../src/core/text/stackTrace.ts';

/** Returns the lines that are not left out. */
function left(text: string): readonly string[] {
  const lines = text.split('\n');
  const { leftOut } = framesIn(lines);
  return lines.flatMap((line, place) => (leftOut.has(place) ? [] : [line.trim()]));
}

const JAVASCRIPT = `TypeError: Cannot read properties of undefined (reading 'lamp')
    at node:internal/process/task_queues:105:5
    at Object.<anonymous> (/srv/harbour/node_modules/jest/build/index.js:88:3)
    at async light (/srv/harbour/src/lamp.ts:12:7)
    at async main (/srv/harbour/src/main.ts:4:1)
Node.js v24.1.0`;

const JEST = `Error: expect(received).toBe(expected)
    at Object.toBe (/srv/harbour/node_modules/expect/build/index.js:88:3)
    at Object.<anonymous> (/srv/harbour/src/sum.test.js:5:17)
    at new Promise (<anonymous>)`;

const PYTHON = `Traceback (most recent call last):
  File "/srv/harbour/main.py", line 9, in <module>
    main()
  File "/srv/harbour/lamp.py", line 4, in light
    return lamps[name]
           ~~~~~^^^^^^
  File "/usr/lib/python3.12/collections/__init__.py", line 1015, in __getitem__
    raise KeyError(key)
KeyError: 'pier'`;

const JAVA = `Exception in thread "main" java.lang.IllegalStateException: no lamp
\tat java.base/java.util.Optional.orElseThrow(Optional.java:403)
\tat org.harbour.Lamp.light(Lamp.java:31)
\tat org.harbour.Main.main(Main.java:8)
Caused by: java.io.IOException: dark
\tat org.harbour.Bulb.read(Bulb.java:12)
\t... 2 more`;

const GO = `panic: assignment to entry in nil map

goroutine 1 [running]:
main.light(...)
\t/srv/harbour/lamp.go:14 +0x1d
main.main()
\t/srv/harbour/main.go:8 +0x25
exit status 2`;

const GO_INTERNAL = `panic: runtime error: index out of range

goroutine 1 [running]:
harbour/internal/server.handle(...)
\t/srv/harbour/internal/server/handle.go:12 +0x1d
main.main()
\t/srv/harbour/main.go:8 +0x25`;

const RUST = `thread 'main' panicked at src/lamp.rs:9:14:
   0: rust_begin_unwind
             at /rustc/9fc6b431/library/std/src/panicking.rs:665:5
   1: harbour::light
             at ./src/lamp.rs:9:14
   2: harbour::main
             at ./src/main.rs:4:5
note: run with RUST_BACKTRACE=full`;

const RUBY = `lib/lamp.rb:7:in \`fetch': key not found: :pier (KeyError)
\tfrom lib/lamp.rb:7:in \`light'
\tfrom bin/harbour:3:in \`<main>'`;

const PHP = `PHP Fatal error:  Uncaught Exception: dark in /srv/harbour/lamp.php:12
Stack trace:
#0 /srv/harbour/vendor/lamp/Base.php(40): Lamp->light()
#1 /srv/harbour/index.php(5): harbour()
#2 {main}
  thrown in /srv/harbour/lamp.php on line 12`;

describe('a stack trace', () => {
  const rows: readonly (readonly [language: string, text: string, expected: readonly string[]])[] = [
    [
      'JavaScript',
      JAVASCRIPT,
      [
        "TypeError: Cannot read properties of undefined (reading 'lamp')",
        'at async light (/srv/harbour/src/lamp.ts:12:7)',
        'Node.js v24.1.0',
      ],
    ],
    [
      'JavaScript in a test file',
      JEST,
      ['Error: expect(received).toBe(expected)', 'at Object.<anonymous> (/srv/harbour/src/sum.test.js:5:17)'],
    ],
    [
      'Python',
      PYTHON,
      [
        'Traceback (most recent call last):',
        'File "/srv/harbour/lamp.py", line 4, in light',
        'return lamps[name]',
        '~~~~~^^^^^^',
        "KeyError: 'pier'",
      ],
    ],
    [
      'Java',
      JAVA,
      [
        'Exception in thread "main" java.lang.IllegalStateException: no lamp',
        'at org.harbour.Lamp.light(Lamp.java:31)',
        'Caused by: java.io.IOException: dark',
        'at org.harbour.Bulb.read(Bulb.java:12)',
      ],
    ],
    [
      'Go',
      GO,
      [
        'panic: assignment to entry in nil map',
        '',
        'goroutine 1 [running]:',
        'main.light(...)',
        '/srv/harbour/lamp.go:14 +0x1d',
        'exit status 2',
      ],
    ],
    [
      'Go in an internal package',
      GO_INTERNAL,
      [
        'panic: runtime error: index out of range',
        '',
        'goroutine 1 [running]:',
        'harbour/internal/server.handle(...)',
        '/srv/harbour/internal/server/handle.go:12 +0x1d',
      ],
    ],
    [
      'Rust',
      RUST,
      [
        "thread 'main' panicked at src/lamp.rs:9:14:",
        '1: harbour::light',
        'at ./src/lamp.rs:9:14',
        'note: run with RUST_BACKTRACE=full',
      ],
    ],
    [
      'Ruby',
      RUBY,
      ["lib/lamp.rb:7:in `fetch': key not found: :pier (KeyError)", "from lib/lamp.rb:7:in `light'"],
    ],
    [
      'PHP',
      PHP,
      [
        'PHP Fatal error:  Uncaught Exception: dark in /srv/harbour/lamp.php:12',
        'Stack trace:',
        '#1 /srv/harbour/index.php(5): harbour()',
        'thrown in /srv/harbour/lamp.php on line 12',
      ],
    ],
  ];
  for (const [language, text, expected] of rows) {
    it(`of ${language} is shortened to the error and the innermost frame in the project’s code`, () => {
      assert.deepEqual(left(text), expected);
    });
  }

  it('keeps the innermost frame if no frame is in the project’s code', () => {
    const text = 'Error: no\n    at a (node:fs:1:2)\n    at b (node:fs:3:4)';
    assert.deepEqual(left(text), ['Error: no', 'at a (node:fs:1:2)']);
  });

  it('is not recognised in lists, times, addresses and compiler output', () => {
    for (const text of [
      'Meet me at the pier at 10:30\nor at the lamp at 11:30',
      'src/a.ts:3: light()\nsrc/b.ts:9: dim()',
      '- at most 3 lamps:2\n- at least 1',
      '#1 the first lamp\n#2 the second lamp',
      'File "a.py", line 3, in light',
      'lamps.go:12: undefined: light\nlamps.go:14: undefined: dim',
      'Error: no server listens\nat host-a:8080\nat host-b:9090',
      'Errors come\nat 9:30\nat 12:45\nat 18:00',
    ])
      assert.deepEqual(left(text), text.split('\n'), text);
  });

  it('is recognised below the diff or the code of a test error', () => {
    const frames = ['at light (/srv/harbour/src/lamp.ts:12:7)', 'at main (/srv/harbour/src/main.ts:4:1)'];
    for (const message of [
      'AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n1 !== 2\n',
      'AssertionError: lamps differ\n+ expected - actual\n\n [\n-  1\n+  2\n ]\n',
      '● lamp › is lit\n\nexpect(received).toBe(expected)\n\nExpected: 2\nReceived: 1\n\n10 |\n> 11 | expect(lit).toBe(2);\n',
    ])
      assert.deepEqual(
        left([message, ...frames].join('\n')),
        [...message.split('\n').map((line) => line.trim()), frames[0]],
        message,
      );
  });

  it('is not shortened if no preceding line reports an error', () => {
    for (const text of [JAVASCRIPT, JAVA, RUBY]) {
      const frames = text.split('\n').slice(1, 3);
      const lines = ['Called from:', ...frames, 'and from nowhere else.'];
      assert.deepEqual(
        left(lines.join('\n')),
        lines.map((line) => line.trim()),
      );
    }
  });

  it('does not include a line that is too long to be the name of a function', () => {
    const frame = '/srv/harbour/lamp.go:14 +0x1d';
    const long = `${'('.repeat(20_000)}${'x'.repeat(20_000)}()`;
    assert.deepEqual(left(`panic: dark\nlight()\n${frame}\n${long}\n${frame}`), [
      'panic: dark',
      'light()',
      frame,
      long,
      frame,
    ]);
  });
});
