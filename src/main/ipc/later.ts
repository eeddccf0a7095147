/** An answer that may take a while. Ports may answer at once. */
export type Later<T> = T | Promise<T>
