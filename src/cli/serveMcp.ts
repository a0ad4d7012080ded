import { inputLines, McpServer } from '../adapters/mcp/mcpServer.ts';
import { INSTRUCTIONS, sessionTools } from '../adapters/mcp/sessionTools.ts';
import { storedSessions } from '../adapters/mcp/storedSessions.ts';
import { nodeStoreEnvironment } from '../adapters/store/nodeStoreEnvironment.ts';
import { SessionStore } from '../adapters/store/sessionStore.ts';
import { packageVersion } from './packageVersion.ts';

export interface McpPorts {
  readonly input: AsyncIterable<Buffer | string>;
  readonly write: (text: string) => void;
}

/**
 * Serves the sessions of one workspace over the Model Context Protocol. Handles requests concurrently. When the input
 * ends, cancels the requests that are still running.
 */
export async function serveMcp(
  { storage, workspace }: { readonly storage: string; readonly workspace: string },
  { input, write }: McpPorts,
): Promise<void> {
  const store = new SessionStore(storage, nodeStoreEnvironment);
  const server = new McpServer({
    version: packageVersion(),
    instructions: INSTRUCTIONS,
    tools: sessionTools(storedSessions(store, workspace)),
    send: (line) => write(`${line}\n`),
  });
  const running = new Set<Promise<void>>();
  for await (const line of inputLines(input)) {
    const answered = server.receive(line).finally(() => running.delete(answered));
    running.add(answered);
  }
  server.close();
  await Promise.all(running);
}
