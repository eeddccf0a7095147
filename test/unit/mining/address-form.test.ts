// Valid and invalid addresses from BIP 173, BIP 350 and everyday use.
import { describe, expect, it } from 'vitest'
import { addressForm } from '../../../src/main/mining/address-form.js'

describe('the form of an address', () => {
  it.each([
    ['to a key', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['to a script', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
    ['segwit to a key', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
    ['segwit in capitals', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
    ['segwit to a script', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
    ['taproot', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ])('bitcoin: %s', (_, address) => expect(addressForm(address)).toBe('bitcoin'))

  it.each([
    ['to a key', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
    ['to a script', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'],
    ['segwit', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['taproot', 'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c'],
    ['regtest', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'],
  ])('of a test network: %s', (_, address) => expect(addressForm(address)).toBe('bitcoin-test'))

  it.each([
    ['one sign off', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
    ['a zero for an O', '1A1zP1eP5QGefi2DMPTfTL5SLmv7Div0Na'],
    ['one sign lost', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNL'],
    ['segwit, one sign off', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdw'],
    ['both cases', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5MDQ'],
    [
      'version 0 with the check of later versions',
      'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    ],
    [
      'taproot with the check of version 0',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    ],
    ['a version above 16', 'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R'],
    ['version 0 with a program of another size', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P'],
    ['an empty program', 'bc1gmk9yu'],
    [
      'a sign that Bech32 has not',
      'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    ],
  ])('broken: %s', (_, address) => expect(addressForm(address)).toBe('broken'))

  it.each([
    ['nothing', ''],
    ['a word', 'main'],
    ['an Ethereum address', '0x52908400098527886E0F7030069857D2E4169EE7'],
    ['a Litecoin address', 'LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz'],
    ['a Litecoin segwit address', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
    ['a version without rules', 'BC1SW50QGDZ25J'],
    [
      'taproot’s version with another size',
      'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    ],
    ['blanks around', ' 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa '],
    ['a very long text', '1'.repeat(100_000)],
  ])('other: %s', (_, address) => expect(addressForm(address)).toBe('other'))
})
