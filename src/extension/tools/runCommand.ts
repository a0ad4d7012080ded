import { STILL_RUNNING } from '../../core/chat/repeatedSteps.ts';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { placeOf } from '../../core/approval/places.ts';
import type { Approvals } from '../../core/approval/approval.ts';
import type { Tool, ToolOutcome } from '../../core/chat/toolContract.ts';
import type { Redactor } from '../../core/ports.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import { deniedText } from '../approvals/deniedText.ts';
import { workspaceRoots } from '../approvals/sessionApprovals.ts';
import { shellName } from '../approvals/shellName.ts';
import type { CommandRun, WaitEnd } from '../terminal/commandRun.ts';
import type { CommandRuns } from '../terminal/commandRuns.ts';
import { secretVariables } from '../terminal/secretVariables.ts';
import { changingTool, readOnlyTool } from './toolDefinition.ts';
import { foldersOf, resolvePath } from '../files/workspacePaths.ts';

/**
 * The default number of seconds to wait. Most tests and builds end within this time. A longer command continues in the
 * background, where its output can be read.
 */
const DEFAULT_WAIT_SECONDS = 120;
const MOST_WAIT_SECONDS = 600;

interface RunParts {
  readonly live: LiveSession;
  readonly approvals: Approvals;
  readonly runs: CommandRuns;
  readonly redactor: Redactor;
}

/** Returns the tools that run a command after it was allowed, read the command's new output, and stop the command. */
export function commandTools(parts: RunParts): readonly Tool[] {
  return [runCommand(parts), readOutput(parts), stopCommand(parts)];
}

function runCommand({ live, approvals, runs, redactor }: RunParts): Tool {
  const tool = changingTool({
    name: 'run_command',
    description:
      `Runs a command in a terminal of the editor (shell: ${shellName(vscode.env.shell) || 'unknown'}) and returns its exit code and output. ` +
      'The person may be asked first. Each command starts in a new shell: `cd` and variables do not last. ' +
      'Do not start programs that wait for somebody to type. A command that takes longer goes on in the background; read_output returns its new output.',
    properties: {
      command: { type: 'string', description: 'One command line.' },
      folder: {
        type: 'string',
        description: 'Workspace folder to run it in; the first one by default.',
      },
      waitSeconds: {
        type: 'integer',
        minimum: 1,
        maximum: MOST_WAIT_SECONDS,
        description: `Seconds to wait for its end; ${DEFAULT_WAIT_SECONDS} by default.`,
      },
    },
    required: ['command'],
    schema: v.object({
      command: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(20_000)),
      folder: v.nullish(v.string()),
      waitSeconds: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_WAIT_SECONDS))),
    }),
    run: async ({ command, folder, waitSeconds }, signal) => {
      const cwd = await folderOf(folder ?? '');
      const place = placeOf(cwd.fsPath, '', workspaceRoots());
      const filled = secretVariables(command, live.secrets, shellName(vscode.env.shell));
      if (filled.kind === 'refused') return { text: filled.sentence, isError: true };
      const action = { tool: 'run_command', kind: 'command', paths: [], command, folder: place } as const;
      const decision = await approvals.decide(action, signal);
      if (decision.kind !== 'allowed') return { text: deniedText(decision), isError: true };
      const run = await runs.start(live.id, command, { ...filled, cwd, signal });
      const end = await run.wait((waitSeconds ?? DEFAULT_WAIT_SECONDS) * 1_000, signal);
      return outcomeOf(run, end, { place, redactor });
    },
  });
  return { ...tool, takesMarks: true };
}

/**
 * Returns the folder in which the command runs. Throws PathError if the folder is outside the workspace, and Error if
 * the folder is not on a disk.
 */
async function folderOf(folder: string): Promise<vscode.Uri> {
  const [first] = foldersOf();
  const uri = folder.trim() === '' || folder.trim() === '.' ? first?.uri : await resolvePath(folder);
  if (uri?.scheme !== 'file' && uri?.scheme !== 'vscode-remote')
    throw new Error(
      `Commands run only in folders on disk; ${uri === undefined ? 'no folder is open' : 'this folder is not on a disk'}.`,
    );
  return uri;
}

/** The sentences for the model that say why waiting ended before the command did. */
const SENTENCES: Readonly<Record<Exclude<WaitEnd, 'ended'>, string>> = {
  prompts:
    'It seems to wait for somebody to type. The person can do so in its terminal; stop_command ends it.',
  timedOut:
    'It has not ended yet and goes on in the background; read_output returns its new output, stop_command ends it.',
  background:
    'The person let it go on in the background; read_output returns its new output, stop_command ends it.',
  stopped: 'The person stopped it.',
};

async function outcomeOf(
  run: CommandRun,
  end: WaitEnd,
  { place, redactor }: { readonly place: string; readonly redactor: Redactor },
): Promise<ToolOutcome> {
  const code = run.end?.exitCode;
  const head = [
    `[${run.id} in ${place === '' ? 'the workspace’s folder' : place}]`,
    end === 'ended' ? endWords(run) : SENTENCES[end],
    ...(run.remark === undefined ? [] : [run.remark]),
  ].join(' ');
  const output = await run.takeNewOutput(redactor);
  return {
    text: `${head}\n${output === '' ? '[no output]' : output}`,
    isError: end === 'stopped' || (code !== undefined && code !== 0),
    ...(code === undefined ? {} : { exitCode: code }),
  };
}

function endWords({ end }: CommandRun): string {
  return end?.exitCode === undefined
    ? 'Ended; its exit code is unknown, since the shell did not report it.'
    : `Ended with exit code ${end.exitCode}.`;
}

function stateOf(run: CommandRun): string {
  if (run.end !== undefined) return endWords(run);
  return run.prompt === undefined ? STILL_RUNNING : `${STILL_RUNNING} ${SENTENCES.prompts}`;
}

/** The arguments of the tools for a command that was already started. */
const properties = { id: { type: 'string', description: 'The id that run_command returned, e.g. run1.' } };
const required = ['id'];
const schema = v.object({ id: v.string() });

function readOutput(parts: RunParts): Tool {
  return readOnlyTool({
    name: 'read_output',
    description:
      'Reads the new output of a command in the background, and tells whether the command has ended.',
    ...{ properties, required, schema },
    run: async ({ id }) => {
      const run = runOf(id, parts);
      const state = stateOf(run);
      const news = await run.takeNewOutput(parts.redactor);
      return `[${id}] ${state}\n${news === '' ? '[nothing new]' : news}`;
    },
  });
}

function stopCommand(parts: RunParts): Tool {
  return changingTool({
    name: 'stop_command',
    description:
      'Stops a command in the background: sends Ctrl+C, then kills the command if it is still running.',
    ...{ properties, required, schema },
    run: async ({ id }) => {
      const run = runOf(id, parts);
      const wasRunning = run.end === undefined;
      await run.stop();
      const said = wasRunning ? 'Stopped.' : `It had ended already. ${endWords(run)}`;
      return {
        text: `[${id}] ${said}\n${await run.takeNewOutput(parts.redactor)}`.trimEnd(),
        isError: false,
      };
    },
  });
}

function runOf(id: string, { live, runs }: RunParts): CommandRun {
  const own = runs.of(live.id);
  const run = own.find((each) => each.id === id);
  if (run !== undefined) return run;
  const known = own.map((each) => each.id).join(', ');
  throw new Error(
    known === ''
      ? 'No command was run in this session and window.'
      : `There is no ${id}; there are ${known}.`,
  );
}
