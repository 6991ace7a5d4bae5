/** Arrays in records: an address with the type of what is there. */

@unmanaged @final
export class Numbers<T> {
  @inline @operator("[]")
  at(index: usize): T {
    return load<T>(changetype<usize>(this) + (index << alignof<T>()));
  }

  @inline @operator("[]=")
  put(index: usize, value: T): void {
    store<T>(changetype<usize>(this) + (index << alignof<T>()), value);
  }
}

@unmanaged @final
export class Records<T> {
  @inline @operator("[]")
  at(index: usize): T {
    return changetype<T>(changetype<usize>(this) + index * changetype<T>(0).bytes());
  }
}
