import type * as v from 'valibot';

/** Without optional marks, so that a schema which forgot an optional field is told apart. */
type Complete<T> = T extends object ? { readonly [K in keyof T]-?: Complete<T[K]> } : T;

type Fits<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Same<A, B> = Fits<A, B> extends true ? Fits<Complete<A>, Complete<B>> : false;

/**
 * Gives a schema back as it is, and doesn't compile unless what the schema reads is exactly T:
 * so a schema and its hand-written type can't drift apart.
 */
export function schemaOf<T>() {
  return <S extends v.GenericSchema>(
    schema: Same<v.InferOutput<S>, T> extends true ? S : { readonly 'reads another type': T },
  ): S => schema as S;
}
