import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readTranscript, type Transcript } from '../../../../src/adapters/transcripts/formats.ts';
import { personTextOf, toolCallsOf, type ResultPart } from '../../../../src/core/log/message.ts';
import { testEachTranscript } from '../../../support/corpus.ts';
import type { Count } from '../../../support/transcriptCounts/count.ts';
import {
  countClaudeCode,
  countCodex,
  countCopilotCli,
  countCursor,
  countGeminiLines,
  countOpenHandsOutput,
  countPi,
  countQwenCode,
} from '../../../support/transcriptCounts/linesOfRecords.ts';
import {
  countAider,
  countClaudeConsole,
  countCursorExport,
  countSpecstory,
} from '../../../support/transcriptCounts/shownTexts.ts';
import {
  countChatReplay,
  countCline,
  countContinue,
  countCrush,
  countGeminiObject,
  countMiniSweAgent,
  countOpenCode,
  countSweAgent,
} from '../../../support/transcriptCounts/wholeFiles.ts';

type Counter = (text: string) => Count;

/** The counter for the files in each folder. */
const COUNTERS: Readonly<Record<string, Counter>> = {
  aider: countAider,
  'claude-code': countClaudeCode,
  'claude-console': countClaudeConsole,
  'cline-messages': countCline,
  'codex-rollout': countCodex,
  'mini-swe-agent': countMiniSweAgent,
  'pi-session': countPi,
  specstory: countSpecstory,
  'swe-agent': countSweAgent,
  'vscode-chatreplay': countChatReplay,
};

/** The counters for further files, by folder below LONGTHREAD_MORE_TRANSCRIPTS and by file extension. */
const MORE_COUNTERS: Readonly<Record<string, Counter>> = {
  'continue/.json': countContinue,
  'copilot-cli/.jsonl': countCopilotCli,
  'crush/.json': countCrush,
  'cursor/.jsonl': countCursor,
  'cursor/.md': countCursorExport,
  'gemini-cli/.json': countGeminiObject,
  'gemini-cli/.jsonl': countGeminiLines,
  'oh-my-pi/.jsonl': countPi,
  'opencode/.json': countOpenCode,
  'openhands/.jsonl': countOpenHandsOutput,
  'qwen-code/.jsonl': countQwenCode,
};

function countOf({ messages }: Transcript): Count {
  const parts = messages.flatMap(({ message }) => (message.role === 'assistant' ? message.parts : []));
  const texts = parts.filter((part) => part.type === 'text' && part.origin === undefined);
  return {
    prompts: messages.filter(({ message }) => personTextOf(message).trim() !== '').length,
    answers: texts.filter((part) => 'text' in part && part.text.trim() !== '').length,
    calls: messages.flatMap(({ message }) => toolCallsOf(message)).length,
    results: messages.filter(
      ({ message }) =>
        message.role === 'tool' && (message.parts.length === 0 || !message.parts.every(isPlaceholder)),
    ).length,
  };
}

/** Returns whether a part is the placeholder for a result that the format does not contain. */
function isPlaceholder(part: ResultPart): boolean {
  return part.type === 'text' && part.label === 'missing';
}

async function assertCountedAlike(file: string, counter: Counter): Promise<void> {
  const { prompts, answers, calls, results } = counter(readFileSync(file, 'utf8'));
  const transcript = await readTranscript(file);
  assert.deepEqual(countOf(transcript), { prompts, answers, calls, results }, path.basename(file));
}

describe('The reader of a real transcript', () => {
  testEachTranscript(
    (file) => `finds as many prompts, answers, calls and results as the test’s own counter: ${file}`,
    async (file) => {
      const counter = COUNTERS[path.basename(path.dirname(file))];
      assert.ok(counter, 'there is no counter for this format');
      await assertCountedAlike(file, counter);
    },
  );

  const folder = process.env['LONGTHREAD_MORE_TRANSCRIPTS'] ?? '';
  for (const [form, counter] of Object.entries(MORE_COUNTERS)) {
    const title = `finds as many prompts, answers, calls and results as the test’s own counter: all transcripts of the kind ${form} (folder/extension)`;
    if (folder === '') it(title);
    else
      it(title, async () => {
        const [format = '', ending = ''] = form.split('/');
        const names = readdirSync(path.join(folder, format)).filter((name) => path.extname(name) === ending);
        assert.ok(names.length > 0, 'there is no file of this kind');
        for (const name of names) await assertCountedAlike(path.join(folder, format, name), counter);
      });
  }
});
