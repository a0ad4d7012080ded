/**
 * A plugin for tests. Records everything that Claude Code passes to the plugin, and uses the same features as
 * Longthread's plugin. Replaces `MARK` by `VALUE` in calls.
 */

export const MARK = 'mark-of-a-secret-1';
export const VALUE = 'value-of-a-secret-1';

/** The probe's records by name. A name stands for an event or a feature; each occurrence adds a record. */
export type Facts = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

export const PROBE = `
const facts = {};
function note(name, value) {
  (facts[name] ??= []).push(value);
}
function keep($) {
  return $.fs.write($.plugin.root + '/facts.json', JSON.stringify(facts));
}
export function register(on, options) {
  note('options', { ...options });
  on('session.start', started);
  on('http.fetch', fetched);
  on('session.compact', compacted);
  on('command.run', { command: 'compact' }, commanded);
  on('command.run', { command: 'longthread' }, reported);
  on('tool.check', checked);
  on('tool.run', { tool: 'mcp__longthread__recall' }, ran);
  on('session.measure', measured);
  on('turn.step', stepped);
  on('turn.complete', threw).catch(instead);
}
async function started($, event, next) {
  const session = {
    id: await $.session.id(),
    root: await $.session.root(),
    transcript: (await $.session.info()).transcriptPath,
    surfaces: (await $.session.surfaces()).length,
    usage: await $.session.usage({ breakdown: 'summary' }),
    now: await $.clock.now(),
    home: await $.env.get('HOME'),
    unset: (await $.env.get('CLAUDE_CODE_USE_BEDROCK')) ?? 'unset',
    plugin: $.plugin.root,
  };
  note('session', session);
  const beside = session.transcript.replace('.jsonl', '.longthread.json');
  await $.fs.write(beside, 'kept by the probe');
  const large = session.root + '/large.txt';
  const { size } = await $.fs.stat(large);
  const part = await $.fs.read(large, { offset: 6, length: 6 });
  const { base64 } = await $.fs.read(large, { as: 'bytes', offset: 4, length: 2 });
  const there = [await $.fs.exists(large), await $.fs.exists(large + '.not')];
  const whole = await $.fs.read(large).then(() => 'read', () => 'refused');
  const most = await $.fs.read(large, { offset: 0, length: 4194304 }).then(({ length }) => length, () => 'refused');
  const written = await $.fs.write(beside + '.large', 'x'.repeat(4194305)).then(() => 'written', () => 'refused');
  note('files', { size, part, base64, there, whole, most, written, path: beside });
  const asked = await $.ui.ask('Compact?', ['Yes', 'No']).catch(() => 'rejected');
  note('asked', { answer: asked });
  $.ui.status('Longthread');
  $.ui.toast('a toast of the probe');
  $.ui.log('a line of the probe', { to: 'debug' });
  await $.tool.register({ name: 'recall', description: 'Gives back.', inputSchema: { type: 'object', properties: { query: { type: 'string' } } }, isDeferred: false });
  await $.command.register({ name: 'longthread', description: 'What was done' });
  await keep($);
  return next(event);
}
async function fetched($, event, next) {
  const { init = {}, url } = event;
  const isStep = typeof init.body === 'string' && init.body.includes('"tools":[{');
  const sent = isStep ? { ...event, init: { ...init, body: init.body.replaceAll('word-to-change', 'word-changed') } } : event;
  const answer = await next(sent);
  note('fetched', { url, agentId: init.headers['x-claude-code-agent-id'], method: init.method, body: typeof init.body, isStep, origin: next.origin.plugin, answer: JSON.parse(JSON.stringify(answer)) });
  await keep($);
  return answer;
}
async function compacted($, event, next) {
  note('compacted', { trigger: event.trigger, instructions: event.instructions, agentId: event.agentId });
  await keep($);
  return { skip: 'The probe compacts nothing.' };
}
async function commanded($, event, next) {
  note('commanded', { command: event.command, args: event.args });
  await keep($);
  return event.args === 'through' ? next(event) : { text: 'An answer of the probe.', isTextDisplayOnly: true };
}
function reported() {
  return { text: 'A report of the probe.', isTextDisplayOnly: true };
}
async function checked($, event, next) {
  const verdict = await next(event);
  note('checked', { tool: event.tool, input: event.input, isReadOnly: event.isReadOnly, decision: verdict.decision });
  await keep($);
  return event.tool === 'Write' ? { decision: 'ask', reason: 'The probe says no.' } : verdict;
}
async function ran($, event) {
  note('ran', { event });
  await keep($);
  return { result: 'A result of the probe.' };
}
async function measured($, event, next) {
  note('measured', { context: event.context });
  await keep($);
  return next(event);
}
async function* stepped($, event, next) {
  const stream = next(event);
  for (;;) {
    const { value, done } = await stream.next();
    if (done) return value;
    yield value.kind === 'input' ? { ...value, json: value.json.replaceAll('${MARK}', '${VALUE}') } : value;
  }
}
function threw() {
  throw new Error('the probe throws');
}
async function instead($, event, next) {
  note('instead', { was: true });
  await keep($);
  return next(event);
}
`;
