import * as v from 'valibot';
import type { CancelSignal } from '../../core/cancellation.ts';
import type { Tool, ToolOutcome } from '../../core/chat/toolContract.ts';

interface ToolDefinition<Args, Result> {
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of each argument. */
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required: readonly string[];
  readonly schema: v.GenericSchema<unknown, Args>;
  /** Runs the tool. A thrown error becomes an error result. */
  readonly run: (args: Args, signal: CancelSignal, callId: string | undefined) => Promise<Result>;
}

/** Returns a tool that returns a text and changes no files. It may add entries to the session's log. */
export function readOnlyTool<Args>(definition: ToolDefinition<Args, string>): Tool {
  const run = async (...given: Parameters<typeof definition.run>): Promise<ToolOutcome> => ({
    text: await definition.run(...given),
    isError: false,
  });
  return { ...parsedTool({ ...definition, run }), isReadOnly: true };
}

/**
 * Returns a tool that may change something, such as files. A turn that is stopped still waits for the end of a change
 * that has already begun.
 */
export function changingTool<Args>(definition: ToolDefinition<Args, ToolOutcome>): Tool {
  return { ...parsedTool(definition), isReadOnly: false, isAwaitedWhenCancelled: true };
}

/**
 * Returns a tool that parses its arguments. If the arguments of a call are invalid, the call does nothing and returns
 * the problems.
 */
function parsedTool<Args>(definition: ToolDefinition<Args, ToolOutcome>): Pick<Tool, 'schema' | 'run'> {
  const { name, description, properties, required, schema, run } = definition;
  return {
    schema: {
      name,
      description,
      parameters: { type: 'object', properties, required, additionalProperties: false },
    },
    run: async (raw, signal, callId): Promise<ToolOutcome> => {
      const parsed = v.safeParse(schema, raw);
      if (!parsed.success) return { text: problemOf(name, parsed.issues), isError: true };
      return run(parsed.output, signal, callId);
    },
  };
}

function problemOf(name: string, issues: readonly v.BaseIssue<unknown>[]): string {
  const problems = issues.map((issue) => `${v.getDotPath(issue) ?? 'arguments'}: ${issue.message}`);
  return `${name} was called with arguments that don't fit. ${problems.join('; ')}`;
}
