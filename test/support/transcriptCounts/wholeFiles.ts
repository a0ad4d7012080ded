import { blocks, isJson, listOf, Tally, textIn, type Count, type Json } from './count.ts';
import { countGeminiMessages } from './linesOfRecords.ts';

/** Counts the contents of files that are one JSON value. */

function objectIn(text: string): Json {
  return JSON.parse(text) as Json;
}

/** Counts the contents of a file of Cline's SDK. Messages have blocks as in Anthropic's API. */
export function countCline(text: string): Count {
  const tally = new Tally();
  for (const { role, content, metadata } of listOf(objectIn(text)['messages'])) {
    const isSummary = isJson(metadata) && metadata['kind'] === 'compaction_summary';
    const texts = blocks(content).filter(({ type }) => type === 'text');
    if (role === 'user' && !isSummary && texts.some((block) => tally.isTyped(textIn([block]))))
      tally.prompts += 1;
    if (role === 'assistant') for (const block of texts) tally.answered(block['text']);
    tally.calls += blocks(content).filter(({ type }) => type === 'tool_use').length;
    tally.results += blocks(content).filter(({ type }) => type === 'tool_result').length;
  }
  return tally.count;
}

/**
 * Counts the contents of a file of mini-SWE-agent. An answer of the model has tool calls, or a single code block, which
 * counts as a call. The result follows the answer.
 */
export function countMiniSweAgent(text: string): Count {
  const tally = new Tally();
  const file = JSON.parse(text) as unknown;
  const messages = listOf(isJson(file) ? file['messages'] : file);
  const first = messages.findIndex(({ role }) => role === 'assistant');
  tally.prompts = messages.slice(0, first).filter(({ role }) => role === 'user').length;
  messages.forEach(({ role, content, tool_calls: calls }, index) => {
    if (role === 'tool') tally.results += 1;
    if (listOf(calls).length > 0) {
      tally.calls += listOf(calls).length;
      tally.answered(content);
      if (messages[index + 1]?.['role'] === 'exit') tally.results += 1;
      return;
    }
    const pieces = String(content).split(/^```(?:mswea_bash_command|bash)\n[\s\S]*?\n```$/mu);
    if (role !== 'assistant') return;
    for (const piece of pieces) tally.answered(piece);
    if (pieces.length !== 2) return;
    tally.calls += 1;
    if (messages[index + 1]?.['role'] === 'user') tally.results += 1;
  });
  return tally.count;
}

/** Counts the contents of a session of Gemini CLI that is one JSON object. */
export function countGeminiObject(text: string): Count {
  return countGeminiMessages(listOf(objectIn(text)['messages']));
}

/** Counts the contents of Crush's tables. Each part of a message has a type and data. */
export function countCrush(text: string): Count {
  const tally = new Tally();
  for (const { role, parts } of listOf(objectIn(text)['messages'])) {
    const data = (type: string) =>
      listOf(parts).flatMap((part) => (part['type'] === type && isJson(part['data']) ? [part['data']] : []));
    if (role === 'user') tally.said(textIn(data('text')));
    if (role === 'assistant') for (const part of data('text')) tally.answered(part['text']);
    tally.calls += data('tool_call').length;
    tally.results += data('tool_result').length;
  }
  return tally.count;
}

/** Counts the contents of a file of Continue. Only separate messages with the role `tool` count as results. */
export function countContinue(text: string): Count {
  const tally = new Tally();
  for (const { message } of listOf(objectIn(text)['history'])) {
    const { role, content, toolCalls } = isJson(message) ? message : {};
    if (role === 'user') tally.said(textIn(content));
    if (role === 'tool') tally.results += 1;
    if (role !== 'assistant') continue;
    tally.answered(textIn(content));
    tally.calls += listOf(toolCalls).length;
  }
  return tally.count;
}

/** Counts the contents of a file of opencode. The state of a call contains the result. */
export function countOpenCode(text: string): Count {
  const tally = new Tally();
  for (const { info, parts } of listOf(objectIn(text)['messages'])) {
    const role = isJson(info) ? info['role'] : undefined;
    const texts = listOf(parts).filter(({ type, synthetic }) => type === 'text' && synthetic !== true);
    if (role === 'user') tally.said(textIn(texts));
    if (role === 'assistant') for (const part of texts) tally.answered(part['text']);
    const tools = listOf(parts).filter(({ type }) => type === 'tool');
    const isOver = ({ state }: Json) =>
      isJson(state) && ['completed', 'error'].includes(String(state['status']));
    tally.calls += tools.length;
    tally.results += tools.filter(isOver).length;
  }
  return tally.count;
}

/**
 * Counts the contents of a file of Copilot Chat's debug view. Each prompt has a list of logs. A prompt with `hasSeen`
 * continues an earlier prompt.
 */
export function countChatReplay(text: string): Count {
  const tally = new Tally();
  for (const { prompt, hasSeen, logs } of listOf(objectIn(text)['prompts'])) {
    if (hasSeen !== true) tally.said(String(prompt));
    const calls = listOf(logs).filter(({ kind }) => kind === 'toolCall');
    tally.calls += calls.length;
    tally.results += calls.filter(({ response }) => response !== undefined).length;
    for (const { response } of listOf(logs).filter(({ kind }) => kind === 'request')) {
      const said = isJson(response) ? response['message'] : undefined;
      tally.answered(Array.isArray(said) ? said.filter((each) => typeof each === 'string').join('\n') : said);
    }
  }
  return tally.count;
}

/**
 * Counts the contents of a file of SWE-agent. Actions are in the steps of the trajectory, or in the history if the
 * trajectory has no steps.
 */
export function countSweAgent(text: string): Count {
  const tally = new Tally();
  const { history, trajectory } = objectIn(text);
  const items = listOf(history).filter(({ is_demo: isDemo }) => isDemo !== true);
  const first = items.findIndex(({ role }) => role === 'assistant');
  for (const item of items.slice(0, first)) if (item['role'] === 'user') tally.said(textIn(item['content']));
  for (const { thought, response, action, observation } of listOf(trajectory)) {
    tally.answered(thought ?? response);
    if (String(action).trim() === '') continue;
    tally.calls += 1;
    // Counts no result for the command `submit` if its observation is empty, because this command ends the run.
    if (observation !== '' || !String(action).startsWith('submit')) tally.results += 1;
  }
  if (listOf(trajectory).length > 0) return tally.count;
  for (const { role, content, tool_calls: calls } of items.slice(first)) {
    if (role === 'tool') tally.results += 1;
    if (role === 'assistant') tally.answered(textIn(content));
    tally.calls += listOf(calls).length;
  }
  return tally.count;
}
