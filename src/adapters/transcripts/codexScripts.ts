/** A call of a tool in a script. */
export interface ScriptCall {
  readonly name: string;
  readonly input: unknown;
}

/**
 * Returns the calls in a script of JavaScript by which newer models of Codex call their tools:
 * `const r = await tools.exec_command({cmd: "ls"}); text(r.output)`. Returns none if the arguments of a call are not
 * known from the text alone; then nobody can say how often and with what it was called.
 */
export function callsInScript(script: string): readonly ScriptCall[] {
  return new Script(script).calls();
}

interface Token {
  readonly kind: 'string' | 'number' | 'name' | 'mark';
  readonly text: string;
}

const SPACE = /(?:\s+|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$))*/uy;
const TOKENS: readonly (readonly [kind: Token['kind'], pattern: RegExp])[] = [
  ['string', /"[^"\\\n]*(?:\\[^][^"\\\n]*)*"|'[^'\\\n]*(?:\\[^][^'\\\n]*)*'/uy],
  ['string', /(?:String\.raw)?`[^`\\]*(?:\\[^][^`\\]*)*`/uy],
  ['number', /-?\d[\d_]*(?:\.\d+)?/uy],
  ['name', /[\p{L}_$][\p{L}\p{N}_$]*/uy],
  // A backslash takes the next character along, so that after it no text is searched for its end.
  ['mark', /\.\.\.|=>|[=!<>]=+|&&|\|\||\\[^]|[^]/uy],
];
/** A regular expression, whose quotation marks open no text. The limits keep the search for its end short. */
const EXPRESSION = ['mark', /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.){0,80}\]){1,200}\//uy] as const;

/** Returns whether a slash after this token begins a regular expression; else it divides. */
function canPrecedeExpression(token: Token | undefined): boolean {
  return (
    token === undefined || token.text === 'return' || (token.kind === 'mark' && !/^[)\]}]$/u.test(token.text))
  );
}

function tokensOf(script: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = endOf(SPACE, script, 0); at < script.length;) {
    const patterns = canPrecedeExpression(tokens.at(-1)) ? [EXPRESSION, ...TOKENS] : TOKENS;
    for (const [kind, pattern] of patterns) {
      const end = endOf(pattern, script, at);
      if (end === at) continue;
      tokens.push({ kind, text: script.slice(at, end) });
      at = endOf(SPACE, script, end);
      break;
    }
  }
  return tokens;
}

/** Returns the end of a match at this place, else the place. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Objects and lists in each other. */
const MOST_DEPTH = 50;

/** Thrown for a value that is not known from the text alone. */
class UnknownValueError extends Error {}

/** Reads the values and calls of a script. */
class Script {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;
  readonly #values = new Map<string, unknown>();

  constructor(script: string) {
    this.#tokens = tokensOf(script);
  }

  calls(): readonly ScriptCall[] {
    const calls: ScriptCall[] = [];
    try {
      while (this.#at < this.#tokens.length) {
        if (this.#takes('const')) this.#readDeclarations();
        // The value of a variable can change.
        else if (this.#takes('let') || this.#takes('var')) this.#values.delete(this.#take().text);
        else if (this.#takes('tools')) calls.push(this.#readCall());
        else this.#pass();
      }
    } catch (error) {
      if (error instanceof UnknownValueError) return [];
      throw error;
    }
    return calls;
  }

  /** Passes a token. After a field or method of a named object or list, its value is no longer known: it can change. */
  #pass(): void {
    const { text } = this.#take();
    if (typeof this.#values.get(text) === 'object' && (this.#isAt('.') || this.#isAt('[')))
      this.#values.delete(text);
  }

  /** Reads the names that are given to values. If a value is not known, goes on at its beginning, for the calls in it. */
  #readDeclarations(): void {
    do {
      const name = this.#take();
      this.#values.delete(name.text);
      if (name.kind !== 'name' || !this.#takes('=')) return;
      const start = this.#at;
      const value = this.#knownValue();
      if (value === undefined) {
        this.#at = start;
        return;
      }
      this.#values.set(name.text, value);
    } while (this.#takes(','));
  }

  #knownValue(): unknown {
    const depth = this.#depth;
    try {
      const value = this.#readValue();
      const next = this.#peek();
      return next === undefined || next.kind === 'name' || /^[;,]$/u.test(next.text) ? value : undefined;
    } catch (error) {
      if (!(error instanceof UnknownValueError)) throw error;
      this.#depth = depth;
      return undefined;
    }
  }

  #readCall(): ScriptCall {
    this.#expect('.');
    const name = this.#take().text;
    this.#expect('(');
    const input = this.#isAt(')') ? {} : this.#readValue();
    this.#takes(',');
    this.#expect(')');
    return { name, input };
  }

  #readValue(): unknown {
    let value = this.#readOperand();
    while (this.#takes('+')) {
      const more = this.#readOperand();
      if (typeof value !== 'string' || typeof more !== 'string') throw new UnknownValueError();
      value += more;
    }
    return value;
  }

  #readOperand(): unknown {
    const { kind, text } = this.#take();
    if (this.#depth >= MOST_DEPTH) throw new UnknownValueError();
    if (kind === 'string') return stringIn(text);
    if (kind === 'number') return Number(text.replaceAll('_', ''));
    if (kind === 'name') return this.#valueOf(text);
    this.#depth += 1;
    const value = text === '{' ? this.#readObject() : text === '[' ? this.#readArray() : undefined;
    this.#depth -= 1;
    if (value === undefined) throw new UnknownValueError();
    return value;
  }

  #valueOf(name: string): unknown {
    if (name === 'true' || name === 'false') return name === 'true';
    if (name === 'null') return null;
    if (!this.#values.has(name) || this.#isAt('.') || this.#isAt('(') || this.#isAt('['))
      throw new UnknownValueError();
    return this.#values.get(name);
  }

  #readObject(): unknown {
    const fields: Record<string, unknown> = {};
    while (!this.#takes('}')) {
      if (this.#takes('...')) Object.assign(fields, this.#readValue());
      else {
        const { kind, text } = this.#take();
        const key = kind === 'string' ? stringIn(text) : text;
        fields[key] = this.#takes(':') ? this.#readValue() : this.#valueOf(key);
      }
      if (!this.#takes(',') && !this.#isAt('}')) throw new UnknownValueError();
    }
    return fields;
  }

  /** Reads a list, or the text into which `join` makes it. */
  #readArray(): unknown {
    const values: unknown[] = [];
    while (!this.#takes(']')) {
      values.push(this.#readValue());
      if (!this.#takes(',') && !this.#isAt(']')) throw new UnknownValueError();
    }
    if (!this.#takes('.')) return values;
    this.#expect('join');
    this.#expect('(');
    const separator = this.#readValue();
    this.#expect(')');
    return values.join(String(separator));
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #take(): Token {
    const token = this.#peek();
    if (token === undefined) throw new UnknownValueError();
    this.#at += 1;
    return token;
  }

  #isAt(text: string): boolean {
    const token = this.#peek();
    return token?.text === text && token.kind !== 'string';
  }

  #takes(text: string): boolean {
    if (!this.#isAt(text)) return false;
    this.#at += 1;
    return true;
  }

  #expect(text: string): void {
    if (!this.#takes(text)) throw new UnknownValueError();
  }
}

function stringIn(literal: string): string {
  if (literal.startsWith('String.raw')) return literal.slice('String.raw`'.length, -1);
  if (literal.startsWith('`') && literal.includes('${')) throw new UnknownValueError();
  return literal.slice(1, -1).replaceAll(ESCAPE, characterOf);
}

const ESCAPE = /\\(?:u\{[\da-fA-F]{1,6}\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|\r?\n|[^])/gu;
const CODE = /^\\[ux]\{?([\da-fA-F]+)/u;
const CHARACTERS: Readonly<Record<string, string>> = {
  ...{ n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0' },
  ...{ '\n': '', '\r\n': '' },
};

/** Returns the character that an escape stands for; none for a line's end. */
function characterOf(escape: string): string {
  const code = Number.parseInt(CODE.exec(escape)?.[1] ?? '', 16);
  if (code > 0x10ffff) throw new UnknownValueError();
  if (!Number.isNaN(code)) return String.fromCodePoint(code);
  const character = escape.slice(1);
  return CHARACTERS[character] ?? character;
}
