import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../core/text/messageOf.ts';

/** The part that is used of `SessionBeforeCompactEvent`, as pi 1.5.2 declares it. */
export interface BeforeCompaction {
  readonly preparation: { readonly firstKeptEntryId: string; readonly tokensBefore: number };
  /** From the beginning of the session to where the person stands. */
  readonly branchEntries: readonly { readonly id: string }[];
  readonly customInstructions?: string | undefined;
  readonly signal: AbortSignal;
}

/** The part that is used of `ExtensionContext`. */
export interface PiContext {
  readonly model?: { readonly contextWindow?: number } | undefined;
  /** Does nothing where nobody looks, as in print mode. */
  readonly ui: { notify(text: string, type: 'warning'): void };
}

/** The part that is used of `SessionBeforeCompactResult`. */
export interface Compacted {
  readonly compaction: {
    readonly summary: string;
    readonly firstKeptEntryId: string;
    readonly tokensBefore: number;
  };
}

/** The part that is used of `ExtensionAPI`. */
export interface Pi {
  on(
    event: 'session_before_compact',
    handler: (event: BeforeCompaction, context: PiContext) => Promise<Compacted | undefined>,
  ): unknown;
}

const MOST_MS = 60_000;

/**
 * Puts notes in the place of the summary that pi would ask a model for. They are taken in a process of their own,
 * so that pi never waits for our code with its terminal still; where that fails, takes too long or is taken back, pi compacts
 * as it would without us. Instructions of the person's are for a model, so that such a compaction is left to pi.
 *
 * `program` runs JavaScript as Node does.
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
        ui.notify(`Longthread gave no notes, so pi compacts itself: ${messageOf(error)}`, 'warning');
      return undefined;
    }
  });
}

// pi takes a module's default export.
export { longthread as default };

/** Returns the branch as pi's own file has it, and behind it the compaction that is to be made. */
function linesOf({ branchEntries, preparation }: BeforeCompaction, windowTokens: number | undefined): string {
  const asked = {
    ...{ type: 'compaction', id: 'longthread', parentId: branchEntries.at(-1)?.id ?? null },
    ...{ firstKeptEntryId: preparation.firstKeptEntryId, summary: 'asked for', windowTokens },
  };
  return [...branchEntries, asked].map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

function summaryIn(answer: string): string {
  const { summary } = JSON.parse(answer) as { readonly summary?: unknown };
  if (typeof summary !== 'string' || summary === '') throw new Error('there are no notes in the answer');
  return summary;
}

interface Run {
  readonly program: string;
  readonly args: readonly string[];
  /** Ends the process. */
  readonly signal: AbortSignal;
}

/** Rejects where the program does not start, fails or is ended. */
function answerOf({ program, args, signal }: Run, input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    // An editor's own program is Node when it is told so.
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
    const options = { env, signal, windowsHide: true, maxBuffer: Infinity };
    const child = execFile(program, args, options, (error, out, said) => {
      if (error === null) resolve(out);
      else if (said !== '') reject(new Error(said.split('\n')[0]));
      else reject(typeof error.code === 'number' ? new Error(`it ended with ${String(error.code)}`) : error);
    });
    // One that ends before it has read all is told of by its end.
    child.stdin?.on('error', () => undefined).end(input);
  });
}
