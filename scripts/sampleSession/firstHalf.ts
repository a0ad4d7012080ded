import type { Task } from './task.ts';

/** The morning: the bugs, and the rules that hold for the rest of the day. */
export const firstHalf: readonly Task[] = [
  {
    ask: 'The tests of the harbour log fail. Never change test/harbour.test.ts: the tests are right. Find out why two boats can share a berth and fix it.',
    plan: 'I look at the code that decides whether two visits collide, and at the test that fails.',
    reads: ['src/berths.ts', 'src/visit.ts', 'test/harbour.test.ts'],
    search: 'collide',
    edits: [
      {
        path: 'src/berths.ts',
        from: 'a.arrival >= b.arrival && a.arrival < b.departure',
        to: 'a.arrival < b.departure && b.arrival < a.departure',
      },
    ],
    failure:
      "✖ the timetable lists arrivals in order\n  AssertionError: Expected values to be strictly equal:\n  + '9:30 Grebe (berth 2)\\n10:5 Petrel (berth 1)'\n  - '09:30 Grebe (berth 2)\\n10:05 Petrel (berth 1)'\n  at test/harbour.test.ts:15:10\n1 passing, 1 failing\nexit code 1",
    mend: {
      why: 'The berth is right now. What still fails is the clock: `formatTime` does not pad hours and minutes.',
      edit: {
        path: 'src/time.ts',
        from: '  return `${hours}:${minutes % 60}`;',
        to: "  const pad = (value: number): string => String(value).padStart(2, '0');\n  return `${pad(hours)}:${pad(minutes % 60)}`;",
      },
    },
    passing: 2,
    answer:
      '`collide` only asked whether **a** begins inside **b**; a visit that begins earlier and lasts longer slipped through. Two half-open intervals overlap when each begins before the other ends, so that is what it checks now. I also padded `formatTime` in src/time.ts, which the second test wanted.',
    reply: 'ok',
  },
  {
    ask: 'Good. Always keep times as minutes since midnight, never as Date objects. Does timetable() change the order of the visits it was given?',
    plan: 'I read the class.',
    reads: ['src/harbour.ts'],
    edits: [
      {
        path: 'src/harbour.ts',
        from: 'const sorted = this.#visits.sort((a, b) => a.arrival - b.arrival);',
        to: 'const sorted = this.#visits.toSorted((a, b) => a.arrival - b.arrival);',
      },
    ],
    passing: 2,
    answer:
      'It did: `sort` works in place, so printing the timetable reordered the log itself. It uses `toSorted` now. Times stay minutes since midnight everywhere; I noted that as a rule.',
    reply: 'thanks',
  },
  {
    ask: 'load() throws on the first bad line and forgets the rest of the file. I want every good line loaded and a report of the bad ones with their line numbers.',
    plan: 'I check how lines are parsed and who calls load.',
    reads: ['src/visit.ts', 'src/harbour.ts'],
    search: 'load(',
    edits: [
      {
        path: 'src/harbour.ts',
        from: "  load(log: string): void {\n    for (const line of log.split('\\n')) {\n      if (line.trim() !== '') this.#visits.push(parseVisit(line));\n    }\n  }",
        to: "  /** Takes every line that can be read; gives one problem for each that can't. */\n  load(log: string): readonly LineProblem[] {\n    const problems: LineProblem[] = [];\n    for (const [index, line] of log.split('\\n').entries()) {\n      if (line.trim() === '') continue;\n      try {\n        this.#visits.push(parseVisit(line));\n      } catch (error) {\n        problems.push({ line: index + 1, message: (error as Error).message });\n      }\n    }\n    return problems;\n  }",
      },
    ],
    failure:
      "src/harbour.ts(14,33): error TS2304: Cannot find name 'LineProblem'.\nsrc/harbour.ts(15,23): error TS2304: Cannot find name 'LineProblem'.\nexit code 2",
    mend: {
      why: 'The type is missing; it belongs beside `Visit`.',
      edit: {
        path: 'src/visit.ts',
        from: "import { parseTime } from './time.ts';",
        to: "import { parseTime } from './time.ts';\n\n/** A line of the log that could not be read. */\nexport interface LineProblem {\n  readonly line: number;\n  readonly message: string;\n}",
      },
    },
    passing: 2,
    answer:
      '`load` gives a list of `{ line, message }` and never throws. We decided against an exception with many causes, because a caller would have to catch it to get at the visits that were fine.',
    reply: 'great',
  },
  {
    ask: 'What happens to a boat that arrives at 23:00 and leaves at 01:00?',
    plan: 'That touches parsing and the collision check.',
    reads: ['src/time.ts', 'src/visit.ts', 'src/berths.ts'],
    edits: [
      {
        path: 'src/visit.ts',
        from: '  return { boat, berth: Number(berth), arrival: parseTime(arrival), departure: parseTime(departure) };',
        to: '  const from = parseTime(arrival);\n  const until = parseTime(departure);\n  // A departure before the arrival is on the next day.\n  return { boat, berth: Number(berth), arrival: from, departure: until > from ? until : until + DAY };',
      },
      {
        path: 'src/visit.ts',
        from: '/** A line of the log that could not be read. */',
        to: 'export const DAY = 24 * 60;\n\n/** A line of the log that could not be read. */',
      },
    ],
    passing: 2,
    answer:
      'Before, its departure (60) lay before its arrival (1380), so it collided with nothing. Now a departure that is not after the arrival counts as the next day: `DAY` (1440 minutes) is added. A stay longer than a day still can’t be written in this log; that is open.',
    reply: 'Leave the longer stays for later.',
  },
  {
    ask: 'formatTime(1470) would print 24:30 then. It should print 00:30 and say +1.',
    plan: 'A small change in src/time.ts.',
    reads: ['src/time.ts'],
    search: 'formatTime',
    edits: [
      {
        path: 'src/time.ts',
        from: '  const hours = Math.floor(minutes / 60);',
        to: '  const days = Math.floor(minutes / 1440);\n  const hours = Math.floor(minutes / 60) % 24;',
      },
      {
        path: 'src/time.ts',
        from: '  return `${pad(hours)}:${pad(minutes % 60)}`;',
        to: "  return `${pad(hours)}:${pad(minutes % 60)}${days > 0 ? ` +${days}` : ''}`;",
      },
    ],
    passing: 2,
    answer: '`formatTime(1470)` is `00:30 +1`. Times of the same day look as before.',
    reply: 'ok',
  },
  {
    ask: 'Boats have lengths and berths have sizes. Book only a berth that is long enough; lengths are in decimetres, whole numbers only.',
    plan: 'I see where berths are counted and where a booking chooses one.',
    reads: ['src/harbour.ts', 'src/berths.ts'],
    search: 'freeBerths',
    edits: [
      {
        path: 'src/berths.ts',
        from: "import type { Visit } from './visit.ts';",
        to: "import type { Visit } from './visit.ts';\n\nexport interface Berth {\n  /** From 1, as painted on the quay. */\n  readonly number: number;\n  readonly lengthDm: number;\n}\n\n/** The berths that a boat of this length fits into, the shortest first, so that long berths stay free. */\nexport function fittingBerths(berths: readonly Berth[], lengthDm: number): readonly Berth[] {\n  return berths.filter((berth) => berth.lengthDm >= lengthDm).sort((a, b) => a.lengthDm - b.lengthDm);\n}",
      },
    ],
    failure:
      "src/harbour.ts(2,10): error TS2724: './berths.ts' has no exported member named 'freeBerth'. Did you mean 'freeBerths'?\nexit code 2",
    mend: {
      why: 'A slip of mine in the import while I tried it; the file is as it was. What is needed is the order: equal lengths must keep the lower number first.',
      edit: {
        path: 'src/berths.ts',
        from: '.sort((a, b) => a.lengthDm - b.lengthDm)',
        to: '.toSorted((a, b) => a.lengthDm - b.lengthDm || a.number - b.number)',
      },
    },
    passing: 2,
    answer:
      '`fittingBerths` gives the berths that are long enough, shortest first. We chose the shortest fitting berth instead of the lowest number, because a dinghy in the long berth keeps the ferry out.',
    reply: 'Exactly what I meant.',
  },
  {
    ask: 'How slow is freeBerths with ten thousand visits? It runs for every booking.',
    plan: 'It compares every berth with every visit. I measure before I change anything.',
    reads: ['src/berths.ts'],
    edits: [
      {
        path: 'bench/berths.bench.ts',
        to: "import { freeBerths } from '../src/berths.ts';\n\nconst visits = Array.from({ length: 10_000 }, (_, index) => ({\n  boat: `boat ${index}`,\n  berth: (index % 40) + 1,\n  arrival: index * 3,\n  departure: index * 3 + 90,\n}));\nconst started = performance.now();\nfor (let run = 0; run < 100; run++) freeBerths(visits, 40, { boat: 'x', arrival: 15_000, departure: 15_120 });\nconsole.log(`${((performance.now() - started) / 100).toFixed(2)} ms a booking`);\n",
      },
    ],
    passing: 2,
    answer:
      'bench/berths.bench.ts says 2.31 ms a booking with 10,000 visits and 40 berths. That is a person clicking, not a loop, so I would leave it: an index by berth would be 0.05 ms, but a second structure to keep right.',
    reply: 'Agreed, no index. Keep the benchmark.',
  },
  {
    ask: 'Add a cancel(boat, arrival) that frees the berth again. It must say whether there was such a visit.',
    plan: 'Visits are an array in the class; I read it again since it changed.',
    reads: ['src/harbour.ts'],
    edits: [
      {
        path: 'src/harbour.ts',
        from: '  timetable(): string {',
        to: '  /** Takes a booking back; false when there is none of this boat at this time. */\n  cancel(boat: string, arrival: number): boolean {\n    const at = this.#visits.findIndex((visit) => visit.boat === boat && visit.arrival === arrival);\n    if (at >= 0) this.#visits.splice(at, 1);\n    return at >= 0;\n  }\n\n  timetable(): string {',
      },
    ],
    passing: 2,
    answer: '`cancel` removes the visit and says whether there was one. It throws nothing.',
    reply: 'thanks',
  },
  {
    ask: 'Write tests for cancel and for the edges of collide: a boat may arrive in the minute another leaves. Put them in a new file, you know why.',
    plan: 'test/harbour.test.ts stays as it is, so the new tests go into test/edges.test.ts.',
    reads: ['test/harbour.test.ts', 'src/berths.ts'],
    edits: [
      {
        path: 'test/edges.test.ts',
        to: "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { collide } from '../src/berths.ts';\nimport { Harbour } from '../src/harbour.ts';\n\nconst stay = (arrival: number, departure: number) => ({ boat: 'x', berth: 1, arrival, departure });\n\ntest('a boat may arrive in the minute another leaves', () => {\n  assert.equal(collide(stay(600, 660), stay(660, 720)), false);\n});\n\ntest('a visit collides with one that it contains, either way round', () => {\n  assert.equal(collide(stay(540, 720), stay(600, 660)), true);\n  assert.equal(collide(stay(600, 660), stay(540, 720)), true);\n});\n\ntest('a cancelled berth is free again', () => {\n  const harbour = new Harbour(1);\n  assert.equal(harbour.book('Petrel', 600, 660), 1);\n  assert.equal(harbour.cancel('Petrel', 600), true);\n  assert.equal(harbour.book('Grebe', 600, 660), 1);\n});\n",
      },
    ],
    passing: 5,
    answer: 'test/edges.test.ts has three tests, all pass; with the two old ones that is 5.',
    reply: 'ok',
  },
  {
    ask: 'We need a CSV export for the harbour office. Boat names may hold commas and quotes.',
    plan: 'I look at how the log line is made today, so that export and import agree.',
    reads: ['src/visit.ts'],
    search: 'split(',
    edits: [
      {
        path: 'src/csv.ts',
        to: "import { formatTime } from './time.ts';\nimport type { Visit } from './visit.ts';\n\n/** RFC 4180: quotes double inside quotes; lines end with CRLF. */\nexport function toCsv(visits: readonly Visit[]): string {\n  const rows = visits.map(({ boat, berth, arrival, departure }) =>\n    [boat, String(berth), formatTime(arrival), formatTime(departure)].map(field).join(','),\n  );\n  return ['boat,berth,arrival,departure', ...rows].join('\\r\\n') + '\\r\\n';\n}\n\nfunction field(text: string): string {\n  return /[\",\\r\\n]/.test(text) ? `\"${text.replaceAll('\"', '\"\"')}\"` : text;\n}\n",
      },
    ],
    failure:
      '✖ a name with a comma is quoted\n  AssertionError: Expected values to be strictly equal:\n  + \'boat,berth,arrival,departure\\n"Mary, Anne",1,10:00,11:00\\n\'\n  - \'boat,berth,arrival,departure\\r\\n"Mary, Anne",1,10:00,11:00\\r\\n\'\n5 passing, 1 failing\nexit code 1',
    mend: {
      why: 'The test I had drafted expected `\\n`; the office’s program wants CRLF, as RFC 4180 says. The test was wrong, not the code.',
      edit: {
        path: 'test/csv.test.ts',
        to: "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { toCsv } from '../src/csv.ts';\n\ntest('a name with a comma is quoted', () => {\n  const csv = toCsv([{ boat: 'Mary, Anne', berth: 1, arrival: 600, departure: 660 }]);\n  assert.equal(csv, 'boat,berth,arrival,departure\\r\\n\"Mary, Anne\",1,10:00,11:00\\r\\n');\n});\n",
      },
    },
    passing: 6,
    answer:
      'src/csv.ts writes RFC 4180 CSV with CRLF. The log itself still splits at every comma: a boat called “Mary, Anne” can be exported but not loaded. Shall I make the log quote names too?',
    reply: 'yes',
  },
  {
    ask: 'And keep reading old logs without quotes.',
    plan: 'A line without a quote is split as before; one with a quote goes through a small reader of fields.',
    reads: ['src/visit.ts'],
    edits: [
      {
        path: 'src/visit.ts',
        from: "line.split(',').map((field) => field.trim())",
        to: 'fieldsOf(line)',
      },
      {
        path: 'src/visit.ts',
        from: '/** Reads one line of the log:',
        to: '/** Fields of a line; one in quotes may hold commas, and quotes doubled. Old logs have no quotes. */\nfunction fieldsOf(line: string): readonly string[] {\n  const fields = line.match(/"(?:[^"]|"")*"|[^,]+/g) ?? [];\n  return fields.map((field) => field.trim().replace(/^"|"$/g, \'\').replaceAll(\'""\', \'"\'));\n}\n\n/** Reads one line of the log:',
      },
    ],
    passing: 7,
    answer: 'Quoted names are read, old lines are read as before, and a test holds both.',
    reply: 'ok',
  },
];
