import { blocks, isJson, jsonLinesOf, listOf, Tally, textIn, type Count, type Json } from './count.ts';

/** Counts the messages, calls and results in files with one JSON record per line. */

/**
 * Counts the contents of a file of Claude Code. Each block of an answer has its own line. Ignores a line that has the
 * `uuid` of an earlier line, or the time and words of an earlier message of the person.
 */
export function countClaudeCode(text: string): Count {
  const tally = new Tally();
  const seen = new Set<string>();
  const isRepeated = (key: string | undefined): boolean => {
    if (key === undefined) return false;
    const isSeen = seen.has(key);
    seen.add(key);
    return isSeen;
  };
  const all = jsonLinesOf(text);
  // In a sub-agent's own file, all messages belong to a side chain.
  const isSubAgents = all.every(
    ({ type, isSidechain }) => !/^(?:user|assistant)$/u.test(String(type)) || isSidechain === true,
  );
  const lines = all.filter(({ uuid, isSidechain, type, timestamp, message }) => {
    const words = isJson(message) && type === 'user' ? textIn(message['content']).trim() : '';
    const id = typeof uuid === 'string' && /^[0-9a-f]{8}-/u.test(uuid) ? uuid : undefined;
    const row = words === '' ? undefined : JSON.stringify([timestamp, words]);
    // Checks both keys, even if the first key is repeated, because `isRepeated` also stores a key for the later lines.
    const repetitions = [id, row].filter(isRepeated);
    return repetitions.length === 0 && (isSubAgents || isSidechain !== true);
  });
  for (const line of lines) {
    const message = isJson(line['message']) ? line['message'] : {};
    if (line['type'] === 'assistant' && line['isApiErrorMessage'] !== true) addAnswer(tally, message);
    if (line['type'] === 'user') addClaudePrompt(tally, line, message);
  }
  for (const words of typedAhead(lines)) tally.said(words);
  return tally.count;
}

/**
 * Returns the texts that the person typed while the assistant worked. Newer versions write each text as an attachment,
 * older versions only as an operation of a queue.
 */
function typedAhead(lines: readonly Json[]): readonly string[] {
  const attached = lines.flatMap(({ attachment }) => {
    const isPrompt = isJson(attachment) && attachment['type'] === 'queued_command' && isPersons(attachment);
    return isPrompt && attachment['commandMode'] !== 'task-notification'
      ? [textIn(attachment['prompt'])]
      : [];
  });
  const said = new Set([
    ...attached,
    ...lines.map(({ message }) => (isJson(message) ? textIn(message['content']) : '')),
  ]);
  // A “remove” operation means that the assistant got a queued text during a turn. In a file without this operation,
  // each queued text also has its own line as the first message of a turn.
  const hasDelivered = lines.some(({ operation }) => operation === 'remove');
  const queued = lines.flatMap(({ operation, content }) =>
    operation === 'enqueue' && hasDelivered && typeof content === 'string' && !said.has(content)
      ? [content]
      : [],
  );
  return [...attached, ...queued];
}

function addAnswer(tally: Tally, message: Json): void {
  for (const block of blocks(message['content'])) {
    if (block['type'] === 'text' && message['model'] !== '<synthetic>') tally.answered(block['text']);
    if (block['type'] === 'tool_use') tally.calls += 1;
  }
}

function addClaudePrompt(tally: Tally, line: Json, message: Json): void {
  const results = blocks(message['content']).filter(({ type }) => type === 'tool_result');
  tally.results += results.length;
  for (const { content } of results) tally.refused(textIn(content));
  const texts = blocks(message['content']).filter(({ type }) => type === 'text');
  if (isPersons(line) && texts.some((block) => tally.isTyped(textIn([block])))) tally.prompts += 1;
}

/** Returns whether the person wrote a line. Only newer versions name the speaker. */
function isPersons({ isMeta, isCompactSummary, origin }: Json): boolean {
  const isOfClient = isMeta === true || isCompactSummary === true;
  return !isOfClient && (!isJson(origin) || origin['kind'] === 'human');
}

/** Counts the contents of a file of Codex. Only response items count, because the model saw only these. */
export function countCodex(text: string): Count {
  const tally = new Tally();
  for (const line of jsonLinesOf(text)) {
    const item = isJson(line['payload']) ? line['payload'] : {};
    const type = String(item['type']);
    if (line['type'] !== 'response_item') continue;
    if (type === 'message' && item['role'] === 'user') {
      const texts = listOf(item['content']);
      if (texts.some((block) => tally.isTyped(textIn([block])))) tally.prompts += 1;
    }
    if (type === 'message' && item['role'] === 'assistant')
      for (const block of listOf(item['content'])) tally.answered(block['text']);
    // Leaves out calls that the provider itself ran. They have no id, because no result follows them.
    if (type.endsWith('_call') && item['call_id'] !== undefined) tally.calls += 1;
    if (type.endsWith('_call_output') || type === 'tool_search_output') tally.results += 1;
  }
  return tally.count;
}

/** Counts the contents of a file of pi or Oh My Pi. Each `message` line has a role. */
export function countPi(text: string): Count {
  const tally = new Tally();
  for (const line of jsonLinesOf(text)) {
    const message = isJson(line['message']) ? line['message'] : {};
    if (line['type'] !== 'message') continue;
    if (message['role'] === 'user') tally.said(textIn(message['content']));
    if (message['role'] === 'toolResult') tally.results += 1;
    if (message['role'] !== 'assistant') continue;
    for (const block of blocks(message['content'])) {
      if (block['type'] === 'text') tally.answered(block['text']);
      if (block['type'] === 'toolCall') tally.calls += 1;
    }
  }
  return tally.count;
}

/** Counts the contents of a file of Copilot CLI. Each line is an event with a type. */
export function countCopilotCli(text: string): Count {
  const tally = new Tally();
  for (const { type, data } of jsonLinesOf(text)) {
    const told = isJson(data) ? data : {};
    if (type === 'user.message') tally.said(String(told['content']));
    if (type === 'assistant.message') tally.answered(told['content']);
    if (type === 'assistant.message') tally.calls += listOf(told['toolRequests']).length;
    if (type === 'tool.execution_complete') tally.results += 1;
  }
  return tally.count;
}

/** Counts the contents of a file of Cursor. Cursor writes no results, so each call also counts as a result. */
export function countCursor(text: string): Count {
  const tally = new Tally();
  for (const { role, message } of jsonLinesOf(text)) {
    const content = isJson(message) ? message['content'] : undefined;
    if (role === 'user') tally.said(textIn(content));
    if (role === 'assistant') addAnswer(tally, { content });
  }
  return { ...tally.count, results: tally.calls };
}

/** Counts the contents of a file of Qwen Code. Messages have parts as in Google's API. */
export function countQwenCode(text: string): Count {
  const tally = new Tally();
  for (const { type, message } of jsonLinesOf(text)) {
    const parts = isJson(message) ? listOf(message['parts']) : [];
    if (type === 'user') tally.said(textIn(parts));
    if (type === 'assistant') {
      for (const part of parts) if (part['thought'] !== true) tally.answered(part['text']);
      tally.calls += parts.filter((part) => 'functionCall' in part).length;
    }
    if (type === 'tool_result') tally.results += parts.filter((part) => 'functionResponse' in part).length;
  }
  return tally.count;
}

/** Counts the contents of a file of Gemini CLI. A message replaces an earlier message with the same id. */
export function countGeminiLines(text: string): Count {
  const newest = new Map(
    jsonLinesOf(text)
      .filter(({ id }) => id !== undefined)
      .map((line) => [line['id'], line]),
  );
  return countGeminiMessages([...newest.values()]);
}

export function countGeminiMessages(messages: readonly Json[]): Count {
  const tally = new Tally();
  for (const { type, content, toolCalls } of messages) {
    if (type === 'user') tally.said(textIn(content));
    if (type !== 'gemini') continue;
    tally.answered(textIn(content));
    tally.calls += listOf(toolCalls).length;
    tally.results += listOf(toolCalls).filter((call) => 'result' in call).length;
  }
  return tally.count;
}

/** Counts the contents of the first run in a file of OpenHands' evaluation. Each line is a run with its events. */
export function countOpenHandsOutput(text: string): Count {
  const tally = new Tally();
  const [first = {}] = jsonLinesOf(text);
  for (const event of listOf(first['history'])) {
    const { source, action, observation, args } = event;
    const told = isJson(args) ? args : {};
    if (action === 'message' && source === 'user') tally.said(String(told['content']));
    if (action === 'message' && source === 'agent') tally.answered(told['content']);
    else if (typeof action === 'string' && source === 'agent' && !['system', 'recall'].includes(action)) {
      tally.calls += 1;
      tally.answered(told['thought']);
    }
    if (observation !== undefined && 'tool_call_metadata' in event) tally.results += 1;
  }
  return tally.count;
}
