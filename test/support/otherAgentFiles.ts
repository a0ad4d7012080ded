import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { agentFiles, type AgentFiles } from '../../src/adapters/otherAgents/agentFiles.ts';
import { AGENTS, type AgentId, type MachinePlaces } from '../../src/adapters/otherAgents/agents.ts';

/** Returns the hash that Gemini CLI uses for a folder. */
export function geminiHash(folder: string): string {
  return createHash('sha256').update(folder).digest('hex');
}

/** A fake machine with other agents' sessions, in a temporary folder. */
export class OtherMachine {
  readonly root = realpathSync(mkdtempSync(path.join(tmpdir(), 'lt-others-')));
  readonly workspace = path.join(this.root, 'work', 'shop');
  readonly elsewhere = path.join(this.root, 'work', 'other');
  readonly places: MachinePlaces = {
    home: path.join(this.root, 'home'),
    env: {},
    editorChats: path.join(this.root, 'storage', 'chatSessions'),
    extensionsStorage: path.join(this.root, 'globalStorage'),
  };
  /** All accesses in order: `names`, `stamp` or `text`, and the path. */
  readonly read: string[] = [];
  readonly bytesRead: number[] = [];

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  /** The real file system, with a record of each read. */
  get files(): AgentFiles {
    const note = (what: string, file: string): void => {
      this.read.push(`${what} ${path.relative(this.root, file)}`);
    };
    return {
      paths: async (folder, onUnreadable) => {
        note('names', folder.folder);
        return agentFiles.paths(folder, onUnreadable);
      },
      stamp: async (file) => {
        note('stamp', file);
        return agentFiles.stamp(file);
      },
      text: async (file, from, bytes) => {
        note('text', file);
        this.bytesRead.push(bytes);
        return agentFiles.text(file, from, bytes);
      },
    };
  }

  /** Returns the folder in which an agent stores sessions of a workspace. */
  folderOf(agent: AgentId, workspace = this.workspace): string {
    const [folder] = AGENTS[agent].folders(workspace, this.places);
    if (folder === undefined) throw new Error(`${agent} has no folder`);
    return folder.folder;
  }

  write(folder: string, name: string, text: string): string {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  /** Writes a Claude Code session of a workspace, and returns the path of the session's file. */
  writeClaude(name: string, texts: readonly string[], workspace = this.workspace): string {
    const lines = texts.flatMap((text, at) => claudeLines(text, { at, cwd: workspace }));
    return this.write(this.folderOf('claudeCode', workspace), `${name}.jsonl`, `${lines.join('\n')}\n`);
  }

  /**
   * Writes two sessions of each agent: one for the open folder and one for another folder. VS Code's own chat has only
   * the session for the open folder.
   */
  writeAll(): void {
    for (const [cwd, word] of [
      [this.workspace, 'here'],
      [this.elsewhere, 'there'],
    ] as const) {
      const said = (text: string): object => ({ role: 'user', content: [{ type: 'text', text }] });
      const lines = (...all: readonly object[]): string =>
        all.map((one) => `${JSON.stringify(one)}\n`).join('');
      this.writeClaude(`claude-${word}`, [`claude ${word}`], cwd);
      this.write(
        this.folderOf('codex'),
        `2026/01/02/rollout-${word}.jsonl`,
        lines(
          { type: 'session_meta', payload: { id: word, cwd, cli_version: '0.1' } },
          {
            type: 'response_item',
            payload: {
              type: 'message',
              role: 'user',
              content: [{ type: 'input_text', text: `codex ${word}` }],
            },
          },
          {
            type: 'event_msg',
            payload: { type: 'token_count', info: { last_token_usage: { total_tokens: 777 } } },
          },
        ),
      );
      this.write(
        this.folderOf('copilotCli'),
        `${word}/events.jsonl`,
        lines(
          {
            type: 'session.start',
            timestamp: '2026-01-02T03:04:05Z',
            data: { sessionId: word, producer: 'copilot-agent', context: { cwd } },
          },
          { type: 'user.message', timestamp: '2026-01-02T03:04:05Z', data: { content: `copilot ${word}` } },
        ),
      );
      this.write(
        this.folderOf('geminiCli'),
        `${path.basename(cwd)}/chats/session-${word}.json`,
        JSON.stringify({
          sessionId: word,
          projectHash: geminiHash(cwd),
          messages: [{ type: 'user', content: `gemini ${word}` }],
        }),
      );
      this.write(
        this.folderOf('pi', cwd),
        `${word}.jsonl`,
        lines({ type: 'session', id: word, cwd }, { type: 'message', message: said(`pi ${word}`) }),
      );
      this.write(
        this.folderOf('cline'),
        `${word}/api_conversation_history.json`,
        JSON.stringify([
          said(`<task>\ncline ${word}\n</task>\n# Current Working Directory (${cwd}) Files\n`),
        ]),
      );
      this.write(
        this.folderOf('cursor', cwd),
        `${word}/${word}.jsonl`,
        lines({
          role: 'user',
          message: { content: [{ type: 'text', text: `<user_query>\ncursor ${word}\n</user_query>` }] },
        }),
      );
    }
    const chat = { requests: [{ requestId: 'r', message: { text: 'vscode here' }, response: [] }] };
    this.write(this.places.editorChats, 'a.json', JSON.stringify(chat));
    this.#openCode();
  }

  #openCode(): void {
    const folder = this.folderOf('openCode');
    mkdirSync(folder, { recursive: true });
    const database = new DatabaseSync(path.join(folder, 'opencode.db'));
    database.exec(
      `CREATE TABLE session (id, title, directory, parent_id, time_created, time_updated);
       CREATE TABLE message (id, session_id, time_created, data); CREATE TABLE part (id, message_id, data);`,
    );
    const add = database.prepare('INSERT INTO session VALUES (?, ?, ?, NULL, 1, ?)');
    add.run('a', 'opencode here', this.workspace, 5);
    add.run('b', 'opencode there', this.elsewhere, 6);
    const tokens = { input: 100, output: 20, cache: { read: 3, write: 0 } };
    const message = database.prepare('INSERT INTO message VALUES (?, ?, ?, ?)');
    const part = database.prepare('INSERT INTO part VALUES (?, ?, ?)');
    for (const [id, session, data] of [
      ['m1', 'a', { role: 'user' }],
      ['m2', 'a', { role: 'assistant', tokens }],
      ['m3', 'b', { role: 'user' }],
    ] as const) {
      message.run(id, session, 1, JSON.stringify(data));
      part.run(`p${id}`, id, JSON.stringify({ type: 'text', text: session === 'a' ? 'hello' : 'there' }));
    }
    database.close();
  }
}

/** Returns the lines that Claude Code writes for a prompt and its answer. */
export function claudeLines(
  text: string,
  { at, cwd }: { readonly at: number; readonly cwd: string },
): readonly string[] {
  const id = (part: string): string => `${part}-${String(at)}`;
  const common = { cwd, sessionId: 's', version: '2.1.331', timestamp: '2026-01-02T03:04:05.000Z' };
  const usage = {
    input_tokens: 10,
    cache_creation_input_tokens: 5,
    cache_read_input_tokens: 100,
    output_tokens: at,
  };
  return [
    {
      ...common,
      type: 'user',
      uuid: id('u'),
      parentUuid: at === 0 ? null : `a-${String(at - 1)}`,
      message: { role: 'user', content: text },
    },
    {
      ...common,
      ...{ type: 'assistant', uuid: id('a'), parentUuid: id('u') },
      message: {
        id: id('msg'),
        role: 'assistant',
        model: 'm',
        usage,
        content: [{ type: 'text', text: `Done: ${text}` }],
      },
    },
  ].map((line) => JSON.stringify(line));
}
