/**
 * What SpecStory puts into an agent's text. The command line writes a tool as `<tool-use …><details>`, the extensions
 * for VS Code and Cursor write both tags on lines of their own; their first versions wrote a line `Tool use: **name**`
 * and below it a line, an element or fences. The command line's first version wrote such a line, too, one below a header, and
 * what the tool gave below `Result:` or `Error:`.
 */
export interface ToolElement {
  readonly kind: 'tool';
  readonly name: string;
  readonly lines: readonly string[];
  /** It was written by an extension of the editor. */
  readonly isEditors: boolean;
  /** What it gave, where a line of its own says so. */
  readonly labelled?: { readonly lines: readonly string[]; readonly isError: boolean };
}

export type SpecstoryElement =
  { readonly kind: 'text' | 'thought'; readonly lines: readonly string[] } | ToolElement;

/** `<tool-use-id>` in a client's notification is another element. */
export const SPECSTORY_TOOL_START = /^<tool-use(?: [^<>]{0,500})?>(<details>)?/u;
/** Stands at the beginning of a line; a result that quotes such a file has it within a line. */
export const SPECSTORY_TOOL_END = /^(?:<\/details>)?<\/tool-use>/u;

const BARE_TOOL = /^Tool use: \*\*([^*]{1,200})\*\*(.*)$/u;
/** What a patch does to a file stands above it, in the same sessions. */
const PATCH = /^\*\*(?:Add|Update|Delete): `([^`]{1,500})`\*\*\s*$/u;
/** A command that printed nothing. */
const INLINE_CODE = /^`[^`]+`$/u;
const RESULT_LABEL = /^(?:Result|Error):\s*$/u;
const FENCE = /^(`{3,})/u;

/** Cuts an agent's text into its elements and what stands between them. */
export function specstoryElements(text: string): readonly SpecstoryElement[] {
  const lines = text.split('\n');
  const elements: SpecstoryElement[] = [];
  let start = 0;
  for (let at = 0; at < lines.length;) {
    const found = elementAt(lines, at);
    if (found === undefined) {
      at += 1;
      continue;
    }
    elements.push({ kind: 'text', lines: lines.slice(start, at) }, found.element);
    start = at = found.end;
  }
  return [...elements, { kind: 'text', lines: lines.slice(start) }];
}

interface Found {
  readonly element: SpecstoryElement;
  /** Just behind its last line. */
  readonly end: number;
}

interface ToolFound extends Found {
  readonly element: ToolElement;
}

function elementAt(lines: readonly string[], at: number): Found | undefined {
  const line = lines[at] ?? '';
  if (/^<think>(?:<details>|\s*$)/u.test(line)) {
    const end = endOf(lines, at, /<\/think>/u);
    return { element: { kind: 'thought', lines: lines.slice(at, end) }, end };
  }
  const start = SPECSTORY_TOOL_START.exec(line);
  if (start !== null) return toolAt(lines, at, start);
  const bare = BARE_TOOL.exec(line);
  if (bare !== null) return bareTool(lines, at, { name: bare[1] ?? '', told: bare[2] ?? '' });
  const patch = PATCH.exec(line);
  if (patch !== null && FENCE.test(lines[nextWritten(lines, at + 1)] ?? ''))
    return bareTool(lines, at, { name: 'apply_patch', told: `\`${patch[1] ?? ''}\`` });
  if (line.startsWith('**Agent task list:**') && nextWritten(lines, 0) === at)
    return {
      element: { kind: 'tool', name: 'TodoWrite', lines: lines.slice(at + 1), isEditors: false },
      end: lines.length,
    };
  const named = line.startsWith('<details>') ? nameIn(lines.slice(at, at + 2)) : undefined;
  if (named === undefined) return undefined;
  const end = endOf(lines, at, /^<\/details>/u);
  return { element: { kind: 'tool', name: named, lines: lines.slice(at, end), isEditors: true }, end };
}

function toolAt(lines: readonly string[], at: number, start: RegExpExecArray): Found {
  const end = endOf(lines, at, SPECSTORY_TOOL_END);
  const name = /data-tool-name="([^"]{0,200})"/u.exec(start[0])?.[1] ?? 'tool';
  const isClosed = SPECSTORY_TOOL_END.test(lines[end - 1] ?? '');
  const within = [(lines[at] ?? '').slice(start[0].length), ...lines.slice(at + 1, isClosed ? end - 1 : end)];
  return { element: { kind: 'tool', name, lines: within, isEditors: start[1] === undefined }, end };
}

/** Just behind the first line from `at` on that matches, or the end of all. */
function endOf(lines: readonly string[], at: number, pattern: RegExp): number {
  const found = lines.findIndex((line, index) => index >= at && pattern.test(line));
  return found < 0 ? lines.length : found + 1;
}

function nameIn(lines: readonly string[]): string | undefined {
  return /<summary>Tool use: \*\*([^*]{1,200})\*\*/u.exec(lines.join('\n'))?.[1];
}

/** Takes an element, or fences, or else all up to the rule that ends it; one line where no rule does. */
function bareTool(
  lines: readonly string[],
  at: number,
  { name, told }: { readonly name: string; readonly told: string },
): Found {
  const tool = (end: number): ToolFound => {
    const summary = told.trim() === '' ? [] : [`<summary>${told.trim()}</summary>`];
    const within = [...summary, ...lines.slice(at + 1, end)];
    return { element: { kind: 'tool', name, lines: within, isEditors: true }, end };
  };
  const isAlone = nextWritten(lines, 0) === at && !lines.slice(at + 1).some(isBareTool);
  const label = isAlone ? lines.findIndex((each, index) => index > at && RESULT_LABEL.test(each)) : -1;
  const isMute =
    isAlone &&
    INLINE_CODE.test(
      lines
        .slice(at + 1)
        .join('\n')
        .trim(),
    );
  if (label > 0 || isMute) {
    const isError = lines[label]?.startsWith('Error') === true;
    const labelled = { lines: isMute ? [] : lines.slice(nextWritten(lines, label + 1)), isError };
    const { element } = tool(isMute ? lines.length : label);
    return { element: { ...element, isEditors: false, labelled }, end: lines.length };
  }
  const first = nextWritten(lines, at + 1);
  const line = lines[first] ?? '---';
  if (line === '---' || line.startsWith('<think>') || BARE_TOOL.test(line)) return tool(at + 1);
  if (line.startsWith('<details>')) {
    const end = endOf(lines, first, /^<\/details>/u);
    // One whose end is missing ends where the next tool begins.
    const next = lines.findIndex((each, index) => index > first && BARE_TOOL.test(each));
    return tool(next < 0 ? end : Math.min(end, next));
  }
  if (!FENCE.test(line)) {
    if (told.trim() !== '') return tool(at + 1);
    const rule = lines.findIndex((each, index) => index > first && (each === '---' || BARE_TOOL.test(each)));
    return tool(rule > 0 && lines[rule] === '---' ? rule : first + 1);
  }
  // A session that was resumed in another program has one tool under a header: what it printed may hold fences, too.
  const isWhole = isAlone && /^\s*`[\s\S]*`\s*$/u.test(told);
  const last = lines.findLastIndex((each) => each.trim() !== '');
  if (isWhole && /^`{3,}\s*$/u.test(lines[last] ?? '')) return tool(lines.length);
  let end = first;
  for (let next = first; FENCE.test(lines[next] ?? ''); next = nextWritten(lines, end)) {
    const [fence = '```'] = FENCE.exec(lines[next] ?? '') ?? [];
    end = endOf(lines, next + 1, new RegExp(`^${fence}\`*\\s*$`, 'u'));
  }
  return tool(end);
}

function isBareTool(line: string): boolean {
  return BARE_TOOL.test(line);
}

function nextWritten(lines: readonly string[], from: number): number {
  const found = lines.findIndex((line, index) => index >= from && line.trim() !== '');
  return found < 0 ? lines.length : found;
}
