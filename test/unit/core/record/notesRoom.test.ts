import assert from 'node:assert/strict';
import type { SessionMessage } from '../../../../src/core/log/session.ts';
import { writeNotes } from '../../../../src/core/record/notes.ts';
import { assistant, call, countRoughly, person, result, sessionOf, thinking } from './sessionOf.ts';

interface Told {
  /** Tokens of the story, without what was thought. */
  readonly said: number;
  readonly thought: number;
  readonly named: number;
}

function toldIn(messages: readonly SessionMessage[], budgetTokens: number): Told {
  const { text } = writeNotes({ messages, budgetTokens, count: countRoughly });
  const [before = '', names = ''] = text.split('## Names also used\n');
  const lines = before.split('\n').filter((line) => /^m\d+/u.test(line));
  const isThought = (line: string): boolean => line.includes(' thought: ');
  const tokensOf = (own: readonly string[]): number => countRoughly(own.join('\n'));
  return {
    said: tokensOf(lines.filter((line) => !isThought(line))),
    thought: tokensOf(lines.filter(isThought)),
    named: countRoughly(names),
  };
}

/** Sentences of some 90 tokens, none of which is like another. */
const sentences = (what: string, many: number): readonly string[] =>
  Array.from({ length: many }, (_, at) => {
    const words = Array.from(
      { length: 12 },
      (__, word) => `${what} of pier ${String(at)} lamp ${String(word)}`,
    );
    return `It is true that ${words.join(', then ')}.`;
  });

/** So much was said, thought and printed, in tokens, in messages of a sentence each. */
function sessionWith({ said, thought, named }: Told): readonly SessionMessage[] {
  const many = (tokens: number): number => Math.ceil(tokens / 90);
  const names = Array.from({ length: Math.ceil(named / 3) }, (_, at) => `lampOf${String(at)}`);
  return sessionOf(
    person('Look at the lamps.'),
    call('c1', 'bash', { command: 'cat lamps' }),
    result('c1', 'bash', names.join('\n')),
    ...sentences('reason', many(thought)).map(thinking),
    ...sentences('word', many(said)).map(assistant),
  );
}

const MUCH = 40_000;

describe('the room of the notes', () => {
  it('is shared by what was said, thought and named where there is more of each than fits', () => {
    const { said, thought, named } = toldIn(sessionWith({ said: MUCH, thought: MUCH, named: MUCH }), 12_000);
    assert.ok(said > 8_500, String(said));
    // Beyond 8,000 seven tenths are for names, and half of that for what was thought.
    for (const tokens of [thought, named]) assert.ok(tokens > 1_000 && tokens < 1_600, String(tokens));
  });

  it('is, where little was said, the thoughts’ beside what came into files', () => {
    const written = sentences('line', 400).join('\n');
    const lamps = [
      call('w1', 'write', { path: 'lamps.ts', content: written }),
      result('w1', 'write', 'done'),
    ];
    const thoughts = sentences('reason', 400).map(thinking);
    const thoughtIn = (...said: readonly string[]): number =>
      toldIn(sessionOf(person('Go.'), ...lamps, ...thoughts, ...said.map(assistant)), 2_000).thought;
    assert.ok(thoughtIn() > 400, String(thoughtIn()));
    assert.equal(thoughtIn(...sentences('word', 60)), 0);
  });

  it('is no names’ below 8,000 tokens, until all else is told', () => {
    const much = sessionWith({ said: MUCH, thought: 0, named: MUCH });
    assert.deepEqual(
      [3_000, 5_000, 7_900].map((room) => toldIn(much, room).named),
      [0, 0, 0],
    );
    const little = toldIn(sessionWith({ said: 400, thought: 0, named: MUCH }), 3_000);
    assert.ok(little.said > 350 && little.named > 1_300 && little.named <= 1_800, JSON.stringify(little));
  });
});
