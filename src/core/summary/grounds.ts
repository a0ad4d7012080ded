import { namesOfRun, namesIn } from '../text/names.ts';
import { withoutQuotedLines } from '../text/sentences.ts';
import { wordsOf } from '../recall/terms.ts';
import type { MessageId } from '../log/entry.ts';
import { personTextOf, textOf, toolCallsOf, type Message } from '../log/message.ts';
import { argumentsOf, stringsIn } from '../tools/callArguments.ts';
import { speaksForPerson } from './attribution.ts';
import { claimsOf, type Claim } from './claims.ts';
import { PERSONS_HEADING } from './prompt.ts';
import { plainText, standsIn } from './standsIn.ts';
import type { SummaryRequest } from './summary.ts';

/** Share of a clause's words that one thing the person said must hold for it to be the person's. */
const PERSONS_SHARE = 0.5;
/** Of a word longer than this, its beginning is compared: endings change with the sentence. */
const STEM_LENGTH = 5;
const LONGEST_SAID = 20_000;
const FUNCTION_WORDS = new Set(
  'the and for with that this from into was were are has have had not but user users person asked asks ask wants want wanted requested request requests said says also then there their they them should must never always only about which when what while will would can could been its'.split(
    ' ',
  ),
);

interface Source {
  readonly exact: string;
  readonly plain: string;
}

/** All that a summary may say: what the folded messages, the earlier summary and the notes hold, and who said it. */
export class Grounds {
  readonly #all: Source;
  /** Said by the person or the assistant, no tool's text. */
  readonly #spoken: Source;
  readonly #person: Source;
  readonly #personStems: readonly ReadonlySet<string>[];
  readonly #ids: ReadonlySet<MessageId>;

  constructor({ folded, earlier = '', ledger }: SummaryRequest) {
    const said = folded.filter(({ message }) => message.role !== 'system');
    const persons = [
      ...folded.map(({ message }) => withoutQuotedLines(personTextOf(message))),
      ...personsLines(earlier),
      ...personsNotes(ledger),
    ].filter((text) => text !== '');
    const assistants = folded.flatMap(({ message }) =>
      message.role === 'assistant' ? wholeText(message) : [],
    );
    this.#all = sourceOf([...said.flatMap(({ message }) => wholeText(message)), earlier, ledger]);
    this.#spoken = sourceOf([...persons, ...assistants, earlier]);
    this.#person = sourceOf(persons);
    this.#personStems = persons.map((text) => new Set(stemsOf(text.slice(0, LONGEST_SAID))));
    this.#ids = new Set(folded.map(({ id }) => id));
  }

  /** Whether all that a clause says can be found; what speaks for the person, in the person's words. */
  holds(clause: string, { isPersons = false, isSteering = false } = {}): boolean {
    const claims = claimsOf(clause);
    if (isPersons || speaksForPerson(clause)) return this.#isPersons(clause, claims);
    const isSpoken = (claim: Claim): boolean =>
      !isSteering || !isExecutable(claim) || this.#has(claim, this.#spoken);
    return claims.every((claim) => this.#has(claim, this.#all) && isSpoken(claim));
  }

  #isPersons(clause: string, claims: readonly Claim[]): boolean {
    if (!claims.every((claim) => this.#has(claim, this.#person))) return false;
    const stems = stemsOf(clause);
    const least = Math.max(1, stems.length * PERSONS_SHARE);
    return this.#personStems.some((said) => stems.filter((stem) => said.has(stem)).length >= least);
  }

  #has({ kind, text }: Claim, source: Source): boolean {
    switch (kind) {
      case 'quote':
        return source.plain.includes(plainText(text).replace(/[.,;:!?…]+$/u, ''));
      case 'code':
        return hasCode(text, source);
      case 'name':
        return standsIn(source.exact, text);
      case 'number':
        return numberShapes(text).some((shape) => standsIn(source.exact, shape));
      case 'address':
        return this.#ids.has(text) || standsIn(this.#all.exact, text);
    }
  }
}

/** All that a message says, its calls as they were written and as what was meant: an escape is no part of a name. */
function wholeText(message: Message): readonly string[] {
  return [textOf(message), ...toolCallsOf(message).flatMap((call) => stringsIn(argumentsOf(call)))];
}

/** Whole; what an ellipsis leaves out aside; a call without its brackets; a place (`a.ts:12`) by the names and numbers in it. A command only whole. */
function hasCode(code: string, source: Source): boolean {
  const pieces = code.split('…').filter((piece) => piece.trim() !== '');
  if (pieces.length > 1) return pieces.every((piece) => hasCode(piece.trim(), source));
  const whole = plainText(code);
  if (standsIn(source.exact, code) || standsIn(source.plain, whole) || /\s/.test(whole)) {
    return standsIn(source.exact, code) || standsIn(source.plain, whole);
  }
  if (/\(\)$/.test(code)) return standsIn(source.exact, code.slice(0, -2));
  const names = namesOfRun(code);
  return (
    names.length > 0 &&
    [...names, ...(code.match(/\d+/g) ?? [])].every((name) => standsIn(source.exact, name))
  );
}

/** What a model that reads it may carry out: a command of several words, an address on the web. */
function isExecutable({ kind, text }: Claim): boolean {
  return (kind === 'code' && /\s/.test(text)) || text.includes('://');
}

/** `1,200` and `1200` are one number. */
function numberShapes(number: string): readonly string[] {
  const bare = number.replaceAll(',', '');
  return [number, bare, bare.replace(/\B(?=(?:\d{3})+$)/g, ',')];
}

/** The lines of an earlier summary that tell what the person said. */
function personsLines(text: string): readonly string[] {
  let isPersons = false;
  return text.split('\n').flatMap((line) => {
    const heading = /^#+ +(.*)$/.exec(line)?.[1];
    if (heading !== undefined) isPersons = PERSONS_HEADING.test(heading);
    return heading === undefined && (isPersons || speaksForPerson(line)) ? [line] : [];
  });
}

const PERSONS_MARK = /^m\d+ You: /u;

/** What the notes have in the person's own words: whatever others say of the person there is not the person's. */
function personsNotes(notes: string): readonly string[] {
  let isRules = false;
  let isPersons = false;
  return notes.split('\n').flatMap((line) => {
    const heading = /^#+ +(.*)$/.exec(line)?.[1];
    if (heading !== undefined) isRules = PERSONS_HEADING.test(heading);
    if (!line.startsWith('  ')) isPersons = isRules || PERSONS_MARK.test(line);
    return heading === undefined && isPersons ? [withoutQuotedLines(line.replace(PERSONS_MARK, ''))] : [];
  });
}

function stemsOf(text: string): readonly string[] {
  const parts = wordsOf(text).flatMap((word) => word.parts);
  const telling = parts.filter(
    (part) => !FUNCTION_WORDS.has(part) && (part.length > 2 || !/^\w+$/.test(part)),
  );
  return [...new Set([...telling.map((part) => part.slice(0, STEM_LENGTH)), ...namesIn(text)])];
}

function sourceOf(texts: readonly string[]): Source {
  const exact = texts.join('\n');
  return { exact, plain: plainText(exact) };
}
