import type { Migration } from './migration.js'

/**
 * The names a trader looks for: entry price, used margin, quote currency, notional. In JSON a quoted name with a colon behind it is always
 * a member: inside a text the quotes are escaped.
 */
export const fieldNames: Migration = {
  version: 10,
  sql: `
    UPDATE snapshot SET value = replace(replace(value, '"basePrice":', '"entryPrice":'), '"margin":', '"usedMargin":')
      WHERE kind = 'positions';
    UPDATE alert SET content = replace(content, '"basePrice":', '"entryPrice":');
    UPDATE trading SET limits = replace(limits, '"byMoney":', '"byQuote":');
    ALTER TABLE intent_item RENAME COLUMN money TO quote;
    ALTER TABLE intent_item RENAME COLUMN worth TO notional;`,
}
