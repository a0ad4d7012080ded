import * as v from 'valibot';
import { parseJson } from '../../adapters/transcripts/json.ts';
import type { Redactor } from '../../core/ports.ts';
import { maskedAtCuts } from '../../core/session/maskedAtCuts.ts';

const lines = v.union([v.string(), v.array(v.string())]);

/**
 * Fields read from a notebook's file (nbformat 4): https://nbformat.readthedocs.io/en/latest/format_description.html
 */
const notebookSchema = v.object({
  cells: v.array(
    v.object({
      cell_type: v.string(),
      source: lines,
      outputs: v.optional(
        v.array(
          v.looseObject({
            text: v.optional(lines),
            data: v.optional(v.record(v.string(), v.unknown())),
            traceback: v.optional(v.array(v.string())),
          }),
        ),
        [],
      ),
    }),
  ),
});

type Output = v.InferOutput<typeof notebookSchema>['cells'][number]['outputs'][number];

/** Characters of one output; pictures and long tables would fill the window. */
const LONGEST_OUTPUT = 2_000;

/** Returns the cells of a notebook, numbered from 0, each with its outputs; undefined if the text is no notebook. */
export async function notebookText(text: string, redactor: Redactor): Promise<string | undefined> {
  const parsed = v.safeParse(notebookSchema, parseJson(text));
  if (!parsed.success) return undefined;
  const told: string[] = [];
  for (const [index, cell] of parsed.output.cells.entries()) {
    told.push(`[cell ${index}, ${cell.cell_type}]`, joined(cell.source));
    for (const output of cell.outputs) told.push('[output]', await outputText(output, redactor));
  }
  return told.join('\n') || '[a notebook without cells]';
}

async function outputText({ text, data = {}, traceback }: Output, redactor: Redactor): Promise<string> {
  const plain = v.safeParse(lines, data['text/plain']);
  const said = text ?? traceback ?? (plain.success ? plain.output : undefined);
  if (said === undefined) return `[${Object.keys(data).join(', ') || 'nothing'}]`;
  const whole = joined(said).trimEnd();
  if (whole.length <= LONGEST_OUTPUT) return whole;
  const cut = { before: '', text: whole.slice(0, LONGEST_OUTPUT), after: whole.slice(LONGEST_OUTPUT) };
  const [shown = ''] = await maskedAtCuts([cut], redactor);
  return `${shown.toWellFormed()}… [${whole.length - LONGEST_OUTPUT} characters more]`;
}

const joined = (source: string | readonly string[]): string =>
  typeof source === 'string' ? source : source.join('');
