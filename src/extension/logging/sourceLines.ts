import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import path from 'node:path';

/** One line of a stack: a function and its place in the source. */
export interface Frame {
  readonly text: string;
  /** Whether the frame lies in one of Longthread's bundles. If so, `text` names the frame's line in `src/`. */
  readonly isOwn: boolean;
}

/**
 * Matches ` at Place.name (file:///a/dist/extension.cjs:1:2345)`, with or without a name. A path may have parentheses.
 * The pattern is also tried on the lines of the error's message, which may be long. It first checks whether the line
 * ends with a line and column number, since otherwise it could take very long to reject a long line.
 */
const FRAME =
  /^\s+at (?=.*:\d+:\d+\)?$)(?:(?<name>.+) \((?=file:|node:|[\\/]|[A-Za-z]:[\\/]))?(?:file:\/\/)?(?<file>.+):(?<line>\d+):(?<column>\d+)\)?$/;

/** Translates places in the bundles to lines of the source. Reads each map in `dist/lines/` when it is first needed. */
export class SourceLines {
  readonly #dist: string;
  readonly #maps = new Map<string, Promise<SourceMap | undefined>>();

  /** `dist` is the folder of the bundles. */
  constructor(dist: string) {
    this.#dist = dist;
  }

  /** Returns the frames of a stack, without the message above them. */
  async framesOf(stack: string): Promise<readonly Frame[]> {
    const lines = stack.split('\n').filter((line) => FRAME.test(line));
    return Promise.all(lines.map((line) => this.#frame(line)));
  }

  async #frame(line: string): Promise<Frame> {
    const { name = '', file = '', line: row, column } = FRAME.exec(line)?.groups ?? {};
    const bundle = path.basename(file);
    const isBundle = path.dirname(path.resolve(file)) === path.resolve(this.#dist);
    const map = isBundle ? await this.#map(bundle) : undefined;
    const entry = map?.findEntry(Number(row) - 1, Number(column) - 1);
    if (entry === undefined || !('originalSource' in entry)) return { text: line.trim(), isOwn: false };
    const place = `${entry.originalSource.replace(/^(?:\.\.\/)+/, '')}:${String(entry.originalLine + 1)}`;
    // Removes the ending `[as key]` of the name. `key` is the name of the property that holds the function. It may come
    // from a conversation, whose text must not be in diagnostics.
    const called = name.replace(/ \[as .*\]$/, '');
    return { text: /^[\w$.#<> ]+$/.test(called) ? `at ${called} (${place})` : `at ${place}`, isOwn: true };
  }

  #map(bundle: string): Promise<SourceMap | undefined> {
    const known = this.#maps.get(bundle);
    if (known !== undefined) return known;
    const file = path.join(this.#dist, 'lines', `${bundle}.map`);
    const map = readFile(file, 'utf8').then(
      (text) => new SourceMap(JSON.parse(text) as ConstructorParameters<typeof SourceMap>[0]),
      () => undefined,
    );
    this.#maps.set(bundle, map);
    return map;
  }
}
