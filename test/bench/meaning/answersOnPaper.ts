import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finishHeadless, prepareHeadless, withModelSummary } from '../../../src/cli/compactMessages.ts';
import { textOf } from '../../../src/core/log/message.ts';
import { importedEntries } from '../../../src/core/log/ids.ts';
import { foldSession } from '../../../src/core/log/session.ts';
import { ChatError, type ChatDelta, type ChatModel, type ChatRequest } from '../../../src/core/ports.ts';
import { WINDOW_TOKENS } from '../retention/rows/engine.ts';
import type { Row } from '../retention/rows/row.ts';

/**
 * A chat model that writes each request to a file in a folder, and reads the answer from a file beside the request. A
 * capable reader, or a model that this machine can't reach, writes the answers. The name of a file begins with the
 * first digits of the request's SHA-256, so that no answer is used for another request.
 */
export class ModelOnPaper implements ChatModel {
  readonly profile = {
    id: 'on-paper',
    window: WINDOW_TOKENS,
    supportsTools: true,
    encoding: 'o200k_base',
  } as const;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  async *stream(request: ChatRequest): AsyncIterable<ChatDelta> {
    const asked = requestText(request);
    const name = createHash('sha256').update(asked).digest('hex').slice(0, 12);
    const answer = join(this.#folder, `${name}.answer.txt`);
    if (!existsSync(answer)) {
      const file = join(this.#folder, `${name}.request.txt`);
      await writeFile(file, asked);
      throw new ChatError('unreachable', `${file} waits for ${answer}.`, false);
    }
    yield { type: 'text', text: await readFile(answer, 'utf8') };
    yield { type: 'finish', reason: 'stop' };
  }
}

function requestText({ messages, tools, maxOutputTokens }: ChatRequest): string {
  const said = messages.map((message) => `=== ${message.role}\n${textOf(message)}`);
  const may = tools.map(({ name, description }) => `${name}: ${description}`).join('\n');
  return [...said, `=== tools\n${may}`, `=== most output tokens\n${String(maxOutputTokens)}\n`].join('\n\n');
}

/**
 * Returns a row for the engine with a model whose answers are in the folder. If the model's summary fails, the context
 * is empty, and the output tells the reason, for example that the answer to a request is missing.
 */
export function withAnswersOf(folder: string, tell: (line: string) => void): Row {
  const model = new ModelOnPaper(folder);
  return {
    name: 'hybrid, with a model',
    kind: 'engine',
    compact: async ({ past, budgetTokens, count }) => {
      const options = {
        ...({ windowTokens: WINDOW_TOKENS, strategy: 'hybrid', hasModel: true } as const),
        ...{ budgetTokens, count },
      };
      const mechanical = prepareHeadless(foldSession(importedEntries(past, 0)), options);
      const { context, event } = finishHeadless(await withModelSummary(mechanical, model, options), options);
      if (event.proseFailed === undefined) return context;
      tell(event.proseFailed);
      return [];
    },
  };
}
