import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestAnswer, TestJob } from './runTests.ts';

const PROJECT = path.resolve(import.meta.dirname, '../..');
const PARTS = ['src', 'test', 'scripts', 'sample', 'media', 'docs', '.ci'];
const FILES = [
  'package.json',
  'tsconfig.json',
  '.mocharc.cjs',
  'README.md',
  'CHANGELOG.md',
  'ARCHITECTURE.md',
];

/**
 * How a run of tests ended. `noEnd` means that the run was killed at its time limit, mostly because of an endless loop.
 */
export type RunEnd =
  | { readonly type: 'passed'; readonly answer: TestAnswer }
  | { readonly type: 'failed'; readonly answer: TestAnswer; readonly test: string }
  | { readonly type: 'noEnd' }
  /** The sources could not even be loaded. */
  | { readonly type: 'broken' };

/** A copy of the project in out/, so that changes of sources do not disturb work on the project. */
export class ProjectCopy {
  readonly folder: string;

  constructor(name: string) {
    this.folder = path.join(PROJECT, 'out/mutants', name);
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder, { recursive: true });
    for (const part of [...PARTS, ...FILES]) {
      const from = path.join(PROJECT, part);
      if (existsSync(from)) cpSync(from, path.join(this.folder, part), { recursive: true });
    }
    symlinkSync(path.join(PROJECT, 'node_modules'), path.join(this.folder, 'node_modules'));
  }

  read(file: string): string {
    return readFileSync(path.join(this.folder, file), 'utf8');
  }

  write(file: string, text: string): void {
    writeFileSync(path.join(this.folder, file), text);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Runs tests in the copy. */
  async run(job: TestJob, withinMs: number): Promise<RunEnd> {
    const [jobFile, answerFile] = ['job.json', 'answer.json'].map((name) => path.join(this.folder, name)) as [
      string,
      string,
    ];
    writeFileSync(jobFile, JSON.stringify(job));
    rmSync(answerFile, { force: true });
    const child = spawn(
      process.execPath,
      ['--max-old-space-size=4096', '--import', 'tsx', 'test/mutants/runTests.ts', jobFile, answerFile],
      { cwd: this.folder, stdio: 'ignore', detached: true, env: environment() },
    );
    const timer = setTimeout(() => endGroup(child.pid), withinMs);
    const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    clearTimeout(timer);
    // Ends child processes that tests left behind.
    endGroup(child.pid);
    if (signal !== null) return { type: 'noEnd' };
    if (!existsSync(answerFile)) return { type: 'broken' };
    const answer = JSON.parse(readFileSync(answerFile, 'utf8')) as TestAnswer;
    return answer.failed === undefined
      ? { type: 'passed', answer }
      : { type: 'failed', answer, test: answer.failed };
  }
}

/** Returns the environment variables without coverage and without the corpus. Tests with the corpus take minutes. */
function environment(): NodeJS.ProcessEnv {
  return { ...process.env, LONGTHREAD_CORPUS: '', NODE_V8_COVERAGE: '' };
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group can't be killed, because all its processes have already ended.
  }
}
