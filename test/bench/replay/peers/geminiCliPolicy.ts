import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContextItem } from '../../retention/contextItem.ts';
import {
  asContent,
  geminiCli,
  namesByCall,
  type GeminiContent,
  type GeminiMasking,
  type GeminiPart,
} from '../../retention/rows/peers/geminiCli.ts';
import type { PeerModules } from '../../retention/rows/peers/peer.ts';
import type { ContextPolicy, PeerPolicy, PolicyContext, PolicySetting, PolicyTurn } from './contextPolicy.ts';

const CORE = '@google/gemini-cli-core/dist/src';
const MODEL = 'gemini-2.5-pro';
/** The default share of the model's window at which the package starts to compress. */
const COMPRESSION_THRESHOLD = 0.5;
const TRUNCATED_OUTPUT_CHARACTERS = 40_000;

interface GeminiCompression {
  readonly ChatCompressionService: new () => {
    compress(
      chat: object,
      promptId: string,
      force: boolean,
      model: string,
      config: object,
      hasFailed: boolean,
    ): Promise<{
      readonly newHistory: readonly GeminiContent[] | null;
      readonly info: { readonly originalTokenCount: number; readonly newTokenCount: number };
    }>;
  };
}

interface GeminiServices {
  readonly compression: InstanceType<GeminiCompression['ChatCompressionService']>;
  readonly masking: InstanceType<GeminiMasking['ToolOutputMaskingService']>;
  /** The model's window, which the package derives from the model's name. */
  readonly modelTokens: number;
  readonly maskingDefaults: object;
}

/** Does what the package does before a request: a model compresses the history, then older tool results are masked. */
export const geminiCliPolicy: PeerPolicy = {
  name: 'Gemini CLI',
  settings:
    "from 50 % of the window on, the older 70 % becomes a model's summary, written and checked; " +
    'tool results older than the newest 50,000 tokens are masked, at least 30,000 tokens at a time',
  peer: geminiCli,
  load: async (modules: PeerModules) => {
    const services = await loadServices(modules);
    return async (setting) => {
      const folder = await mkdtemp(join(tmpdir(), 'gemini-'));
      // Replaces the home folder, in which the package stores an installation id even if its telemetry is off.
      process.env['GEMINI_CLI_HOME'] = folder;
      return new GeminiPolicy(services, configOf(setting, services, folder), () =>
        rm(folder, { recursive: true, force: true }),
      );
    };
  },
};

async function loadServices(modules: PeerModules): Promise<GeminiServices> {
  const compression = (await modules(`${CORE}/context/chatCompressionService.js`)) as GeminiCompression;
  const masking = (await modules(`${CORE}/context/toolOutputMaskingService.js`)) as GeminiMasking &
    Readonly<Record<string, unknown>>;
  const limits = (await modules(`${CORE}/core/tokenLimits.js`)) as { tokenLimit(model: string): number };
  return {
    compression: new compression.ChatCompressionService(),
    masking: new masking.ToolOutputMaskingService(),
    modelTokens: limits.tokenLimit(MODEL),
    maskingDefaults: {
      protectionThresholdTokens: masking['DEFAULT_TOOL_PROTECTION_THRESHOLD'],
      minPrunableThresholdTokens: masking['DEFAULT_MIN_PRUNABLE_TOKENS_THRESHOLD'],
      protectLatestTurn: masking['DEFAULT_PROTECT_LATEST_TURN'],
    },
  };
}

/**
 * Returns the parts of the package's configuration that the two services read. The package has no setting for the
 * window, so the threshold is scaled from the model's window to `windowTokens`.
 */
function configOf(
  { windowTokens, summarizer }: PolicySetting,
  services: GeminiServices,
  folder: string,
): object {
  let truncated = 0;
  const answer = (prompt: unknown): object => ({
    candidates: [{ content: { parts: [{ text: summarizer.write(prompt) }] } }],
  });
  const config = {
    getCompressionThreshold: () => (COMPRESSION_THRESHOLD * windowTokens) / services.modelTokens,
    getToolOutputMaskingConfig: () => services.maskingDefaults,
    getTruncateToolOutputThreshold: () => TRUNCATED_OUTPUT_CHARACTERS,
    getNextCompressionTruncationId: () => (truncated += 1),
    getBaseLlmClient: () => ({
      generateContent: ({ contents, systemInstruction }: Record<string, unknown>) =>
        Promise.resolve(answer([systemInstruction, contents])),
    }),
    storage: { getProjectTempDir: () => folder },
    getActiveModel: () => MODEL,
    getSessionId: () => '',
    getSessionMemory: () => '',
    getIncludeDirectoryTree: () => false,
    getUsageStatisticsEnabled: () => false,
    isInteractive: () => false,
    getHookSystem: nothing,
    getApprovedPlanPath: nothing,
    getContentGenerator: nothing,
    getContentGeneratorConfig: nothing,
    getExperiments: nothing,
  };
  return Object.assign(config, { config });
}

function nothing(): undefined {
  return undefined;
}

class GeminiPolicy implements ContextPolicy {
  readonly end: () => Promise<void>;
  readonly #services: GeminiServices;
  readonly #config: object;
  readonly #items = new Map<GeminiPart, ContextItem>();
  #history: readonly GeminiContent[] = [];
  #hasFailed = false;

  constructor(services: GeminiServices, config: object, end: () => Promise<void>) {
    this.#services = services;
    this.#config = config;
    this.end = end;
  }

  /**
   * Compacts the history up to the newest answer. The messages after this answer are the next request, which is not in
   * the history yet.
   */
  async next({ arrived, usage }: PolicyTurn): Promise<PolicyContext> {
    const contents = this.#asContents(arrived);
    const requestStart = contents.findLastIndex(({ role }) => role === 'model') + 1;
    this.#history = [...this.#history, ...contents.slice(0, requestStart)];
    const hasCompressed = await this.#compress(usage.inputTokens);
    const hasMasked = await this.#mask();
    this.#history = [...this.#history, ...contents.slice(requestStart)];
    return {
      items: this.#history.flatMap((content) => this.#itemsOf(content)),
      hasCompacted: hasCompressed || hasMasked,
    };
  }

  async #compress(promptTokens: number): Promise<boolean> {
    const { newHistory, info } = await this.#services.compression.compress(
      { getHistory: () => this.#history, getLastPromptTokenCount: () => promptTokens },
      '',
      false,
      MODEL,
      this.#config,
      this.#hasFailed,
    );
    this.#hasFailed ||= info.newTokenCount > info.originalTokenCount;
    if (newHistory === null) return false;
    this.#history = newHistory;
    return true;
  }

  async #mask(): Promise<boolean> {
    const { newHistory } = await this.#services.masking.mask(this.#history, this.#config);
    const hasMasked = newHistory.some((content, index) => content !== this.#history[index]);
    this.#history = newHistory;
    return hasMasked;
  }

  #asContents(items: readonly ContextItem[]): readonly GeminiContent[] {
    const names = namesByCall(items);
    return items.map((item) => {
      const content = asContent(item, names);
      const [part] = content.parts;
      if (part !== undefined) this.#items.set(part, item);
      return content;
    });
  }

  /**
   * Returns the item of a content. Makes an item if the package made or changed the content's first part. This part is
   * the key of the item, because the package copies changed contents, but reuses the objects of unchanged parts.
   */
  #itemsOf({ role, parts }: GeminiContent): readonly ContextItem[] {
    const [part] = parts;
    if (part === undefined) return [];
    const item = this.#items.get(part) ?? madeItem(role, part);
    this.#items.set(part, item);
    return [item];
  }
}

function madeItem(role: 'user' | 'model', { text, functionResponse }: GeminiPart): ContextItem {
  if (functionResponse !== undefined) {
    const { id, response } = functionResponse;
    return { role: 'tool', content: response.output, tool_call_id: id, treatment: 'stub' };
  }
  return { role: role === 'model' ? 'assistant' : 'user', content: text ?? '', treatment: 'summary' };
}
