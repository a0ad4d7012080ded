import type { ContentWithToolCallsResponse, TextResponse, ToolCall } from '@copilotkit/aimock';
import { answerText } from './demoAnswer.ts';
import { pathsIn, type DemoRequest } from './demoRequest.ts';
import { summaryText } from './demoSummary.ts';

export type DemoResponse = TextResponse | ContentWithToolCallsResponse;

/** The maximum number of files that the demo model reads in one turn. */
const MOST_READS = 6;
const READS_AT_ONCE = 2;

/**
 * Returns the demo model's answer: a summary if the system text asks for one, calls of the tools that the question
 * suggests, or an answer made from the tools' results. This is a pure function of the request. The answers look like
 * those of a model, but never claim to be from a model.
 */
export function demoResponse(request: DemoRequest): DemoResponse {
  if (isSummaryRequest(request)) return { content: summaryText(request.transcript) };
  const calls = nextCalls(request).filter(({ name }) => request.toolNames.has(name));
  if (calls.length === 0) return { content: answerText(request) };
  return { content: announcement(calls), toolCalls: calls };
}

/**
 * Returns whether a request asks for a summary. The chat's instructions may also mention summaries, but the chat's
 * requests contain tools.
 */
export function isSummaryRequest({ systemText, toolNames }: DemoRequest): boolean {
  return /summar/i.test(systemText) && !toolNames.has('read_file');
}

/** Returns the next calls. Returns no calls if the question needs no reading or if enough was read. */
function nextCalls(request: DemoRequest): readonly ToolCall[] {
  const { question, results } = request;
  if (isSmallTalk(question)) return [];
  return results.length === 0 ? firstCalls(question) : furtherReads(request);
}

function isSmallTalk(question: string): boolean {
  return question.length < 40 && /^(hi|hello|hey|thanks|thank you|ok|okay|yes|no|great)\b/i.test(question);
}

const INTENTS: readonly (readonly [RegExp, (question: string) => ToolCall])[] = [
  [/\b(m\d+)\b/, (question) => call('recall', { address: /\bm\d+\b/.exec(question)?.[0] ?? '' })],
  [
    /recall|remember|earlier|original|did (i|we|you) (say|decide)/i,
    (question) => call('recall', { query: termsOf(question) }),
  ],
  [/error|diagnos|problem|lint|type.?check|fail/i, () => call('get_diagnostics', {})],
  [
    /search|find|where|usage|refer|grep|who calls/i,
    (question) => call('search_text', { query: termOf(question) }),
  ],
];

function firstCalls(question: string): readonly ToolCall[] {
  const [lookUp] = callsMeant(question);
  if (lookUp?.name === 'recall') return [lookUp];
  const named = pathsIn(question).slice(0, READS_AT_ONCE).map(readCall);
  const calls = [...named, ...callsMeant(question).slice(0, 2)];
  return calls.length > 0 ? calls : [call('list_files', {})];
}

function callsMeant(question: string): readonly ToolCall[] {
  return INTENTS.filter(([pattern]) => pattern.test(question)).map(([, make]) => make(question));
}

/**
 * Returns calls that read more files, whose paths are in the results of other tools. In one turn, the model reads at
 * most two files, or at most six if the question asks for everything. It reads at most two files at once.
 */
function furtherReads({ question, results }: DemoRequest): readonly ToolCall[] {
  if (results.some(({ tool }) => tool === 'recall')) return [];
  const read = new Set(results.flatMap(({ tool, argument }) => (tool === 'read_file' ? [argument] : [])));
  const wanted = /\b(all|whole|every|everything|entire|long|detail|walk)/i.test(question)
    ? MOST_READS
    : READS_AT_ONCE;
  const found = results.filter(({ tool }) => tool !== 'read_file').flatMap(({ text }) => pathsIn(text));
  const unread = byWorth(found).filter((path) => !read.has(path));
  return unread.slice(0, Math.min(READS_AT_ONCE, wanted - read.size)).map(readCall);
}

/** Sorts paths: sources first, then tests, then everything else. */
function byWorth(paths: readonly string[]): readonly string[] {
  const worth = (path: string): number =>
    /test/i.test(path) ? 1 : /\.(tsx?|jsx?|py|rs|go)$/.test(path) ? 0 : 2;
  return [...new Set(paths)].sort((a, b) => worth(a) - worth(b));
}

function readCall(path: string): ToolCall {
  return call('read_file', { path });
}

function call(name: string, args: Readonly<Record<string, unknown>>): ToolCall {
  return { name, arguments: JSON.stringify(args) };
}

/** Returns the quoted words, or a word that looks like an identifier, or the longest word. */
function termOf(question: string): string {
  const quoted = /["'`“]([^"'`”]+)["'`”]/.exec(question)?.[1];
  const identifier = /\b[a-z]+[A-Z]\w*|\b\w+_\w+|\b[A-Z][a-z]+[A-Z]\w*/.exec(question)?.[0];
  return (
    quoted ??
    identifier ??
    [...question.matchAll(/\w+/g)].map(([word]) => word).sort((a, b) => b.length - a.length)[0] ??
    ''
  );
}

function termsOf(question: string): string {
  const words = question.match(/[\w./-]{4,}/g) ?? [];
  return words
    .filter((word) => !/^(what|that|this|recall|remember|earlier|original|about|said|with)$/i.test(word))
    .slice(0, 6)
    .join(' ');
}

function announcement(calls: readonly ToolCall[]): string {
  const [first] = calls;
  const about = first === undefined ? '' : (/":"([^"]+)"/.exec(first.arguments)?.[1] ?? '');
  switch (first?.name) {
    case 'read_file':
      return `I read \`${about}\` first.`;
    case 'search_text':
      return `I search the workspace for \`${about}\`.`;
    case 'get_diagnostics':
      return 'I look at what the editor reports.';
    case 'recall':
      return 'I look that up in what was said before.';
    default:
      return 'I look at what is in the workspace.';
  }
}
