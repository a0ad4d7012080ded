import assert from 'node:assert/strict';
import { readHistory } from '../../../../src/core/agent/agentHistory.ts';
import type { AgentMessage, AgentPart } from '../../../../src/core/agent/agentRequest.ts';
import { markerOf } from '../../../../src/core/agent/marker.ts';
import { asks, call, request, result, says, userMessage } from '../../../support/agentSessions.ts';

const IMAGE: AgentPart = { type: 'image', mediaType: 'image/png', data: 'aaaa' };

function read(...messages: readonly AgentMessage[]) {
  return readHistory(request(messages)).messages;
}

function data(mediaType: string, text: string): AgentPart {
  return { type: 'data', mediaType, text };
}

describe('The history in a request', () => {
  it('contains no thinking, markers or other signals, and joins the texts around them', () => {
    const parts: readonly AgentPart[] = [
      { type: 'thinking', text: 'I think.' },
      { type: 'text', text: 'One' },
      data('stateful_marker', markerOf('s1')),
      { type: 'thinking', text: 'Again.' },
      { type: 'text', text: ' two.' },
      data('usage', '{}'),
    ];
    assert.deepEqual(read({ role: 'assistant', parts }), [
      { role: 'assistant', parts: [{ type: 'text', text: 'One two.' }] },
    ]);
    assert.deepEqual(read(says('', { type: 'thinking', text: 'I think.' })), []);
  });

  it('has the tool results of a user message as separate messages, before the message with the text', () => {
    const both: AgentMessage = {
      role: 'user',
      parts: [{ type: 'text', text: 'Look.' }, IMAGE, ...result('c1', 'port 1').parts],
    };
    assert.deepEqual(read(says('', call('c1', undefined)), both), [
      { role: 'assistant', parts: [{ type: 'toolCall', callId: 'c1', name: 'read_file', arguments: '{}' }] },
      { role: 'tool', callId: 'c1', toolName: 'read_file', parts: [{ type: 'text', text: 'port 1' }] },
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'Look.' },
          { type: 'image', mediaType: 'image/png', data: 'aaaa' },
        ],
      },
    ]);
  });

  it('contains texts, JSON and images of results, and empty results, but no cache marks or [interrupted]', () => {
    const parts = [
      data('application/json', '{"a":1}'),
      data('text/plain', 'b'),
      data('cache_control', 'c'),
      IMAGE,
    ];
    const results: AgentMessage = {
      role: 'user',
      parts: [
        { type: 'toolResult', callId: 'c1', parts },
        { type: 'toolResult', callId: 'c2', parts: [] },
        ...result('c3', '[interrupted]').parts,
      ],
    };
    assert.deepEqual(
      read(results).map(({ parts: kept }) =>
        kept.map((part) => (part.type === 'text' ? part.text : part.type)),
      ),
      [['{"a":1}', 'b', 'image'], []],
    );
  });

  it('joins the system messages at the beginning to one system text, and turns later ones into user messages', () => {
    const system = (text: string): AgentMessage => ({ role: 'system', parts: [{ type: 'text', text }] });
    const all = readHistory(request([system('More.'), asks('a'), system('Late.')]));
    assert.equal(all.systemText, 'You are the agent.\n\nMore.');
    assert.deepEqual(
      all.messages.map(({ role }) => role),
      ['user', 'user'],
    );
  });

  it('has our newest marker, but not the marker of another extension', () => {
    const marked = (text: string): AgentMessage => says('x', data('stateful_marker', text));
    const all = [
      marked(markerOf('s1')),
      userMessage('a'),
      marked(`large\\${markerOf('s-2_b')}`),
      marked('resp_1'),
    ];
    assert.equal(readHistory(request(all)).marker, 's-2_b');
    assert.equal(readHistory(request([marked('resp_1')])).marker, undefined);
  });
});
