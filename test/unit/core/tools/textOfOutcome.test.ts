import assert from 'node:assert/strict';
import type { ToolMessage } from '../../../../src/core/log/message.ts';
import { saysNoEffect, wasRefused } from '../../../../src/core/tools/noEffect.ts';
import { readResult } from '../../../../src/core/tools/readResult.ts';
import { saysEnded, saysEndedBeforeStop } from '../../../../src/core/tools/runningCommand.ts';
import { textOfOutcome } from '../../../../src/core/tools/textOfOutcome.ts';
import { kindOfTool } from '../../../../src/core/tools/toolKind.ts';

/** Returns everything that the notes take from a result, except the lines that they quote. */
function outcomeOf(toolName: string, text: string): unknown {
  const message: ToolMessage = { role: 'tool', callId: 'c', toolName, parts: [{ type: 'text', text }] };
  const { isFailure, exitCode, runningId } = readResult(message, kindOfTool(toolName));
  const refused = [true, false].map((isToolsOwnText) => wasRefused(text, isToolsOwnText));
  const ended = [saysEnded(text), saysEndedBeforeStop(text)];
  return { isFailure, exitCode, runningId, refused, ended, hadNoEffect: saysNoEffect(text) };
}

describe('The text of a result’s outcome', () => {
  const results: readonly (readonly [toolName: string, text: string, outcome: string])[] = [
    ['edit', 'Done: heron.', '[…]'],
    ['edit', 'The person did not allow this: heron', 'The person did not allow this […]'],
    ['edit', 'The user denied heron', 'The user denied […]'],
    ['edit', 'Error: heron not found', 'Error: […]'],
    ['bash', 'The user chose to skip the tool call, heron', 'The user chose to skip the tool call […]'],
    ['bash', "[bash for 'heron'] Result:\n[interrupted] heron", '[interrupted] […]'],
    [
      'shell',
      'exec_command failed for `heron`: CreateProcess { message: "Rejected(\\"rejected by user\\")" }',
      'exec command rejected by user […]',
    ],
    ['shell', '`heron` rejected: blocked by policy', 'ERROR while calling tool: […]'],
    ['bash', 'heron\nExit code: 1', '[…]\nExit code: 1'],
    ['bash', 'Error: heron\nExit code: 0', '[…]\nExit code: 0'],
    ['bash', '[run1 in heron] Still running.\nheron', '<command with shellId: run1 is still running>\n[…]'],
    ['bash', 'Command is still running in terminal: heron', 'Command is still running in terminal.\n[…]'],
    [
      'bash',
      '[run1] It had ended already. Exit code: 3.\nheron',
      '[run1] It had ended already.\n[…]\nExit code: 3',
    ],
    ['bash', '<task_id>heron</task_id>\n<status>completed</status>', '<status>completed</status>\n[…]'],
    ['read', 'heron\nexit code: 1', '[…]'],
  ];
  for (const [toolName, text, outcome] of results) {
    it(`is only “${outcome.replaceAll('\n', ' ')}” for “${text.replaceAll('\n', ' ')}” from ${toolName}`, () => {
      const message: ToolMessage = { role: 'tool', callId: 'c', toolName, parts: [{ type: 'text', text }] };
      assert.equal(textOfOutcome(message, '[…]'), outcome);
      assert.deepEqual(outcomeOf(toolName, outcome), outcomeOf(toolName, text));
    });
  }
});
