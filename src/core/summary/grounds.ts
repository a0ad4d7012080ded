import { choiceIn, optionChosen } from '../text/choice.ts';
import { withoutQuotedLines } from '../text/sentences.ts';
import { stemsOf } from '../recall/stems.ts';
import type { MessageId } from '../log/entry.ts';
import { isHeading, linesOfText, textOfLine, textOfLines, type NotesLine } from '../log/notesLine.ts';
import type { SessionMessage } from '../log/session.ts';
import { lengthOf, personTextOf, spokenTextOf, textOf, toolCallsOf, type Message } from '../log/message.ts';
import { atOnce, mapInSteps, type Steps } from '../steps.ts';
import { argumentsOf, stringsIn } from '../tools/callArguments.ts';
import { readCall } from '../tools/readCall.ts';
import { readsAsRule, speaksForPerson } from './attribution.ts';
import { claimsOf, type Claim } from './claims.ts';
import { PERSONS_HEADING } from './prompt.ts';
import {
  commandsOccurIn,
  hasCode,
  plainText,
  lengthOfText,
  sourceOf,
  containsWhole,
  type Source,
} from './sources.ts';
import { confirmedPart, type WrittenSentence } from './writtenLines.ts';
import type { Verdict } from './strike.ts';
import type { SummaryRequest } from './summary.ts';

/**
 * A clause counts as the person's if a single statement of the person contains at least this share of the clause's
 * words.
 */
const PERSONS_SHARE = 0.5;
/** The same share for a clause that cites the person's message. It is lower, since a reader can check the clause. */
const CITED_SHARE = 0.25;
/** The minimum number of words that a clause must share with the message that it cites. */
const LEAST_CITED = 2;
/** The maximum number of characters of a statement that are compared. */
const LONGEST_SAID = 20_000;

/**
 * The texts that may support a summary, by speaker: the messages that were shown, the earlier summary, the notes and
 * the observations.
 */
export class Grounds {
  readonly #all: Source;
  /** Text by the person and the assistant, without text from tools. */
  readonly #spoken: Source;
  readonly #person: Source;
  /** The assistant's words to the person. */
  readonly #assistant: Source;
  readonly #persons: readonly Typed[];
  readonly #request: SummaryRequest;
  readonly #ids: ReadonlySet<MessageId>;
  #spokenLines: readonly string[] | undefined;
  #otherLines: readonly string[] | undefined;

  private constructor(request: SummaryRequest, sources: Sources) {
    const { folded, shown = folded } = request;
    this.#request = request;
    this.#all = sources.all;
    this.#spoken = sources.spoken;
    this.#person = sources.person;
    this.#assistant = sources.assistant;
    this.#persons = sources.persons;
    this.#ids = new Set(shown.map(({ id }) => id));
  }

  /** Collects the texts of a request in steps. */
  static *of(request: SummaryRequest): Steps<Grounds> {
    const { folded, shown = folded, earlier: before = '', notes, observed = '' } = request;
    const earlier = confirmedPart(before);
    const noted = [...personsLines(earlier), ...personsNotes(notes)].map((text) => typed(text));
    const persons = [...(yield* typedIn(shown)), ...noted].filter(({ text }) => text !== '');
    const textsOf = ({ message }: SessionMessage): readonly string[] =>
      message.role === 'system' ? [] : wholeText(message);
    const said = yield* mapInSteps(shown, textsOf, sizeOf);
    const assistants = said.filter((_, place) => shown[place]?.message.role === 'assistant');
    const texts = persons.map(({ text }) => text);
    return new Grounds(request, {
      persons,
      all: yield* sourceOf([...said.flat(), earlier, textOfLines(notes), observed]),
      spoken: yield* sourceOf([...texts, ...assistants.flat(), earlier]),
      person: yield* sourceOf(texts),
      assistant: yield* sourceOf(shown.map(({ message }) => saidTo(message))),
    });
  }

  /**
   * Judges a sentence by code alone.
   * - `stands`: All claims of the sentence occur in the sources. A rule must come from the person or the assistant, and
   *   so must a command or web address in a next step. If the sentence attributes something to the person, `#isPersons`
   *   decides.
   * - `struck`: The sentence contains a command or web address that does not occur in the sources that count for this
   *   sentence. Or the sentence is a request, a rule or a next step that comes from a tool, a client or a quotation,
   *   and not from the person or the assistant.
   * - `unsure`: All other sentences, e.g. a sentence with a command that the sources contain only with additional
   *   words.
   */
  *verdictOf({ text, isPersons, isSteering }: WrittenSentence): Steps<Verdict> {
    const claims = claimsOf(text);
    const isOfPerson = isPersons || speaksForPerson(text);
    const isGrounded = isOfPerson
      ? this.#isPersons(text, claims)
      : yield* this.#isFound(text, claims, isSteering);
    if (isGrounded) return 'stands';
    const source = isOfPerson ? this.#person : isSteering ? this.#spoken : this.#all;
    for (const claim of claims) {
      yield;
      if (this.#isInvented(claim, source)) return 'struck';
    }
    const steers = isOfPerson || isSteering || readsAsRule(text);
    return steers && (yield* this.#isOthers(text)) ? 'struck' : 'unsure';
  }

  #isInvented(claim: Claim, source: Source): boolean {
    const { kind, text } = claim;
    if (!isExecutable(claim) || this.#has(claim, source)) return false;
    return kind !== 'code' || !commandsOccurIn(text, source.lines);
  }

  *#isFound(clause: string, claims: readonly Claim[], isSteering: boolean): Steps<boolean> {
    for (const claim of claims) {
      yield;
      if (!this.#has(claim, this.#all)) return false;
      if (isSteering && isExecutable(claim) && !this.#has(claim, this.#spoken)) return false;
    }
    return !readsAsRule(clause) || (yield* this.#isSpoken(clause));
  }

  /**
   * Returns whether a line of a tool, a client program or a quotation contains at least half of the clause's words, and
   * more of these words than any line of the person or the assistant.
   */
  *#isOthers(clause: string): Steps<boolean> {
    const stems = loweredStems(clause);
    const byOthers = yield* mostIn(yield* this.#linesOfOthers(), stems);
    return byOthers >= stems.length * PERSONS_SHARE && byOthers > (yield* mostIn(this.#linesSpoken(), stems));
  }

  /** Returns whether a line of the person or the assistant contains at least half of the clause's words. */
  *#isSpoken(clause: string): Steps<boolean> {
    const stems = loweredStems(clause);
    return (yield* mostIn(this.#linesSpoken(), stems)) >= Math.max(1, stems.length * PERSONS_SHARE);
  }

  /**
   * Returns the lines of the notes and of all messages except the assistant's. Includes the person's messages, since
   * they may contain quotations and text by clients. The person's own words are also in the spoken lines, so
   * `#isOthers` does not take them for words of others.
   */
  *#linesOfOthers(): Steps<readonly string[]> {
    if (this.#otherLines !== undefined) return this.#otherLines;
    const { folded, shown = folded, notes } = this.#request;
    const others = shown.filter(({ message }) => message.role !== 'assistant');
    const texts = [...others.map(({ message }) => textOf(message)), textOfLines(notes)];
    const lines = yield* mapInSteps(texts, (text) => text.toLowerCase().split('\n'), lengthOfText);
    return (this.#otherLines = lines.flat());
  }

  #linesSpoken(): readonly string[] {
    return (this.#spokenLines ??= this.#spoken.lines.map((line) => line.toLowerCase()));
  }

  /**
   * Returns whether the person said all claims of the clause, and at least half of the clause's words in one statement.
   * If the clause cites the statement by its address, a quarter of the words is enough, and some claims may come from
   * the assistant: names and numbers, but not quotations, commands and web addresses. The words of an option that the
   * person chose count as the person's words.
   */
  #isPersons(clause: string, claims: readonly Claim[]): boolean {
    const cited = new Set(claims.flatMap(({ kind, text }) => (kind === 'address' ? [text] : [])));
    const stems = stemsOf([...cited].reduce((rest, id) => rest.replaceAll(id, ' '), clause));
    const missing = claims.filter((claim) => !this.#has(claim, this.#person));
    const areAssistantsNames = missing.every(
      (claim) => claim.kind !== 'quote' && !isExecutable(claim) && this.#has(claim, this.#assistant),
    );
    return this.#persons.some(({ id = '', option, stems: said }) => {
      const shared = stems.filter((stem) => said.has(stem)).length;
      const isChosen = option !== undefined && missing.every((claim) => this.#has(claim, option));
      if ((missing.length === 0 || isChosen) && shared >= Math.max(1, stems.length * PERSONS_SHARE))
        return true;
      return (
        cited.has(id) && areAssistantsNames && shared >= Math.max(LEAST_CITED, stems.length * CITED_SHARE)
      );
    });
  }

  #has({ kind, text }: Claim, source: Source): boolean {
    switch (kind) {
      case 'quote':
        return source.plain.includes(plainText(text).replace(/[.,;:!?…]+$/u, ''));
      case 'code':
        return hasCode(text, source);
      case 'name':
        return containsWhole(source.exact, text);
      case 'number':
        return numberShapes(text).some((shape) => containsWhole(source.exact, shape));
      case 'address':
        return this.#ids.has(text) || containsWhole(this.#all.exact, text);
    }
  }
}

function loweredStems(clause: string): readonly string[] {
  return stemsOf(clause).map((stem) => stem.toLowerCase());
}

/** Counts how many of the stems each line contains, and returns the highest count. */
function* mostIn(lines: readonly string[], stems: readonly string[]): Steps<number> {
  let most = 0;
  const look = (line: string): void => {
    most = Math.max(most, stems.filter((stem) => line.includes(stem)).length);
  };
  yield* mapInSteps(lines, look, lengthOfText);
  return most;
}

interface Sources {
  readonly all: Source;
  readonly spoken: Source;
  readonly person: Source;
  readonly assistant: Source;
  readonly persons: readonly Typed[];
}

/** A statement of the person: a message, or a line of the earlier summary or of the notes. */
interface Typed {
  readonly text: string;
  /** The word stems of the text and of the option that the person chose, if any. */
  readonly stems: ReadonlySet<string>;
  readonly id?: MessageId;
  readonly option?: Source;
}

function typed(text: string, option = ''): Typed {
  const stems = new Set(stemsOf(`${text}\n${option}`.slice(0, LONGEST_SAID)));
  return option === '' ? { text, stems } : { text, stems, option: atOnce(sourceOf([text, option])) };
}

function* typedIn(messages: readonly SessionMessage[]): Steps<readonly Typed[]> {
  let offer = '';
  const read = ({ id, message }: SessionMessage): Typed => {
    const text = withoutQuotedLines(personTextOf(message));
    const choice = choiceIn(text);
    offer = saidTo(message) || offer;
    return { id, ...typed(text, choice && optionChosen(offer, choice)) };
  };
  return yield* mapInSteps(messages, read, sizeOf);
}

/** Returns the assistant's words to the person, including words in calls. Returns `''` for messages of other roles. */
function saidTo(message: Message): string {
  if (message.role !== 'assistant') return '';
  const asked = toolCallsOf(message).flatMap((call) => readCall(call).words ?? []);
  return [spokenTextOf(message), ...asked].filter(Boolean).join('\n');
}

/** Returns all text of a message, with call arguments both as written and unescaped. */
function wholeText(message: Message): readonly string[] {
  return [textOf(message), ...toolCallsOf(message).flatMap((call) => stringsIn(argumentsOf(call)))];
}

/** Returns whether the claim is a command of several words or a web address, which a model could run or open. */
function isExecutable({ kind, text }: Claim): boolean {
  return (kind === 'code' && /\s/.test(text)) || text.includes('://');
}

/** Returns the spellings of a number with and without thousands separators, since `1,200` equals `1200`. */
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

/** Returns the words of the person in the notes, without quoted lines. */
function personsNotes(notes: readonly NotesLine[]): readonly string[] {
  return notes.flatMap((line) => {
    const isPersons = !isHeading(line) && (isOfPerson(line) || line.speaker === 'person');
    return isPersons ? [withoutQuotedLines(line.words)] : [];
  });
}

function isOfPerson({ section }: NotesLine): boolean {
  return PERSONS_HEADING.test(section);
}

function sizeOf({ message }: SessionMessage): number {
  return lengthOf(message);
}
