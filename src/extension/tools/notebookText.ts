import * as v from 'valibot';
import { parseJson } from '../../adapters/transcripts/json.ts';
import type { Redactor } from '../../core/ports.ts';
import { maskedAtCuts } from '../../core/session/maskedAtCuts.ts';
import { plainLines } from '../terminal/plainOutput.ts';

/** A text of a notebook. It is a string, or a list of pieces that are joined without a separator. */
const multilineText = v.union([v.string(), v.array(v.string())]);

/**
 * The fields that are read from a notebook's file (nbformat 4):
 * https://nbformat.readthedocs.io/en/latest/format_description.html
 */
const notebookSchema = v.object({
  cells: v.array(
    v.object({
      cell_type: v.string(),
      source: multilineText,
      outputs: v.optional(
        v.array(
          v.looseObject({
            text: v.optional(multilineText),
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

/** The maximum number of characters of one output, since a long table would fill the context window. */
const LONGEST_OUTPUT = 2_000;

/**
 * Returns the cells of a notebook, numbered from 0, each with its outputs. Returns undefined if the text is not a
 * notebook.
 */
export async function notebookText(text: string, redactor: Redactor): Promise<string | undefined> {
  const parsed = v.safeParse(notebookSchema, parseJson(text));
  if (!parsed.success) return undefined;
  const texts: string[] = [];
  for (const [index, cell] of parsed.output.cells.entries()) {
    texts.push(`[cell ${index}, ${cell.cell_type}]`, joined(cell.source));
    for (const output of cell.outputs) texts.push('[output]', await outputText(output, redactor));
  }
  return texts.join('\n') || '[a notebook without cells]';
}

async function outputText({ text, data = {}, traceback }: Output, redactor: Redactor): Promise<string> {
  const plain = v.safeParse(multilineText, data['text/plain']);
  const content = text ?? linesOf(traceback) ?? (plain.success ? plain.output : undefined);
  if (content === undefined) return `[${Object.keys(data).join(', ') || 'nothing'}]`;
  const whole = plainLines(joined(content)).trimEnd();
  if (whole.length <= LONGEST_OUTPUT) return whole;
  const cut = { before: '', text: whole.slice(0, LONGEST_OUTPUT), after: whole.slice(LONGEST_OUTPUT) };
  const [shown = ''] = await maskedAtCuts([cut], redactor);
  return `${shown.toWellFormed()}… [${whole.length - LONGEST_OUTPUT} characters more]`;
}

/** Returns the text of an error's traceback. Kernels write its lines with or without line breaks. */
const linesOf = (traceback: readonly string[] | undefined): string | undefined =>
  traceback?.map((line) => line.replace(/\n$/, '')).join('\n');

const joined = (source: string | readonly string[]): string =>
  typeof source === 'string' ? source : source.join('');
