import { event, streams } from './faultyEndpoint.ts';

/** Events of the Responses API, as in https://platform.openai.com/docs/api-reference/responses-streaming. */

export const thought = (id: string, encrypted: string | null = `gAAA${id}`) => ({
  ...{ type: 'reasoning', id, encrypted_content: encrypted },
  summary: [{ type: 'summary_text', text: 'I look.' }],
});
export const item = (index: number, data: object): string =>
  event({ type: 'response.output_item.added', output_index: index, item: data }) +
  event({ type: 'response.output_item.done', output_index: index, item: data });
export const called = (index: number, callId: string): string =>
  event({
    type: 'response.output_item.added',
    output_index: index,
    item: { type: 'function_call', id: `fc_${callId}`, call_id: callId, name: 'look', arguments: '' },
  }) +
  event({ type: 'response.function_call_arguments.delta', output_index: index, delta: '{"a"' }) +
  event({ type: 'response.function_call_arguments.delta', output_index: index, delta: ':1}' }) +
  event({
    type: 'response.output_item.done',
    output_index: index,
    item: { type: 'function_call', call_id: callId, name: 'look', arguments: '{"a":1}' },
  });
export const said = (index: number, ...texts: readonly string[]): string =>
  texts.map((delta) => event({ type: 'response.output_text.delta', output_index: index, delta })).join('') +
  event({
    type: 'response.output_item.done',
    output_index: index,
    item: {
      ...{ type: 'message', phase: 'final_answer' },
      content: [{ type: 'output_text', text: texts.join('') }],
    },
  });
export const usage = {
  ...{ input_tokens: 900, output_tokens: 40, total_tokens: 940 },
  ...{ input_tokens_details: { cached_tokens: 512 }, output_tokens_details: { reasoning_tokens: 30 } },
};
export const completed = event({
  type: 'response.completed',
  response: { status: 'completed', output: [], usage },
});
export const fine = streams(event({ type: 'response.created', response: {} }), said(0, 'Hi.'), completed);
