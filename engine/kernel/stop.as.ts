/** How a long call in a kernel is asked to end: one word of shared memory that the caller sets and the kernel looks at. */

let stop: usize = 0;

export function setStop(address: usize): void {
  stop = address;
}

@inline
export function stopped(): bool {
  return atomic.load<i32>(stop) != 0;
}
