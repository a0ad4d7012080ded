import assert from 'node:assert/strict';
import { jsonLines, readContent } from '../../../support/transcriptFiles.ts';

const ODD = { type: 'hologram', url: 'x' };
const TEXT = { type: 'text', text: 'Go.' };

function asJson(value: unknown): string {
  return JSON.stringify(value);
}

function codexItem(item: object): object {
  return { timestamp: '2026-01-01T00:00:00Z', type: 'response_item', payload: { type: 'message', ...item } };
}

function claude(type: string, uuid: string): object {
  return { type, uuid, sessionId: 's', message: { role: type, id: uuid, content: [TEXT, ODD] } };
}

function chat(role: string, content: unknown): object {
  return { role, content };
}

/** Transcripts with content that the readers skip, and the expected reports. */
const CONTENTS: readonly (readonly [format: string, content: string, told: readonly string[]])[] = [
  [
    'claude-code',
    jsonLines(claude('user', 'u'), claude('assistant', 'a'), { type: 'sky', sessionId: 's' }),
    ['1 sky line', '2 content of the kind hologram'],
  ],
  [
    'codex',
    jsonLines(
      codexItem({ role: 'user', content: [{ type: 'input_text', text: 'Go.' }, ODD] }),
      codexItem({ role: 'assistant', content: [{ type: 'output_text', text: 'Yes.' }, ODD] }),
      { type: 'response_item', payload: { type: 'sky' } },
    ),
    ['1 sky item', '2 content of the kind hologram'],
  ],
  [
    'cursor',
    jsonLines(
      { role: 'user', message: { content: [TEXT, ODD] } },
      { role: 'assistant', message: { content: [TEXT, ODD] } },
    ),
    ['2 content of the kind hologram'],
  ],
  [
    'pi',
    jsonLines(
      { type: 'session', version: 3, cwd: '/' },
      { type: 'message', timestamp: 1, message: { role: 'user', content: [TEXT, ODD] } },
      { type: 'message', timestamp: 1, message: { role: 'assistant', content: [TEXT, ODD] } },
    ),
    ['1 session line', '2 content of the kind hologram'],
  ],
  [
    'continue',
    asJson({
      sessionId: 's',
      history: [
        { message: chat('user', [TEXT, ODD]) },
        { message: chat('assistant', [TEXT, ODD]) },
        'torn',
        { message: chat('sky', '') },
      ],
    }),
    ['1 item that is not an object', '1 item without a known role', '2 content of the kind hologram'],
  ],
  [
    'openai',
    asJson([chat('user', [TEXT, ODD]), 7, chat('assistant', [TEXT, ODD])]),
    ['1 item that is not an object', '2 content of the kind hologram'],
  ],
  [
    'mini-swe-agent',
    asJson({
      trajectory_format: 'mini-swe-agent-1',
      messages: [chat('user', [TEXT, ODD]), null, chat('assistant', 'No.')],
    }),
    ['1 item that is not an object', '1 content of the kind hologram'],
  ],
  [
    'swe-agent',
    asJson({ history: [{ ...chat('user', [TEXT, ODD]), agent: 'main' }, 'torn'] }),
    ['1 item that is not an object', '1 content of the kind hologram'],
  ],
  [
    'cline',
    asJson({ sessionId: 's', agent: 'x', messages: [chat('user', [TEXT, ODD]), 'torn'] }),
    ['1 item that is not an object', '1 content of the kind hologram'],
  ],
];

describe('skipped content of a transcript', () => {
  for (const [format, content, told] of CONTENTS) {
    it(`is reported with its kind and count: ${format}`, async () => {
      const read = await readContent(content);
      assert.equal(read.format, format);
      const skipped = read.skipped.map(({ what, count }) => `${String(count)} ${what}`);
      assert.deepEqual([...skipped].sort(), [...told].sort());
    });
  }
});
