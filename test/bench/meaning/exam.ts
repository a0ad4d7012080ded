import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const schema = v.object({
  /** The path of the transcript in the corpus. */
  transcript: v.string(),
  /**
   * The number of examined messages, not counting system messages. It applies if the transcript contains no summary by
   * its own agent.
   */
  cut: v.pipe(v.number(), v.integer(), v.minValue(1)),
  questions: v.array(v.object({ kind: v.string(), probes: v.array(v.string()) })),
});

/**
 * Questions that a colleague would ask after a session was compacted. A probe is a regular expression for one key
 * point.
 */
export interface Exam extends v.InferOutput<typeof schema> {
  readonly name: string;
}

/**
 * Reads all exams in a folder (`*.json`), sorted by name. Throws an Error that names the folder if it has no exams, or
 * the file if the file's JSON is not an exam.
 */
export function readExams(folder: string): readonly Exam[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  if (files.length === 0) throw new Error(`${folder} has no exams (*.json).`);
  return files.sort().map((file) => {
    const parsed = v.safeParse(schema, JSON.parse(readFileSync(join(folder, file), 'utf8')));
    if (!parsed.success) throw new Error(`${file} is no exam: ${v.summarize(parsed.issues)}`);
    return { name: file.slice(0, -'.json'.length), ...parsed.output };
  });
}

/** Returns the kind of each question that has probes, and the share of the probes that match the text of a context. */
export function scoresOf(
  exam: Exam,
  text: string,
): readonly { readonly kind: string; readonly score: number }[] {
  return exam.questions
    .filter(({ probes }) => probes.length > 0)
    .map(({ kind, probes }) => ({
      kind,
      score: probes.filter((probe) => new RegExp(probe, 'i').test(text)).length / probes.length,
    }));
}
