/** A constant that a description imports. */
export const LENGTH = 5;
