import assert from 'node:assert/strict';
import { runToolCall, type Tool, type ToolOutcome } from '../../../../src/core/chat/toolContract.ts';
import { Cancellation, neverCancelled, type CancelSignal } from '../../../../src/core/cancellation.ts';
import type { ToolCallPart } from '../../../../src/core/log/message.ts';
import { noSecrets } from '../../../support/scriptedTurn.ts';

function tool(run: (args: unknown) => Promise<ToolOutcome>): Tool {
  return { schema: { name: 'echo', description: 'Echoes.', parameters: {} }, isReadOnly: true, run };
}

const echo = tool((args) => Promise.resolve({ text: JSON.stringify(args), isError: false }));

/** A tool by another author may reject with any value. */
const textError = 'just text' as unknown as Error;

function call(written: string, name = 'echo'): ToolCallPart {
  return { type: 'toolCall', callId: 'c1', name, arguments: written };
}

async function textOfRun(
  part: ToolCallPart,
  tools: readonly Tool[],
): Promise<{ text: string; isError: boolean }> {
  const message = await runToolCall(part, { tools, secrets: noSecrets }, neverCancelled);
  const [first] = message.parts;
  return { text: first?.type === 'text' ? first.text : '', isError: message.isError === true };
}

describe('running a tool call', () => {
  it('gives the tool the arguments and returns the whole outcome', async () => {
    const long = 'x'.repeat(300_000);
    const big = tool(() => Promise.resolve({ text: long, isError: false, exitCode: 3 }));
    assert.deepEqual(await runToolCall(call('{}'), { tools: [big], secrets: noSecrets }, neverCancelled), {
      role: 'tool',
      callId: 'c1',
      toolName: 'echo',
      parts: [{ type: 'text', text: long }],
      exitCode: 3,
    });
    assert.deepEqual(await textOfRun(call('{"a":1}'), [echo]), { text: '{"a":1}', isError: false });
  });

  it('replaces a mark such as `[secret: key #1]` with the secret’s value, or fails if the value is unknown', async () => {
    const secrets = { valueOf: (n: number) => (n === 1 ? 'heron' : undefined), hasUnnumbered: () => false };
    const textsOf = async (written: string): Promise<readonly unknown[]> => {
      const { parts, isError } = await runToolCall(call(written), { tools: [echo], secrets }, neverCancelled);
      return [isError, ...parts.map((part) => (part.type === 'text' ? part.text : ''))];
    };
    assert.deepEqual(await textsOf('{"a":"[secret: key #1]"}'), [undefined, '{"a":"heron"}']);
    const [isError, problem] = await textsOf('{"a":"[secret: key #2]"}');
    assert.equal(isError, true);
    assert.match(String(problem), /^Nothing was done: the value of \[secret: key #2\] is not known/u);
  });

  it('treats missing arguments as an empty object', async () => {
    assert.deepEqual(await textOfRun(call('  '), [echo]), { text: '{}', isError: false });
  });

  for (const written of ['{"path": "src', '[1]', '"text"', 'null']) {
    it(`tells the model that ${written} is not a JSON object`, async () => {
      const { text, isError } = await textOfRun(call(written), [echo]);
      assert.equal(isError, true);
      assert.match(text, /^The arguments could not be read: .*Call again with one JSON object\.$/);
    });
  }

  it('names the available tools if the called tool is unknown', async () => {
    assert.deepEqual(await textOfRun(call('{}', 'ecko'), [echo]), {
      text: 'There is no tool “ecko”. Available: echo.',
      isError: true,
    });
    assert.match((await textOfRun(call('{}'), [])).text, /No tools are available/);
  });

  it('says so if the arguments are JSON but not an object, and lists all tools if the called tool is unknown', async () => {
    const { text } = await textOfRun(call('[1]'), [echo]);
    assert.match(text, /: they are JSON, but not an object\. Call again/u);
    const other: Tool = { ...echo, schema: { ...echo.schema, name: 'look' } };
    assert.match((await textOfRun(call('{}', 'ecko'), [echo, other])).text, /Available: echo, look\.$/u);
  });

  it('runs the first of two tools with the same name', async () => {
    const second = tool(() => Promise.resolve({ text: 'second', isError: false }));
    assert.equal((await textOfRun(call('{}'), [echo, second])).text, '{}');
  });

  it('removes the stop listener after the call', async () => {
    const listening = new Map<() => void, string>();
    const signal: CancelSignal = {
      aborted: false,
      addEventListener: (type, listener) => void listening.set(listener, type),
      removeEventListener: (type: string, listener) => {
        if (listening.get(listener) === type) listening.delete(listener);
      },
    };
    let whileRunning = 0;
    const watching = tool(async () => {
      await Promise.resolve();
      whileRunning = listening.size;
      return { text: '', isError: false };
    });
    await runToolCall(call('{}'), { tools: [watching], secrets: noSecrets }, signal);
    assert.deepEqual([whileRunning, listening.size], [1, 0]);
  });

  it('turns a thrown error into an error result', async () => {
    const throwing = tool(() => {
      throw new Error('disk on fire');
    });
    assert.deepEqual(await textOfRun(call('{}'), [throwing]), {
      text: 'echo failed: disk on fire',
      isError: true,
    });
    const odd = tool(() => Promise.reject(textError));
    assert.match((await textOfRun(call('{}'), [odd])).text, /just text/);
  });

  it('is interrupted immediately by a stop, even if the tool never ends', async () => {
    const stop = new Cancellation();
    const endless = tool(() => new Promise(() => undefined));
    const result = runToolCall(call('{}'), { tools: [endless], secrets: noSecrets }, stop.signal);
    stop.cancel();
    assert.deepEqual((await result).parts, [{ type: 'text', text: '[interrupted]' }]);
  });

  it('does not start the tool after a stop', async () => {
    const stop = new Cancellation();
    stop.cancel();
    let hasRun = false;
    const noting = tool(() => {
      hasRun = true;
      return Promise.resolve({ text: '', isError: false });
    });
    assert.equal(
      (await runToolCall(call('{}'), { tools: [noting], secrets: noSecrets }, stop.signal)).isError,
      true,
    );
    assert.equal(hasRun, false);
  });
});
