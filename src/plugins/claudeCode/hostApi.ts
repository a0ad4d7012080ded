/**
 * The part of Claude Code's plugin interface that the plugin uses. The whole interface has 23,000 lines of declarations
 * and may change with any release. test/agents contains a test for each fact on which the plugin relies.
 */
export interface ClaudeCode {
  readonly plugin: { readonly root: string };
  readonly fs: {
    read(path: string, options?: { offset?: number; length?: number }): Promise<string>;
    read(path: string, options: { as: 'bytes'; offset: number; length: number }): Promise<{ base64: string }>;
    write(path: string, text: string): Promise<void>;
    exists(path: string): Promise<boolean>;
    stat(path: string): Promise<{ readonly size: number; readonly mtimeMs: number }>;
  };
  readonly env: { get(name: string): Promise<string | undefined> };
  readonly clock: { now(): Promise<number> };
  readonly ui: {
    ask(question: string, options: readonly string[]): Promise<string>;
    status(text: string | undefined): void;
    toast(text: string): void;
    log(text: string, options: { to: 'debug' }): void;
  };
  readonly session: {
    id(): Promise<string>;
    root(): Promise<string>;
    info(): Promise<{ readonly transcriptPath: string }>;
    usage(args?: { breakdown: 'summary' }): Promise<SessionUsage>;
    surfaces(): Promise<readonly unknown[]>;
  };
  readonly tool: { register(tool: ToolSpec): Promise<unknown> };
  readonly command: { register(command: CommandSpec): Promise<unknown> };
}

export interface SessionUsage {
  readonly context: {
    /** The token count of the newest answered request. */
    readonly tokens?: number;
    readonly window: number;
    readonly breakdown?: { readonly rawMaxTokens: number; readonly autoCompactThreshold?: number };
  };
}

interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly isDeferred: boolean;
}

interface CommandSpec {
  readonly name: string;
  readonly description: string;
  readonly argumentHint?: string;
}

/** The events that the plugin handles, each with the type of its answer. */
export interface Events {
  'session.start': { readonly event: object; readonly answer: object };
  'session.measure': {
    readonly event: { readonly context: SessionUsage['context'] };
    readonly answer: object;
  };
  'http.fetch': {
    readonly event: {
      readonly url: string;
      /** Claude Code replaces the values of most headers, but not that of a subagent's id. */
      readonly init?: {
        readonly method?: string;
        readonly body?: unknown;
        readonly headers?: Readonly<Record<string, string>>;
      };
    };
    readonly answer: object;
  };
  'session.compact': {
    readonly event: {
      readonly trigger: string;
      readonly agentId?: string;
      readonly instructions?: string;
    };
    readonly answer: { readonly skip?: string };
  };
  'command.run': {
    readonly event: { readonly command: string; readonly args: string };
    readonly answer: { readonly text?: string; readonly isTextDisplayOnly?: true };
  };
  'tool.check': {
    readonly event: { readonly tool: string; readonly input: unknown; readonly isReadOnly?: true };
    readonly answer: { readonly decision: 'allow' | 'ask' | 'deny'; readonly reason?: string };
  };
  'tool.run': {
    /** Contains the arguments of the call and, if a subagent made the call, `agentId`. */
    readonly event: Readonly<Record<string, unknown>>;
    readonly answer: { readonly result: string };
  };
}

export interface Next<E extends keyof Events> {
  (event: Events[E]['event']): Promise<Events[E]['answer']>;
  readonly origin: { readonly plugin: string };
}

export type Hook<E extends keyof Events> = (
  $: ClaudeCode,
  event: Events[E]['event'],
  next: Next<E>,
) => Events[E]['answer'] | Promise<Events[E]['answer']>;

export interface Registration<E extends keyof Events> {
  /** Sets the hook that runs instead if this hook threw an error or took too long. */
  catch(instead: Hook<E>): void;
}

export interface On {
  <E extends keyof Events>(name: E, hook: Hook<E>): Registration<E>;
  <E extends keyof Events>(name: E, matcher: object, hook: Hook<E>): Registration<E>;
}
