import type { Task } from './task.ts';

/** The afternoon: a command line, a store, money, and what is left for tomorrow. */
export const secondHalf: readonly Task[] = [
  {
    ask: 'Now a command line: `node src/main.ts harbour.log` prints the timetable, bad lines go to standard error, exit code 1 when there were any.',
    plan: 'I check what load and timetable give today.',
    reads: ['src/harbour.ts', 'package.json'],
    edits: [
      {
        path: 'src/main.ts',
        to: "import { readFileSync } from 'node:fs';\nimport { Harbour } from './harbour.ts';\n\nconst BERTHS = 40;\n\nconst [path] = process.argv.slice(2);\nif (path === undefined) {\n  console.error('usage: node src/main.ts LOG');\n  process.exit(2);\n}\nconst harbour = new Harbour(BERTHS);\nconst problems = harbour.load(readFileSync(path, 'utf8'));\nfor (const { line, message } of problems) console.error(`${path}:${line}: ${message}`);\nconsole.log(harbour.timetable());\nprocess.exitCode = problems.length > 0 ? 1 : 0;\n",
      },
    ],
    passing: 7,
    answer:
      'src/main.ts does that; no argument is exit code 2. The number of berths stands in it as `BERTHS = 40` for now, which wants a configuration one day.',
    reply: '40 is right for us, leave it.',
  },
  {
    ask: 'parseTime accepts 25:99 and " 9:5". Be strict: HH:MM, 00:00 to 23:59, nothing else.',
    plan: 'One function; I look who relies on its tolerance.',
    reads: ['src/time.ts'],
    search: 'parseTime',
    edits: [
      {
        path: 'src/time.ts',
        from: "  const [hours, minutes] = text.split(':').map(Number);\n  if (hours === undefined || minutes === undefined || Number.isNaN(hours + minutes)) {\n    throw new RangeError(`not a time: ${text}`);\n  }\n  return hours * 60 + minutes;",
        to: '  const match = /^([01]\\d|2[0-3]):([0-5]\\d)$/.exec(text);\n  if (match === null) throw new RangeError(`not a time: ${text}; write HH:MM`);\n  return Number(match[1]) * 60 + Number(match[2]);',
      },
    ],
    failure:
      '✖ an old line without quotes is read\n  RangeError: not a time: 9:30; write HH:MM\n  at parseTime (src/time.ts:4:30)\n6 passing, 1 failing\nexit code 1',
    mend: {
      why: 'My own test wrote 9:30 in an old log. Real old logs do that too, I suppose: hours of one digit must stay readable there.',
      edit: {
        path: 'src/time.ts',
        from: '/^([01]\\d|2[0-3]):([0-5]\\d)$/',
        to: '/^([01]?\\d|2[0-3]):([0-5]\\d)$/',
      },
    },
    passing: 7,
    answer:
      'Strict now, with one exception that the logs need: the hour may have one digit. 24:00, 25:99 and signs are refused, and the message says how to write it.',
    reply: 'Fine with the one digit.',
  },
  {
    ask: 'Save the bookings when the program ends. A crash while saving must not destroy the file.',
    plan: 'The safe way is a temporary file beside it and a rename.',
    reads: ['src/main.ts', 'src/harbour.ts'],
    edits: [
      {
        path: 'src/store.ts',
        to: "import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';\n\n/** Writes beside the file and renames: a reader sees the old text or the new, never half of one. */\nexport function replaceFile(path: string, text: string): void {\n  const temporary = `${path}.${process.pid}.tmp`;\n  const file = openSync(temporary, 'w');\n  try {\n    writeSync(file, text);\n    fsyncSync(file);\n  } finally {\n    closeSync(file);\n  }\n  renameSync(temporary, path);\n}\n",
      },
      {
        path: 'src/harbour.ts',
        from: '  timetable(): string {',
        to: "  /** The log as `load` reads it. */\n  save(): string {\n    return this.#visits.map(writeVisit).join('\\n') + '\\n';\n  }\n\n  timetable(): string {",
      },
    ],
    failure:
      "src/harbour.ts(46,31): error TS2552: Cannot find name 'writeVisit'. Did you mean 'parseVisit'?\nexit code 2",
    mend: {
      why: '`writeVisit` is the counterpart of `parseVisit` and belongs beside it.',
      edit: {
        path: 'src/visit.ts',
        from: '/** Reads one line of the log:',
        to: '/** The line that `parseVisit` reads. */\nexport function writeVisit({ boat, berth, arrival, departure }: Visit): string {\n  const name = /[",]/.test(boat) ? `"${boat.replaceAll(\'"\', \'""\')}"` : boat;\n  const time = (minutes: number): string => formatTime(minutes % DAY);\n  return [name, berth, time(arrival), time(departure)].join(\', \');\n}\n\n/** Reads one line of the log:',
      },
    },
    passing: 8,
    answer:
      'src/store.ts writes to a temporary file, flushes it and renames. We decided against a lock file, because only one program writes this log; if that changes, this is the place.',
    reply: 'Good. Never write the log in place, anywhere.',
  },
  {
    ask: 'Mooring fees: 120 cents an hour begun, boats over 120 dm pay double. Never use floating point for money.',
    plan: 'Whole cents, whole hours begun: it can all be integers.',
    reads: ['src/visit.ts'],
    edits: [
      {
        path: 'src/fee.ts',
        to: "import type { Visit } from './visit.ts';\n\nconst CENTS_AN_HOUR = 120;\nconst LONG_BOAT_DM = 120;\n\n/** Whole cents; an hour begun counts as an hour. */\nexport function feeCents({ arrival, departure }: Visit, lengthDm: number): number {\n  const hours = Math.ceil((departure - arrival) / 60);\n  return hours * CENTS_AN_HOUR * (lengthDm > LONG_BOAT_DM ? 2 : 1);\n}\n",
      },
    ],
    passing: 10,
    answer:
      '`feeCents` has integers only: 61 minutes are 2 hours, 240 cents, and 480 for a boat of 121 dm. A boat of exactly 120 dm pays the single fee.',
    reply: 'Correct.',
  },
  {
    ask: 'Who is in the harbour right now? I need present(at).',
    plan: 'A query over the visits; half-open like collide.',
    reads: ['src/harbour.ts'],
    edits: [
      {
        path: 'src/harbour.ts',
        from: '  /** The log as `load` reads it. */',
        to: '  /** The boats that are in a berth at this minute, by berth. */\n  present(at: number): readonly Visit[] {\n    const here = this.#visits.filter(({ arrival, departure }) => arrival <= at && at < departure);\n    return here.toSorted((a, b) => a.berth - b.berth);\n  }\n\n  /** The log as `load` reads it. */',
      },
    ],
    passing: 11,
    answer:
      '`present(at)` gives the visits of that minute by berth. A boat that leaves at 12:00 is not there at 12:00.',
    reply: 'ok',
  },
  {
    ask: 'One test fails on my colleague’s machine and never here. Name of the test: "names are listed in order". Find out why.',
    plan: 'I look for what depends on the machine: locale, time zone, file order.',
    reads: ['test/edges.test.ts', 'src/harbour.ts'],
    search: 'localeCompare',
    edits: [
      {
        path: 'src/names.ts',
        to: '/** Compares by code point, so that the order is the same on every machine. */\nexport function byName(a: string, b: string): number {\n  return a < b ? -1 : a > b ? 1 : 0;\n}\n',
      },
    ],
    failure:
      "✖ names are listed in order (LANG=sv_SE.UTF-8)\n  AssertionError: Expected values to be strictly deep-equal:\n  + [ 'Ärla', 'Zephyr' ]\n  - [ 'Zephyr', 'Ärla' ]\n11 passing, 1 failing\nexit code 1",
    mend: {
      why: 'The cause: `localeCompare` without a locale takes the machine’s. In Swedish Ä comes after Z, in English before. The list is for programs, so code points are right.',
      edit: {
        path: 'test/names.test.ts',
        to: "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { byName } from '../src/names.ts';\n\ntest('names are listed in order', () => {\n  assert.deepEqual(['Ärla', 'Zephyr', 'Adler'].sort(byName), ['Adler', 'Zephyr', 'Ärla']);\n});\n",
      },
    },
    passing: 12,
    answer:
      'Root cause: `localeCompare` took the locale of the machine. Lists for programs are ordered by code point now (`byName`), which is the same everywhere. Lists for people should name their locale.',
    reply: 'That one cost us a week. Thanks!',
  },
  {
    ask: 'Should we rename Visit to Stay? The harbour master says "stay".',
    plan: 'I count how often each word stands in the code before I say anything.',
    reads: ['src/visit.ts'],
    search: 'Visit',
    edits: [],
    answer:
      'I would not. `Visit` stands in 7 files and in the log’s documentation, and the office’s CSV says “visit” too. A renaming would touch every file for a synonym. Decision for you: keep `Visit`, or rename all at once in one commit.',
    reply: 'Keep Visit.',
  },
  {
    ask: 'Do we need an HTTP server for the office, or is a file on the share enough?',
    plan: 'No code for this one, only what speaks for each.',
    reads: ['README.md'],
    edits: [],
    answer:
      'A file. The office opens the CSV twice a day; a server would need a login, updates and somebody on call. The export already writes in one step, so nobody reads half a file. If they want live data one day, `present(at)` is what a server would call.',
    reply: 'File it is. No server.',
  },
  {
    ask: 'Write down in the README how the log looks, with the rules we agreed on today.',
    plan: 'I read the README and what the code does about each rule.',
    reads: ['README.md', 'src/visit.ts', 'src/time.ts'],
    edits: [
      {
        path: 'README.md',
        from: '`npm test` runs the tests. They fail: two boats share a berth, and the timetable looks wrong.',
        to: '## The log\n\nOne visit a line: `boat, berth, arrival, departure`. Times are `HH:MM`; a departure that is not after the\narrival is on the next day. A name with a comma stands in quotes. Bad lines are reported and skipped.\n\n`npm test` runs the tests.',
      },
    ],
    passing: 12,
    answer:
      'The README describes the log: fields, times, the next day, quotes, and what happens to bad lines.',
    reply: 'ok',
  },
  {
    ask: 'What rules did I give you today? List them, I want to be sure that nothing was lost.',
    plan: 'That is all in what was said; no file to read.',
    reads: [],
    edits: [],
    answer:
      '1. Never change test/harbour.test.ts; new tests go into other files.\n2. Always keep times as minutes since midnight, never as Date objects.\n3. Lengths in decimetres, whole numbers only.\n4. Never use floating point for money.\n5. Never write the log in place.\n6. Forty berths; `Visit` keeps its name; no server.',
    reply: 'Complete.',
  },
  {
    ask: 'Last thing: what is open for tomorrow?',
    plan: 'I look for marks in the code as well.',
    reads: ['src/harbour.ts'],
    search: 'TODO',
    edits: [],
    answer:
      'Open: stays of more than a day can’t be written in the log; `Harbour` does not use `fittingBerths` yet, so bookings still ignore a boat’s length; the number of berths stands in src/main.ts. Next step: give `Harbour` a list of `Berth` instead of a count, which solves the last two.',
    reply: 'Tomorrow then. Thanks, that was a good day.',
  },
];
