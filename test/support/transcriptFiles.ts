import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTranscript, TranscriptError, type Transcript } from '../../src/adapters/transcripts/formats.ts';
import type { Message } from '../../src/core/log/message.ts';
import { textOfPart } from '../../src/core/log/message.ts';

const FIXTURES = new URL('../fixtures/transcripts/', import.meta.url);

export function fixturePath(name: string): string {
  return fileURLToPath(new URL(name, FIXTURES));
}

export function readFixture(name: string): Promise<Transcript> {
  return readTranscript(fixturePath(name));
}

/** Reads a file with this content. The file's name does not reveal the format. */
export async function readContent(content: string | Uint8Array): Promise<Transcript> {
  const folder = mkdtempSync(join(tmpdir(), 'transcript-'));
  try {
    const path = join(folder, 'file');
    writeFileSync(path, content);
    return await readTranscript(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function jsonLines(...values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

/** Returns the reason why this content is refused, or the format in which it was read. */
export async function refusalOf(content: string | Uint8Array): Promise<string> {
  try {
    const { format } = await readContent(content);
    return `taken as ${format}`;
  } catch (error) {
    if (error instanceof TranscriptError) return error.reason;
    throw error;
  }
}

/**
 * Returns messages in a short form: `user: text`, `assistant: text | name#id(arguments)`, `tool name#id: text`. Client
 * text is shown as `<label>`, and reasoning in brackets.
 */
export function sketch(messages: readonly { readonly message: Message }[]): readonly string[] {
  return messages.map(({ message }) => {
    const parts = message.parts.map((part) => {
      if (part.type === 'toolCall') return `${part.name}#${part.callId}(${part.arguments})`;
      if (part.type === 'text' && part.origin === 'client') return `<${part.label ?? ''}>`;
      return part.type === 'reasoning' ? `(${part.text})` : textOfPart(part).trim();
    });
    const speaker = message.role === 'tool' ? `tool ${message.toolName}#${message.callId}` : message.role;
    return `${speaker}: ${parts.join(' | ')}`;
  });
}

/**
 * Returns a message on one line, with its fields and time. A file is shown only by its path. An image is shown by its
 * type and its name, or by its type and its data if the image has no name.
 */
export function inFull({ message, at }: { readonly message: Message; readonly at?: number }): string {
  const { role, parts, ...more } = message;
  const said = parts.map((part) => {
    switch (part.type) {
      case 'text':
        return part.origin === undefined ? part.text : `<${part.label ?? ''}: ${part.text}>`;
      case 'reasoning':
        return `(${part.text})`;
      case 'toolCall':
        return `${part.name}#${part.callId}(${part.arguments})`;
      case 'image':
        return `[${part.mediaType} ${part.name ?? part.data ?? ''}]`;
      case 'file':
        return `[${part.path}]`;
    }
  });
  const time = at === undefined ? '' : new Date(at).toISOString();
  const rest = Object.entries(more).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [`${role}:`, said.join(' | '), ...rest, time].filter(Boolean).join(' ');
}

/** A file's content, and what must be read from it: the format, the full messages, and the skipped parts. */
export interface ReadCase {
  readonly format: string;
  readonly content: string;
  readonly messages: readonly string[];
  readonly skipped: readonly string[];
}

/** Defines a test for each case. The test checks the format, the messages and the skipped parts. */
export function testsOfReading(cases: readonly ReadCase[]): void {
  for (const { format, content, messages, skipped } of cases) {
    it(`are read, and all parts that can’t be read are reported: ${format}`, async () => {
      const read = await readContent(content);
      assert.equal(read.format, format);
      assert.deepEqual(read.messages.map(inFull), messages);
      assert.deepEqual(
        read.skipped.map(({ what, count }) => `${count} ${what}`),
        skipped,
      );
    });
  }
}

/**
 * Reads a fixture. Returns its format, its title, its messages in a short form, and the skipped parts. A part that was
 * skipped several times has the number in front, as in “2 × recall event”.
 */
export async function readInShort(name: string): Promise<{
  readonly format: string;
  readonly title?: string;
  readonly messages: readonly string[];
  readonly skipped: readonly string[];
}> {
  const { format, title, messages, skipped } = await readFixture(name);
  return {
    format,
    ...(title !== undefined && { title }),
    messages: sketch(messages),
    skipped: skipped.map(({ what, count }) => (count === 1 ? what : `${String(count)} × ${what}`)),
  };
}

/** A Markdown file and what is read from it. */
export interface MarkdownCase {
  readonly what: string;
  readonly lines: readonly string[];
  readonly messages: readonly string[];
  readonly skipped?: readonly string[];
}

/** Asserts which messages are read from a file, and what is skipped. */
export async function assertReadAs(
  { lines, messages, skipped = [] }: MarkdownCase,
  head: readonly string[] = [],
): Promise<void> {
  const read = await readContent([...head, ...lines, ''].join('\n'));
  assert.deepEqual(read.messages.map(inFull), messages);
  assert.deepEqual(
    read.skipped.map((each) => `${each.count} ${each.what}`),
    skipped,
  );
}
