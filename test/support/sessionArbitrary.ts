import fc from 'fast-check';
import type { MessageId } from '../../src/core/log/entry.ts';
import { liveCompactions } from '../../src/core/log/session.ts';
import { SessionBuilder, wordsOf } from './sessionBuilder.ts';

/** Adds one event to a session. A group of calls and their results counts as one event. */
export type Step = (builder: SessionBuilder) => void;

const NAMES = ['read_file', 'bash', 'grep', 'edit_file', 'ls', 'run_tests', 'update_plan', 'odd'];
const SAID = ['ok', 'thanks', 'Shall I go on?', 'Never touch src/gen.ts.', 'No, use tabs instead.', '', '?'];

const size = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 40 }) },
  { weight: 2, arbitrary: fc.integer({ min: 41, max: 400 }) },
  { weight: 1, arbitrary: fc.integer({ min: 401, max: 4_000 }) },
);
const text = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...SAID) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(size, fc.constantFrom('word', 'src/a.ts', 'error: x', 'ä', '字', '😀'))
      .map(([count, seed]) => wordsOf(count, seed)),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);
const share = fc.double({ min: 0, max: 1, noNaN: true });
const name = fc.constantFrom(...NAMES);
const path = fc.constantFrom('a.ts', 'src/b.ts', 'c.md');

export function idAt(builder: SessionBuilder, at: number): MessageId {
  const { messages } = builder.session;
  return messages[Math.floor(at * (messages.length - 1))]?.id ?? 'm0';
}

/** Adds calls with few different ids, so that ids repeat. Some calls never get a result. */
const toolGroup: fc.Arbitrary<Step> = fc
  .record({
    ids: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 3 }),
    answered: fc.integer({ min: 0, max: 7 }),
    name,
    path,
    said: text,
    written: text,
    results: fc.array(text, { minLength: 3, maxLength: 3 }),
    between: fc.option(text),
    exitCode: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
  })
  .map((one): Step => (builder) => {
    const plan = [{ step: `Look at ${one.path}`, status: 'in_progress' }];
    const args = { path: one.path, text: one.written, ...(one.name === 'update_plan' && { plan }) };
    builder.calls(
      one.ids.map((id) => ({ id, name: one.name, args })),
      one.said,
    );
    if (one.between !== null) builder.client(one.between);
    one.ids.forEach((id, index) => {
      if (one.answered === index) return;
      const result = one.results[index] ?? '';
      builder.result(id, result, {
        toolName: one.name,
        ...(one.exitCode === undefined ? {} : { exitCode: one.exitCode }),
      });
    });
  });

const said: fc.Arbitrary<Step> = fc
  .tuple(fc.constantFrom('user', 'says', 'client', 'system', 'lost', 'image', 'thought'), text)
  .map(([who, words]): Step => (builder) => {
    switch (who) {
      case 'user':
        return void builder.user(words);
      case 'says':
        return void builder.says(words);
      case 'client':
        return void builder.client(words);
      case 'system':
        return void builder.system(words, words.length % 2 === 0 ? 'prompt' : undefined);
      case 'lost':
        return void builder.result('lost', words, { toolName: '' });
      case 'image':
        return void builder.message({ role: 'user', parts: [{ type: 'image', mediaType: 'image/png' }] });
      case 'thought':
        return void builder.message({ role: 'assistant', parts: [{ type: 'reasoning', text: words }] });
    }
  });

const marked: fc.Arbitrary<Step> = fc
  .tuple(fc.constantFrom('pin', 'unpin', 'exclude', 'include', 'stage', 'note'), share, share)
  .map(([what, from, to]): Step => (builder) => {
    const id = idAt(builder, from);
    switch (what) {
      case 'pin':
      case 'unpin':
        return void builder.pin(id, what === 'pin');
      case 'exclude':
      case 'include':
        return void builder.exclude(id, what === 'exclude');
      case 'stage':
        return void builder.stage('A stage', id, idAt(builder, Math.max(from, to)));
      case 'note':
        return void builder.append({ kind: 'note', source: 'test', text: 'tests failed' });
    }
  });

/** Adds a message of any kind, a pin, an exclusion, a stage or a note to a session. */
export const growth: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: toolGroup },
  { weight: 6, arbitrary: said },
  { weight: 1, arbitrary: marked },
);

/** Rewinds a session to the point just before a message. */
export const rewinding: fc.Arbitrary<Step> = fc.double({ min: 0.1, max: 1, noNaN: true }).map(
  (at): Step =>
    (builder) =>
      void builder.rewind(idAt(builder, at)),
);

/** Puts a message into the notes, undoes or redoes compactions, adds or reveals a secret, or changes the model. */
const turning: fc.Arbitrary<Step> = fc
  .tuple(fc.constantFrom('fold', 'undo', 'redo', 'secret', 'reveal', 'model'), share)
  .map(([what, at]): Step => (builder) => {
    const { session } = builder;
    const live = liveCompactions(session).map(({ id }) => id);
    const id = idAt(builder, at);
    const span = { part: 0, start: 0, end: 2, kind: 'key', number: 1 };
    switch (what) {
      case 'fold':
        return void builder.compaction({ folded: [{ ids: [id], as: 'summary' }] });
      case 'undo':
        return void (live.length > 0 && builder.undo(...live.slice(Math.floor(at * live.length))));
      case 'redo':
        return void (session.redoable.length > 0 && builder.redo(...session.redoable));
      case 'secret':
        return void builder.message({ role: 'user', parts: [{ type: 'text', text: 'hush' }] }, [span]);
      case 'reveal':
        return void builder.append({ kind: 'reveal', target: id, span, everywhere: true });
      case 'model':
        return void builder.append({ kind: 'model', model: at < 0.5 ? 'small' : 'large' });
    }
  });

/** Any event: of `growth`, `rewinding` or `turning`. */
export const history: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: growth },
  { weight: 1, arbitrary: rewinding },
  { weight: 2, arbitrary: turning },
);

/** Returns an arbitrary for sessions with at most this many steps of `growth`: no rewinds and no compactions. */
export function sessionOf(maxSteps: number): fc.Arbitrary<SessionBuilder> {
  return fc.array(growth, { minLength: 1, maxLength: maxSteps }).map((steps) => {
    const builder = new SessionBuilder();
    for (const step of steps) step(builder);
    return builder;
  });
}
