/**
 * Measures the check of a model's summary. The input is sentences that somebody wrote about sessions. Some are true and
 * use other words than the session, and the others are inventions.
 *
 *     npm run bench:check -- FOLDER [--answers ANSWERS]
 *
 * FOLDER contains a folder NAME for each session. This folder contains the transcript (`session.*`) and the sentences
 * (`clauses.json`, with `true` and `inventions`: lists of `{ text, kind? }`). Without `--answers`, the figures “with a
 * judge” are the same as the figures “by code”. With `--answers`, also writes each session's request for a judge to
 * `ANSWERS/NAME.request.txt`. The next run uses the judge's lines from `ANSWERS/NAME.answer.txt`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { createTokenCounter } from '../../../src/adapters/tokens/inProcessTokenCounter.ts';
import { readTranscript } from '../../../src/adapters/transcripts/formats.ts';
import { textOf } from '../../../src/core/log/message.ts';
import type { WrittenSentence } from '../../../src/core/summary/writtenLines.ts';
import { Grounds } from '../../../src/core/summary/grounds.ts';
import { judgeMessages, judgementsIn } from '../../../src/core/summary/judgeSentences.ts';
import type { Verdict } from '../../../src/core/summary/strike.ts';
import { verdictOf } from '../../../src/core/summary/verify.ts';
import { atOnce } from '../../../src/core/steps.ts';
import { sectionsOf } from '../../../src/core/summary/writtenByModel.ts';

const clause = v.object({ text: v.string(), kind: v.optional(v.string()) });
const materialSchema = v.object({ true: v.array(clause), inventions: v.array(clause) });
const MODEL_ROOM_TOKENS = 100_000;

interface Judged {
  readonly kind: string;
  readonly text: string;
  readonly byCode: Verdict;
  readonly verdict: Verdict;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { answers: { type: 'string' } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Name the folder with the sessions and their clauses.');
const judged: Judged[] = [];
for (const name of readdirSync(folder).sort()) judged.push(...(await judgedIn(join(folder, name), name)));
for (const kind of new Set(judged.map((each) => each.kind))) {
  const own = judged.filter((each) => each.kind === kind);
  const share = (of: 'byCode' | 'verdict', verdict: Verdict): string =>
    String(own.filter((each) => each[of] === verdict).length);
  console.log(
    `${kind}: ${String(own.length)}; by code ${share('byCode', 'struck')} struck, ${share('byCode', 'unsure')} unsure; with a judge ${share('verdict', 'struck')} struck, ${share('verdict', 'unsure')} unsure`,
  );
}
for (const { kind, text, verdict } of judged) {
  if (kind === 'true' ? verdict === 'struck' : verdict === 'stands')
    console.log(`- ${kind} ${verdict}: ${text}`);
}

async function judgedIn(path: string, name: string): Promise<readonly Judged[]> {
  const file = readdirSync(path).find((each) => each.startsWith('session.'));
  if (file === undefined || !existsSync(join(path, 'clauses.json'))) return [];
  const material = v.parse(materialSchema, JSON.parse(readFileSync(join(path, 'clauses.json'), 'utf8')));
  const { messages } = await readTranscript(join(path, file));
  const folded = messages.map(({ message }, index) => ({ id: `m${String(index + 1)}`, at: 0, message }));
  const request = { folded, notes: [], mostTokens: 100_000 };
  const told = [
    ...material.true.map(({ text }) => ({ kind: 'true', text })),
    ...material.inventions.map(({ text, kind = '' }) => ({ kind: `invention: ${kind}`, text })),
  ].toSorted((a, b) => (a.text < b.text ? -1 : 1));
  const sentences = told.map(({ text }): WrittenSentence => ({
    text,
    isPersons: false,
    isSteering: false,
    isUnconfirmed: false,
  }));
  const counter = await createTokenCounter('o200k_base');
  const count = (text: string): number => counter.countSmall(text);
  const asked = await judgeMessages(sentences, {
    sections: atOnce(sectionsOf(request)),
    count,
    roomTokens: MODEL_ROOM_TOKENS,
    pause: () => Promise.resolve(),
  });
  const grounds = atOnce(Grounds.of(request));
  const judgements = judgementsIn(answerTo((asked ?? []).map(textOf).join('\n\n'), name), sentences);
  return told.map(({ kind, text }, index) => {
    const sentence = sentences[index] ?? fail();
    const byCode = atOnce(grounds.verdictOf(sentence));
    return { kind, text, byCode, verdict: verdictOf(sentence, byCode, judgements.get(sentence)) };
  });
}

/**
 * With `--answers`, writes the request to a file, and returns the judge's answer from the file beside the request.
 * Returns an empty text if there is no answer, or without `--answers`.
 */
function answerTo(request: string, name: string): string {
  const { answers } = values;
  if (answers === undefined) return '';
  mkdirSync(answers, { recursive: true });
  writeFileSync(join(answers, `${name}.request.txt`), request);
  const answer = join(answers, `${name}.answer.txt`);
  return existsSync(answer) ? readFileSync(answer, 'utf8') : '';
}

function fail(): never {
  throw new Error('A sentence is missing.');
}
