import { atOnce, withPauses, type Steps } from '../steps.ts';
import { windowOf } from '../context/window.ts';
import { textOfLines } from '../log/notesLine.ts';
import type { ChatRequest } from '../ports.ts';
import { chunksOf, fitSection, tokensInSteps, tokensOfSections } from './chunks.ts';
import { cutAtSentence, withoutBrokenEnd } from './cut.ts';
import type { DataSection } from './dataFence.ts';
import { ContextOverflowError, outputLimits, type ModelCalls, type OutputLimits } from './modelCalls.ts';
import { condensingText, MERGE_PROMPT, NOTES_LABEL, promptMessages, SUMMARY_PROMPT } from './prompt.ts';
import { confirmedPart } from './writtenLines.ts';
import type { SummarizeDependencies, SummaryRequest } from './summary.ts';
import { transcriptOf } from './transcript.ts';

/** The number of tokens for instructions, memory calls and framing. */
const OVERHEAD_TOKENS = 1_200;
/** The minimum number of tokens of data for which a call is worthwhile. */
const LEAST_ROOM = 400;
/** The largest share of the room for the notes, the earlier summary and the observations together. */
const BACKGROUND_SHARE = 0.4;
/** The maximum number of times the room is halved if a model's window is smaller than its profile says. */
const MOST_HALVINGS = 3;

/** A summary to write, and the limits that follow from the model's window. */
interface SummaryJob {
  readonly request: SummaryRequest;
  readonly deps: SummarizeDependencies;
  readonly calls: ModelCalls;
  /** The number of tokens of data that fit in one call. */
  readonly roomTokens: number;
  /** The maximum number of tokens of the summary. */
  readonly mostTokens: number;
  readonly limits: OutputLimits;
}

/**
 * Returns the model's summary in at most `mostTokens`. If the data does not fit the model's window, lets the model
 * write a summary of each part of the data and merge these summaries. If a request still overflows the window, tries
 * again with smaller parts.
 */
export async function writtenByModel(
  request: SummaryRequest,
  deps: SummarizeDependencies,
  calls: ModelCalls,
): Promise<string> {
  const job = jobOf(request, deps, calls);
  let { roomTokens } = job;
  for (let halved = 0; ; halved += 1) {
    if (roomTokens < LEAST_ROOM || halved > MOST_HALVINGS)
      throw calls.fail('model', 'The model’s window is too small for notes.', false);
    try {
      return await writeWithin({ ...job, roomTokens });
    } catch (error) {
      if (!(error instanceof ContextOverflowError)) throw error;
      const needed = await withPauses(dataTokens(job), deps.pause);
      roomTokens = Math.floor(Math.min(roomTokens, needed) / 2);
    }
  }
}

function* dataTokens({ request, deps }: SummaryJob): Steps<number> {
  const { notes, earlier = '', observed = '' } = request;
  const data = yield* tokensInSteps(yield* dataOf(request), deps.count);
  return data + deps.count(textOfLines(notes) + earlier + observed);
}

function jobOf(request: SummaryRequest, deps: SummarizeDependencies, calls: ModelCalls): SummaryJob {
  const { profile } = deps.model;
  const most = profile.maxOutputTokens ?? Infinity;
  const mostTokens = Math.max(16, Math.min(request.mostTokens, most));
  const { totalTokens } = windowOf(profile, {});
  const limits = outputLimits(mostTokens, profile);
  const asked = deps.count(request.prompt ?? SUMMARY_PROMPT) + deps.count(request.instructions ?? '');
  // Subtracts `mostTokens`, since a request to condense a summary also contains the first attempt.
  const roomTokens = totalTokens - asked - OVERHEAD_TOKENS - mostTokens - limits.allTokens;
  return { request, deps, calls, mostTokens, limits, roomTokens };
}

async function writeWithin(job: SummaryJob): Promise<string> {
  const { deps, roomTokens } = job;
  const background = backgroundOf(job);
  const room = roomTokens - tokensOfSections(background, deps.count);
  const chunks = await withPauses(dataInChunks(job, room), deps.pause);
  const [only = [], ...others] = chunks;
  if (others.length === 0) return writeOne(job, [...background, ...only]);
  const parts: string[] = [];
  for (const [index, chunk] of chunks.entries())
    parts.push(await writeOne(job, index === 0 ? [...background, ...chunk] : chunk));
  return mergeParts(job, parts);
}

function* dataInChunks(
  { request, deps }: SummaryJob,
  room: number,
): Steps<readonly (readonly DataSection[])[]> {
  return yield* chunksOf(yield* dataOf(request), room, deps.count);
}

function dataOf({ folded, shown = folded }: SummaryRequest): Steps<readonly DataSection[]> {
  return transcriptOf(shown, new Set(folded.map(({ id }) => id)));
}

/**
 * Returns the sections against which a summary is checked: everything that the model was shown, except sentences that
 * an earlier check could not confirm.
 */
export function* sectionsOf(request: SummaryRequest): Steps<readonly DataSection[]> {
  const earlier = confirmedPart(request.earlier ?? '');
  return [...backgroundSections({ ...request, earlier }), ...(yield* dataOf(request))];
}

/** Returns the notes, the earlier summary and the observations as sections. */
function backgroundSections({ notes, earlier = '', observed = '' }: SummaryRequest): readonly DataSection[] {
  return [
    { label: NOTES_LABEL, text: textOfLines(notes) },
    { label: 'earlier summary · of what came before these messages', text: earlier },
    { label: 'editor · what it showed during these messages', text: observed },
  ].filter(({ text }) => text !== '');
}

/**
 * Returns the notes, the earlier summary and the observations, each cut to its share of the room, so that a small
 * window has room for the messages.
 */
function backgroundOf({ request, deps, roomTokens }: SummaryJob): readonly DataSection[] {
  const sections = backgroundSections(request);
  const share = Math.floor((roomTokens * BACKGROUND_SHARE) / Math.max(2, sections.length));
  return sections.map((section) => fitSection(section, share, deps.count).section);
}

/**
 * Merges the parts, as many per call as fit, until one is left. Cuts each part to half of the room, so two always fit.
 */
async function mergeParts(job: SummaryJob, parts: readonly string[]): Promise<string> {
  const { deps, roomTokens, request } = job;
  let left = parts;
  while (left.length > 1) {
    const sections = left.map((text, index) => ({ label: `part ${String(index + 1)} · summary`, text }));
    const fitting = sections.map(
      (section) => fitSection(section, Math.floor(roomTokens / 2), deps.count).section,
    );
    const merged: string[] = [];
    for (const chunk of atOnce(chunksOf(fitting, roomTokens, deps.count))) {
      const [single, ...more] = chunk;
      const isAlone = single !== undefined && more.length === 0;
      merged.push(
        isAlone ? single.text : await writeOne(job, chunk, `${promptOf(request)}\n\n${MERGE_PROMPT}`),
      );
    }
    left = merged;
  }
  return left[0] ?? '';
}

function promptOf(request: SummaryRequest): string {
  return request.prompt ?? SUMMARY_PROMPT;
}

/**
 * Lets the model write one summary. If the summary is too long or cut off, lets the model condense it once. Cuts the
 * condensed summary at the end of a sentence if it is still too long.
 */
async function writeOne(job: SummaryJob, sections: readonly DataSection[], prompt?: string): Promise<string> {
  const { request, deps, calls, mostTokens, limits } = job;
  const messages = promptMessages({
    sections,
    prompt: prompt ?? promptOf(request),
    instructions: request.instructions,
    mostTokens,
    canSaveMemories: calls.canSaveMemories,
  });
  const first = await calls.write(messages, limits);
  if (!first.isCutOff && deps.count(first.text) <= mostTokens) return first.text;
  const written = cutAtSentence(first.text, mostTokens, deps.count);
  const second = await calls.write(withWritten(messages, written, mostTokens), limits);
  const whole = second.isCutOff ? withoutBrokenEnd(second.text) : second.text;
  return cutAtSentence(whole, mostTokens, deps.count);
}

function withWritten(
  messages: ChatRequest['messages'],
  written: string,
  mostTokens: number,
): ChatRequest['messages'] {
  return [
    ...messages,
    { role: 'assistant', parts: [{ type: 'text', text: written }] },
    { role: 'user', parts: [{ type: 'text', text: condensingText(mostTokens) }] },
  ];
}
