import {
  Parser,
  type AnyNode,
  type CallExpression,
  type Expression,
  type Pattern,
  type Property,
  type SpreadElement,
  type TemplateLiteral,
} from 'acorn';
import { isObject } from './json.ts';

/** A call of a tool in a script. */
export interface ScriptCall {
  readonly name: string;
  readonly input: unknown;
}

/**
 * Returns the tool calls in a JavaScript script. Newer models of Codex call their tools by such scripts:
 * `const r = await tools.exec_command({cmd: "ls"}); text(r.output)`. Returns none if the script can't be parsed, if the
 * argument of any call is not constant, or if the script uses `tools` in any other way. In these cases, the text does
 * not show which calls were made.
 */
export function callsInScript(script: string): readonly ScriptCall[] {
  try {
    return new Script(script).calls();
  } catch (error) {
    // A script that is nested too deeply for the stack causes a RangeError.
    if ([UnknownValueError, SyntaxError, RangeError].some((kind) => error instanceof kind)) return [];
    throw error;
  }
}

/** Thrown for a value that the script's text alone does not determine. */
class UnknownValueError extends Error {}

/**
 * A parser without two checks whose time grows with the square of a script's length. No value depends on these checks.
 */
class ScriptParser extends Parser {
  declareName(): void {
    // The overridden method compares each name with all names before it.
  }

  validateRegExpPattern(): void {
    // The overridden method compares each named group with all groups before it.
  }
}

/**
 * The maximum size of the values, as a multiple of the script's length. A script such as `b = [a, a], c = [b, b], …`
 * doubles the size of its values again and again.
 */
const MOST_GROWTH = 10;
/** The kinds of nodes in which a value is a part of another value. */
const CONTAINERS: ReadonlySet<string> = new Set(['Property', 'SpreadElement', 'ArrayExpression']);

/** Reads the values and calls of a script. */
class Script {
  readonly #nodes: readonly AnyNode[];
  /** The values of constants by name; undefined for a declared name whose value is unknown (see `#bind`). */
  readonly #constants = new Map<string, Expression | null | undefined>();
  /**
   * The names that the script also uses outside of objects, lists and arguments of tool calls. Such a use may change
   * the object or the list that the name stands for.
   */
  readonly #exposed = new Set<string>();
  /** The number of values and characters that may still be read. */
  #room: number;

  constructor(script: string) {
    this.#room = script.length * MOST_GROWTH;
    const options = { allowAwaitOutsideFunction: true, allowReturnOutsideFunction: true };
    this.#nodes = nodesIn(ScriptParser.parse(script, { ecmaVersion: 'latest', ...options }));
    for (const node of this.#nodes) {
      this.#bindNames(node);
      if (CONTAINERS.has(node.type) || isToolCall(node)) continue;
      const used = node.type === 'VariableDeclarator' ? [node.init] : childrenOf(node);
      for (const name of namesOf(used)) this.#exposed.add(name);
    }
  }

  /** Returns the calls in the order of the text. */
  calls(): readonly ScriptCall[] {
    const calls = this.#nodes.filter(isToolCall).sort((a, b) => a.start - b.start);
    // If `tools` also occurs outside of these calls, the script may call further tools. Then the calls are not known.
    if (namesOf(this.#nodes).filter((name) => name === 'tools').length !== calls.length) return [];
    return calls.map(({ callee, arguments: [input, ...more] }) => {
      if (more.length > 0) throw new UnknownValueError();
      return { name: memberOf(callee) ?? '', input: input === undefined ? {} : this.#valueOf(input) };
    });
  }

  #bindNames(node: AnyNode): void {
    if (node.type === 'VariableDeclaration')
      for (const { id, init } of node.declarations) this.#bind(id, node.kind === 'const' ? init : undefined);
    else if ('id' in node && node.type !== 'VariableDeclarator') this.#bind(node.id);
    if ('param' in node) this.#bind(node.param);
    if ('params' in node) for (const each of node.params) this.#bind(each);
  }

  /** Records the names that a pattern declares. The value of a destructured or repeatedly declared name is unknown. */
  #bind(pattern?: Pattern | null, value?: Expression | null): void {
    for (const name of pattern ? namesOf(nodesIn(pattern)) : []) {
      const isKnown = pattern?.type === 'Identifier' && !this.#constants.has(name);
      this.#constants.set(name, isKnown ? value : undefined);
    }
  }

  #valueOf(node: AnyNode | null | undefined): unknown {
    this.#use(1);
    const value = node ? this.#read(node) : undefined;
    if (value === undefined) throw new UnknownValueError();
    return value;
  }

  /** Returns a value; undefined if it is not known. */
  #read(node: AnyNode): unknown {
    switch (node.type) {
      case 'Literal':
        if (typeof node.value === 'string') return this.#text(node.value);
        return node.regex || typeof node.value === 'bigint' ? undefined : node.value;
      case 'TemplateLiteral':
        return this.#text(pieceOf(node)?.cooked);
      case 'TaggedTemplateExpression':
        return memberOf(node.tag, 'String') === 'raw' ? this.#text(pieceOf(node.quasi)?.raw) : undefined;
      case 'Identifier': {
        const value = this.#valueOf(this.#constants.get(node.name));
        return typeof value === 'object' && this.#exposed.has(node.name) ? undefined : value;
      }
      case 'UnaryExpression': {
        const value = this.#valueOf(node.argument);
        return node.operator === '-' && typeof value === 'number' ? -value : undefined;
      }
      case 'BinaryExpression': {
        const [left, right] = [this.#valueOf(node.left), this.#valueOf(node.right)];
        const isText = node.operator === '+' && typeof left === 'string' && typeof right === 'string';
        return isText ? left + right : undefined;
      }
      case 'ObjectExpression':
        return Object.fromEntries(node.properties.flatMap((each) => this.#fieldsOf(each)));
      case 'ArrayExpression':
        return node.elements.map((each) => this.#valueOf(each));
      case 'CallExpression':
        return this.#joined(node);
      default:
        return undefined;
    }
  }

  #fieldsOf(node: Property | SpreadElement): readonly (readonly [name: string, value: unknown])[] {
    if (node.type === 'SpreadElement') return Object.entries(this.#valueOf(node.argument) ?? {});
    const name = node.key.type === 'Identifier' ? node.key.name : String(this.#valueOf(node.key));
    return [[this.#text(node.computed ? undefined : name), this.#valueOf(node.value)]];
  }

  /** Returns the text that a call of `join` makes of a list. */
  #joined({ callee, arguments: [separator] }: CallExpression): unknown {
    if (callee.type !== 'MemberExpression' || memberOf(callee) !== 'join') return undefined;
    const [values, between] = [this.#valueOf(callee.object), this.#valueOf(separator)];
    if (!Array.isArray(values) || typeof between !== 'string') return undefined;
    this.#use(between.length * values.length);
    return values.some((value) => typeof value === 'object') ? undefined : values.join(between);
  }

  #text(text: string | null | undefined): string {
    if (text == null) throw new UnknownValueError();
    this.#use(text.length);
    return text;
  }

  #use(room: number): void {
    this.#room -= room;
    if (this.#room < 0) throw new UnknownValueError();
  }
}

/** Returns a node and all nodes in it, outer nodes before inner nodes. */
function nodesIn(node: AnyNode): readonly AnyNode[] {
  const nodes = [node];
  for (const each of nodes) for (const child of childrenOf(each)) nodes.push(child);
  return nodes;
}

function childrenOf(node: AnyNode): readonly AnyNode[] {
  return Object.values(node)
    .flat()
    .filter((value): value is AnyNode => isObject(value) && typeof value['type'] === 'string');
}

function namesOf(nodes: readonly (AnyNode | null | undefined)[]): readonly string[] {
  return nodes.flatMap((node) => (node?.type === 'Identifier' ? [node.name] : []));
}

function isToolCall(node: AnyNode): node is CallExpression {
  return node.type === 'CallExpression' && memberOf(node.callee, 'tools') !== undefined;
}

/**
 * Returns the name of a member. If `object` is given, returns undefined for a member of an object with another name.
 */
function memberOf(node: AnyNode, object?: string): string | undefined {
  if (node.type !== 'MemberExpression' || node.computed) return undefined;
  return object === undefined || namesOf([node.object])[0] === object
    ? namesOf([node.property])[0]
    : undefined;
}

/** Returns the text of a template that contains no values. */
function pieceOf({
  quasis,
  expressions,
}: TemplateLiteral): TemplateLiteral['quasis'][number]['value'] | undefined {
  return expressions.length === 0 ? quasis[0]?.value : undefined;
}
