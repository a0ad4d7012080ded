/** How much of each room the unit tests run at least, in percent. A floor rises with the tests and never falls. */
export interface Floor {
  /** A folder below src. */
  readonly room: string;
  /** Of each of its files. */
  readonly lines: number;
  readonly fileBranches: number;
  /** Of all of the room together. */
  readonly branches: number;
}

export const FLOORS: readonly Floor[] = [
  { room: 'core', lines: 95, fileBranches: 50, branches: 91 },
  { room: 'adapters', lines: 93, fileBranches: 65, branches: 87 },
  { room: 'cli', lines: 93, fileBranches: 75, branches: 89 },
  { room: 'plugins', lines: 84, fileBranches: 60, branches: 84 },
  { room: 'shared', lines: 95, fileBranches: 60, branches: 85 },
  { room: 'extension', lines: 76, fileBranches: 60, branches: 85 },
];

/** Files without an editor that no unit test loads into its own thread, and what runs them. */
export const RUN_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'worker threads': [
    'adapters/otherAgents/otherAgentsWorker.ts',
    'adapters/recall/recallWorker.ts',
    'adapters/replay/replayWorker.ts',
    'adapters/search/searchWorker.ts',
    'adapters/tokens/tokenWorker.ts',
    'adapters/workers/serveCalls.ts',
  ],
  'child processes': ['cli/main.ts'],
  'tests inside VS Code': [
    'adapters/search/workerTextSearch.ts',
    'extension/chat/chatHeader.ts',
    'extension/memories/memoryCompanion.ts',
    'extension/observations/debounced.ts',
    'extension/panel/panelFeed.ts',
    'extension/panel/strategyViews.ts',
    'extension/sessions/openSession.ts',
    'extension/sessions/titleSession.ts',
    'extension/sessions/undoCompaction.ts',
    'extension/setup/summarizer.ts',
    'extension/tools/memorySearch.ts',
    'extension/files/pathError.ts',
    'extension/webviews/viewChannel.ts',
  ],
};

interface Share {
  readonly total: number;
  readonly covered: number;
  readonly pct: number;
}

/** What a coverage report says of one file. */
export interface FileCoverage {
  readonly lines: Share;
  readonly branches: Share;
}

/** A sentence for each floor that is missed. `files` are named relative to src. */
export function coverageProblems(
  files: ReadonlyMap<string, FileCoverage>,
  floors: readonly Floor[],
): readonly string[] {
  return floors.flatMap(({ room, lines, fileBranches, branches }) => {
    const own = [...files].filter(([name]) => name.startsWith(`${room}/`));
    const total = own.reduce((sum, [, file]) => sum + file.branches.total, 0);
    const covered = own.reduce((sum, [, file]) => sum + file.branches.covered, 0);
    const percent = total === 0 ? 100 : (100 * covered) / total;
    return [
      ...own.flatMap(([name, file]) => [
        ...below(`lines of src/${name}`, linesRun(file), lines),
        ...below(`branches of src/${name}`, file.branches.pct, fileBranches),
      ]),
      ...below(`branches of src/${room}`, percent, branches),
    ];
  });
}

/** The report takes the first line of a file that holds data alone for one that nothing runs. */
function linesRun({ lines: { total, covered, pct } }: FileCoverage): number {
  return total - covered === 1 ? 100 : pct;
}

function below(what: string, percent: number, floor: number): readonly string[] {
  if (percent >= floor) return [];
  return [`${percent.toFixed(1)} % of the ${what} are run by unit tests; ${floor} % at least should be.`];
}

/** A sentence for each file that no test loaded though it is none of those that run elsewhere, and the other way round. */
export function missingFiles(
  loadable: readonly string[],
  files: ReadonlyMap<string, FileCoverage>,
): readonly string[] {
  const elsewhere = Object.values(RUN_ELSEWHERE).flat();
  const unloaded = loadable.filter((name) => !files.has(name) && !elsewhere.includes(name));
  const gone = elsewhere.filter((name) => !loadable.includes(name));
  return [
    ...unloaded.map((name) => `No unit test loads src/${name}.`),
    ...gone.map((name) => `src/${name} is said to run elsewhere and is not there.`),
  ];
}
