/** The kinds of tools. Every peer has its own names for these tools. */
export type ToolKind = 'read' | 'write' | 'edit' | 'shell' | 'other';

/** Guesses the kind of a recorded tool from its name, because each peer recognizes only its own tools. */
export function toolKindOf(name: string): ToolKind {
  const word = name.toLowerCase();
  if (/bash|shell|exec|terminal|run_command/.test(word)) return 'shell';
  if (/edit|patch|str_replace|replace/.test(word)) return 'edit';
  if (/write|create/.test(word) && !/todo/.test(word)) return 'write';
  return /read|view|open_file|cat/.test(word) ? 'read' : 'other';
}

export type ToolInput = Readonly<Record<string, unknown>>;

/** Returns the arguments of a call as an object. Text that is not a JSON object is in the field `input`. */
export function inputOf(text: string): ToolInput {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as ToolInput;
  } catch {
    // Some models write plain text instead of JSON.
  }
  return { input: text };
}

export function pathIn(input: ToolInput): string | undefined {
  const patched =
    typeof input['input'] === 'string' ? /^\*\*\* \w+ File: (.+)$/m.exec(input['input'])?.[1] : undefined;
  return firstText(input['path'], input['file_path'], input['filename'], patched);
}

export function commandIn(input: ToolInput): string | undefined {
  const command = input['command'] ?? input['cmd'];
  return Array.isArray(command) ? command.join(' ') : firstText(command);
}

function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}
