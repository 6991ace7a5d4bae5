/** Branded types: numbers that are stored alike and must not be mixed. A brand exists for the compiler only. */
declare const brand: unique symbol;

/** A `T` that only a cast makes: where a kernel, a document or a game's own encoding produces the value. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
