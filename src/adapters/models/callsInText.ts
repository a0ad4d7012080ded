import type { ChatDelta, ToolSchema } from '../../core/ports.ts';
import { fencedKinds, type FencedKind } from '../../core/text/codeFences.ts';
import { callsIn } from './writtenCalls.ts';

/** The beginnings of calls that are written as text. */
const MARKS = [
  '<tool_call>',
  '<function=',
  '<invoke name=',
  '<minimax:tool_call>',
  '<function_calls>',
  '<|tool_call|>',
  '[TOOL_CALLS]',
  '<|python_tag|>',
  '<|tool_calls_section_begin|>',
  '<|tool_call_begin|>',
  '<｜tool▁calls▁begin｜>',
  '<｜tool▁call▁begin｜>',
  ...['<｜DSML｜', '<｜｜DSML｜｜', '<|DSML|', '<||DSML||', '<‖DSML‖'],
  ...['<|channel|>commentary to=', 'to=functions.'],
  // LFM2 and Gemma 4 begin calls with these marks. Longthread does not parse the formats of their calls.
  ...['<|tool_call_start|>', '<|tool_call>'],
];
/** The beginnings of calls in JSON without a tag. White space is removed from a text before the comparison. */
const JSON_MARKS = ['{"name":"', '[{"name":"', '{"type":"function"', '[{"type":"function"'];
/** In text that was passed on, a mark counts only if a tool's name follows within this many characters. */
const NEAR_CHARACTERS = 200;
/** The maximum number of characters to hold back. A longer text is shown to the person, as the answer may never end. */
const MOST_HELD = 1_000_000;
/** After this many characters, no more text of an answer is kept for `isParserOff`. */
const MOST_SEARCHED = 100_000;

/** Whether an answer's text is held back as a possible call, or passed on. */
type State = 'undecided' | 'held' | 'passed';

/**
 * Recognises an answer that consists of calls written as text. A model sends such an answer if the server's tool parser
 * is off. If an answer begins like a call, holds the answer back until its end. Passes on other text immediately.
 */
export class CallsInText {
  readonly #tools: readonly ToolSchema[];
  #state: State;
  #held = '';
  #passed = '';
  #hasCalls = false;

  constructor(tools: readonly ToolSchema[]) {
    this.#tools = tools;
    this.#state = tools.length === 0 ? 'passed' : 'undecided';
  }

  get hasCalls(): boolean {
    return this.#hasCalls;
  }

  read(delta: ChatDelta): readonly ChatDelta[] {
    if (delta.type === 'toolCall') {
      this.#hasCalls = true;
      return [...this.#passOn(), delta];
    }
    if (delta.type !== 'text') return [delta];
    this.#held += delta.text;
    if (this.#state === 'undecided') this.#state = stateOf(this.#held);
    return this.#state === 'passed' || this.#held.length > MOST_HELD ? this.#passOn() : [];
  }

  /**
   * Returns the text that was held back. Returns calls instead if the text consists of calls and the answer is
   * complete.
   */
  end(isWhole: boolean): readonly ChatDelta[] {
    const calls = isWhole && !this.#hasCalls && this.#state === 'held' && callsIn(this.#held, this.#tools);
    if (!calls) return this.#passOn();
    this.#hasCalls = true;
    return calls.map((call, index) => ({ type: 'toolCall', index, ...call }));
  }

  /**
   * Whether the finished answer seems to contain a call that was not run. If the answer is a single code fence, the
   * fence must contain only calls. Otherwise, a mark and then a tool's name must occur outside code.
   */
  get isParserOff(): boolean {
    if (this.#hasCalls || this.#tools.length === 0) return false;
    const lines = this.#passed.trim().split('\n');
    const kinds = fencedKinds(lines);
    const linesOf = (kind: FencedKind): string => lines.filter((_, at) => kinds[at] === kind).join('\n');
    const isOneFence = kinds[0] === 'fence' && kinds.indexOf('fence', 1) === kinds.length - 1;
    if (isOneFence) return callsIn(linesOf('code'), this.#tools) !== undefined;
    const plain = linesOf('text').replace(/`[^`\n]*`/g, '');
    return MARKS.some((mark) => {
      const at = plain.indexOf(mark);
      const following = plain.slice(at, at + NEAR_CHARACTERS);
      return at >= 0 && this.#tools.some(({ name }) => following.includes(name));
    });
  }

  #passOn(): readonly ChatDelta[] {
    const text = this.#held;
    this.#held = '';
    this.#state = 'passed';
    if (this.#passed.length < MOST_SEARCHED) this.#passed += text;
    return text === '' ? [] : [{ type: 'text', text }];
  }
}

/** Returns `held` if a text begins like a call, `passed` if not, and `undecided` if the text is too short to decide. */
function stateOf(text: string): State {
  const start = text.trimStart();
  const compact = start.slice(0, NEAR_CHARACTERS).replace(/\s/g, '');
  if (MARKS.some((mark) => start.startsWith(mark)) || JSON_MARKS.some((mark) => compact.startsWith(mark)))
    return 'held';
  const mayBecomeCall =
    MARKS.some((mark) => mark.startsWith(start)) || JSON_MARKS.some((mark) => mark.startsWith(compact));
  return mayBecomeCall ? 'undecided' : 'passed';
}
