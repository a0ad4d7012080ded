import { factsOf, type MessageFacts } from '../context/facts.ts';
import type { RuleWords } from './rules.ts';
import { lastOutcomes } from './state.ts';
import { workOf, type Work } from './work.ts';
import { cited, clipAtWord, quotedLine } from '../text/lines.ts';
import { baseName } from '../text/names.ts';
import { withoutQuotedLines } from '../text/sentences.ts';
import { personTextOf } from '../log/message.ts';
import type { SessionMessage } from '../log/session.ts';

/** The digest of a stage, a finished piece of work. */
export interface StageDigest {
  readonly title: string;
  /** The longer digest, at most 1,000 characters. */
  readonly detailed: string;
  /** The shorter digest, at most 280 characters. */
  readonly brief: string;
}

const LONGEST_TITLE = 80;
const LONGEST_DETAILED = 1_000;
const LONGEST_BRIEF = 280;
const LONGEST_DECISION = 200;
const MOST_DECISIONS = 4;
const MOST_FILES = 8;
const BRIEF_FILES = 3;

/**
 * Makes a stage's digest from its messages, without a model: the request, the decisions with their reasons, the changed
 * files, and the outcome, in the session's own words. Omits decisions that the person struck.
 */
export function digestOf(messages: readonly SessionMessage[], ruleWords?: RuleWords): StageDigest {
  const facts = messages.map(({ message }) => factsOf(message));
  const work = workOf(messages);
  const request = requestOf(messages);
  const decisions = decisionsOf(facts, ruleWords);
  const outcome = outcomeOf(work);
  const detailed = [
    part('Asked', clipTo(request, LONGEST_DECISION)),
    ...decisions.map((decision) => part('Decided', decision)),
    part('Files', changedFiles(work, MOST_FILES)),
    part('Outcome', outcome),
  ];
  const brief = [
    part('Decided', decisions.at(-1) ?? ''),
    part('Files', changedFiles(work, BRIEF_FILES)),
    part('Outcome', clipTo(outcome, 100)),
  ];
  const asked = clipTo(request, LONGEST_TITLE) || 'Untitled stage';
  return {
    title: asked,
    detailed: joined(detailed, LONGEST_DETAILED) || asked,
    brief: joined(brief, LONGEST_BRIEF) || asked,
  };
}

/** A title of a stage, and decisions with their reasons, given by the person or the model that finished the stage. */
export interface GivenStage {
  readonly title?: string | undefined;
  readonly decisions?: readonly string[];
}

/**
 * Replaces the title if a title is given, and both the detailed and the brief digest if decisions are given. Cuts the
 * new texts to the usual lengths.
 */
export function withGiven(digest: StageDigest, { title = '', decisions = [] }: GivenStage): StageDigest {
  const lines = decisions.map((decision) => clipTo(quotedLine(decision), LONGEST_DECISION)).filter(Boolean);
  return {
    title: clipTo(quotedLine(title), LONGEST_TITLE) || digest.title,
    detailed: joined(lines, LONGEST_DETAILED) || digest.detailed,
    brief: joined(lines, LONGEST_BRIEF) || digest.brief,
  };
}

/** Returns the person's first words in the stage. */
function requestOf(messages: readonly SessionMessage[]): string {
  const texts = messages.map(({ message }) =>
    quotedLine(withoutQuotedLines(personTextOf(message).slice(0, 2_000))),
  );
  return texts.find((text) => text !== '') ?? '';
}

/**
 * Returns the newest decisions, at most `MOST_DECISIONS`. If there are fewer decisions, adds to the beginning of the
 * list the newest causes that the assistant stated.
 */
function decisionsOf(facts: readonly MessageFacts[], ruleWords?: RuleWords): readonly string[] {
  const decided = facts.flatMap(({ rules, conclusions }) => [
    ...rules.filter(({ kind, text }) => kind === 'decision' && ruleWords?.get(text)?.on !== false),
    ...conclusions.filter(({ kind }) => kind === 'decision'),
  ]);
  const causes = facts.flatMap(({ conclusions }) => conclusions.filter(({ kind }) => kind === 'cause'));
  const texts = [...causes, ...decided].map(({ text }) => clipTo(quotedLine(text), LONGEST_DECISION));
  return [...new Set(texts)].filter(Boolean).slice(-MOST_DECISIONS);
}

/** Names the newest changed files, the newest first, and counts the others. */
function changedFiles({ changed }: Work, most: number): string {
  const named = changed
    .toReversed()
    .slice(0, most)
    .map(({ path, changes }) => {
      const name = quotedLine(path.length > 60 ? baseName(path) : path);
      return changes.at(-1)?.change.operation === 'delete' ? `${name} (deleted)` : name;
    });
  const rest = changed.length - named.length;
  return rest > 0 ? `${named.join(', ')} and ${String(rest)} more` : named.join(', ');
}

/**
 * Returns the newest command that still fails, and its first error line. If no command fails, returns the newest
 * command that has ended, and the last line of its outcome.
 */
function outcomeOf({ runs }: Work): string {
  const ended = runs.filter(({ runningId }) => runningId === undefined);
  const last = lastOutcomes(ended).filter(({ lines }) => lines.length > 0);
  const open = last.find(({ isFailure }) => isFailure);
  if (open !== undefined)
    return cited(`failing: ${open.shown}`, clipTo(open.lines[0] ?? '', LONGEST_DECISION));
  const [newest] = last;
  return newest === undefined ? '' : cited(newest.shown, clipTo(newest.lines.at(-1) ?? '', LONGEST_DECISION));
}

function part(label: string, text: string): string {
  return text === '' ? '' : `${label}: ${text}`;
}

/** Joins the parts as sentences, and cuts the text between words where it gets too long. */
function joined(parts: readonly string[], most: number): string {
  return clipTo(parts.filter(Boolean).map(withStop).join(' '), most);
}

function withStop(text: string): string {
  return /[.!?。！？…]$/u.test(text) ? text : `${text}.`;
}

/** Cuts a text between words where possible. */
function clipTo(text: string, most: number): string {
  return clipAtWord(text, most) || text.slice(0, most);
}
