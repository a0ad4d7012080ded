import { contained, withSpacesFolded } from '../text/lines.ts';
import { namesIn } from '../text/names.ts';
import type { CountTokens } from '../ports.ts';
import { remembered } from '../remembered.ts';
import { spokenTextOf, toolCallsOf, type Message } from '../log/message.ts';
import type { MessageId } from '../log/entry.ts';
import type { SessionMessage } from '../log/session.ts';
import { argumentsOf, stringsIn } from '../tools/callArguments.ts';
import { readCall } from '../tools/readCall.ts';
import type { NoteLine } from './lines.ts';

/** A name that the assistant or the person wrote is needed again far more often than one that a tool printed. */
const WRITTEN = 2;
/** What readers put before a line. */
const LINE_NUMBER = /^ *\d{1,6}\s?[→|:\t]/gmu;

interface NamePlace {
  /** Where the name and its file stand. */
  readonly ids: readonly MessageId[];
  /** Empty for a name that stood in no file. */
  readonly file: string;
  readonly order: number;
  readonly worth: number;
}

export interface NamesOptions {
  readonly count: CountTokens;
  /** Named first: they were looked for before. */
  readonly oftenRecalled?: ReadonlySet<string>;
}

/**
 * Names that are not told yet, the most used that fit the room, in the session's order under the file in which they
 * stood first. A list, and called one: it serves whoever looks for a name, and says nothing of what happened. The
 * messages are read when there is room for the first time.
 */
export function namesBeside(
  messages: readonly SessionMessage[],
  { count, oftenRecalled }: NamesOptions,
): (told: string, room: number) => readonly NoteLine[] {
  let places: readonly (readonly [string, NamePlace])[] | undefined;
  return (told, room) => {
    if (room <= 0) return [];
    places ??= [...placesOf(messages)].sort(byWorth(oftenRecalled));
    return linesOf(placesWithin(places, told, room, count));
  };
}

type NamesByFile = Map<string, (readonly [string, NamePlace])[]>;

function placesWithin(
  places: readonly (readonly [string, NamePlace])[],
  told: string,
  room: number,
  count: CountTokens,
): NamesByFile {
  const byFile: NamesByFile = new Map();
  let left = room;
  for (const [name, place] of places) {
    if (told.includes(name)) continue;
    const named = byFile.get(place.file);
    left -= count(` ${name}`) + (named === undefined ? count(place.file) + 2 : 0);
    if (left < 0) break;
    if (named === undefined) byFile.set(place.file, [[name, place]]);
    else named.push([name, place]);
  }
  return byFile;
}

function linesOf(byFile: NamesByFile): readonly NoteLine[] {
  return [...byFile].map(([file, named]) => {
    const inOrder = named.toSorted(([, a], [, b]) => a.order - b.order);
    const names = inOrder.map(([name]) => name).join(' ');
    return {
      text: contained(file === '' ? names : `${withSpacesFolded(file)}: ${names}`),
      ids: [...new Set(inOrder.flatMap(([, { ids }]) => ids))],
    };
  });
}

function byWorth(recalled?: ReadonlySet<string>) {
  const rank = ([name, { worth }]: readonly [string, NamePlace]): number =>
    recalled?.has(name) === true ? Infinity : worth;
  return (a: readonly [string, NamePlace], b: readonly [string, NamePlace]): number =>
    rank(a) === rank(b) ? 0 : rank(b) - rank(a);
}

function placesOf(messages: readonly SessionMessage[]): ReadonlyMap<string, NamePlace> {
  const places = new Map<string, NamePlace>();
  const files = new Map<string, { readonly path: string; readonly id: MessageId }>();
  const take = (names: readonly string[], { ids, file, worth }: Omit<NamePlace, 'order'>): void => {
    for (const name of names) {
      const known = places.get(name);
      const place =
        known !== undefined && (known.file !== '' || file === '') ? known : { ids, file, order: places.size };
      places.set(name, { ...place, worth: (known?.worth ?? 0) + worth });
    }
  };
  for (const { id, message } of messages) {
    const { own, written, paths } = namesOf(message);
    const asked = message.role === 'tool' ? files.get(message.callId) : undefined;
    const ids = asked === undefined ? [id] : [asked.id, id];
    take(own, { ids, file: asked?.path ?? '', worth: message.role === 'tool' ? 1 : WRITTEN });
    for (const { names, file } of written) take(names, { ids: [id], file, worth: WRITTEN });
    for (const [callId, path] of paths) files.set(callId, { path, id });
  }
  return places;
}

interface MessageNames {
  /** What the message says, or what the tool printed. */
  readonly own: readonly string[];
  /** What its calls write, by the file. */
  readonly written: readonly { readonly names: readonly string[]; readonly file: string }[];
  /** By call, the file that it asks for. */
  readonly paths: readonly (readonly [callId: string, path: string])[];
}

/** A message is the same object as long as it says the same, so it is read once, however often notes are written. */
const namesOf = remembered((message: Message): MessageNames => {
  const calls = toolCallsOf(message).map((call) => ({ call, use: readCall(call) }));
  return {
    own: message.role === 'system' ? [] : namesIn(spokenTextOf(message).replace(LINE_NUMBER, '')),
    written: calls.flatMap(({ call, use: { changes } }) =>
      changes.length === 0
        ? [{ names: namesIn(stringsIn(argumentsOf(call)).join('\n')), file: '' }]
        : changes.map(({ after, path }) => ({ names: namesIn(after), file: path })),
    ),
    paths: calls.flatMap(({ call, use: { path } }) =>
      path === undefined ? [] : [[call.callId, path] as const],
    ),
  };
});
