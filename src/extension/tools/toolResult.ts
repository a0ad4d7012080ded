import * as v from 'valibot';
import type { CancelSignal } from '../../core/cancellation.ts';
import type { Tool, ToolOutcome } from '../../core/chat/toolContract.ts';

interface ToolDefinition<Args> {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of each argument. */
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required: readonly string[];
  readonly schema: v.GenericSchema<unknown, Args>;
  /** Gives the result's text. What it throws becomes an error result. */
  readonly run: (args: Args, signal: CancelSignal) => Promise<string>;
}

/** A tool that only reads: its arguments are parsed, and what does not fit is told to the model in one sentence. */
export function readOnlyTool<Args>(definition: ToolDefinition<Args>): Tool {
  const { name, description, properties, required, schema, run } = definition;
  return {
    schema: {
      name,
      description,
      parameters: { type: 'object', properties, required, additionalProperties: false },
    },
    isReadOnly: true,
    run: async (raw, signal): Promise<ToolOutcome> => {
      const parsed = v.safeParse(schema, raw);
      if (!parsed.success) return { text: problemOf(name, parsed.issues), isError: true };
      return { text: await run(parsed.output, signal), isError: false };
    },
  };
}

function problemOf(name: string, issues: readonly v.BaseIssue<unknown>[]): string {
  const told = issues.map((issue) => `${v.getDotPath(issue) ?? 'arguments'}: ${issue.message}`);
  return `${name} was called with arguments that don't fit. ${told.join('; ')}`;
}
