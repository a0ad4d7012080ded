import { AGENT_IDS, AGENTS, type AgentId } from '../../adapters/otherAgents/agents.ts';
import type { Consent, ConsentFile } from '../../adapters/otherAgents/consent.ts';
import { formatCount } from '../../shared/format.ts';

export interface AgentChoice {
  readonly label: string;
  readonly description: string;
  readonly agent: AgentId;
}

export interface ConsentChoice {
  readonly label: string;
  readonly detail: string;
  readonly picked: boolean;
  readonly consent: keyof Consent;
}

/** An agent that may have sessions of this folder. `count` is the number of sessions, if file names show it. */
export interface FoundAgent {
  readonly agent: AgentId;
  readonly count: number | undefined;
}

/** The values and functions that the command uses. */
export interface LetReadPorts {
  readonly consents: Pick<ConsentFile, 'read' | 'write'>;
  /** Returns the agents that may have sessions of this folder. Reads only names of files. */
  found(): Promise<readonly FoundAgent[]>;
  /** Asks which agent the person means. Like `chooseConsent`, rejects if the person closes the question. */
  chooseAgent(choices: readonly AgentChoice[]): Promise<AgentChoice>;
  chooseConsent(agent: string, choices: readonly ConsentChoice[]): Promise<readonly ConsentChoice[]>;
  /** Stops all reading and copying. */
  stop(): Promise<void>;
  /** Looks again for sessions that Longthread is not allowed to read. */
  lookAgain(): Promise<void>;
  /** Starts to copy the sessions that may be copied, in the background. */
  startCopying(): void;
  tell(sentence: string): void;
}

/**
 * Asks for an agent, and for what Longthread may read of the agent's sessions. Stops all reading if less is allowed
 * than before.
 */
export async function letRead(ports: LetReadPorts): Promise<void> {
  const counts = new Map((await ports.found()).map(({ agent, count }) => [agent, count]));
  const before = ports.consents.read();
  const { agent } = await ports.chooseAgent(
    AGENT_IDS.filter((each) => counts.has(each) || before[each].list).map((each) => ({
      label: AGENTS[each].name,
      description: described(before[each], counts.get(each)),
      agent: each,
    })),
  );
  const { name } = AGENTS[agent];
  const chosen = await ports.chooseConsent(name, choicesFor(before[agent]));
  const has = (consent: keyof Consent): boolean => chosen.some((each) => each.consent === consent);
  const [follow, archive] = [has('follow'), has('archive')];
  const consent: Consent = { list: has('list') || follow || archive, follow, archive };
  ports.consents.write(agent, consent);
  if (isLess(consent, before[agent])) await ports.stop();
  await ports.lookAgain();
  ports.tell(
    [
      READ_NOW[follow ? 'follow' : consent.list ? 'list' : 'none'](name),
      ...(archive ? [COPIED] : before[agent].archive ? [NOT_COPIED] : []),
      ...(consent.list ? [] : (ADDITION_STAYS[agent] ?? [])),
    ].join(' '),
  );
  // This is also needed if the person allows less than before, since `stop` ends the copying for all agents.
  ports.startCopying();
}

const COPIED = 'The sessions are copied into the archive, with secrets masked.';
const NOT_COPIED =
  'Copying has stopped. The copies stay until you run “Delete Archived Sessions of Other Agents…”.';

/**
 * Sentences about a hook or an extension that the person added to an agent. The hook or extension still reads sessions
 * until the person runs the command in the sentence.
 */
const ADDITION_STAYS: Partial<Record<AgentId, readonly string[]>> = {
  codex: [
    'If you installed Longthread’s hook in Codex, the hook still reads the session that it runs for. “Use Longthread in Codex” removes the hook.',
  ],
  pi: [
    'If you added Longthread’s extension to pi, the extension still reads the session that it runs in. “Use Longthread in pi” removes the extension.',
  ],
};

/** Sentences on what is read from now on. */
const READ_NOW = {
  none: (name: string): string => `Longthread no longer reads ${name}’s sessions.`,
  list: (name: string): string =>
    `${name}’s sessions of this folder are in the list of sessions. A session is read whole when you open it.`,
  follow: (name: string): string =>
    `${name}’s sessions of this folder are in the list of sessions. An open session is updated as it grows, and “Find in All Sessions…” searches all of them.`,
} as const;

function described({ list, follow, archive }: Consent, count: number | undefined): string {
  const state = follow ? 'listed, followed and searched' : list ? 'listed' : 'not read';
  return [
    ...(count === undefined ? [] : [formatCount(count, 'session')]),
    state,
    ...(archive ? ['archived'] : []),
  ].join(' · ');
}

function choicesFor({ list, follow, archive }: Consent): readonly ConsentChoice[] {
  return [
    {
      label: 'List its sessions of this folder',
      detail:
        'Reads the first and the last 64 kB of each file, to find out the session’s folder, title and number of tokens. A session is read whole when you open it.',
      picked: list,
      consent: 'list',
    },
    {
      label: 'Follow and search',
      detail:
        'Reads whole files: an open session as it grows, and all sessions when you use “Find in All Sessions…”.',
      picked: follow,
      consent: 'follow',
    },
    {
      label: 'Copy into an archive',
      detail:
        'Reads whole files, and stores a copy of each session on this machine, with secrets masked. The copies stay when the agent deletes its old sessions. If the copies take more than 1 GB, Longthread deletes the oldest.',
      picked: archive,
      consent: 'archive',
    },
  ];
}

function isLess(now: Consent, before: Consent): boolean {
  return (['list', 'follow', 'archive'] as const).some((each) => before[each] && !now[each]);
}

/**
 * Returns a sentence on how many sessions were found. Returns undefined if no number is known. Omits VS Code's chats:
 * some of their files contain empty chats, so the file names do not show how many sessions there are.
 */
export function foundSentence(found: readonly FoundAgent[]): string | undefined {
  const told = found.flatMap(({ agent, count }) =>
    count === undefined || agent === 'editorChats' ? [] : [`${String(count)} ${AGENTS[agent].name}`],
  );
  const last = told.pop();
  if (last === undefined) return undefined;
  const all = told.length === 0 ? last : `${told.join(', ')} and ${last}`;
  return `Found ${all} ${/^1 /u.test(all) && told.length === 0 ? 'session' : 'sessions'} of this folder.`;
}
