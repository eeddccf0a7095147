const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** A count of things for reading: "12,345". Whole numbers only; amounts are decimals and have their own manner. */
export const countText = (count: number): string => grouped.format(count)

/** "1 record", "12,345 records". */
export const countedText = (count: number, one: string, many = `${one}s`): string => `${countText(count)} ${count === 1 ? one : many}`
