/**
 * Schemas with exactly the fields and values of a type. The annotation `z.ZodType<T>` alone also accepts a schema that lacks an optional field of T,
 * has other fields, or lacks a value of a union.
 */
import type { z } from "zod";

/** All fields required and readonly, at any depth. */
type Complete<T> = T extends readonly unknown[]
  ? { readonly [K in keyof T]: Complete<T[K]> }
  : T extends object
    ? { readonly [K in keyof T]-?: Complete<T[K]> }
    : T;

/** What the compiler shows if schema and type differ. */
type Difference<T, S extends z.ZodType> = [Complete<z.output<S>>] extends [Complete<T>]
  ? [Complete<T>] extends [Complete<z.output<S>>]
    ? unknown
    : { readonly schemaHasMoreFieldsOrFewerValuesThan: Complete<T> }
  : { readonly schemaHasFewerFieldsOrMoreValuesThan: Complete<T> };

/** T is inferred from the annotation of the constant. */
export function exact<T, S extends z.ZodType = z.ZodType>(schema: S & Difference<T, S>): z.ZodType<T> {
  return schema as z.ZodType as z.ZodType<T>;
}
