import { randomUUID } from 'node:crypto';
import type { ChatCompletionRequest, ChatMessage, ToolCall } from '@copilotkit/aimock';
import type { DemoResponse } from './demoModel.ts';
import { textOf, withoutClientText } from './demoRequest.ts';
import {
  fixScript,
  handsScript,
  lookScript,
  COPILOT_TOOLS,
  LOCAL_TOOLS,
  type AgentScript,
  type AgentStep,
  type PathOf,
} from './demoAgentScripts.ts';

const LABEL = '(demo model)';
const CALL_ID = /^demo_(look|fix|hands)_(\d+)_/;
const SCRIPTS = { look: lookScript, fix: fixScript, hands: handsScript } as const;
type ScriptName = keyof typeof SCRIPTS;

/** Returns whether a request comes from one of the harnesses of the editor's own agent. */
export function isAgentRequest(request: ChatCompletionRequest): boolean {
  return isOfCopilotHarness(request) || isOfLocalHarness(request);
}

function isOfCopilotHarness({ tools = [] }: ChatCompletionRequest): boolean {
  const names = new Set(tools.map((tool) => tool.function.name));
  return ['view', 'edit', 'bash'].every((name) => names.has(name));
}

/** Recognises the Local harness by its read_file, which takes a `filePath`. Longthread's own tool takes a `path`. */
function isOfLocalHarness({ tools = [] }: ChatCompletionRequest): boolean {
  return tools.some(({ function: { name, parameters } }) => {
    const { properties = {} } = (parameters ?? {}) as { properties?: Readonly<Record<string, unknown>> };
    return name === 'read_file' && 'filePath' in properties;
  });
}

/**
 * Returns the demo model's answer to the editor's agent. It is the next step of a script that looks at the sample or
 * fixes the sample with the agent's own tools.
 */
export function agentResponse(request: ChatCompletionRequest): DemoResponse {
  return scriptedResponse(request, isFixAsked(request) ? 'fix' : 'look');
}

/**
 * Returns the next step for Longthread's own chat. Returns undefined if there is no tool `edit_file` or the person does
 * not ask for a fix.
 */
export function handsResponse(request: ChatCompletionRequest): DemoResponse | undefined {
  const hasHands = (request.tools ?? []).some((tool) => tool.function.name === 'edit_file');
  return hasHands && isFixAsked(request) ? scriptedResponse(request, 'hands') : undefined;
}

/**
 * Returns the next step of the script, or the conclusion if no step is left. The script's name and the number of the
 * last step come from the id of the newest call, because this id stays in the context after a compaction.
 */
function scriptedResponse(request: ChatCompletionRequest, begun: ScriptName): DemoResponse {
  const { messages, tools = [] } = request;
  const lastUser = messages.findLastIndex(({ role }) => role === 'user');
  const results = messages.slice(lastUser + 1).filter(({ role }) => role === 'tool');
  const [, name = begun, at = '-1'] = CALL_ID.exec(results.at(-1)?.tool_call_id ?? '') ?? [];
  const script: AgentScript = SCRIPTS[name as ScriptName](
    isOfCopilotHarness(request) ? COPILOT_TOOLS : LOCAL_TOOLS,
    workspaceIn(messages),
  );
  const step = script.steps[Number(at) + 1];
  const names = new Set(tools.map((tool) => tool.function.name));
  const calls = step === undefined ? [] : callsOf(step, `demo_${name}_${String(Number(at) + 1)}`, names);
  if (step === undefined || calls.length === 0)
    return { content: `${script.conclusion(results.map(textOf).toReversed())} ${LABEL}` };
  return { content: step.says, toolCalls: calls };
}

function callsOf({ calls }: AgentStep, prefix: string, names: ReadonlySet<string>): ToolCall[] {
  return calls
    .filter(([tool]) => names.has(tool))
    .map(([tool, input]) => ({
      name: tool,
      arguments: JSON.stringify(input),
      id: `${prefix}_${randomUUID().slice(0, 8)}`,
    }));
}

function questionIn(message: ChatMessage | undefined): string {
  const text = message === undefined ? '' : textOf(message);
  return /<(userRequest|prompt)>\s*([\s\S]*?)\s*<\/\1>\s*$/.exec(text)?.[2] ?? withoutClientText(text);
}

/**
 * Returns whether the person's newest words ask for a fix. These words are the last paragraph of the newest user
 * message. The paragraphs before them may be earlier messages that got no answer.
 */
function isFixAsked({ messages }: ChatCompletionRequest): boolean {
  const question =
    questionIn(messages.findLast(({ role }) => role === 'user'))
      .split(/\n\s*\n/)
      .at(-1) ?? '';
  return /^\s*(please\s+|(can|could|would) you\s+)?(fix|repair)\b/i.test(question);
}

/**
 * Returns a function that turns a relative path into a path below the conversation's folder. The host names this folder
 * at the beginning, and later calls and notes repeat the folder's path.
 */
function workspaceIn(messages: readonly ChatMessage[]): PathOf {
  const all = JSON.stringify(messages);
  const listed = /(?:following folders:\\n- |Current working directory: )(\/[^"\s\\]+)/.exec(all)?.[1];
  const paths = all.matchAll(/(\/[^"\s\\,;:*()[\]`]+?)\/(?:src|test|README\.md|package\.json)\b/g);
  // In a shortened path, the beginning of the folder's path is missing. So the longest folder that was found is the
  // complete one.
  const [named = ''] = [...paths].map(([, folder = '']) => folder).sort((a, b) => b.length - a.length);
  const folder = listed ?? named;
  return (file) => `${folder}/${file}`;
}
