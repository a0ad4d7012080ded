import { namesOfRun, namesIn } from '../text/names.ts';
import { optionChosen } from '../text/choice.ts';
import { withoutQuotedLines } from '../text/sentences.ts';
import { wordsOf } from '../recall/terms.ts';
import type { MessageId } from '../log/entry.ts';
import type { SessionMessage } from '../log/session.ts';
import { personTextOf, textOf, toolCallsOf, type Message } from '../log/message.ts';
import { argumentsOf, stringsIn } from '../tools/callArguments.ts';
import { speaksForPerson } from './attribution.ts';
import { claimsOf, type Claim } from './claims.ts';
import { PERSONS_HEADING } from './prompt.ts';
import { plainText, standsIn } from './standsIn.ts';
import type { SummaryRequest } from './summary.ts';

/** Share of a clause's words that one thing the person said must hold for it to be the person's. */
const PERSONS_SHARE = 0.5;
/** The same where the clause names that message: whoever doubts it can look it up, so it may be said in other words. */
const CITED_SHARE = 0.25;
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

/** All that a summary may say: what the messages that were shown, the earlier summary and the notes hold, and who said it. */
export class Grounds {
  readonly #all: Source;
  /** Said by the person or the assistant, no tool's text. */
  readonly #spoken: Source;
  readonly #person: Source;
  readonly #persons: readonly PersonsWords[];
  readonly #ids: ReadonlySet<MessageId>;

  constructor({ folded, shown = folded, earlier = '', ledger }: SummaryRequest) {
    const said = shown.filter(({ message }) => message.role !== 'system');
    const told = [...personsLines(earlier), ...personsNotes(ledger)].map((text) => ({ text, words: text }));
    const persons = [...typedIn(shown), ...told].filter(({ text }) => text !== '');
    const assistants = shown.flatMap(({ message }) =>
      message.role === 'assistant' ? wholeText(message) : [],
    );
    this.#all = sourceOf([...said.flatMap(({ message }) => wholeText(message)), earlier, ledger]);
    const texts = persons.map(({ text }) => text);
    this.#spoken = sourceOf([...texts, ...assistants, earlier]);
    this.#person = sourceOf(texts);
    this.#persons = persons.map(({ words, ...rest }) => ({ ...rest, stems: new Set(stemsOf(words)) }));
    this.#ids = new Set(shown.map(({ id }) => id));
  }

  /** Whether all that a clause says can be found; what speaks for the person, in the person's words. */
  holds(clause: string, { isPersons = false, isSteering = false } = {}): boolean {
    const claims = claimsOf(clause);
    if (isPersons || speaksForPerson(clause)) return this.#isPersons(clause, claims);
    const isSpoken = (claim: Claim): boolean =>
      !isSteering || !isExecutable(claim) || this.#has(claim, this.#spoken);
    return claims.every((claim) => this.#has(claim, this.#all) && isSpoken(claim));
  }

  /** What is cited, or was chosen from what the assistant offered, may be told with the assistant's names. */
  #isPersons(clause: string, claims: readonly Claim[]): boolean {
    const cited = new Set(claims.flatMap(({ kind, text }) => (kind === 'address' ? [text] : [])));
    const stems = stemsOf(clause).filter((stem) => !cited.has(stem));
    const isIn = (source: Source): boolean => claims.every((claim) => this.#has(claim, source));
    const [isTyped, isSpoken] = [isIn(this.#person), isIn(this.#spoken)];
    return this.#persons.some(({ id = '', isChoice = false, stems: said }) => {
      const isCited = cited.has(id);
      const least = Math.max(1, stems.length * (isCited ? CITED_SHARE : PERSONS_SHARE));
      const isMeant = isTyped || (isSpoken && (isCited || isChoice));
      return isMeant && stems.filter((stem) => said.has(stem)).length >= least;
    });
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

interface Typed {
  readonly text: string;
  /** With what they mean: those of a choice by its number, with the option. */
  readonly words: string;
  readonly id?: MessageId;
  readonly isChoice?: boolean;
}

type PersonsWords = Omit<Typed, 'words'> & { readonly stems: ReadonlySet<string> };

function typedIn(messages: readonly SessionMessage[]): readonly Typed[] {
  let offered = '';
  return messages.map(({ id, message }) => {
    const text = withoutQuotedLines(personTextOf(message));
    const option = optionChosen(offered, text);
    const words = `${text}\n${option}`.slice(0, LONGEST_SAID);
    if (message.role === 'assistant') offered = textOf(message) || offered;
    return { id, text, words, isChoice: option !== '' };
  });
}

/** All that a message says, its calls as they were written and as what was meant: an escape is no part of a name. */
function wholeText(message: Message): readonly string[] {
  return [textOf(message), ...toolCallsOf(message).flatMap((call) => stringsIn(argumentsOf(call)))];
}

const ELLIPSIS = /…|\.{3}/u;
/** A function with the names of what it takes, as it is told: its types and defaults left out. */
const CALL = /^[\w$.]+\([\w$,\s]+\)$/u;

/**
 * Whole; what an ellipsis leaves out aside; a call without its brackets, or by the names in it; a place (`a.ts:12`) by the
 * names and numbers in it. A command only whole.
 */
function hasCode(code: string, source: Source): boolean {
  if (ELLIPSIS.test(code)) {
    const pieces = code.split(ELLIPSIS).filter((piece) => /\w/u.test(piece));
    return pieces.every((piece) => hasCode(piece.trim(), source));
  }
  if (CALL.test(code) && (code.match(/[\w$.]+/gu) ?? []).every((name) => standsIn(source.exact, name)))
    return true;
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
