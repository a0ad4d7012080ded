import { textOf, type TextPart, type ToolMessage } from '../../core/log/message.ts';
import { saysNoEffect } from '../../core/tools/noEffect.ts';
import { kindOfTool, type ToolKind } from '../../core/tools/toolKind.ts';
import type { ImportedMessage } from './recording.ts';

/**
 * Patterns that match the results of calls that the person refused, or allowed with a remark. Such a result contains
 * the program's text (`told`), followed by the person's words (`typed`). The programs are Claude Code, OpenCode, and
 * Cline with its forks. Cline's results may begin with the call's name. The first pattern excludes refused questions of
 * Claude Code, since their results contain no words of the person.
 */
const REFUSALS: readonly RegExp[] = [
  /^(?<told>The user doesn't want to proceed with this tool use\.[^\n]*), the user said:\n(?!The user wants to clarify these questions\.)(?<typed>.+)$/su,
  /^(?<told>The user rejected permission to use this specific tool call) with the following feedback: (?<typed>.+)$/su,
  /^(?<told>(?:\[[^\n]{1,300}\] Result:\s*)?The user (?:denied|approved|has provided|provided)[^<:]{0,200}):?\s*<feedback>\n?(?<typed>.+?)<\/feedback>/su,
];
/** Matches the text that newer versions of the programs write after the person's words. */
const REMINDER = /\n\nNote: The user's next message\b.*$/su;

/**
 * The kinds of tools whose results the program itself writes. Results of other tools may quote texts that match
 * `REFUSALS`.
 */
const OWN_RESULT: ReadonlySet<ToolKind> = new Set([
  'edit',
  'write',
  'delete',
  'plan',
  'ask',
  'answer',
  'agent',
]);

/** Moves the person's words out of the results of calls, into separate messages after the results. */
export function withTypedWords<M extends ImportedMessage>(messages: readonly M[]): readonly M[] {
  let waiting: M[] = [];
  const separated = messages.flatMap((each) => {
    const { message } = each;
    if (message.role === 'tool') {
      const { result, typed } = withoutTyped(message);
      if (typed !== undefined) waiting.push({ ...each, message: { role: 'user', parts: [typed] } });
      return [{ ...each, message: result }];
    }
    const before = waiting;
    waiting = [];
    return [...before, each];
  });
  return [...separated, ...waiting];
}

/**
 * Separates the typed words from a result that the program itself wrote: the result of a tool in `OWN_RESULT`, or a
 * result marked as an error. Marks the result as an error if the result says that the call had no effect.
 */
function withoutTyped(said: ToolMessage): { readonly result: ToolMessage; readonly typed?: TextPart } {
  if (said.isError !== true && !OWN_RESULT.has(kindOfTool(said.toolName))) return { result: said };
  const hadNoEffect = saysNoEffect(textOf(said));
  const result = hadNoEffect ? { ...said, isError: true } : said;
  for (const [index, part] of result.parts.entries()) {
    const groups = part.type === 'text' ? groupsIn(part.text) : undefined;
    const text = groups?.['typed']?.replace(REMINDER, '').trim() ?? '';
    if (text === '') continue;
    const programText: TextPart = { type: 'text', text: `${groups?.['told'] ?? ''}.` };
    return {
      result: { ...result, parts: result.parts.with(index, programText) },
      typed: { type: 'text', text },
    };
  }
  return { result };
}

function groupsIn(text: string): Readonly<Record<string, string>> | undefined {
  return REFUSALS.map((refusal) => refusal.exec(text)?.groups).find((groups) => groups !== undefined);
}
