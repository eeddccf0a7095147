// Lists the skipped tests with their reasons at the end, where they are seen.
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

export default class LeftOutReporter implements Reporter {
  private readonly left: string[] = []

  onTestEnd(test: TestCase, { status }: TestResult): void {
    if (status !== 'skipped') return
    const why = test.annotations
      .filter(({ type }) => type === 'skip')
      .map(({ description }) => description ?? 'no reason given')
    this.left.push(
      `${test.titlePath().slice(2).join(' › ')}\n      ${why.join('; ') || 'not reached'}`,
    )
  }

  onEnd(): void {
    if (this.left.length > 0)
      process.stderr.write(`\n${this.left.length} left out:\n    ${this.left.join('\n    ')}\n`)
  }
}
