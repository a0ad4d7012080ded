import ts from 'typescript';

export type Kind =
  | 'constant'
  | 'comparison'
  | 'boolean'
  | 'arithmetic'
  | 'dropped call'
  | 'swapped call'
  | 'dropped await'
  | 'pattern';

/** A small change that makes one place in a source wrong. Offsets are in characters, and lines are counted from 1. */
export interface Mutation {
  readonly kind: Kind;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly before: string;
  readonly after: string;
}

type Change = readonly [kind: Kind, target: ts.Node, after: string];

const OPERATORS: Readonly<Partial<Record<ts.SyntaxKind, readonly [Kind, string]>>> = {
  [ts.SyntaxKind.LessThanToken]: ['comparison', '<='],
  [ts.SyntaxKind.LessThanEqualsToken]: ['comparison', '<'],
  [ts.SyntaxKind.GreaterThanToken]: ['comparison', '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken]: ['comparison', '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: ['comparison', '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: ['comparison', '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken]: ['boolean', '||'],
  [ts.SyntaxKind.BarBarToken]: ['boolean', '&&'],
  [ts.SyntaxKind.PlusToken]: ['arithmetic', '-'],
  [ts.SyntaxKind.MinusToken]: ['arithmetic', '+'],
  [ts.SyntaxKind.AsteriskToken]: ['arithmetic', '/'],
  [ts.SyntaxKind.SlashToken]: ['arithmetic', '*'],
  [ts.SyntaxKind.PlusEqualsToken]: ['arithmetic', '-='],
  [ts.SyntaxKind.MinusEqualsToken]: ['arithmetic', '+='],
};

/** Matches methods that return the type of their object, so that the code still compiles if the call is dropped. */
const DROPPED =
  /^(filter|sort|toSorted|reverse|toReversed|slice|trim|trimEnd|trimStart|toLowerCase|replace|replaceAll|concat|flat)$/;

const SWAPPED: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  find: 'findLast',
  findLast: 'find',
  indexOf: 'lastIndexOf',
  lastIndexOf: 'indexOf',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
};

/** Returns all mutations of a source file, in the order of the file. There are no mutations of types and imports. */
export function mutationsOf(source: string): readonly Mutation[] {
  const file = ts.createSourceFile('mutant.ts', source, ts.ScriptTarget.Latest, true);
  const found: Mutation[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    for (const [kind, target, after] of changesAt(node)) {
      const start = target.getStart(file);
      const end = target.getEnd();
      const line = file.getLineAndCharacterOfPosition(start).line + 1;
      found.push({ kind, line, start, end, before: source.slice(start, end), after });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function changesAt(node: ts.Node): readonly Change[] {
  if (ts.isBinaryExpression(node)) return ofOperator(node);
  if (ts.isCallExpression(node)) return ofCall(node);
  if (ts.isExpressionStatement(node)) return ofStatement(node);
  if (ts.isAwaitExpression(node)) return [['dropped await', node, node.expression.getText()]];
  if (ts.isPrefixUnaryExpression(node)) return ofPrefix(node);
  return ofLiteral(node);
}

function ofOperator({ operatorToken, left, right }: ts.BinaryExpression): readonly Change[] {
  if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
    return [['boolean', operatorToken.parent, left.getText()]];
  }
  const change = OPERATORS[operatorToken.kind];
  if (change === undefined || (operatorToken.kind === ts.SyntaxKind.PlusToken && isText(left, right)))
    return [];
  return [[change[0], operatorToken, change[1]]];
}

/** Returns whether one side is a string literal, so that `+` joins texts. A minus would only give NaN. */
function isText(...sides: readonly ts.Node[]): boolean {
  return sides.some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side));
}

function ofCall(node: ts.CallExpression): readonly Change[] {
  const { expression } = node;
  if (!ts.isPropertyAccessExpression(expression)) return [];
  const name = expression.name.text;
  const swapped = Object.hasOwn(SWAPPED, name) ? SWAPPED[name] : undefined;
  if (swapped !== undefined) return [['swapped call', expression.name, swapped]];
  return DROPPED.test(name) ? [['dropped call', node, expression.expression.getText()]] : [];
}

function ofStatement(node: ts.ExpressionStatement): readonly Change[] {
  const inner = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  const isSuper = ts.isCallExpression(inner) && inner.expression.kind === ts.SyntaxKind.SuperKeyword;
  return ts.isCallExpression(inner) && !isSuper ? [['dropped call', node, ';']] : [];
}

function ofPrefix(node: ts.PrefixUnaryExpression): readonly Change[] {
  if (node.operator === ts.SyntaxKind.ExclamationToken) return [['boolean', node, node.operand.getText()]];
  return [];
}

function ofLiteral(node: ts.Node): readonly Change[] {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [['constant', node, 'false']];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [['constant', node, 'true']];
  if (ts.isNumericLiteral(node)) return [['constant', node, String(Number(node.text) + 1)]];
  if (ts.isRegularExpressionLiteral(node)) return ofPattern(node);
  if (!ts.isStringLiteralLike(node) || isName(node)) return [];
  return [['constant', node, node.text === '' ? "'mutant'" : "''"]];
}

/**
 * Returns whether a string is a key, the value of a property, a case, or an operand of a binary operator. Such a string
 * is mostly the tag of a union, and the code would not compile after a change of the tag.
 */
function isName({ parent }: ts.Node): boolean {
  return (
    ts.isLiteralTypeNode(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isCaseClause(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isBinaryExpression(parent)
  );
}

/**
 * Replaces one quantifier of a regular expression, `+` by `*` or `*` by `+`: the first one after a word character, `)`
 * or `]`.
 */
function ofPattern(node: ts.RegularExpressionLiteral): readonly Change[] {
  const at = /(?<=[\w)\]])(?<!\\)[+*](?=[^+*])/.exec(node.text);
  if (at === null) return [];
  const other = at[0] === '+' ? '*' : '+';
  return [['pattern', node, node.text.slice(0, at.index) + other + node.text.slice(at.index + 1)]];
}
