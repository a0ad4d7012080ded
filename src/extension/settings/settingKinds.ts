import * as v from 'valibot';

/**
 * Who may set a setting:
 * - `person`: where the conversation goes and what is said in the person's name. No workspace sets it.
 * - `choice`: a model. A workspace may choose among those that the person has connected.
 * - `context`: how full the window gets and how it is made smaller. A workspace may set it, and a model may have its own.
 * - `limit`: what the person may turn off or bound. A workspace may only turn it off or lower it.
 * - `contextLimit`: the same, and a model may have its own.
 * - `workspace`: how the person works in a workspace, whatever the model.
 */
export type Whose = 'person' | 'choice' | 'context' | 'limit' | 'contextLimit' | 'workspace';

export interface Setting<T> {
  readonly whose: Whose;
  readonly usual: T;
  readonly schema: v.GenericSchema<unknown, T>;
  /** Description of a valid value, as the end of a sentence. */
  readonly must: string;
  /** The valid values, as the setting is declared in package.json. */
  readonly declared: Readonly<Record<string, unknown>>;
  readonly sentence: string;
}

/** A row of the table that still lacks its description; `says` adds it. */
interface Row<T> {
  readonly says: (sentence: string) => Setting<T>;
}

function row<T>(
  whose: Whose,
  usual: T,
  { schema, must, ...declared }: Pick<Setting<T>, 'schema' | 'must'> & Readonly<Record<string, unknown>>,
): Row<T> {
  return { says: (sentence) => ({ whose, usual, schema, must, declared, sentence }) };
}

export function flag(whose: Whose, usual: boolean): Row<boolean> {
  return row(whose, usual, { type: 'boolean', schema: v.boolean(), must: 'true or false' });
}

export function text(whose: Whose): Row<string> {
  return row(whose, '', { type: 'string', schema: v.string(), must: 'a text' });
}

export function longText(whose: Whose): Row<string> {
  const editPresentation = 'multilineText';
  return row(whose, '', { type: 'string', editPresentation, schema: v.string(), must: 'a text' });
}

/** Makes a setting that is one of some words, each with its description. */
export function words<W extends string>(
  whose: Whose,
  usual: NoInfer<W>,
  told: Readonly<Record<W, string>>,
): Row<W> {
  const all = Object.keys(told) as W[];
  return row<W>(whose, usual, {
    type: 'string',
    enum: all,
    enumDescriptions: Object.values(told),
    schema: v.picklist(all),
    must: `one of ${all.join(', ')}`,
  });
}

type Range = readonly [least: number, most: number];

/** Makes a setting that is a share from 0.01 to 1. */
export function share(whose: Whose, usual: number): Row<number> {
  const [minimum, maximum] = [0.01, 1];
  const schema = v.pipe(v.number(), v.minValue(minimum), v.maxValue(maximum));
  return row(whose, usual, { type: 'number', minimum, maximum, schema, must: 'a number from 0.01 to 1' });
}

export function whole(whose: Whose, usual: number, range: Range): Row<number> {
  const [minimum, maximum] = range;
  return row(whose, usual, { type: 'integer', minimum, maximum, schema: within(range), must: ranged(range) });
}

/** Makes a setting that is a whole number, empty by default. */
export function wholeIfAny(whose: Whose, range: Range): Row<number | null> {
  const [minimum, maximum] = range;
  return row<number | null>(whose, null, {
    ...{ type: ['integer', 'null'], minimum, ...(Number.isFinite(maximum) && { maximum }) },
    ...{ schema: v.nullable(within(range)), must: `${ranged(range)}, or empty` },
  });
}

function within([least, most]: Range): v.GenericSchema<unknown, number> {
  return v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
}

function ranged([least, most]: Range): string {
  const reach = Number.isFinite(most)
    ? `from ${figure(least)} to ${figure(most)}`
    : `of at least ${figure(least)}`;
  return `a whole number ${reach}`;
}

const figure = (value: number): string => value.toLocaleString('en');

export function amountIfAny(whose: Whose, minimum: number): Row<number | null> {
  const schema = v.nullable(v.pipe(v.number(), v.minValue(minimum)));
  const must = `a number of at least ${String(minimum)}, or empty`;
  return row<number | null>(whose, null, { type: ['number', 'null'], minimum, schema, must });
}

/** Makes a setting with values by names that the person chooses. */
export function byName<T>(
  whose: Whose,
  schema: v.GenericSchema<unknown, T>,
  additionalProperties: object,
): Row<Readonly<Record<string, T>>> {
  const must = 'an object with values of the right kind';
  return row(whose, {}, { type: 'object', additionalProperties, schema: v.record(v.string(), schema), must });
}
