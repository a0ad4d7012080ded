import type * as v from 'valibot';

/** The type T with all fields required. A schema that lacks an optional field of T is only detected with this type. */
type Complete<T> = T extends object ? { readonly [K in keyof T]-?: Complete<T[K]> } : T;

type Fits<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Same<A, B> = Fits<A, B> extends true ? Fits<Complete<A>, Complete<B>> : false;

/**
 * Returns a schema unchanged. Does not compile unless the schema's output is exactly T, so that schema and type can't
 * drift apart.
 */
export function schemaOf<T>() {
  return <S extends v.GenericSchema>(
    schema: Same<v.InferOutput<S>, T> extends true ? S : { readonly 'reads another type': T },
  ): S => schema as S;
}
