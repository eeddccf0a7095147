// JSON can be read however deep it is nested, and written only as deep as the stack reaches.

/** Far deeper than any request is. */
export const deepestKept = 100

/** Whether a value read from JSON has lists and objects inside each other more than `levels` deep. */
export const isNestedDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' && value !== null && (levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1)))
