import * as vscode from 'vscode';
import { isObject } from '../../adapters/transcripts/json.ts';
import type { Approvals } from '../../core/approval/approval.ts';
import type { CancelSignal } from '../../core/cancellation.ts';
import type { Tool, ToolOutcome } from '../../core/chat/toolContract.ts';
import { fillMarks } from '../../core/log/fillMarks.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import { deniedText } from '../approvals/deniedText.ts';
import { foreignToolsIn, type ForeignTool } from './foreignToolNames.ts';

type Offered = ForeignTool<vscode.LanguageModelToolInformation>;

/**
 * Returns the tools that other extensions and MCP servers offer now. `own` contains the names of the chat's own tools.
 */
export function offeredTools(own: readonly string[]): readonly Offered[] {
  return foreignToolsIn(vscode.lm.tools, own);
}

/**
 * Returns a function for getting the foreign tools of a session. These are the tools that the person chose for the
 * session, if they are offered now. Each call of a tool needs an approval.
 */
export function foreignTools(
  live: LiveSession,
  approvals: Approvals,
): (own: readonly string[]) => readonly Tool[] {
  const made = new Map<string, { readonly of: Offered['information']; readonly tool: Tool }>();
  return (own) => {
    const chosen = new Set(live.session.foreignTools);
    if (chosen.size === 0) return [];
    return offeredTools(own).flatMap((offered) => {
      if (!chosen.has(offered.information.name)) return [];
      const known = made.get(offered.name);
      if (known?.of === offered.information) return [known.tool];
      const tool = toolOf(offered, live, approvals);
      made.set(offered.name, { of: offered.information, tool });
      return [tool];
    });
  };
}

function toolOf({ name, information }: Offered, live: LiveSession, approvals: Approvals): Tool {
  const { description, inputSchema } = information;
  return {
    schema: {
      name,
      description,
      parameters: isObject(inputSchema) ? inputSchema : { type: 'object', properties: {} },
    },
    isReadOnly: false,
    takesMarks: true,
    run: async (input, signal) => {
      // The model writes marks such as `[secret: …]` instead of secret values. The question for approval shows the
      // marks, and the tool gets the values. If the session does not know the value of a mark, the call fails without a
      // question.
      const filled = fillMarks(input, live.secrets);
      if (!filled.isFilled) return { text: filled.problem, isError: true };
      const written = JSON.stringify(input, undefined, 2);
      const action = { tool: information.name, kind: 'foreign', paths: [], input: written } as const;
      const decision = await approvals.decide(action, signal);
      if (decision.kind !== 'allowed') return { text: deniedText(decision), isError: true };
      return invoke(information.name, filled.value as object, signal);
    },
  };
}

async function invoke(name: string, input: object, signal: CancelSignal): Promise<ToolOutcome> {
  const source = new vscode.CancellationTokenSource();
  const cancel = (): void => source.cancel();
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const { content } = await vscode.lm.invokeTool(
      name,
      { input, toolInvocationToken: undefined },
      source.token,
    );
    const text = content.map(textOfPart).join('\n');
    return { text: text === '' ? '[the tool returned nothing]' : text, isError: false };
  } finally {
    signal.removeEventListener('abort', cancel);
    source.dispose();
  }
}

/** Returns the text of a part of a result. If the part is not text, returns a remark instead. */
function textOfPart(part: unknown): string {
  if (part instanceof vscode.LanguageModelTextPart) return part.value;
  if (part instanceof vscode.LanguageModelDataPart) {
    const { mimeType, data } = part;
    const isText = /^text\/|\bjson\b|\bxml\b/u.test(mimeType);
    return isText ? new TextDecoder().decode(data) : `[${mimeType}, ${data.byteLength} bytes, not shown]`;
  }
  if (part instanceof vscode.LanguageModelPromptTsxPart) return textsIn(part.value).join('');
  return '[a part of an unknown kind, not shown]';
}

/** Returns the texts of a tree of prompt elements, in order. The text of a leaf is in its field `text`. */
function textsIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (!isObject(node)) return [];
  const own = typeof node['text'] === 'string' ? [node['text']] : [];
  return [...own, ...textsIn(node['node']), ...textsIn(node['children'])];
}
