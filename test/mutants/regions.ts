import ts from 'typescript';

/** A part of a file that runs as a whole: a function body, block, case or branch. Ids are unique across all files. */
export interface Region {
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

export interface Instrumented {
  readonly text: string;
  readonly regions: readonly Region[];
}

/** Inserts a call of `globalThis.__ran` with the region's id at the beginning of each region of a source. */
export function instrumented(source: string, firstId: number): Instrumented {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const regions: Region[] = [];
  const insertions: { readonly at: number; readonly text: string }[] = [];
  const add = (node: ts.Node): string => {
    const id = firstId + regions.length;
    regions.push({ id, start: node.getStart(file), end: node.getEnd() });
    return `globalThis.__ran?.(${id})`;
  };
  const visit = (node: ts.Node): void => {
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isBlock(node)) insertions.push({ at: node.getStart(file) + 1, text: `${add(node)};` });
    else if (ts.isCaseOrDefaultClause(node)) {
      const colon = node.getChildren(file).find(({ kind }) => kind === ts.SyntaxKind.ColonToken);
      if (colon !== undefined) insertions.push({ at: colon.getEnd(), text: ` ${add(node)};` });
    } else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) {
      insertions.push({ at: node.body.getStart(file), text: `(${add(node.body)}, ` });
      insertions.push({ at: node.body.getEnd(), text: ')' });
    } else if (ts.isIfStatement(node)) {
      for (const branch of [node.thenStatement, node.elseStatement]) {
        if (branch === undefined || ts.isBlock(branch) || ts.isIfStatement(branch)) continue;
        insertions.push({ at: branch.getStart(file), text: `{ ${add(branch)}; ` });
        insertions.push({ at: branch.getEnd(), text: ' }' });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { text: inserted(source, insertions), regions };
}

/**
 * Inserts the texts. At the same place, closing texts come first, inner before outer. The other texts keep their order.
 */
function inserted(
  source: string,
  insertions: readonly { readonly at: number; readonly text: string }[],
): string {
  const closes = (text: string): boolean => text === ')' || text === ' }';
  const ordered = insertions
    .map((insertion, index) => ({ ...insertion, index: closes(insertion.text) ? -index : index }))
    .sort((a, b) => a.at - b.at || Number(closes(b.text)) - Number(closes(a.text)) || a.index - b.index);
  let text = '';
  let from = 0;
  for (const { at, text: piece } of ordered) {
    text += source.slice(from, at) + piece;
    from = at;
  }
  return text + source.slice(from);
}

/** Returns the innermost region that contains a position; undefined for code that runs when the file is loaded. */
export function regionAt(regions: readonly Region[], offset: number): Region | undefined {
  return regions
    .filter(({ start, end }) => start <= offset && offset < end)
    .reduce<Region | undefined>(
      (best, region) =>
        best === undefined || region.end - region.start <= best.end - best.start ? region : best,
      undefined,
    );
}
