import type { AssistantMessage, ToolMessage } from '../../core/log/message.ts';
import type { ImportedMessage } from './recording.ts';

interface OpenCall {
  readonly id: string;
  readonly name: string;
}

/** The calls of one assistant message that have the same id in the file. The first `closed` calls have results. */
interface OpenCalls {
  /** The index of the assistant message. */
  readonly at: number;
  readonly calls: OpenCall[];
  closed: number;
}

/**
 * Makes call ids unique (`x`, `x~2`, `x~3`…) and gives every result the id and name of its call. In the file, a result
 * and its call have the same id. A call is open while it has no result. A result belongs to the first open call of the
 * newest earlier message that has open calls with this id. If no earlier message has such a call, the result belongs to
 * the first open call after the result, and is moved after that call. A result without a call gets an empty name, and
 * its id is made unique.
 */
export function pairCalls<M extends ImportedMessage>(
  messages: readonly M[],
): {
  readonly messages: readonly M[];
  readonly orphans: number;
} {
  const pairing = new Pairing();
  const renamed = messages.map((each, at) => {
    const { message } = each;
    if (message.role === 'assistant') return { ...each, message: pairing.open(message, at) };
    return message.role === 'tool' ? { ...each, message: pairing.close(message) } : each;
  });
  return pairing.settle(renamed);
}

class Pairing {
  readonly #open = new Map<string, OpenCalls[]>();
  readonly #used = new Set<string>();
  readonly #repeats = new Map<string, number>();
  /** Results without an earlier open call. These results still have their ids from the file. */
  readonly #waiting = new Set<ToolMessage>();

  open(message: AssistantMessage, at: number): AssistantMessage {
    if (!message.parts.some((part) => part.type === 'toolCall')) return message;
    const parts = message.parts.map((part) => {
      if (part.type !== 'toolCall') return part;
      const id = this.#unique(part.callId);
      this.#put(part.callId, { id, name: part.name }, at);
      return { ...part, callId: id };
    });
    return { ...message, parts };
  }

  close(message: ToolMessage): ToolMessage {
    const found = this.#take(message.callId);
    if (found !== undefined) return linked(message, found.call);
    this.#waiting.add(message);
    return message;
  }

  settle<M extends ImportedMessage>(messages: readonly M[]): { messages: readonly M[]; orphans: number } {
    if (this.#waiting.size === 0) return { messages, orphans: 0 };
    // Reverses the lists. `#take` takes from the end of a list, and waiting results belong to the oldest open calls.
    for (const groups of this.#open.values()) groups.reverse();
    const moved = new Map<number, M[]>();
    let orphans = 0;
    const kept = messages.map((each) => {
      if (each.message.role !== 'tool' || !this.#waiting.has(each.message)) return [each];
      const found = this.#take(each.message.callId);
      if (found === undefined) {
        orphans += 1;
        return [{ ...each, message: this.#orphan(each.message) }];
      }
      const result = { ...each, message: linked(each.message, found.call) };
      const movedThere = moved.get(found.at);
      if (movedThere === undefined) moved.set(found.at, [result]);
      else movedThere.push(result);
      return [];
    });
    return { messages: kept.flatMap((each, at) => [...each, ...(moved.get(at) ?? [])]), orphans };
  }

  #orphan(message: ToolMessage): ToolMessage {
    return { ...message, toolName: '', callId: this.#unique(message.callId) };
  }

  #put(id: string, call: OpenCall, at: number): void {
    const groups = this.#open.get(id);
    const newest = groups?.at(-1);
    if (groups === undefined) this.#open.set(id, [{ at, calls: [call], closed: 0 }]);
    else if (newest?.at === at) newest.calls.push(call);
    else groups.push({ at, calls: [call], closed: 0 });
  }

  /** Takes the first open call from the last message in this id’s list. Returns undefined if the list is empty. */
  #take(id: string): { readonly call: OpenCall; readonly at: number } | undefined {
    const groups = this.#open.get(id);
    const group = groups?.at(-1);
    const call = group?.calls[group.closed];
    if (group === undefined || call === undefined) return undefined;
    group.closed += 1;
    if (group.closed === group.calls.length) groups?.pop();
    return { call, at: group.at };
  }

  #unique(id: string): string {
    const base = id === '' ? 'call' : id;
    let unique = base;
    for (let n = (this.#repeats.get(base) ?? 1) + 1; this.#used.has(unique); n += 1) {
      unique = `${base}~${String(n)}`;
      this.#repeats.set(base, n);
    }
    this.#used.add(unique);
    return unique;
  }
}

function linked(message: ToolMessage, call: OpenCall): ToolMessage {
  return { ...message, callId: call.id, toolName: call.name };
}
