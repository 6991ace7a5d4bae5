/** Base of the record classes that the build generates from NAME.layout.ts: a record at an address of kernel memory. */
import { addressAfter, type Address, type KernelMemory } from "./memory.ts";

export abstract class KernelRecord {
  readonly address: Address;
  protected readonly memory: KernelMemory;
  /** Stays valid when the memory grows, because shared memory is never moved. */
  protected readonly view: DataView<ArrayBuffer>;

  constructor(memory: KernelMemory, address: Address) {
    this.address = address;
    this.memory = memory;
    this.view = new DataView(memory.memory.buffer, address);
  }

  protected addressOf(offset: number): Address {
    return addressAfter(this.address, offset);
  }
}

/** Sets fields of a record. Every given name must be one of its fields. */
export function setFields<R extends KernelRecord, F extends Partial<R>>(
  record: R,
  fields: F & Readonly<Record<Exclude<keyof F, keyof R>, never>>,
): void {
  Object.assign(record, fields);
}
