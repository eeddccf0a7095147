/** The columns of a list of investment records, with their widths in pixels: together no more than a window of 1024 leaves beside a scroll bar. */
export const columns: readonly { name: string; width: number; number: boolean }[] = [
  { name: 'Time', width: 132, number: false },
  { name: 'Action', width: 126, number: false },
  { name: 'Amount', width: 164, number: true },
  { name: 'Investment', width: 118, number: false },
  { name: 'Plan', width: 118, number: false },
  { name: 'Transaction', width: 118, number: false },
]

export const width = columns.reduce((sum, column) => sum + column.width, 0)
