import { blocksOf, imageOf } from '../../adapters/transcripts/anthropicBlocks.ts';
import { fieldOf, jsonText, stringOf, type JsonObject } from '../../adapters/transcripts/json.ts';
import { TOKENS_PER_MESSAGE } from '../../core/context/account.ts';
import { estimateTokens } from '../../core/context/estimateTokens.ts';
import { imageCountFor, type CountImage } from '../../core/context/imageTokens.ts';
import { remembered } from '../../core/remembered.ts';
import type { ApiMessage } from './requestFormat.ts';

/** Returns the counter for a request. A request is counted several times, as it came and as it might be sent: each message once. */
const counterOf = remembered((body: JsonObject) => {
  const countImage = imageCountFor(stringOf(body, 'model'));
  return {
    around: estimateTokens(jsonText(fieldOf(body, 'system')) + jsonText(fieldOf(body, 'tools'))),
    ofMessage: remembered(({ content }: ApiMessage) => countBlocks(content, countImage)),
  };
});

/** What a request would take, all of it: an estimate, since Claude's tokenizer is not public. */
export function countRequest(body: JsonObject, messages: readonly ApiMessage[]): number {
  const { around, ofMessage } = counterOf(body);
  return messages.reduce((sum, message) => sum + TOKENS_PER_MESSAGE + ofMessage(message), around);
}

function countBlocks(content: unknown, countImage: CountImage): number {
  return blocksOf(content).reduce((sum, block) => sum + countBlock(block, countImage), 0);
}

/** Of thinking that is not shown the signature alone tells how long it was. */
function countBlock(block: JsonObject, countImage: CountImage): number {
  switch (stringOf(block, 'type')) {
    case 'text':
      return estimateTokens(stringOf(block, 'text') ?? '');
    case 'image':
    case 'document':
      return countImage(imageOf(block));
    case 'tool_result':
      return countBlocks(fieldOf(block, 'content'), countImage);
    default:
      return estimateTokens(jsonText(block));
  }
}
