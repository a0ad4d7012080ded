import { factsOf } from '../context/facts.ts';
import type { MessageId } from '../log/entry.ts';
import { textOf, type Message } from '../log/message.ts';
import { asksOrIntroduces } from '../language/ruleSentences.ts';
import type { SessionMessage } from '../log/session.ts';
import { formatAddress } from '../recall/address.ts';
import { rulesOf } from '../record/rules.ts';
import { lastOutcomes, stateOf } from '../record/state.ts';
import { workOf, type Run, type Work } from '../record/work.ts';
import { onOneLine } from '../text/lines.ts';
import { standingFiles } from './standingFiles.ts';

export type FactKind = 'rule' | 'decision' | 'file' | 'failure';

/** A fact of a session that later work may need. */
export interface StandingFact {
  readonly kind: FactKind;
  /** The address of the original: a message and a line of it. */
  readonly address: string;
  /** The original line; for a file its path, for a failure the command and its output. */
  readonly line: string;
  /** For a failure, the command and each line that says why it failed. */
  readonly pieces: readonly string[];
}

/**
 * Returns the facts after some messages: the person's rules and decisions, decisions that the assistant stated, changed
 * files that still exist, and commands whose last run failed.
 */
export function standingFacts(messages: readonly SessionMessage[]): readonly StandingFact[] {
  const texts = new Map(messages.map(({ id, message }) => [id, textOf(message)]));
  const at = (id: MessageId, line: string): string => addressOf(id, texts.get(id) ?? '', line);
  const said = (kind: FactKind, id: MessageId, line: string): StandingFact => ({
    ...{ kind, line, pieces: [line], address: at(id, line) },
  });
  const rules = rulesOf(messages);
  const work = workOf(messages);
  return [
    ...rules.map(({ id, text, kind }) => said(kind === 'decision' ? 'decision' : 'rule', id, text)),
    ...decisionsOf(messages).map(({ id, text }) => said('decision', id, text)),
    ...standingFiles(messages, work.changed).map(
      ({ path, id }) => ({ kind: 'file', line: path, pieces: [path], address: at(id, path) }) as const,
    ),
    ...failuresOf(messages, work).map((run) => failureFact(run, at)),
  ];
}

/** Returns the decisions that the assistant stated; an idea that it only considered is none. */
function decisionsOf(messages: readonly SessionMessage[]): readonly { id: MessageId; text: string }[] {
  const found = new Map<string, MessageId>();
  for (const { id, message } of messages) {
    const aloud = onOneLine(spokenIn(message));
    for (const { text, kind } of factsOf(message).told)
      if (kind === 'decision' && aloud.includes(text) && !isWeak(text)) found.set(text, id);
  }
  return [...found].map(([text, id]) => ({ id, text }));
}

/** Returns whether a sentence compares, asks, or talks about decisions without a word that something was chosen. */
function isWeak(sentence: string): boolean {
  return asksOrIntroduces(sentence) || (WEAK.test(sentence) && !CHOSEN.test(sentence));
}

const WEAK = /\b(?:instead of|rather than|approach|decisions?)\b/iu;
const CHOSEN = /\b(?:decided|chose|opted|(?:let['’]s|we['’]ll|we will|i['’]ll|i will) (?:use|go)\b)/iu;

function spokenIn({ parts }: Message): string {
  return parts
    .flatMap((part) => (part.type === 'text' && part.origin === undefined ? [part.text] : []))
    .join('\n');
}

/** Returns the failures that nothing overcame since, each once. */
function failuresOf(messages: readonly SessionMessage[], work: Work): readonly Run[] {
  const { failures, outcomes } = stateOf(messages, [], work);
  const mended = new Set(lastOutcomes(work.runs).flatMap((run) => (run.isFailure ? [] : [run.asked])));
  const last = new Map<string, Run>();
  for (const run of work.runs) if (!run.isRefused) last.set(run.asked, run);
  return [...new Set([...failures, ...outcomes.filter(({ isFailure }) => isFailure)])].filter(
    (run) =>
      run.isCommand &&
      isTelling(run) &&
      last.get(run.asked) === run &&
      !mended.has(run.asked) &&
      !ranSince(run, work.runs),
  );
}

/** Returns whether all that a run was to do went well later, as a part of something else. */
function ranSince({ id, steps, asked }: Run, runs: readonly Run[]): boolean {
  const wanted = steps.length > 0 ? steps : [asked];
  return runs
    .slice(runs.findIndex((run) => run.id === id) + 1)
    .some((run) => !run.isFailure && wanted.every((step) => run.steps.includes(step)));
}

/** Returns whether a failure says more than that nothing was there to look at, or that a command was mistyped. */
function isTelling({ isRefused, steps, asked, lines }: Run): boolean {
  if (isRefused || lines.length === 0 || lines.some((line) => SLIP.test(line))) return false;
  const commands = steps.length > 0 ? steps : [asked];
  return !commands.every((command) => LOOK.test(command));
}

/** Matches what shells say of a mistyped command, and programs of a call that they gave up for another's sake. */
const SLIP =
  /^\(eval\):\d+: (?!command not found)|syntax error near unexpected token|unexpected EOF while looking|parse error near|unmatched ["'`]|Sibling tool call errored|parallel tool call/iu;
/** Matches a command that only looks for something. */
const LOOK =
  /^(?:cd \S+ )*(?:ls|cat|head|tail|wc|find|f?grep|egrep|rg|fd|tree|stat|file|test|which|type|command -v|echo|pwd|sort|diff|git (?:ls-files|grep|show|log|diff|status|branch|rev-parse|ls-tree|cat-file))(?![\w-])/u;

function failureFact({ id, told, lines }: Run, at: (id: MessageId, line: string) => string): StandingFact {
  const [why = ''] = lines;
  return {
    kind: 'failure',
    line: onOneLine(`${told} → ${why}`),
    pieces: [told, ...lines],
    address: at(id, why),
  };
}

/** Returns the message and the line in which the words begin; only the message where no line has them. */
function addressOf(id: MessageId, text: string, words: string): string {
  const start = words.split('\n', 1)[0]?.trim().slice(0, KNOWN_BY) ?? '';
  const line = text.split('\n').findIndex((each) => onOneLine(each).includes(start));
  return formatAddress(line < 0 ? { id } : { id, lines: { first: line + 1, last: line + 1 } });
}

/** Characters that a line is known by. */
const KNOWN_BY = 40;
