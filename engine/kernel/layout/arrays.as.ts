/** An array of records: its address with the type of what is there. */

@unmanaged @final
export class Records<T> {
  @inline @operator("[]")
  at(index: usize): T {
    return changetype<T>(changetype<usize>(this) + index * changetype<T>(0).bytes());
  }
}
