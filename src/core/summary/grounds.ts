import { namesOfRun } from '../text/names.ts';
import { choiceIn, optionChosen } from '../text/choice.ts';
import { withoutQuotedLines } from '../text/sentences.ts';
import { stemsOf } from '../recall/stems.ts';
import type { MessageId } from '../log/entry.ts';
import { isHeading, linesOfText, textOfLine, textOfLines, type NotesLine } from '../log/notesLine.ts';
import type { SessionMessage } from '../log/session.ts';
import { personTextOf, spokenTextOf, textOf, toolCallsOf, type Message } from '../log/message.ts';
import { argumentsOf, stringsIn } from '../tools/callArguments.ts';
import { readCall } from '../tools/readCall.ts';
import { readsAsRule, speaksForPerson } from './attribution.ts';
import { claimsOf, type Claim } from './claims.ts';
import { PERSONS_HEADING } from './prompt.ts';
import { commandsIn, isShortened } from './shortenedCommand.ts';
import { plainText, standsIn } from './standsIn.ts';
import { confirmedPart, type WrittenSentence } from './writtenLines.ts';
import type { Verdict } from './strike.ts';
import type { SummaryRequest } from './summary.ts';

/** Share of a clause's words that one thing the person said must hold for it to be the person's. */
const PERSONS_SHARE = 0.5;
/** The same share where the clause cites its message, so that a doubter can look it up. */
const CITED_SHARE = 0.25;
const LEAST_CITED = 2;
const LONGEST_SAID = 20_000;

interface Source {
  readonly exact: string;
  readonly plain: string;
  readonly lines: readonly string[];
}

/**
 * Everything that a summary may say, by who said it: the messages that were shown, the earlier summary and the notes.
 */
export class Grounds {
  readonly #all: Source;
  /** Text of the person and the assistant, without tools. */
  readonly #spoken: Source;
  readonly #person: Source;
  /** The assistant's words to the person. */
  readonly #assistant: Source;
  #spokenLines: readonly string[] | undefined;
  readonly #request: SummaryRequest;
  #otherLines: readonly string[] | undefined;
  readonly #persons: readonly Typed[];
  readonly #ids: ReadonlySet<MessageId>;

  constructor(request: SummaryRequest) {
    const { folded, shown = folded, earlier: before = '', notes, observed = '' } = request;
    this.#request = request;
    const earlier = confirmedPart(before);
    const said = shown.filter(({ message }) => message.role !== 'system');
    const told = [...personsLines(earlier), ...personsNotes(notes)].map((text) => typed(text));
    const persons = [...typedIn(shown), ...told].filter(({ text }) => text !== '');
    const assistants = shown.flatMap(({ message }) =>
      message.role === 'assistant' ? wholeText(message) : [],
    );
    this.#all = sourceOf([
      ...said.flatMap(({ message }) => wholeText(message)),
      earlier,
      textOfLines(notes),
      observed,
    ]);
    const texts = persons.map(({ text }) => text);
    this.#spoken = sourceOf([...texts, ...assistants, earlier]);
    this.#person = sourceOf(texts);
    this.#assistant = sourceOf(shown.map(({ message }) => saidTo(message)));
    this.#persons = persons;
    this.#ids = new Set(shown.map(({ id }) => id));
  }

  /**
   * Judges a sentence by code alone. A command or web address that nobody wrote is struck, since a model may carry it
   * out. Unsure are a command that was written with more to it, anything not found in the session, and, in a sentence
   * that speaks for the person, anything not found in the person's words.
   */
  verdictOf({ text, isPersons, isSteering }: WrittenSentence): Verdict {
    const claims = claimsOf(text);
    const isOfPerson = isPersons || speaksForPerson(text);
    if (isOfPerson ? this.#isPersons(text, claims) : this.#isFound(text, claims, isSteering)) return 'stands';
    const source = isOfPerson ? this.#person : isSteering ? this.#spoken : this.#all;
    if (claims.some((claim) => this.#isInvented(claim, source))) return 'struck';
    return (isOfPerson || isSteering || readsAsRule(text)) && this.#isOthers(text) ? 'struck' : 'unsure';
  }

  #isInvented(claim: Claim, source: Source): boolean {
    const { kind, text } = claim;
    if (!isExecutable(claim) || this.#has(claim, source)) return false;
    return kind !== 'code' || !isShortened(text, source.lines);
  }

  #isFound(clause: string, claims: readonly Claim[], isSteering: boolean): boolean {
    const isSpoken = (claim: Claim): boolean =>
      !isSteering || !isExecutable(claim) || this.#has(claim, this.#spoken);
    return (
      claims.every((claim) => this.#has(claim, this.#all) && isSpoken(claim)) &&
      (!readsAsRule(clause) || this.#isSpoken(clause))
    );
  }

  /** Returns whether a tool, a client program or a quotation says it rather than the person or the assistant. */
  #isOthers(clause: string): boolean {
    const stems = loweredStems(clause);
    const byOthers = mostIn(this.#linesOfOthers(), stems);
    return byOthers >= stems.length * PERSONS_SHARE && byOthers > mostIn(this.#linesSpoken(), stems);
  }

  /** Returns whether the person or the assistant said it: half of its words stand in one line of theirs. */
  #isSpoken(clause: string): boolean {
    const stems = loweredStems(clause);
    return mostIn(this.#linesSpoken(), stems) >= Math.max(1, stems.length * PERSONS_SHARE);
  }

  /** Returns the lines of tools, clients and notes. Words of the person among them still count as spoken. */
  #linesOfOthers(): readonly string[] {
    const { folded, shown = folded, notes } = this.#request;
    const others = shown.filter(({ message }) => message.role !== 'assistant');
    return (this.#otherLines ??= [
      ...others.map(({ message }) => textOf(message)),
      textOfLines(notes),
    ].flatMap((text) => text.toLowerCase().split('\n')));
  }

  #linesSpoken(): readonly string[] {
    return (this.#spokenLines ??= this.#spoken.lines.map((line) => line.toLowerCase()));
  }

  /**
   * Returns whether the person said it. A cited sentence may use names that the assistant said, but no quotation or
   * command of its own; a chosen option's words count as the person's.
   */
  #isPersons(clause: string, claims: readonly Claim[]): boolean {
    const cited = new Set(claims.flatMap(({ kind, text }) => (kind === 'address' ? [text] : [])));
    const stems = stemsOf([...cited].reduce((rest, id) => rest.replaceAll(id, ' '), clause));
    const others = claims.filter((claim) => !this.#has(claim, this.#person));
    const isNamed = others.every(
      (claim) => claim.kind !== 'quote' && !isExecutable(claim) && this.#has(claim, this.#assistant),
    );
    return this.#persons.some(({ id = '', option, stems: said }) => {
      const shared = stems.filter((stem) => said.has(stem)).length;
      const isChosen = option !== undefined && others.every((claim) => this.#has(claim, option));
      if ((others.length === 0 || isChosen) && shared >= Math.max(1, stems.length * PERSONS_SHARE))
        return true;
      return cited.has(id) && isNamed && shared >= Math.max(LEAST_CITED, stems.length * CITED_SHARE);
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

function loweredStems(clause: string): readonly string[] {
  return stemsOf(clause).map((stem) => stem.toLowerCase());
}

/** Returns the largest number of the stems that occur in one line. */
function mostIn(lines: readonly string[], stems: readonly string[]): number {
  return lines.reduce((most, line) => Math.max(most, stems.filter((stem) => line.includes(stem)).length), 0);
}

interface Typed {
  readonly text: string;
  /** The stems of the text, and of an option chosen from an offer. */
  readonly stems: ReadonlySet<string>;
  readonly id?: MessageId;
  readonly option?: Source;
}

function typed(text: string, option = ''): Typed {
  const stems = new Set(stemsOf(`${text}\n${option}`.slice(0, LONGEST_SAID)));
  return option === '' ? { text, stems } : { text, stems, option: sourceOf([text, option]) };
}

function typedIn(messages: readonly SessionMessage[]): readonly Typed[] {
  let offer = '';
  return messages.map(({ id, message }) => {
    const text = withoutQuotedLines(personTextOf(message));
    const choice = choiceIn(text);
    offer = saidTo(message) || offer;
    return { id, ...typed(text, choice && optionChosen(offer, choice)) };
  });
}

/** Returns what the assistant says to the person, including its questions; empty for other messages. */
function saidTo(message: Message): string {
  if (message.role !== 'assistant') return '';
  const asked = toolCallsOf(message).flatMap((call) => readCall(call).words ?? []);
  return [spokenTextOf(message), ...asked].filter(Boolean).join('\n');
}

/** Returns all text of a message, with call arguments both as written and with escapes resolved. */
function wholeText(message: Message): readonly string[] {
  return [textOf(message), ...toolCallsOf(message).flatMap((call) => stringsIn(argumentsOf(call)))];
}

/** `./...` and `a...b` are words of commands. */
const ELLIPSIS = /…|(?<![\w./\\])\.{3}(?![\w./])/u;
/** Matches a call with the names of its parameters, without types and defaults. */
const CALL = /^([\w$.]+)\(([\w$,\s]+)\)$/u;

/** Matches a change of folder, which does nothing by itself. */
const CHANGES_FOLDER = /^cd\s+(\S+)$/u;
const CHANGE_OF_FOLDER = /\bcd\s+["']?([^\s"'`;&|)]+)/gu;

/** Returns whether the text changes to that folder, or to one whose path ends in it. */
function changesTo(text: string, folder: string): boolean {
  return [...text.matchAll(CHANGE_OF_FOLDER)].some(([, to = '']) => `/${to}`.endsWith(`/${folder}`));
}

/**
 * Returns whether the source has the code as a whole, ignoring ellipses. A call may lack its brackets or match by its
 * names, a place (`a.ts:12`) by its names and numbers. A command must match as a whole, several on one line each
 * separately, and a change of folder by its folder.
 */
function hasCode(code: string, source: Source): boolean {
  if (ELLIPSIS.test(code)) {
    const pieces = code.split(ELLIPSIS).filter((piece) => /[\p{L}\p{N}]/u.test(piece));
    return pieces.every((piece) => hasCode(piece.trim(), source));
  }
  const commands = commandsIn(code);
  if (commands.length > 1) return commands.every((command) => hasCode(command, source));
  const [, folder] = CHANGES_FOLDER.exec(code) ?? [];
  if (folder !== undefined) return changesTo(source.exact, folder);
  const [, called, taken] = CALL.exec(code) ?? [];
  const names = taken?.match(/[\w$]+/gu) ?? [];
  if (called !== undefined && [`${called}(`, ...names].every((name) => standsIn(source.exact, name)))
    return true;
  const whole = plainText(code);
  if (standsIn(source.exact, code) || standsIn(source.plain, whole) || /\s/.test(whole))
    return standsIn(source.exact, code) || standsIn(source.plain, whole);
  if (/\(\)$/.test(code)) return standsIn(source.exact, code.slice(0, -2));
  const parts = namesOfRun(code);
  return (
    parts.length > 0 &&
    [...parts, ...(code.match(/\d+/g) ?? [])].every((part) => standsIn(source.exact, part))
  );
}

/** Returns whether a model that reads it may carry it out: a command of several words, an address on the web. */
function isExecutable({ kind, text }: Claim): boolean {
  return (kind === 'code' && /\s/.test(text)) || text.includes('://');
}

/** `1,200` and `1200` are one number. */
function numberShapes(number: string): readonly string[] {
  const bare = number.replaceAll(',', '');
  return [number, bare, bare.replace(/\B(?=(?:\d{3})+$)/g, ',')];
}

/** Returns the lines of an earlier summary that report what the person said. */
function personsLines(earlier: string): readonly string[] {
  return linesOfText(earlier).flatMap((line) => {
    const text = textOfLine(line);
    return !isHeading(line) && (isOfPerson(line) || speaksForPerson(text)) ? [text] : [];
  });
}

/** Returns the notes' lines in the person's own words. What others report of the person does not count. */
function personsNotes(notes: readonly NotesLine[]): readonly string[] {
  return notes.flatMap((line) => {
    const isPersons = !isHeading(line) && (isOfPerson(line) || line.speaker === 'person');
    return isPersons ? [withoutQuotedLines(line.words)] : [];
  });
}

function isOfPerson({ section }: NotesLine): boolean {
  return PERSONS_HEADING.test(section);
}

function sourceOf(texts: readonly string[]): Source {
  const exact = texts.join('\n');
  return { exact, plain: plainText(exact), lines: exact.split('\n') };
}
