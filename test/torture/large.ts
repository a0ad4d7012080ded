import assert from 'node:assert/strict';
import { SecretRedactor } from '../../src/adapters/redaction/secretRedactor.ts';
import { BytePairCounter } from '../../src/adapters/tokens/bytePairCounter.ts';
import { splitUserText } from '../../src/core/agent/userText.ts';
import { countInPieces } from '../../src/core/context/countInPieces.ts';
import { textOf } from '../../src/core/log/message.ts';
import { excerptText } from '../../src/core/text/excerpt.ts';
import { sentencesOf } from '../../src/core/text/sentences.ts';
import { jsonLines, readContent } from '../support/transcriptFiles.ts';
import { withCommas, type Trial } from './trial.ts';

const MILLION = 1_000_000;

/**
 * Checks with texts that are larger than all texts in the unit tests, and with lists that are too long to be spread
 * into the arguments of one function call.
 */
const CHECKS: Readonly<Record<string, () => void | Promise<void>>> = {
  'a transcript’s tool call with 100,000 nested lists': async () => {
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const call = `{"id":"c","function":{"name":"f","arguments":${nested}}}`;
    const { messages } = await readContent(`{"role":"assistant","content":"","tool_calls":[${call}]}\n`);
    assert.equal(messages[0]?.message.parts[0]?.type, 'toolCall');
  },
  'a user message of a million nested tags, or of 300,000 unclosed tags': () => {
    const nested = '<a>'.repeat(MILLION / 2) + '</a>'.repeat(MILLION / 2);
    assert.equal(splitUserText(nested, false).map(textPart).join(''), nested);
    const begun = `${'<userRequest>'.repeat(300_000)}x`;
    assert.deepEqual(splitUserText(begun, true).map(textPart), [begun]);
  },
  'a transcript’s line of 20 MB': async () => {
    const content = 'word '.repeat(4 * MILLION);
    const { messages } = await readContent(jsonLines({ role: 'user', content }));
    assert.deepEqual(
      messages.map(({ message }) => textOf(message)),
      [content],
    );
  },
  'a transcript’s message of 200,000 parts': async () => {
    const ids = Array.from({ length: 200_000 }, (_, at) => `c${String(at)}`);
    const tool_calls = ids.map((id) => ({ id, function: { name: 'f', arguments: '' } }));
    const blocks = '<bash-input></bash-input>'.repeat(ids.length);
    const rows = [
      { role: 'user', content: blocks },
      { role: 'assistant', content: '', tool_calls },
    ];
    const { messages } = await readContent(jsonLines(...rows));
    assert.deepEqual(
      messages.map(({ message }) => message.parts.length),
      [ids.length, ids.length],
    );
  },
  'two million characters of punctuation, fences or tags, searched for sentences': () => {
    for (const mark of ['!', '?"', '```', '~~~\n', '<file>', '“', '` ', '\n    a']) {
      const count = (2 * MILLION) / mark.length;
      assert.ok(sentencesOf(`${mark.repeat(count)}end`).length <= count + 1, mark);
    }
  },
  'a million characters, searched for secrets': async () => {
    for (const piece of ['a', '-', 'https://', 'password=', 'eyJ']) {
      const [spans = []] = await new SecretRedactor().find([piece.repeat(MILLION / piece.length)]);
      assert.ok(spans.length <= 1, piece);
    }
  },
  'an excerpt of one line of 100 MB': () => {
    const text = `${'x'.repeat(100 * MILLION)}😀`;
    const tries: number[] = [];
    const excerpt = excerptText({ text, id: 'm1' }, MILLION, ({ length }) => {
      tries.push(length);
      return length / 2;
    });
    assert.match(excerpt, /^x+\n\[… 1 line left out · recall m1 …\]\nx+😀$/u);
    assert.ok(
      tries.slice(1).every((length) => length < 3.1 * MILLION),
      tries.join(),
    );
  },
  'a line of 50 MB and a line of 100 MB, counted in pieces': () => {
    const text = `${'x'.repeat(50 * MILLION)}\n${'x'.repeat(100 * MILLION)}`;
    assert.equal(countInPieces(({ length }) => length)(text), text.length);
  },
  'the tokens of one line of 200 MB': () => {
    const byToken = new Map([['z'.repeat(4_096), 0]]);
    const counter = new BytePairCounter({ pattern: 'z{1,4096}', byToken });
    assert.equal(counter.count('z'.repeat(200 * 1024 * 1024)), 50 * 1024);
  },
};

function textPart({ text }: { readonly text: string }): string {
  return text;
}

export const large: Trial = {
  what: 'checks of very large texts',
  usual: Object.keys(CHECKS).length,
  async run({ count, progress }) {
    const failures: string[] = [];
    const checks = Object.entries(CHECKS).slice(0, count);
    for (const [done, [what, check]] of checks.entries()) {
      try {
        await check();
      } catch (error) {
        failures.push(`${what}: ${String(error)}`);
      }
      progress(done + 1);
    }
    return { failures, figures: `${withCommas(checks.length)} texts, lists and calls, up to 200 MB` };
  },
};
