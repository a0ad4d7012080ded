import { isObject, numberOf, stringOf, type JsonObject } from '../../adapters/transcripts/json.ts';
import type { ClaudeCode, Events, Next, On } from './hostApi.ts';
import { ioOf, type Io } from './io.ts';
import { Plugin } from './plugin.ts';
import { RECALL_TOOL, recallTool } from './recallTool.ts';
import { ruleQuestion } from './sentences.ts';

/**
 * The only instance in the process. The instance is in a module variable because Claude Code requires that hooks are
 * top-level functions.
 */
let plugin = new Plugin();

/**
 * Registers the hooks. Claude Code calls this once. If a hook with `passOn` fails, Claude Code continues as without the
 * plugin. The other two hooks answer the plugin's own command and tool, so Claude Code could not continue without them.
 */
export function register(on: On, options: JsonObject = {}): void {
  const strategy = stringOf(options, 'strategy');
  plugin = new Plugin(strategy === undefined ? {} : { strategy });
  on('session.start', started).catch(passOn);
  on('http.fetch', fetched).catch(passOn);
  on('session.compact', compacted).catch(passOn);
  on('command.run', { command: 'compact' }, ranCompact).catch(passOn);
  on('command.run', { command: 'longthread' }, ranLongthread);
  on('tool.check', checked).catch(passOn);
  on('tool.run', { tool: RECALL_TOOL }, recalled);
  on('session.measure', measured).catch(passOn);
}

type Answer<E extends keyof Events> = Promise<Events[E]['answer']>;

/**
 * Runs instead of a hook that threw, took too long, or ended because the plugin did not respond. Lets Claude Code do
 * its own work.
 */
function passOn<E extends keyof Events>($: ClaudeCode, event: Events[E]['event'], next: Next<E>): Answer<E> {
  plugin.reportFailure('a hook threw or took too long', ioOf($));
  return next(event);
}

/** Runs `work`. If it throws, reports the error and returns undefined. */
async function attempt<T>($: ClaudeCode, work: (io: Io) => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await work(ioOf($));
  } catch (error) {
    plugin.reportFailure(error, ioOf($));
    return undefined;
  }
}

async function started($: ClaudeCode, event: object, next: Next<'session.start'>): Answer<'session.start'> {
  if ((await attempt($, (io) => plugin.sendFirstHeartbeat(io))) === true) {
    await $.tool.register(recallTool);
    await $.command.register({ name: 'longthread', description: 'Show what Longthread did in this session' });
  }
  return next(event);
}

type Fetched = Events['http.fetch']['event'];

/** The header with the id of the subagent that sends the request. */
const AGENT_HEADER = 'x-claude-code-agent-id';
const MESSAGES = /\/v1\/messages(?:\?|$)/;

async function fetched($: ClaudeCode, event: Fetched, next: Next<'http.fetch'>): Answer<'http.fetch'> {
  const body = event.init?.body;
  if (next.origin.plugin !== 'engine' || !MESSAGES.test(event.url) || typeof body !== 'string')
    return next(event);
  const agentId = event.init?.headers?.[AGENT_HEADER];
  const sent = (await attempt($, (io) => plugin.project(body, io, agentId))) ?? body;
  const answer = await next(withBody(event, sent));
  if (isAcceptance(answer)) plugin.noteAccepted(sent);
  if (!isRefusal(answer)) return answer;
  const smaller = await attempt($, (io) => plugin.projectSmaller(body, sent, io, agentId));
  if (smaller === undefined) return answer;
  const again = await next(withBody(event, smaller));
  if (isAcceptance(again)) plugin.noteAccepted(smaller);
  if (isRefusal(again)) await attempt($, (io) => plugin.undoSmaller(io));
  return again;
}

function withBody(event: Fetched, body: string): Fetched {
  return event.init?.body === body ? event : { ...event, init: { ...event.init, body } };
}

/** Returns whether the provider accepted the request; false if the answer has no status. */
function isAcceptance(answer: unknown): boolean {
  const status = statusOf(answer);
  return status !== undefined && status < 400;
}

/**
 * Returns whether the provider refused the request itself. The reason, e.g. the request's length, is unknown: plugins
 * do not see the text of the answer.
 */
function isRefusal(answer: unknown): boolean {
  const status = statusOf(answer);
  return status === 400 || status === 413;
}

function statusOf(answer: unknown): number | undefined {
  const value = isObject(answer) && isObject(answer['value']) ? answer['value'] : answer;
  return isObject(value) ? numberOf(value, 'status') : undefined;
}

/**
 * Handles a compaction in place of Claude Code, unless a plugin triggered the compaction or the conversation is a
 * subagent's. After Claude Code compacts a subagent's conversation, Longthread treats the result as a new conversation.
 */
async function compacted(
  $: ClaudeCode,
  event: Events['session.compact']['event'],
  next: Next<'session.compact'>,
): Answer<'session.compact'> {
  const { trigger, agentId, instructions = '' } = event;
  if (agentId !== undefined || trigger === 'plugin') return next(event);
  const skip = await attempt($, (io) =>
    trigger === 'manual' ? plugin.command(instructions, io) : plugin.compactInstead(io),
  );
  return skip === undefined ? next(event) : { skip };
}

async function ranCompact(
  $: ClaudeCode,
  event: Events['command.run']['event'],
  next: Next<'command.run'>,
): Answer<'command.run'> {
  const text = await attempt($, (io) => plugin.command(event.args, io));
  return text === undefined ? next(event) : { text, isTextDisplayOnly: true };
}

function ranLongthread(): Events['command.run']['answer'] {
  return { text: plugin.report(), isTextDisplayOnly: true };
}

async function checked(
  $: ClaudeCode,
  event: Events['tool.check']['event'],
  next: Next<'tool.check'>,
): Answer<'tool.check'> {
  const verdict = await next(event);
  if (verdict.decision === 'deny' || event.isReadOnly === true) return verdict;
  const rule = await attempt($, (io) => plugin.ruleAgainst(event, io));
  return rule === undefined ? verdict : { decision: 'ask', reason: ruleQuestion(rule) };
}

async function recalled($: ClaudeCode, event: Events['tool.run']['event']): Answer<'tool.run'> {
  const input = isObject(event['input']) ? event['input'] : event;
  const [address, query] = [stringOf(input, 'address'), stringOf(input, 'query')];
  const agentId = stringOf(event, 'agentId');
  return { result: await plugin.recall({ address, query, agentId }, ioOf($)) };
}

function measured(
  $: ClaudeCode,
  event: Events['session.measure']['event'],
  next: Next<'session.measure'>,
): Answer<'session.measure'> {
  plugin.showMeasured(event.context.tokens, ioOf($));
  return next(event);
}
