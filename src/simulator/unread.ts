// What is said of requests that were not read to their end.

/** What Node's parser stops at, by its own names; everything else is a bad request. */
const stops: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

export const statusOfStop = (code: string | undefined): number => stops[code ?? ''] ?? 400

const words: Readonly<Record<number, string>> = {
  405: 'Method not allowed.',
  408: 'The request took too long.',
  413: 'The body is too large.',
  417: 'The expectation is not known.',
  431: 'The headers are too large.',
}

export const wordsFor = (status: number): string => words[status] ?? 'The request could not be read.'
