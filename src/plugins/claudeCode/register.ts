import { isObject, stringOf, type JsonObject } from '../../adapters/transcripts/json.ts';
import type { ClaudeCode, Events, Next, On } from './hostApi.ts';
import { ioOf } from './io.ts';
import { Plugin } from './plugin.ts';
import { RECALL_TOOL, recallTool } from './recallTool.ts';
import { ruleQuestion } from './sentences.ts';

/** Claude Code calls this once a process. Whatever of ours fails, what was asked goes on as if the plugin were not there. */
export function register(on: On, options: JsonObject = {}): void {
  const strategy = stringOf(options, 'strategy');
  const plugin = new Plugin(strategy === undefined ? {} : { strategy });
  on('session.start', ($, event, next) => started(plugin, $, { event, next })).catch(passedOn);
  on('http.fetch', ($, event, next) => fetched(plugin, $, { event, next })).catch(passedOn);
  on('session.compact', ($, event, next) => compacted(plugin, $, { event, next })).catch(passedOn);
  on('command.run', { command: 'compact' }, ($, event, next) => commanded(plugin, $, { event, next })).catch(
    passedOn,
  );
  on('command.run', { command: 'longthread' }, () => ({ text: plugin.report(), isTextDisplayOnly: true }));
  on('tool.check', ($, event, next) => checked(plugin, $, { event, next })).catch(passedOn);
  on('tool.run', { tool: RECALL_TOOL }, ($, event) => looked(plugin, $, event));
  on('session.measure', ($, event, next) => measured(plugin, $, { event, next })).catch(passedOn);
}

interface Asked<E extends keyof Events> {
  readonly event: Events[E]['event'];
  readonly next: Next<E>;
}

function passedOn<E extends keyof Events>(
  _: ClaudeCode,
  event: Events[E]['event'],
  next: Next<E>,
): Promise<Events[E]['answer']> {
  return next(event);
}

async function started(
  plugin: Plugin,
  $: ClaudeCode,
  { event, next }: Asked<'session.start'>,
): Promise<object> {
  try {
    if (await plugin.isOn(ioOf($))) {
      await $.tool.register(recallTool);
      await $.command.register({ name: 'longthread', description: 'What Longthread did in this session' });
    }
    await plugin.greet(ioOf($));
  } catch (error) {
    plugin.failed(error, ioOf($));
  }
  return next(event);
}

const MESSAGES = /\/v1\/messages(?:\?|$)/;

async function fetched(plugin: Plugin, $: ClaudeCode, { event, next }: Asked<'http.fetch'>): Promise<object> {
  const body = event.init?.body;
  if (next.origin.plugin !== 'engine' || !MESSAGES.test(event.url) || typeof body !== 'string')
    return next(event);
  let projected: string | undefined;
  try {
    projected = await plugin.project(body, ioOf($));
  } catch (error) {
    plugin.failed(error, ioOf($));
  }
  return next(projected === undefined ? event : { ...event, init: { ...event.init, body: projected } });
}

/** A subagent's own compaction is left to Claude Code: what comes of it is one more conversation. */
async function compacted(
  plugin: Plugin,
  $: ClaudeCode,
  { event, next }: Asked<'session.compact'>,
): Promise<Events['session.compact']['answer']> {
  const { trigger, agentId, instructions = '' } = event;
  if (agentId !== undefined || trigger === 'plugin') return next(event);
  try {
    const skip =
      trigger === 'manual'
        ? await plugin.command(instructions, ioOf($))
        : await plugin.compactByItself(ioOf($));
    if (skip !== undefined) return { skip };
  } catch (error) {
    plugin.failed(error, ioOf($));
  }
  return next(event);
}

async function commanded(
  plugin: Plugin,
  $: ClaudeCode,
  { event, next }: Asked<'command.run'>,
): Promise<Events['command.run']['answer']> {
  try {
    const text = await plugin.command(event.args, ioOf($));
    if (text !== undefined) return { text, isTextDisplayOnly: true };
  } catch (error) {
    plugin.failed(error, ioOf($));
  }
  return next(event);
}

async function checked(
  plugin: Plugin,
  $: ClaudeCode,
  { event, next }: Asked<'tool.check'>,
): Promise<Events['tool.check']['answer']> {
  const verdict = await next(event);
  if (verdict.decision === 'deny' || event.isReadOnly === true) return verdict;
  try {
    const rule = await plugin.ruleAgainst(event, ioOf($));
    return rule === undefined ? verdict : { decision: 'ask', reason: ruleQuestion(rule) };
  } catch (error) {
    plugin.failed(error, ioOf($));
    return verdict;
  }
}

async function looked(
  plugin: Plugin,
  $: ClaudeCode,
  event: Events['tool.run']['event'],
): Promise<{ readonly result: string }> {
  const input = isObject(event['input']) ? event['input'] : event;
  const [address, query] = [stringOf(input, 'address'), stringOf(input, 'query')];
  const asked = { ...(address !== undefined && { address }), ...(query !== undefined && { query }) };
  return { result: await plugin.recall(asked, ioOf($)) };
}

function measured(plugin: Plugin, $: ClaudeCode, { event, next }: Asked<'session.measure'>): Promise<object> {
  plugin.measured(event.context.tokens, ioOf($));
  return next(event);
}
