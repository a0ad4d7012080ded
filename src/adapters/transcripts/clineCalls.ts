import { isKnownTool, kindOfTool } from '../../core/tools/toolKind.ts';
import type { TextCall } from './textCalls.ts';

/**
 * Matches the opening tag of a tool call in a text. Cline and its forks made models write calls as text. Such a call is
 * an element that is named after the tool and contains one element per parameter.
 */
const OPENING = /^<((?:[a-z]+_)+[a-z]+)>(?=\s*<)/gmu;

/** Returns whether an element becomes a tool call. Calls of tools that only ask or answer the person remain text. */
function isToolCall(name: string): boolean {
  return isKnownTool(name) && !['ask', 'answer'].includes(kindOfTool(name));
}

/** Matches the beginning of a user message with the result of a call: `[read_file for 'a.ts'] Result:`. */
export const CLINE_RESULT = /^\s*\[(?:[a-z]+_)+[a-z]+(?: for '[^\n]*)?\] Result:/u;

/** Returns the calls in an answer's text. A call without a closing tag remains text. */
export function clineCalls(text: string): readonly TextCall[] {
  const calls: TextCall[] = [];
  let from = 0;
  for (const { 0: opening, 1: name = '', index } of text.matchAll(OPENING)) {
    const closing = `</${name}>`;
    const close = index < from || !isToolCall(name) ? -1 : text.indexOf(closing, index);
    if (close < 0) continue;
    from = close + closing.length;
    const body = text.slice(index + opening.length, close);
    calls.push({ name, arguments: parametersOf(body), start: index, end: from });
  }
  return calls;
}

/** Parses parameters. A value may contain anything, even other elements, except the closing tag of its parameter. */
function parametersOf(body: string): Readonly<Record<string, string>> {
  const parameters: [string, string][] = [];
  const opening = /<([a-z_]{1,50})>\n?/gu;
  for (let match = opening.exec(body); match !== null; match = opening.exec(body)) {
    const [tag, name = ''] = match;
    const close = body.indexOf(`</${name}>`, match.index);
    if (close < 0) continue;
    parameters.push([name, body.slice(match.index + tag.length, close).replace(/\n$/u, '')]);
    opening.lastIndex = close + name.length + 3;
  }
  return Object.fromEntries(parameters);
}
