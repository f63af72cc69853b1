import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { bech32 } from '@scure/base'
import { Address, NETWORK, OutScript, TEST_NETWORK } from '@scure/btc-signer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAddress, readAddress } from './address.ts'

const mainnet: Caip2 = 'bip122:000000000019d6689c085ae165831e93'
const testnet: Caip2 = 'bip122:000000000933ea01ad0ee984209779ba'
const signet: Caip2 = 'bip122:00000008819873e925422c1ff0f99f7c'
const regtest: Caip2 = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

describe('an address', () => {
  // From BIP-173, BIP-341, BIP-350 and the first block.
  test.each([
    [mainnet, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'p2pkh'],
    [mainnet, '3P14159f73E4gFr7JterCCQh9QjiTjiZrG', 'p2sh'],
    [mainnet, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'p2wpkh'],
    [mainnet, 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'p2wpkh'],
    [mainnet, 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', 'p2wsh'],
    [mainnet, 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'p2tr'],
    [testnet, 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'p2wpkh'],
    [signet, 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'p2wpkh'],
    [testnet, 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'p2pkh'],
    [regtest, 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'p2wpkh'],
  ] as const)('on %s: %s is %s', (network, address, type) => {
    expect(readAddress(network, address)).toBe(type)
  })

  test.each([
    ['of another network', mainnet, 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['of another network, old form', mainnet, 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
    ['of the main network elsewhere', testnet, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['with one letter changed', mainnet, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
    ['with one letter changed, old form', mainnet, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
    ['of taproot with the older checksum', mainnet, 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
    [
      'of the first version with the newer checksum',
      mainnet,
      'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq54mell',
    ],
    ['of a later version', mainnet, 'BC1SW50QGDZ25J'],
    ['with mixed case', mainnet, 'bc1QW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['with spaces', mainnet, ' bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['with a longer prefix', mainnet, bech32.encode('bc1q', [0, ...bech32.toWords(new Uint8Array(20))])],
    ['that is empty', mainnet, ''],
    ['of Ethereum', mainnet, `0x${'11'.repeat(20)}`],
  ])('%s is no address [C186]', (_, network, address) => {
    expect(isAddress(network, address)).toBe(false)
  })

  test('is read as another library reads it, for every kind [C186]', () => {
    const script = fc.oneof(
      fc.uint8Array({ minLength: 20, maxLength: 20 }).map((hash) => ({ type: 'pkh', hash }) as const),
      fc.uint8Array({ minLength: 20, maxLength: 20 }).map((hash) => ({ type: 'sh', hash }) as const),
      fc.uint8Array({ minLength: 20, maxLength: 20 }).map((hash) => ({ type: 'wpkh', hash }) as const),
      fc.uint8Array({ minLength: 32, maxLength: 32 }).map((hash) => ({ type: 'wsh', hash }) as const),
    )
    const networks = [
      [mainnet, NETWORK],
      [testnet, TEST_NETWORK],
    ] as const
    fc.assert(
      fc.property(
        script,
        fc.constantFrom(...networks),
        fc.nat(),
        fc.constantFrom('q', 'p', 'z', 'r', 'y', '9', 'x', '8'),
        (out, [id, params], at, letter) => {
          const address = Address(params).encode(OutScript.decode(OutScript.encode(out)))
          expect(readAddress(id, address)).toBe(`p2${out.type}`)
          const spot = at % address.length
          const changed = address.slice(0, spot) + letter + address.slice(spot + 1)
          if (changed !== address) expect(isAddress(id, changed)).toBe(false)
        },
      ),
    )
  })
})
