import * as v from 'valibot';

/**
 * Who may set a setting:
 * - `person`: only the person. For settings about where and how conversations are sent and what they may cost, and for
 *   instructions in the person's name.
 * - `choice`: the person and, within limits, a workspace. For the choice of a model: a workspace may choose only among
 *   the models that the person has connected.
 * - `context`: the person and a workspace, also for a single model. For the size and the compaction of the context.
 * - `limit`: the person and, within limits, a workspace. A workspace may only turn a feature off, lower a number,
 *   or choose a word that restricts more.
 * - `contextLimit`: like `limit`, but also for a single model.
 * - `workspace`: the person and a workspace, but not for a single model.
 */
export type Access = 'person' | 'choice' | 'context' | 'limit' | 'contextLimit' | 'workspace';

export interface Setting<T> {
  readonly access: Access;
  readonly defaultValue: T;
  readonly schema: v.GenericSchema<unknown, T>;
  /** The valid values, in words that can follow “must be”. */
  readonly expected: string;
  /** The JSON Schema of the value, for package.json. */
  readonly declared: Readonly<Record<string, unknown>>;
  readonly description: string;
}

/** A row of the table without its description, which `describedAs` adds. */
interface Row<T> {
  readonly describedAs: (description: string) => Setting<T>;
}

function row<T>(
  access: Access,
  defaultValue: T,
  {
    schema,
    expected,
    ...declared
  }: Pick<Setting<T>, 'schema' | 'expected'> & Readonly<Record<string, unknown>>,
): Row<T> {
  return {
    describedAs: (description) => ({ access, defaultValue, schema, expected, declared, description }),
  };
}

export function flag(access: Access, defaultValue: boolean): Row<boolean> {
  return row(access, defaultValue, { type: 'boolean', schema: v.boolean(), expected: 'true or false' });
}

export function text(access: Access): Row<string> {
  return row(access, '', { type: 'string', schema: v.string(), expected: 'a text' });
}

export function longText(access: Access): Row<string> {
  const editPresentation = 'multilineText';
  return row(access, '', { type: 'string', editPresentation, schema: v.string(), expected: 'a text' });
}

/** Makes a setting whose value is one of several words. Each word has a description. */
export function oneOf<W extends string>(
  access: Access,
  defaultValue: NoInfer<W>,
  descriptions: Readonly<Record<W, string>>,
): Row<W> {
  const all = Object.keys(descriptions) as W[];
  return row<W>(access, defaultValue, {
    type: 'string',
    enum: all,
    enumDescriptions: Object.values(descriptions),
    schema: v.picklist(all),
    expected: `one of ${all.join(', ')}`,
  });
}

type Range = readonly [least: number, most: number];

/** Makes a setting whose value is a share from 0.01 to 1. */
export function share(access: Access, defaultValue: number): Row<number> {
  const [minimum, maximum] = [0.01, 1];
  const schema = v.pipe(v.number(), v.minValue(minimum), v.maxValue(maximum));
  return row(access, defaultValue, {
    type: 'number',
    minimum,
    maximum,
    schema,
    expected: 'a number from 0.01 to 1',
  });
}

export function integer(access: Access, defaultValue: number, range: Range): Row<number> {
  const [minimum, maximum] = range;
  return row(access, defaultValue, {
    type: 'integer',
    minimum,
    maximum,
    schema: integerIn(range),
    expected: rangeText(range),
  });
}

/** Makes a setting whose value is a whole number or empty. The default is empty. */
export function optionalInteger(access: Access, range: Range): Row<number | null> {
  const [minimum, maximum] = range;
  return row<number | null>(access, null, {
    ...{ type: ['integer', 'null'], minimum, ...(Number.isFinite(maximum) && { maximum }) },
    ...{ schema: v.nullable(integerIn(range)), expected: `${rangeText(range)}, or empty` },
  });
}

function integerIn([least, most]: Range): v.GenericSchema<unknown, number> {
  return v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
}

function rangeText([least, most]: Range): string {
  const reach = Number.isFinite(most)
    ? `from ${formatted(least)} to ${formatted(most)}`
    : `of at least ${formatted(least)}`;
  return `a whole number ${reach}`;
}

const formatted = (value: number): string => value.toLocaleString('en');

export function optionalNumber(access: Access, minimum: number): Row<number | null> {
  const schema = v.nullable(v.pipe(v.number(), v.minValue(minimum)));
  const expected = `a number of at least ${String(minimum)}, or empty`;
  return row<number | null>(access, null, { type: ['number', 'null'], minimum, schema, expected });
}

/** Makes a setting whose value is an object. The person chooses the keys. */
export function byName<T>(
  access: Access,
  schema: v.GenericSchema<unknown, T>,
  additionalProperties: object,
): Row<Readonly<Record<string, T>>> {
  const expected = 'an object like the example in the setting’s description';
  return row(
    access,
    {},
    { type: 'object', additionalProperties, schema: v.record(v.string(), schema), expected },
  );
}
