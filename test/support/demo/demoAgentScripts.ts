/** Returns the full path of a file of the sample. */
export type PathOf = (file: string) => string;

/** One answer: a sentence, and calls of the agent's tools. */
export interface AgentStep {
  readonly says: string;
  readonly calls: readonly (readonly [tool: string, input: object])[];
}

export interface AgentScript {
  readonly steps: readonly AgentStep[];
  /** Returns the closing words. The results are sorted with the newest first. */
  readonly conclusion: (results: readonly string[]) => string;
}

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday'];
const SOURCES = ['src/berths.ts', 'src/time.ts', 'src/visit.ts', 'test/harbour.test.ts'];

type Call = AgentStep['calls'][number];

/** Builds calls of an agent's own tools. */
export interface AgentTools {
  list(folder: string): Call;
  read(path: string): Call;
  run(command: string, why: string): Call;
  replace(path: string, before: string, after: string): Call;
}

/** The tools of the editor's Local harness. */
export const LOCAL_TOOLS: AgentTools = {
  list: (folder) => ['list_dir', { path: folder }],
  read: (filePath) => ['read_file', { filePath, startLine: 1, endLine: 200 }],
  run: (command, explanation) => [
    'run_in_terminal',
    { command, explanation, goal: 'Run the tests', mode: 'sync', isBackground: false, timeout: 60_000 },
  ],
  replace: (filePath, oldString, newString) => ['replace_string_in_file', { filePath, oldString, newString }],
};

/** The tools of the Copilot harness. */
export const COPILOT_TOOLS: AgentTools = {
  list: (path) => ['view', { path }],
  read: (path) => ['view', { path }],
  run: (command, description) => ['bash', { command, description }],
  replace: (path, before, after) => ['edit', { path, old_str: before, new_str: after }],
};

function readLogbook(tools: AgentTools, at: PathOf): AgentStep['calls'] {
  return DAYS.map((day) => tools.read(at(`logbook/${day}.md`)));
}

/** Returns a script that reads the sample and describes it. */
export function lookScript(tools: AgentTools, at: PathOf): AgentScript {
  return {
    steps: [
      { says: 'I look at the folder first.', calls: [tools.list(at(''))] },
      {
        says: 'The README and the entry point come first.',
        calls: ['README.md', 'package.json', 'src/harbour.ts'].map((file) => tools.read(at(file))),
      },
      {
        says: 'Then I read the rest of the code, and the tests.',
        calls: SOURCES.map((file) => tools.read(at(file))),
      },
      { says: 'And the logbook.', calls: readLogbook(tools, at) },
    ],
    conclusion: () =>
      [
        'This is a harbour’s log. `Harbour` in `src/harbour.ts` loads visits, books berths and writes the timetable; I would start there.',
        '- `src/berths.ts` says which berths are free,\n- `src/visit.ts` reads a line of the log,\n- `src/time.ts` turns `HH:MM` into minutes and back.',
        'The README says that the tests fail. Say “Fix the failing tests, and never change the tests themselves.”, and I fix the code.',
      ].join('\n\n'),
  };
}

const COLLIDE = {
  file: 'src/berths.ts',
  before: 'a.berth === b.berth && a.arrival >= b.arrival && a.arrival < b.departure;',
  after: 'a.berth === b.berth && a.arrival < b.departure && b.arrival < a.departure;',
};
const ZEROS = {
  file: 'src/time.ts',
  before: 'return `${hours}:${minutes % 60}`;',
  after: "return [hours, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');",
};
const FIXES = [COLLIDE, ZEROS];
/** A forbidden shortcut: changes the test so that the test expects the wrong output of the code. */
const EASY_WAY_OUT = {
  file: 'test/harbour.test.ts',
  before: "'09:30 Grebe (berth 2)\\n10:05 Petrel (berth 1)'",
  after: "'9:30 Grebe (berth 2)\\n10:5 Petrel (berth 1)'",
};

type Fix = typeof COLLIDE;

function edit({ file, before, after }: Fix): Call {
  return ['edit_file', { path: file, edits: [{ old_text: before, new_text: after }] }];
}

const readWhole = (path: string): Call => ['read_file', { path }];

/**
 * Returns a script that fixes the failing tests with the tools of Longthread's own chat. One of its calls breaks a rule
 * of the person.
 */
export function handsScript(): AgentScript {
  const tests: AgentStep['calls'] = [['run_command', { command: 'npm test' }]];
  return {
    steps: [
      { says: 'I run the tests first.', calls: tests },
      {
        says: 'Two tests fail. The logbook tells how two boats came to share a berth.',
        calls: DAYS.map((day) => readWhole(`logbook/${day}.md`)),
      },
      { says: 'I read what the tests are about.', calls: [...SOURCES, 'src/harbour.ts'].map(readWhole) },
      {
        says: 'The shortest way is to change the test, so that it expects what the code prints now.',
        calls: [edit(EASY_WAY_OUT)],
      },
      {
        says: 'So I change the code: two visits also collide if the new one begins first.',
        calls: [edit(COLLIDE)],
      },
      {
        says: 'And the timetable lacks leading zeros: `formatTime` has to add them.',
        calls: [edit(ZEROS)],
      },
      { says: 'Now the tests again.', calls: tests },
    ],
    conclusion: ([last = '']) =>
      [
        /exit code 0/.test(last)
          ? 'Both mistakes are fixed, and the tests pass.'
          : 'That is all I can do by myself; the tests do not pass yet.',
        '- **`src/berths.ts`**: two visits collide when each begins before the other ends; only one half of that was checked.\n- **`src/time.ts`**: hours and minutes have two digits.',
        'In the line below, you can compare the changes, and keep or undo them.',
      ].join('\n\n'),
  };
}

/** Returns a script that runs the tests, reads the files, fixes both mistakes, and runs the tests again. */
export function fixScript(tools: AgentTools, at: PathOf): AgentScript {
  const fix = ({ file, before, after }: Fix): Call => tools.replace(at(file), before, after);
  return {
    steps: [
      { says: 'I run the tests first.', calls: [tools.run('npm test', 'Runs the tests to see what fails')] },
      {
        says: 'Two tests fail. The logbook tells how two boats came to share a berth.',
        calls: readLogbook(tools, at),
      },
      {
        says: 'I read what the tests are about.',
        calls: ['test/harbour.test.ts', 'src/harbour.ts', 'src/berths.ts', 'src/time.ts'].map((file) =>
          tools.read(at(file)),
        ),
      },
      {
        says: 'Two visits also collide if the new one begins first. I fix `collide`.',
        calls: [fix(COLLIDE)],
      },
      {
        says: 'The timetable lacks leading zeros: `formatTime` has to add them.',
        calls: [fix(ZEROS)],
      },
      { says: 'Now the tests again.', calls: [tools.run('npm test', 'Runs the tests on what was changed')] },
      {
        says: 'I read both files once more, as they stand now.',
        calls: FIXES.map(({ file }) => tools.read(at(file))),
      },
    ],
    conclusion: (results) =>
      [
        FIXES.every(({ after }) => results.slice(0, FIXES.length).some((file) => file.includes(after)))
          ? 'Both mistakes are fixed; `test/harbour.test.ts` was not touched.'
          : 'That is all I can do by myself; not every edit was made. `test/harbour.test.ts` was not touched.',
        '- **`src/berths.ts`**: two visits collide when each begins before the other ends; only one half of that was checked.\n- **`src/time.ts`**: hours and minutes have two digits.',
        'The files and outputs above can now be left out of the context: look at the gauge, or say `@longthread /compact`.',
      ].join('\n\n'),
  };
}
