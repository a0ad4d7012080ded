/**
 * The minimum share of a folder's code that the unit tests must run, in percent. A floor is raised when the tests run
 * more code, and is never lowered.
 */
export interface Floor {
  /** A folder in src. */
  readonly folder: string;
  /** The floors for the lines and the branches of each single file in the folder. */
  readonly lines: number;
  readonly fileBranches: number;
  /** The floor for the branches of the whole folder. */
  readonly branches: number;
}

export const FLOORS: readonly Floor[] = [
  { folder: 'core', lines: 95, fileBranches: 50, branches: 91 },
  { folder: 'adapters', lines: 93, fileBranches: 65, branches: 87 },
  { folder: 'cli', lines: 93, fileBranches: 75, branches: 89 },
  { folder: 'plugins', lines: 84, fileBranches: 60, branches: 84 },
  { folder: 'shared', lines: 95, fileBranches: 60, branches: 85 },
  { folder: 'extension', lines: 76, fileBranches: 60, branches: 85 },
];

/** Files that need no editor, but that no unit test loads into its own thread. The keys say where these files run. */
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

/** A coverage report's figures for one file. */
export interface FileCoverage {
  readonly lines: Share;
  readonly branches: Share;
}

/** Returns a sentence for each missed floor. The names in `files` are relative to src. */
export function coverageProblems(
  files: ReadonlyMap<string, FileCoverage>,
  floors: readonly Floor[],
): readonly string[] {
  return floors.flatMap(({ folder, lines, fileBranches, branches }) => {
    const own = [...files].filter(([name]) => name.startsWith(`${folder}/`));
    const total = own.reduce((sum, [, file]) => sum + file.branches.total, 0);
    const covered = own.reduce((sum, [, file]) => sum + file.branches.covered, 0);
    const percent = total === 0 ? 100 : (100 * covered) / total;
    return [
      ...own.flatMap(([name, file]) => [
        ...below(`lines of src/${name}`, linesRun(file), lines),
        ...below(`branches of src/${name}`, file.branches.pct, fileBranches),
      ]),
      ...below(`branches of src/${folder}`, percent, branches),
    ];
  });
}

/**
 * Returns the percentage of lines that were run. Ignores a single missed line, because the report misses the first line
 * of a file that contains only data.
 */
function linesRun({ lines: { total, covered, pct } }: FileCoverage): number {
  return total - covered === 1 ? 100 : pct;
}

function below(what: string, percent: number, floor: number): readonly string[] {
  if (percent >= floor) return [];
  return [`${percent.toFixed(1)} % of the ${what} are run by unit tests; ${floor} % at least should be.`];
}

/**
 * Returns a sentence for each file in `loadable` that no unit test loads and that is not in `RUN_ELSEWHERE`, and for
 * each file in `RUN_ELSEWHERE` that is not in `loadable`. `loadable` lists the files that have code and need no editor.
 */
export function missingFiles(
  loadable: readonly string[],
  files: ReadonlyMap<string, FileCoverage>,
): readonly string[] {
  const elsewhere = Object.values(RUN_ELSEWHERE).flat();
  const unloaded = loadable.filter((name) => !files.has(name) && !elsewhere.includes(name));
  const gone = elsewhere.filter((name) => !loadable.includes(name));
  return [
    ...unloaded.map((name) => `No unit test loads src/${name}.`),
    ...gone.map(
      (name) => `Remove src/${name} from RUN_ELSEWHERE: it does not exist, has no code, or needs an editor.`,
    ),
  ];
}
