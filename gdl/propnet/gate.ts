/** Gates of a propnet and references to them. */

/** A node or its negation: twice the node number, plus 1 if negated. */
export type Ref = number;

export const FALSE: Ref = -2;

export const TRUE: Ref = -1;

export interface Gate {
  readonly isAnd: boolean;
  readonly inputs: readonly Ref[];
}
