import { OpenAiModel } from '../../src/adapters/models/openAiModel.ts';
import { SecretRedactor } from '../../src/adapters/redaction/secretRedactor.ts';
import { BytePairCounter } from '../../src/adapters/tokens/bytePairCounter.ts';
import { loadRanks, type Ranks } from '../../src/adapters/tokens/ranks.ts';
import { pairCalls } from '../../src/adapters/transcripts/callPairs.ts';
import { splitUserText as splitTranscriptText } from '../../src/adapters/transcripts/clientText.ts';
import { splitUserText } from '../../src/core/agent/userText.ts';
import { neverCancelled } from '../../src/core/cancellation.ts';
import { countInPieces } from '../../src/core/context/countInPieces.ts';
import { maskMessage } from '../../src/core/log/mask.ts';
import { askModel } from '../../src/core/model/answer.ts';
import { storyOf } from '../../src/core/record/story.ts';
import { atOnce } from '../../src/core/steps.ts';
import { cutAtSentence } from '../../src/core/summary/cut.ts';
import { excerptText } from '../../src/core/text/excerpt.ts';
import { quotedLine } from '../../src/core/text/lines.ts';
import { sentencesOf } from '../../src/core/text/sentences.ts';
import { unwrapped } from '../../src/core/text/unwrapped.ts';
import { withoutOutputFilters } from '../../src/core/tools/shellScript.ts';
import { answerOf } from '../support/answerOf.ts';
import { startFaultyEndpoint, streams } from '../support/faultyEndpoint.ts';
import { calls, numbered, person, result } from '../support/saidMessages.ts';

export type Work = () => unknown;

/** A piece of work whose time must not grow faster than its input. */
export interface GrowthCase {
  readonly what: string;
  /** The smaller of the two compared sizes, in characters, lines or messages. */
  readonly n: number;
  /** Makes an input of a size, and returns the work on it. */
  readonly prepare: (size: number) => Work | Promise<Work>;
}

type Input = (size: number) => string;
type TextWork = (text: string) => unknown;

const CHARACTERS = 10_000;
/** The size for work that takes too little time to be measured on 10,000 characters. */
const MANY = 200_000;
const MEGABYTES = 4_000_000;
const length = (text: string): number => text.length;

/** Repeats a piece until the text has the size. */
const repeated =
  (piece: string): Input =>
  (size) =>
    piece.repeat(Math.ceil(size / piece.length));

function onText(what: string, input: Input, work: TextWork, n = CHARACTERS): GrowthCase {
  const prepare = (size: number): Work => {
    const text = input(size);
    return () => work(text);
  };
  return { what, n, prepare };
}

function onEach(what: string, pieces: readonly string[], work: TextWork, n?: number): readonly GrowthCase[] {
  return pieces.map((piece) => onText(`${what} ${JSON.stringify(piece)}`, repeated(piece), work, n));
}

const marks = ['!', '.', '…', '?"', '。', ')', '```', '~~~\n', '~~~py\nx\n', '~~~~\n~~~\n', '<file>'];
const sentences: readonly GrowthCase[] = [
  ...onEach('finding sentences in repeated', [...marks, '“', '` ', '\n    a'], (text) => [
    sentencesOf(`${text} end`),
    sentencesOf(`${text}end`),
  ]),
  onText(
    'finding sentences after a code fence that ends with one backtick too few',
    (size) => {
      const fence = '`'.repeat(size / 2);
      return `Look. ${fence}\`\n${fence}\n${'Never ask. '.repeat(size / 20)}`;
    },
    sentencesOf,
  ),
];

const lines: readonly GrowthCase[] = [
  ...onEach('quoting a line of repeated', ['user:', '# user:'], quotedLine, MANY),
  onText(
    'quoting a line of nested tags',
    (size) => `${'<'.repeat(size / 6)}${'user>'.repeat(size / 6)}`,
    quotedLine,
  ),
  {
    what: 'joining wrapped lines',
    n: 5_000,
    prepare: (size) => {
      const text = 'These words go on to the end of their line, and there they';
      const wrapped = Array.from({ length: size }, () => ({ text, isCode: false }));
      return () => unwrapped(wrapped);
    },
  },
];

const agent: readonly GrowthCase[] = [
  onText(
    'finding the person’s words in nested tags',
    (size) => '<a>'.repeat(size / 7) + '</a>'.repeat(size / 7),
    (text) => splitUserText(text, false),
    MANY,
  ),
  ...onEach(
    'finding the person’s words after repeated',
    ['<userRequest>'],
    (text) => splitUserText(text, true),
    MANY,
  ),
  ...onEach(
    'finding the person’s words in a transcript with repeated',
    ['x <system-reminder>', '<bash-input></bash-input>'],
    splitTranscriptText,
  ),
];

const scripts: readonly GrowthCase[] = [
  ...onEach('removing output filters from repeated', [' | head', ' -a|head'], (text) =>
    withoutOutputFilters(`npm test | head${text} X`),
  ),
];

const cuts: readonly GrowthCase[] = [
  ...onEach('cutting at the end of a sentence in repeated', ['.', ')', '。', "'", '!" '], (text) =>
    cutAtSentence(`${text}end`, 50, length),
  ),
  onText(
    'making an excerpt of one long line',
    repeated('x'),
    (text) => excerptText({ text, id: 'm1' }, 1_000, length),
    MEGABYTES,
  ),
  onText('counting one long line in pieces', repeated('x'), countInPieces(length), MEGABYTES),
];

const secrets: readonly GrowthCase[] = [
  ...onEach(
    'finding secrets in repeated',
    [
      ...['api_key=', 'api_key:token=', ' -', 'curl -', 'a', '-', 'https://', 'password=', 'eyJ'],
      `${'-'.repeat(5)}BEGIN RSA PRIVATE KEY${'-'.repeat(5)}\n`,
    ],
    (text) => new SecretRedactor().find([text]),
  ),
  {
    what: 'masking secrets',
    n: 20_000,
    prepare: (size) => {
      const line = 'DB_PASSWORD=aB3dE6gH9\n';
      const spans = Array.from({ length: size }, (_, at) => ({
        ...{ part: 0, kind: 'key' },
        ...{ start: at * line.length + 12, end: (at + 1) * line.length - 1 },
      }));
      const message = person(line.repeat(size));
      return () => maskMessage({ message, secrets: spans }, []);
    },
  },
];

const messages: readonly GrowthCase[] = [
  {
    what: 'pairing tool calls with later results if all have the same id',
    n: 50_000,
    prepare: (size) =>
      pairing(
        () => calls('f', {}, 'a'),
        () => result('', 'a'),
        size,
      ),
  },
  {
    what: 'pairing tool calls with earlier results if all have the same id',
    n: 50_000,
    prepare: (size) =>
      pairing(
        () => result('', 'a'),
        () => calls('f', {}, 'a'),
        size,
      ),
  },
];

const prompts: GrowthCase = {
  what: 'writing the story section of the notes for a repeated prompt',
  n: 5_000,
  prepare: (size) => {
    const all = numbered(...Array.from({ length: size }, () => person('x')));
    return () => atOnce(storyOf(all, length));
  },
};

type Said = Parameters<typeof pairCalls>[0][number]['message'];

function pairing(first: () => Said, second: () => Said, size: number): Work {
  const each = (make: () => Said) => Array.from({ length: size / 2 }, () => ({ message: make() }));
  const all = [...each(first), ...each(second)];
  return () => pairCalls(all);
}

/** Returns a case: the client reads a stream that repeats one piece, which is a comment or an event without text. */
function answered(piece: string): GrowthCase {
  const prepare = async (size: number): Promise<Work> => {
    const endpoint = await startFaultyEndpoint(streams(repeated(piece)(size)));
    const profile = { id: 'tiny', supportsTools: true, encoding: 'o200k_base' as const };
    const model = new OpenAiModel({ endpoint: { baseUrl: endpoint.baseUrl }, profile });
    const asked = { model, request: { messages: [], tools: [] }, newCallId: () => 'own' };
    return async () => {
      const { error } = await answerOf(askModel(asked, neverCancelled));
      await endpoint.close();
      return error;
    };
  };
  return { what: `reading an answer of repeated ${JSON.stringify(piece)}`, n: MANY, prepare };
}

const answers = [': still there\n\n', ':\n\n', 'data: {}\n\n'].map(answered);

let ranks: Promise<Ranks> | undefined;

function counted(what: string, piece: string): GrowthCase {
  const prepare = async (size: number): Promise<Work> => {
    const counter = new BytePairCounter(await (ranks ??= loadRanks('o200k_base')));
    const text = repeated(piece)(size);
    return () => counter.count(text);
  };
  return { what: `counting tokens of repeated ${what}`, n: CHARACTERS, prepare };
}

const tokens: readonly GrowthCase[] = [
  counted('letters', 'a'),
  counted('capital letters', 'A'),
  counted('spaces', ' '),
  counted('newlines', '\n'),
  counted('ideographs', '字漢語文'),
  counted('high surrogates', '\ud83d'),
  counted('emoji', '👍'),
  {
    what: 'counting tokens of a text of many slices without line breaks',
    n: 5 * MEGABYTES,
    prepare: (size) => {
      const counter = new BytePairCounter({
        pattern: 'z{1,4096}',
        byToken: new Map([['z'.repeat(4_096), 0]]),
      });
      const text = 'z'.repeat(size);
      return () => counter.count(text);
    },
  },
];

export const growthCases: readonly GrowthCase[] = [
  ...[...sentences, ...lines, ...agent, ...scripts, ...cuts],
  ...[...secrets, ...messages, prompts, ...answers, ...tokens],
];
