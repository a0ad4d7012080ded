import { basename } from 'node:path';
import type { ImportedMessage } from '../../../src/adapters/transcripts/recording.ts';
import { readTranscript } from '../../../src/adapters/transcripts/formats.ts';
import type { CountTokens } from '../../../src/core/ports.ts';
import { budgetTokensOf, type Budget } from './budget.ts';
import { heldSentences, plantConstraints, type ConstraintScore } from './constraints.ts';
import { tokensOf, type ContextItem } from './contextItem.ts';
import { cutsOf, LEAST_SESSION_TOKENS, sumTokens, type CountedMessage, type Cut } from './cuts.ts';
import { needsOf, pastTextOf } from './needs.ts';
import type { Ground } from './grounding.ts';
import type { CutResult, RunResult, SessionResult } from './results.ts';
import { asItem } from './rows/groups.ts';
import type { Row, Task } from './rows/row.ts';
import { countByKind, scoreOf, type ScoredAgainst } from './score.ts';
import { remembering } from './remembering.ts';
import { fnv1a, splitOf } from './split.ts';
import { stands } from './wholeWords.ts';

export interface MeasureOptions {
  readonly rows: readonly Row[];
  readonly budgets: readonly Budget[];
  readonly count: CountTokens;
  /** The sentences to choose from when sentences are planted. If the list is empty, no sentences are planted. */
  readonly constraints: readonly string[];
}

/**
 * Measures every row at every cut and budget of one transcript. If the file is not measured, returns a string with the
 * reason.
 */
export async function measureFile(
  file: { readonly path: string; readonly group: string },
  options: MeasureOptions,
): Promise<SessionResult | string> {
  const { format, messages } = await readTranscript(file.path);
  const counted = messages.map((imported) => ({
    ...imported,
    tokens: tokensOf([asItem(imported.message)], options.count),
  }));
  const tokens = sumTokens(counted);
  if (tokens < LEAST_SESSION_TOKENS) return `only ${String(tokens)} tokens`;
  const cuts = cutsOf(counted);
  if (cuts.length === 0) return 'no place to cut it at';
  const results: CutResult[] = [];
  for (const cut of cuts) results.push(await measureCut(counted, cut, options));
  const constraints = await measureConstraints(counted, cuts, options);
  const head = { file: basename(file.path), group: file.group, split: splitOf(file.path), format };
  return { ...head, messages: messages.length, tokens, cuts: results, constraints };
}

async function measureCut(
  messages: readonly CountedMessage[],
  cut: Cut,
  options: MeasureOptions,
): Promise<CutResult> {
  const past = pastTextOf(messages, cut);
  const needs = needsOf(messages, cut, past);
  const { count } = options;
  const task = { past: pastOf(messages, cut), count, seed: fnv1a(String(cut.at)) };
  const ground = groundOf(messages, cut, past.text);
  const runs: RunResult[] = [];
  for (const budget of options.budgets) {
    const budgetTokens = budgetTokensOf(budget, cut.pastTokens);
    for (const row of options.rows) {
      const against = { needs, ground, budgetTokens, count };
      const run = await measureRow(row, { ...task, budgetTokens }, against);
      runs.push({ row: row.name, budget: budget.label, budgetTokens, ...run });
    }
  }
  return {
    fraction: cut.fraction,
    pastTokens: cut.pastTokens,
    pastMessages: cut.at,
    old: needs.facts.size,
    oldByKind: countByKind(needs.facts),
    pairs: needs.pairs.length,
    runs,
  };
}

function groundOf(messages: readonly CountedMessage[], cut: Cut, pastText: string): Ground {
  const users = messages.slice(0, cut.at).filter(({ message }) => message.role === 'user');
  return {
    isInPast: remembering((fact) => stands(fact, pastText)),
    userTexts: users.map(({ message }) => asItem(message).content.trim()),
  };
}

async function measureRow(
  row: Row,
  task: Task,
  against: ScoredAgainst,
): Promise<Omit<RunResult, 'row' | 'budget' | 'budgetTokens'>> {
  const start = performance.now();
  const made = await contextOf(row, task);
  const durationMs = performance.now() - start;
  const error = made instanceof Error ? { error: made.message } : {};
  return { ...scoreOf(made instanceof Error ? [] : made, against), durationMs, ...error };
}

/** Measures the constraints that each row of the engine keeps at the last cut, which has the longest past. */
async function measureConstraints(
  messages: readonly CountedMessage[],
  cuts: readonly Cut[],
  options: MeasureOptions,
): Promise<readonly ConstraintScore[]> {
  const cut = cuts.at(-1);
  if (cut === undefined || options.constraints.length === 0) return [];
  const seed = fnv1a(String(cut.pastTokens));
  const { past, sentences } = plantConstraints(pastOf(messages, cut), options.constraints, seed);
  const scores: ConstraintScore[] = [];
  for (const budget of options.budgets) {
    const budgetTokens = budgetTokensOf(budget, cut.pastTokens);
    for (const row of options.rows) {
      if (row.kind !== 'engine') continue;
      const made = await contextOf(row, { past, budgetTokens, count: options.count, seed });
      const fits = !(made instanceof Error) && tokensOf(made, options.count) <= budgetTokens;
      const held = new Set(fits ? heldSentences(sentences, made) : []);
      const lost = sentences.filter((sentence) => !held.has(sentence));
      scores.push({ row: row.name, budget: budget.label, planted: sentences.length, held: held.size, lost });
    }
  }
  return scores;
}

async function contextOf(row: Row, task: Task): Promise<readonly ContextItem[] | Error> {
  try {
    return await row.compact(task);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function pastOf(messages: readonly CountedMessage[], cut: Cut): readonly ImportedMessage[] {
  return messages
    .slice(0, cut.at)
    .map(({ message, at }) => (at === undefined ? { message } : { message, at }));
}
