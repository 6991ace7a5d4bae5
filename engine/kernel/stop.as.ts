/** Stops a long call in a kernel: the caller sets one word of shared memory, the kernel polls it. */

let stop: usize = 0;

export function setStop(address: usize): void {
  stop = address;
}

@inline
export function stopped(): bool {
  return atomic.load<i32>(stop) != 0;
}
