import type { ResponseCreateParamsBase, ResponseStreamEvent } from 'openai/resources/responses/responses';
import type { ChatDelta, ChatRequest } from '../../core/ports.ts';
import type { AnswerRun } from './answerRun.ts';
import { AnswerWords } from './answerWords.ts';
import { receivedDone } from './boundedBody.ts';
import { chatError } from './chatError.ts';
import { hasContent } from './chunkReader.ts';
import { ApiModel, type OpenAiModelOptions } from './openAiModel.ts';
import { RESPONSES_SHAPE, type RequestShape } from './endpointQuirks.ts';
import { toResponseInput, toResponseTools } from './responseInput.ts';
import { ResponseReader } from './responseReader.ts';
import { effortName } from './thinkingEffort.ts';

/**
 * A model behind OpenAI's Responses API. Newer models need this API to think between tool calls. The provider stores
 * nothing. A model's reasoning arrives encrypted and is kept in the log. It is sent back before the text or call that
 * followed the reasoning (https://platform.openai.com/docs/guides/reasoning).
 */
export class ResponsesModel extends ApiModel {
  constructor(options: OpenAiModelOptions) {
    super({ ...options, leavesForResponses: false }, RESPONSES_SHAPE);
  }

  protected async *answer(
    request: ChatRequest,
    shape: RequestShape,
    run: AnswerRun,
  ): AsyncGenerator<ChatDelta, void, undefined> {
    const reader = new ResponseReader();
    const words = new AnswerWords(shape.tools ? request.tools : []);
    let answer: Response | undefined;
    try {
      run.waitFor(shape.withoutStream ? 'firstToken' : 'headers');
      const { data, response } = await this.post<ResponseStreamEvent>(
        '/responses',
        this.#params(request, shape),
        run.controller.signal,
      );
      answer = response;
      run.waitFor('firstToken');
      for await (const event of data) {
        const wasThinking = reader.isThinking;
        const deltas = reader.read(event);
        if (deltas.some(hasContent) || reader.isThinking !== wasThinking)
          run.waitFor(reader.isThinking ? 'firstToken' : 'gap');
        yield* deltas.flatMap((delta) => words.read(delta));
        if (reader.finish !== undefined) break;
      }
    } catch (error) {
      yield* words.end(false);
      throw error;
    }
    const end = reader.finish ?? (receivedDone(answer) ? reader.finishIfWhole : undefined);
    const isWhole = end === 'stop' || end === 'toolCalls';
    yield* words.end(isWhole);
    if (run.signal.aborted || run.watchdog.missed !== undefined || end === undefined)
      throw chatError('interrupted', this.place);
    if (words.isParserOff) this.learned.reportParserOff();
    const items = reader.kept.items(this.modelKey);
    if (items !== undefined) yield { type: 'opaque', items };
    const reason = isWhole && words.hasCalls ? 'toolCalls' : end;
    yield { type: 'finish', reason, ...(reader.usage && { usage: reader.usage }) };
  }

  #params(request: ChatRequest, shape: RequestShape): ResponseCreateParamsBase {
    const { messages, tools, toolChoice, maxOutputTokens } = request;
    const hasTools = shape.tools && tools.length > 0;
    const effort = shape.effort ? this.options.effort : undefined;
    const { instructions, input } = toResponseInput(messages, {
      ...shape,
      tools: hasTools,
      // An empty key matches no earlier answer, so no encrypted thoughts are sent.
      modelKey: shape.encrypted ? this.modelKey : '',
    });
    return {
      model: this.profile.id,
      input,
      store: false,
      stream: !shape.withoutStream,
      ...(instructions !== '' && { instructions }),
      ...(shape.encrypted && { include: ['reasoning.encrypted_content'] }),
      ...((shape.summary || effort !== undefined) && {
        reasoning: {
          ...(shape.summary && { summary: 'auto' }),
          ...(effort !== undefined && { effort: effortName(effort) }),
        },
      }),
      ...(hasTools && { tools: toResponseTools(tools) }),
      ...(hasTools && toolChoice === 'required' && shape.toolChoice && { tool_choice: toolChoice }),
      ...(maxOutputTokens !== undefined &&
        shape.outputLimit !== 'none' && { max_output_tokens: Math.max(LEAST_OUTPUT, maxOutputTokens) }),
    };
  }
}

/** The smallest output limit that the API accepts. */
const LEAST_OUTPUT = 16;
