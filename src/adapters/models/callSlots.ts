import * as v from 'valibot';
import { withSortedKeys } from '../../core/agent/sameMessage.ts';
import { isEmptyObject } from '../../core/model/streamAssembler.ts';
import type { ChatDelta } from '../../core/ports.ts';
import { JsonObjectEnd } from './jsonObjectEnd.ts';
import type { OpaqueFields } from './opaqueFields.ts';
import { PayloadTooLargeError } from './payloadMeter.ts';
import { isObject, parseJson } from '../transcripts/json.ts';

/**
 * The part of a call in one chunk. Some endpoints send an index as text, or an id as a number. An unreadable index or
 * id counts as missing.
 */
export const CallDelta = v.object({
  index: v.fallback(
    v.nullish(v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.number())),
    undefined,
  ),
  id: v.fallback(v.nullish(v.pipe(v.union([v.string(), v.number()]), v.transform(String))), undefined),
  extra_content: v.fallback(v.nullish(v.looseObject({})), undefined),
  provider_specific_fields: v.fallback(v.nullish(v.looseObject({})), undefined),
  function: v.nullish(v.object({ name: v.nullish(v.string()), arguments: v.optional(v.unknown()) })),
});
export type CallDelta = v.InferOutput<typeof CallDelta>;

/**
 * The maximum number of calls in an answer. A chunk with a longer list of calls or of content parts is rejected without
 * reading the list.
 */
export const MOST_ITEMS = 1_000;

type CallPart = Extract<ChatDelta, { type: 'toolCall' }>;

interface Slot {
  /** The id in the call's first delta, or ''. Other calls may have the same id. */
  readonly id: string;
  /** The call's unique id: `id`, or an id that was created here if `id` is empty or taken. */
  readonly callId: string;
  /** The index that the endpoint gave the call. */
  readonly place: number | null | undefined;
  name: string;
  /** The arguments so far. */
  text: string;
  /** The arguments as normalized JSON. Undefined until the first comparison after a change. */
  whole: string | undefined;
  readonly written: JsonObjectEnd;
  /** The object that directly follows the arguments, as far as it has arrived. See `#joined`. */
  following: { text: string; readonly end: JsonObjectEnd };
}

/**
 * Distinguishes the calls of one answer. Endpoints may omit ids and indexes, give all calls the same index or id, give
 * a call a new id in each chunk, join the arguments of several calls, or send the whole call again at the end of a
 * call.
 */
export class CallSlots {
  readonly #slots: Slot[] = [];
  readonly #newCallId: () => string;
  readonly #opaque: Pick<OpaqueFields, 'keepCall' | 'keepId'>;

  /** `opaque` collects fields and ids of calls. Later requests must return these fields and ids. */
  constructor(newCallId: () => string, opaque: Pick<OpaqueFields, 'keepCall' | 'keepId'>) {
    this.#newCallId = newCallId;
    this.#opaque = opaque;
  }

  get count(): number {
    return this.#slots.length;
  }

  /** Whether the arguments of at least one call are incomplete. */
  get hasIncompleteCall(): boolean {
    return this.#slots.some(({ written, following }) => written.isOpen || following.end.isOpen);
  }

  read(calls: readonly CallDelta[]): readonly CallPart[] {
    return calls.flatMap((call) => this.#parts(call));
  }

  #parts(call: CallDelta): readonly CallPart[] {
    const named = call.function?.name ?? '';
    const text = argumentsOf(call.function?.arguments);
    const known = this.#slotOf(call, named, text);
    const index = known ?? this.#slots.length;
    if (index >= MOST_ITEMS) throw new PayloadTooLargeError();
    const slot = (this.#slots[index] ??= this.#newSlot(call));
    this.#opaque.keepCall(slot.callId, call);
    const name = addedName(slot, named);
    slot.name += name;
    const written = slot.written.take(addedArguments(slot, text));
    if (written !== '') {
      slot.text = isEmptyObject(slot.text) ? written : slot.text + written;
      slot.whole = undefined;
    }
    const part: CallPart = {
      type: 'toolCall',
      index,
      ...(known === undefined && { callId: slot.callId }),
      ...(name !== '' && { name }),
      ...(written !== '' && { arguments: written }),
    };
    return [part, ...this.#joined(slot, slot.written.after)];
  }

  /**
   * Returns the further calls whose arguments directly follow the arguments of a finished call
   * (https://github.com/unslothai/unsloth/pull/10059). They are calls of the same tool. Drops an object that repeats
   * the arguments of an earlier call. Also drops text that is not a JSON object.
   */
  #joined(first: Slot, text: string): readonly CallPart[] {
    const parts: CallPart[] = [];
    let slot = first;
    for (let rest = text; rest !== '';) {
      const { following } = slot;
      if (following.end.isEmpty) rest = rest.trimStart();
      if (following.end.isEmpty && !rest.startsWith('{')) break;
      following.text += following.end.take(rest);
      if (following.end.isOpen) break;
      rest = following.end.after;
      slot.following = nothingFollowing();
      const given = normalisedJson(following.text);
      const isRepeated = this.#slots.some((one) => one.name === first.name && wholeOf(one) === given);
      if (given === '' || isRepeated) continue;
      const index = this.#slots.length;
      if (index >= MOST_ITEMS) throw new PayloadTooLargeError();
      const next = { ...this.#newSlot({ index: slot.place }), name: slot.name, text: following.text };
      next.written.take(following.text);
      this.#slots.push(next);
      const { callId, name, text: args } = next;
      parts.push({ type: 'toolCall', index, callId, name, arguments: args });
      slot = next;
    }
    return parts;
  }

  #newSlot({ id, index }: Pick<CallDelta, 'id' | 'index'>): Slot {
    const isFree = id != null && id !== '' && this.#slots.every((slot) => slot.callId !== id);
    if (isFree) this.#opaque.keepId(id);
    const callId = isFree ? id : this.#newCallId();
    return {
      id: id ?? '',
      callId,
      place: index,
      name: '',
      text: '',
      whole: undefined,
      written: new JsonObjectEnd(),
      following: nothingFollowing(),
    };
  }

  /**
   * Returns the index of the call that a delta belongs to, or undefined if the delta begins a new call.
   *
   * If the delta has an index, looks for a call with the same index and id, then for a call with the same index, then
   * for a call with the same id. If the found call has another index or id than the delta, the delta must be able to
   * continue this call (`continuesCall`).
   *
   * If the delta has no index, looks for a call with the same id. A delta with a new id begins a new call. So does a
   * delta with a name and no id. A delta with neither a name nor an id belongs to the last call.
   *
   * With or without an index, a delta begins a new call if `isAnother` returns true for the found call.
   */
  #slotOf({ index, id }: CallDelta, name: string, text: string): number | undefined {
    const hasId = id != null && id !== '';
    const byId = hasId ? this.#slots.findLastIndex((slot) => slot.id === id) : -1;
    const byIndex = index == null ? -1 : this.#slots.findLastIndex((slot) => slot.place === index);
    if (index == null) {
      if (byId >= 0) return isAnother(this.#slots[byId], name, text) ? undefined : byId;
      const isNew = hasId || name !== '' || this.#slots.length === 0;
      return isNew ? undefined : this.#slots.length - 1;
    }
    const both = hasId ? this.#slots.findLastIndex((slot) => slot.id === id && slot.place === index) : -1;
    if (both >= 0) return isAnother(this.#slots[both], name, text) ? undefined : both;
    const known = byIndex >= 0 ? byIndex : byId;
    const slot = this.#slots[known];
    if (slot === undefined || isAnother(slot, name, text)) return undefined;
    const agrees = byIndex >= 0 && (!hasId || slot.id === '');
    return agrees || continuesCall(slot, name, text) ? known : undefined;
  }
}

function nothingFollowing(): Slot['following'] {
  return { text: '', end: new JsonObjectEnd() };
}

/**
 * Returns whether a delta with a different id or index still belongs to the call. The call must have a name, and one of
 * these must hold: the delta has no name, the call's arguments are incomplete, or the call has no arguments yet and the
 * delta brings arguments and the same name.
 */
function continuesCall(slot: Slot, name: string, text: string): boolean {
  if (slot.name === '') return false;
  if (name === '' || slot.written.isOpen) return true;
  return slot.written.isEmpty && slot.name === name && text !== '';
}

/**
 * Returns whether a delta begins another call although it has the id or index of this finished call. Some servers give
 * all calls the same id or index. A delta with a name begins another call if the name is different, or if the arguments
 * are a complete object that differs from this call's arguments. If this call's arguments are `{}`, only the name is
 * compared, since `{}` may be a placeholder for later arguments.
 */
function isAnother(slot: Slot | undefined, name: string, text: string): boolean {
  if (slot === undefined || name === '' || slot.written.isOpen || slot.written.isEmpty) return false;
  const given = normalisedJson(text);
  const whole = wholeOf(slot);
  if (whole === '') return false;
  const isOther = !name.startsWith(slot.name) && !slot.name.startsWith(name);
  if (given === '' || whole === '{}') return isOther;
  return slot.name !== name || given !== whole;
}

function wholeOf(slot: Slot): string {
  return (slot.whole ??= normalisedJson(slot.text));
}

/** Returns the JSON of an object without white space and with sorted keys. Returns '' if the text is not an object. */
function normalisedJson(text: string): string {
  return isObject(parseJson(text)) ? withSortedKeys(text) : '';
}

/**
 * Returns the text that a delta adds to a name. Endpoints send a name once, repeatedly, in pieces, or longer each time.
 */
function addedName({ name, written }: Slot, named: string): string {
  if (!written.isEmpty && name !== '') return '';
  return named.startsWith(name) ? named.slice(name.length) : named;
}

/**
 * Returns the text that a delta adds to the arguments. Some endpoints repeat the arguments from the beginning in each
 * delta. So a delta that begins with all arguments so far is treated as a repetition. This is wrong if a nested object
 * arrives in one piece and has the same first key as the outer object: `{"a":` followed by `{"a":1}}`.
 */
function addedArguments({ text, written }: Slot, given: string): string {
  const isRepeated =
    given.length >= text.length && written.isOpen && /^\{/.test(text) && given.startsWith(text);
  return isRepeated ? given.slice(text.length) : given;
}

/** Returns arguments of any type as JSON text. */
export function argumentsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value == null ? '' : JSON.stringify(value);
}
