/**
 * Types of the fields of records in kernel memory. A file NAME.layout.ts describes records as interfaces of such fields; the build writes
 * accessors for TypeScript and AssemblyScript to build/layouts (see parse.ts and emit.ts). The interfaces themselves are not used.
 */
import type { Address } from "../memory.ts";

export type i8 = number;
export type u8 = number;
export type i16 = number;
export type u16 = number;
export type i32 = number;
export type u32 = number;
export type f32 = number;
export type f64 = number;
export type i64 = bigint;
export type u64 = bigint;
/** An address in kernel memory: `usize` in AssemblyScript. */
export type address = Address;
/** `N` numbers or records, contiguous. */
export type array<T, N extends number> = readonly T[] & { readonly length: N };
/** Numbers or records after the end of the record, as many as the memory has room for. Only the last field can be one. */
export type rest<T> = readonly T[];
