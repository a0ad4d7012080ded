import assert from 'node:assert/strict';
import fc from 'fast-check';
import { UnsentTexts, type Sending } from '../../../../src/extension/chat/unsentTexts.ts';

/** Keeps files in memory. */
class FilesInMemory {
  readonly #texts = new Map<string, readonly string[]>();

  read(session: string): readonly string[] {
    return this.#texts.get(session) ?? [];
  }

  write(session: string, texts: readonly string[]): void {
    this.#texts.set(session, texts);
  }
}

type Step =
  | { readonly do: 'send' | 'arrive' | 'fail' | 'wait' | 'end' | 'read' | 'restart' }
  | { readonly do: 'show'; readonly session: string; readonly isWritable: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('send', 'arrive', 'fail', 'wait', 'end', 'read', 'restart') }),
  fc.record({
    do: fc.constant('show' as const),
    session: fc.constantFrom('a', 'b', 'c'),
    isWritable: fc.constantFrom(true, true, false),
  }),
);

/**
 * A simulation of the chat in a window. It stores the session of each unsent text, and whether the text is being sent,
 * waits for an answer to end, or is in a composer.
 */
class SimulatedChat {
  readonly files = new FilesInMemory();
  readonly composers = new Map<string, string>();
  readonly sessionOf = new Map<string, string>();
  readonly #onTheirWay: { readonly text: string; readonly session: string; readonly sending: Sending }[] = [];
  #unsent = this.#window();
  #session = 'a';
  #isWritable = true;
  #waiting: string[] = [];
  #count = 0;

  constructor() {
    this.show('a', true);
  }

  show(session: string, isWritable: boolean): void {
    if (session !== this.#session) this.#waiting = [];
    this.#session = session;
    this.#isWritable = isWritable;
    this.#unsent.follow(session, isWritable);
  }

  run(taken: Step): void {
    switch (taken.do) {
      case 'show':
        this.show(taken.session, taken.isWritable);
        break;
      case 'send': {
        if (!this.#isWritable) break;
        const text = `text${++this.#count}.`;
        this.sessionOf.set(text, this.#session);
        this.#onTheirWay.push({ text, session: this.#session, sending: this.#unsent.sending(text) });
        break;
      }
      case 'arrive':
        this.#settle((text) => this.sessionOf.delete(text));
        break;
      case 'wait':
        this.#settle((text, session) => {
          if (session !== this.#session) return false;
          this.#waiting.push(text);
          this.#unsent.setWaiting([...this.#waiting]);
          return true;
        });
        break;
      case 'fail':
        this.#onTheirWay.shift()?.sending.failed();
        break;
      case 'end':
        this.#unsent.giveBack(this.#waiting.splice(0));
        break;
      case 'read':
        this.#read();
        break;
      case 'restart':
        this.#onTheirWay.length = 0;
        this.#waiting = [];
        this.#unsent = this.#window();
        this.show(this.#session, true);
    }
  }

  /** Shows a session. Returns the text of its composer after all unsent texts have been put back into the composer. */
  found(session: string): string {
    this.show(session, true);
    while (this.#read());
    return this.composers.get(session) ?? '';
  }

  #settle(arrive: (text: string, session: string) => boolean): void {
    const next = this.#onTheirWay[0];
    if (next === undefined || !arrive(next.text, next.session)) return;
    this.#onTheirWay.shift();
    next.sending.arrived();
  }

  #read(): boolean {
    const draft = this.#unsent.toRestore(this.#session);
    if (draft === undefined) return false;
    this.composers.set(this.#session, `${this.composers.get(this.#session) ?? ''}${draft.text}`);
    this.#unsent.restored(draft.id);
    return true;
  }

  #window(): UnsentTexts {
    return new UnsentTexts(this.files, { error: () => undefined });
  }
}

describe('an unsent text', () => {
  it('returns only to the composer of its own session, and is never lost, for random events in a window', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const chat = new SimulatedChat();
        for (const each of steps) chat.run(each);
        for (const session of ['a', 'b', 'c', 'a']) chat.found(session);
        for (const [text, session] of chat.sessionOf) {
          for (const [shown, composer] of chat.composers) {
            assert.ok(
              shown === session || !composer.includes(text),
              `${text} of ${session} is in the composer of ${shown}`,
            );
          }
        }
        chat.run({ do: 'restart' });
        for (const [text, session] of chat.sessionOf) {
          assert.ok(chat.found(session).includes(text), `${text} of ${session} is lost`);
        }
      }),
      { numRuns: 500 },
    );
  });
});
