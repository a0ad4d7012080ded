import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../core/text/messageOf.ts';

/** The used part of `SessionBeforeCompactEvent` in pi 1.5.2. */
export interface BeforeCompaction {
  readonly preparation: { readonly firstKeptEntryId: string; readonly tokensBefore: number };
  /** The entries from the beginning of the session to the person's current position. */
  readonly branchEntries: readonly { readonly id: string }[];
  readonly customInstructions?: string | undefined;
  readonly signal: AbortSignal;
}

/** The used part of `ExtensionContext`. */
export interface PiContext {
  readonly model?: { readonly contextWindow?: number } | undefined;
  /** `notify` does nothing if there is no user interface, e.g. in print mode. */
  readonly ui: { notify(text: string, type: 'warning'): void };
}

/** The used part of `SessionBeforeCompactResult`. */
export interface Compacted {
  readonly compaction: {
    readonly summary: string;
    readonly firstKeptEntryId: string;
    readonly tokensBefore: number;
  };
}

/** The used part of `ExtensionAPI`. */
export interface Pi {
  on(
    event: 'session_before_compact',
    handler: (event: BeforeCompaction, context: PiContext) => Promise<Compacted | undefined>,
  ): unknown;
}

const MOST_MS = 60_000;

/**
 * Provides pi with notes as the summary of a compaction, so that pi requests no summary from a model. A new process
 * creates the notes, so that pi's terminal never blocks. pi compacts by itself if the process fails or takes too long,
 * or if the person gives instructions, since only a model can follow instructions. `program` runs JavaScript like Node.
 */
function longthread(
  pi: Pi,
  program = 'node',
  commandLine: string = fileURLToPath(new URL('../cli.js', import.meta.url)),
): void {
  pi.on('session_before_compact', async (event, { model, ui }) => {
    if (event.customInstructions?.trim()) return undefined;
    const { firstKeptEntryId, tokensBefore } = event.preparation;
    const signal = AbortSignal.any([event.signal, AbortSignal.timeout(MOST_MS)]);
    try {
      const answer = await answerOf(
        { program, args: [commandLine, 'pi-notes'], signal },
        linesOf(event, model?.contextWindow),
      );
      return { compaction: { summary: summaryIn(answer), firstKeptEntryId, tokensBefore } };
    } catch (error) {
      if (!event.signal.aborted)
        ui.notify(
          `Longthread could not write notes, so pi writes its own summary. Cause: ${messageOf(error)}`,
          'warning',
        );
      return undefined;
    }
  });
}

// pi uses the default export of an extension's module.
export { longthread as default };

/** Returns the branch as lines in pi's own file format, followed by a line with the requested compaction. */
function linesOf({ branchEntries, preparation }: BeforeCompaction, windowTokens: number | undefined): string {
  const asked = {
    ...{ type: 'compaction', id: 'longthread', parentId: branchEntries.at(-1)?.id ?? null },
    ...{ firstKeptEntryId: preparation.firstKeptEntryId, summary: 'asked for', windowTokens },
  };
  return [...branchEntries, asked].map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

function summaryIn(answer: string): string {
  const { summary } = JSON.parse(answer) as { readonly summary?: unknown };
  if (typeof summary !== 'string' || summary === '') throw new Error('the answer contains no notes');
  return summary;
}

interface Run {
  readonly program: string;
  readonly args: readonly string[];
  /** Ends the process. */
  readonly signal: AbortSignal;
}

/** Runs a program and returns its output. Rejects if the program does not start, fails or is stopped. */
function answerOf({ program, args, signal }: Run, input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    // Makes the editor's program behave like Node.
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
    const options = { env, signal, windowsHide: true, maxBuffer: Infinity };
    const child = execFile(program, args, options, (error, out, said) => {
      if (error === null) resolve(out);
      else if (said !== '') reject(new Error(said.split('\n')[0]?.replace(/^longthread: /u, '')));
      else
        reject(
          typeof error.code === 'number'
            ? new Error(`the command ended with exit code ${String(error.code)}`)
            : error,
        );
    });
    // Ignores write errors. If the program ends before it has read its input, its exit is reported instead.
    child.stdin?.on('error', () => undefined).end(input);
  });
}
